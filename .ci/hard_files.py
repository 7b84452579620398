"""Files for `hard.py`: data files, stores of searches, tables of depths and result folders, damaged in many ways."""
import csv, functools, io, json, os, re, shutil
from collections.abc import Callable
from pathlib import Path

from hard_box import COMMON, DATA
from hard_cases import SEARCHED, SMALL, TRAIN, Evil, add, lines, one, same_front, sheet, some

def parquet(columns: dict, box, name: str = "data.parquet", metadata: dict | None = None) -> Path:
    "A parquet file of these columns."
    import pyarrow as pa, pyarrow.parquet as pq
    arrays = [pa.array(v) if isinstance(v, list) else v for v in columns.values()]
    table = pa.Table.from_arrays(arrays, names=[k.rstrip("'") for k in columns])
    if metadata: table = table.replace_schema_metadata(metadata)
    pq.write_table(table, box.folder / name)
    return box.folder / name

def data_case(what: str, name: str, make: Callable, wanted: str = "refused", columns: str = "text", more: str = "",
              clean: Callable | None = None):
    "A damaged data file given to `lat train`; where it is to be taken, its tables are compared with those of the clean one."
    def do(box):
        made = make(box)
        if isinstance(made, (bytes, str)): box.write(name, made)
        if wanted != "right":
            return box.words(f"train --file {name} --columns {columns} {more} --method standard --model {{base}}/tiny --epochs 0.3 --min-steps 1 --batch 16 --out out")
        return functools.partial(same_tables, box, name, columns.split(), clean)
    add("data files", f"{name}: {what}", do, wanted)

def same_tables(box, name: str, columns: list, clean: Callable | None):
    "Reads a file, and insists on what the clean one holds."
    from lat.data.own import own_task
    (box.folder / "clean.csv").write_text(sheet((clean or some)(box)))
    found, was = (own_task(box.folder / n, columns, "label")[1] for n in (name, "clean.csv"))
    read = [{s: {c: t.data[c] for c in (*columns, "label")} for s, t in tables.items()} for tables in (found, was)]
    assert read[0] == read[1], "other rows than those of the clean file"

def texts(rows): return [r["text"] for r in rows]
def labels(rows): return [r["label"] for r in rows]
def numbered(rows): return [0 if r["label"] == rows[0]["label"] else 1 for r in rows]

CSV = (  # what is wrong, rows -> the file, what is wanted
    ("empty", lambda b, r: "", "refused"), ("one blank line", lambda b, r: "\n", "refused"),
    ("only a header", lambda b, r: "text,label\n", "refused"),
    ("a row with a field more", lambda b, r: sheet(one(r, b, more="x")), "refused"),
    ("a row with a field less", lambda b, r: re.sub(r",(\w+)(\r\n[^\n]*\r\n)$", r"\2", sheet(r)), "refused"),
    ("two columns of one name", lambda b,
     r: sheet([dict(text=x["text"], label=x["label"], again="no") for x in r], columns=["text", "label", "text"]),
     "refused"),
    ("two label columns", lambda b,
     r: sheet([dict(text=x["text"], label=x["label"], again=r[i // 2]["label"]) for i, x in enumerate(r)],
              columns=["text", "label", "label"]), "refused"),
    ("UTF-16", lambda b, r: sheet(r).encode("utf-16"), "refused"),
    ("Latin-1", lambda b, r: sheet(one(r, b, text="un café agréable")).encode("latin-1"), "refused"),
    ("invalid UTF-8", lambda b, r: sheet(r).encode()[:-3] + bytes([0xff, 0xfe, 0x80 + b.k % 64]) + b"e\r\n",
     "refused"),
    ("cut inside a row", lambda b, r: sheet(r).rsplit(",", 1)[0], "refused"),
    ("cut inside quotes", lambda b, r: sheet(r).rstrip() + '\r\n"a quote that never ends, and goes on', "refused"),
    ("an open quote in the middle", lambda b,
     r: sheet(r[:40]) + '"open,positive\r\n' + "".join(sheet(r[40:]).splitlines(True)[1:]), "either"),
    ("one class", lambda b, r: sheet([x | dict(label=r[0]["label"]) for x in r]), "refused"),
    ("a row without its label", lambda b, r: sheet(one(r, b, label="")), "refused"),
    ("numbers and one nan as labels", lambda b,
     r: sheet([x | dict(label="nan" if i == 7 else str(n)) for i, (x, n) in enumerate(zip(r, numbered(r)))]),
     "refused"),
    ("two rows", lambda b, r: sheet(r[:2]), "refused"), ("one row", lambda b, r: sheet(r[:1]), "refused"),
    ("tabs instead of commas", lambda b, r: sheet(r, "\t"), "refused"),
    ("semicolons instead of commas", lambda b, r: sheet(r, ";"), "refused"),
    ("blanks around the column names", lambda b, r: sheet(r, columns=[" text", "label "]), "refused"),
    ("no header", lambda b, r: "".join(sheet(r).splitlines(True)[1:]), "refused"),
    ("zip bytes", lambda b, r: b"PK\x03\x04" + bytes(range(256)), "refused"),
    ("random bytes", lambda b, r: b.rng.randbytes(2000), "refused"),
    ("JSON inside", lambda b, r: lines(r), "refused"), ("only NUL", lambda b, r: b"\0" * b.k, "refused"),
    ("every label another", lambda b, r: sheet([x | dict(label=f"{b.word}{i}") for i, x in enumerate(r)]), "either"),
    ("every text empty", lambda b, r: sheet([x | dict(text="") for x in r]), "either"),
    ("NUL in a text", lambda b, r: sheet(one(r, b, text="a\0b film")), "either"),
    ("a text of a megabyte", lambda b, r: sheet(one(r, b, text="very " * 200_000)), "either"),
    ("control characters and emoji", lambda b, r: sheet(one(r, b, text="\x07\x1b[31m \u202e 😀 \u0000")), "either"),
    ("only spaces in a text", lambda b, r: sheet(one(r, b, text="   ")), "either"),
    ("a BOM", lambda b, r: "\ufeff" + sheet(r), "right"),
    ("CR LF or LF", lambda b, r: sheet(r).replace("\r\n", "\n"), "right"),
    ("blank lines between", lambda b, r: sheet(r).replace("\r\n", "\r\n\r\n", b.rng.randint(1, 9)), "right"),
    ("no line end at the end", lambda b, r: sheet(r).rstrip(), "right"),
    ("all fields quoted", lambda b, r: quoted(r), "right"),
    ("a further column that is not asked for", lambda b, r: sheet([x | dict(note=b.word) for x in r]), "right"),
    ("columns in another order", lambda b, r: sheet([dict(label=x["label"], text=x["text"]) for x in r]), "right"))

def quoted(rows) -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows([list(rows[0]), *(r.values() for r in rows)])
    return out.getvalue()

for what, make, wanted in CSV: data_case(what, "data.csv", lambda b, make=make: make(b, some(b)), wanted)
for suffix in ("txt", "xlsx", "json", "csv.gz", "pickle", ""):
    data_case("not a suffix that is known", f"data.{suffix}".rstrip("."), lambda b: sheet(some(b)))
data_case("a folder", "data.csv", lambda b: (b.folder / "data.csv").mkdir())
data_case("a link to nothing", "data.csv", lambda b: os.symlink("nowhere.csv", b.folder / "data.csv"))
data_case("commas instead of tabs", "data.tsv", lambda b: sheet(some(b)))
data_case("tabs", "data.tsv", lambda b: sheet(some(b), "\t"), "right")

JSONL = (
    ("empty", lambda b, r: "", "refused"),
    ("cut inside a line", lambda b, r: lines(r)[:-b.rng.randint(3, 30)], "refused"),
    ("a list a line", lambda b, r: lines([list(x.values()) for x in r]), "refused"),
    ("one list", lambda b, r: json.dumps(r), "refused"),
    ("a line that is a number", lambda b, r: lines(r[:50]) + f"{b.k}\n" + lines(r[50:]), "refused"),
    ("a label NaN", lambda b, r: lines(one(r, b, label=float("nan"))), "refused"),
    ("a label null", lambda b, r: lines(one(r, b, label=None)), "refused"),
    ("a label that is a list", lambda b, r: lines(one(r, b, label=["positive"])), "refused"),
    ("a label that is an object", lambda b, r: lines(one(r, b, label={"a": 1})), "refused"),
    ("labels NaN and numbers", lambda b,
     r: lines([x | dict(label=float("nan") if i % 9 == 3 else float(n)) for i,
               (x, n) in enumerate(zip(r, numbered(r)))]), "refused"),
    ("labels of infinity", lambda b,
     r: lines([x | dict(label=float("inf") if n else 0.0) for x, n in zip(r, numbered(r))]), "refused"),
    ("a text that is a list", lambda b, r: lines(one(r, b, text=["a", "list"])), "refused"),
    ("all texts are lists", lambda b, r: lines([x | dict(text=x["text"].split()) for x in r]), "refused"),
    ("a text that is an object", lambda b, r: lines(one(r, b, text={"a": "film"})), "refused"),
    ("no text column", lambda b, r: lines([dict(label=x["label"]) for x in r]), "refused"),
    ("invalid UTF-8", lambda b, r: lines(r).encode() + b'{"text": "\xff", "label": "positive"}\n', "refused"),
    ("UTF-16", lambda b, r: lines(r).encode("utf-16"), "refused"),
    ("a text null", lambda b, r: lines(one(r, b, text=None)), "either"),
    ("a text that is a number", lambda b, r: lines(one(r, b, text=b.k)), "either"),
    ("a line without its text", lambda b, r: lines(r) + '{"label": "positive"}\n', "either"),
    ("labels true and false", lambda b, r: lines([x | dict(label=bool(n)) for x, n in zip(r, numbered(r))]),
     "either"),
    ("half a surrogate pair", lambda b, r: lines(one(r, b, text="a \ud83d film")), "either"),
    ("a huge number as label", lambda b, r: lines(one(r, b, label=10**40)), "either"),
    ("a BOM", lambda b, r: "\ufeff" + lines(r), "right"),
    ("blank lines", lambda b, r: lines(r).replace("\n", "\n\n", 5), "right"),
    ("CR LF", lambda b, r: lines(r).replace("\n", "\r\n"), "right"),
    ("keys in another order", lambda b, r: lines([dict(reversed(x.items())) for x in r]), "right"))
for what, make, wanted in JSONL: data_case(what, "data.jsonl", lambda b, make=make: make(b, some(b)), wanted)

def binary(rows): return [t.encode() for t in texts(rows)]
def damaged(box, how: Callable):
    path = parquet(dict(text=texts(some(box)), label=labels(some(box))), box)
    path.write_bytes(how(path.read_bytes()))

PARQUET = (
    ("cut", lambda b, r: damaged(b, lambda x: x[:b.rng.randint(1, len(x) - 1)]), "refused"),
    ("empty", lambda b, r: "", "refused"),
    ("CSV inside", lambda b, r: sheet(r), "refused"),
    ("its footer overwritten", lambda b, r: damaged(b, lambda x: x[:-40] + b.rng.randbytes(32) + x[-8:]), "either"),   # some of it is not read
    ("no rows", lambda b, r: parquet(dict(text=[], label=[]), b) and None, "refused"),
    ("binary texts", lambda b, r: parquet(dict(text=binary(r), label=labels(r)), b) and None, "refused"),
    ("texts that are lists", lambda b,
     r: parquet(dict(text=[t.split() for t in texts(r)], label=labels(r)), b) and None, "refused"),
    ("texts that are structures", lambda b,
     r: parquet(dict(text=[dict(a=t) for t in texts(r)], label=labels(r)), b) and None, "refused"),
    ("a label NaN", lambda b,
     r: parquet(dict(text=texts(r),
                     label=[float("nan") if i == b.k % 80 else float(n) for i, n in enumerate(numbered(r))]),
                     b) and None, "refused"),
    ("a label null", lambda b,
     r: parquet(dict(text=texts(r), label=[None if i == b.k % 80 else l for i, l in enumerate(labels(r))]),
                b) and None, "refused"),
    ("labels that are lists", lambda b, r: parquet(dict(text=texts(r), label=[[n] for n in numbered(r)]), b) and None,
     "refused"),
    ("binary labels", lambda b, r: parquet(dict(text=texts(r), label=[l.encode() for l in labels(r)]), b) and None,
     "refused"),
    ("two columns of one name", lambda b,
     r: parquet({"text": texts(r), "label": labels(r), "text'": texts(r)}, b) and None, "refused"),
    ("no columns that are known", lambda b, r: parquet({b.word: texts(r)}, b) and None, "refused"),
    ("metadata that is no JSON", lambda b,
     r: parquet(dict(text=texts(r), label=labels(r)), b, metadata={"huggingface": "{"}) and None, "either"),
    ("features of a wrong shape", lambda b,
     r: parquet(dict(text=texts(r), label=labels(r)), b,
                metadata={"huggingface": '{"info": {"features": ["x"]}}'}) and None, "either"),
    ("features that are null", lambda b,
     r: parquet(dict(text=texts(r), label=labels(r)), b,
                metadata={"huggingface": '{"info": {"features": {"label": null}}}'}) and None, "either"),
    ("fewer class names than classes", lambda b,
     r: parquet(dict(text=texts(r), label=numbered(r)), b,
                metadata={"huggingface": '{"info": {"features": {"label": {"names": ["a"]}}}}'}) and None, "refused"),
    ("class numbers outside the names", lambda b,
     r: parquet(dict(text=texts(r), label=[n * b.k for n in numbered(r)]), b,
                metadata={"huggingface": '{"info": {"features": {"label": {"names": ["a", "b"]}}}}'}) and None,
                "refused"),
    ("labels true and false", lambda b,
     r: parquet(dict(text=texts(r), label=[bool(n) for n in numbered(r)]), b) and None, "either"),
    ("texts that are numbers", lambda b, r: parquet(dict(text=list(range(len(r))), label=labels(r)), b) and None,
     "either"),
    ("texts null", lambda b,
     r: parquet(dict(text=[None if i % 7 == 3 else t for i, t in enumerate(texts(r))], label=labels(r)), b) and None,
     "either"),
    ("labels a half and more", lambda b,
     r: parquet(dict(text=texts(r), label=[n + 0.5 for n in numbered(r)]), b) and None, "either"),
    ("whole", lambda b, r: parquet(dict(text=texts(r), label=labels(r)), b) and None, "right"))
for what, make, wanted in PARQUET: data_case(what, "data.parquet", lambda b, make=make: make(b, some(b)), wanted)

def tags_as(f: Callable) -> Callable: return lambda b: lines([r | dict(tags=f(r["tags"])) for r in some(b,
    "tags.jsonl")])
TAGGED = dict(columns="tokens", more="--label tags --kind token")
NUMBERS = {"O": 0, "B-person": 1, "I-person": 2, "B-place": 3, "I-place": 4, "B-company": 5, "I-company": 6}
for what, make, wanted in (
    ("tags that are numbers", tags_as(lambda t: [NUMBERS[x] for x in t]), "refused"),
    ("tags that are numbers in text", tags_as(lambda t: " ".join(str(NUMBERS[x]) for x in t)), "refused"),
    ("a tag too few", tags_as(lambda t: t[:-1]), "refused"), ("tags null", tags_as(lambda t: None), "refused"),
    ("every tag O", tags_as(lambda t: ["O"] * len(t)), "refused"),
    ("tags that are lists", tags_as(lambda t: [[x] for x in t]), "refused"),
    ("one tag null", tags_as(lambda t: [None, *t[1:]]), "refused"),
    ("tags NaN", tags_as(lambda t: [float("nan")] * len(t)), "refused"),
    ("words null", lambda b: lines([r | dict(tokens=None) for r in some(b, "tags.jsonl")]), "refused"),
    ("words that are numbers",
     lambda b: lines([r | dict(tokens=list(range(len(r["tags"])))) for r in some(b, "tags.jsonl")]), "either"),
    ("a row without words", lambda b: lines(some(b, "tags.jsonl") + [dict(tokens=[], tags=[])]), "either"),
    ("tags of classes as text", lambda b: sheet(some(b)), "refused"),
): data_case(what, "data.csv" if "text" == what.split()[-1] and "classes" in what else "data.jsonl", make, wanted,
             **(TAGGED if "classes" not in what else dict(columns="text", more="--label label --kind token")))

def asked(**changes) -> Callable: return lambda b: lines(one(some(b, "spans.jsonl", 40), b, **changes))
SPANS = dict(columns="question context", more="--label answers --kind span")
for what, changes, wanted in (
    ("an answer that is not in its context", dict(answers=dict(text=["no such words"], answer_start=[0])), "refused"),
    ("answers as text", dict(answers="clocks"), "refused"),
    ("answers without their place", dict(answers=dict(text=["the"])), "refused"),
    ("a place that is a word", dict(answers=dict(text=["the"], answer_start=["first"])), "refused"),
    ("answers null", dict(answers=None), "refused"),
    ("an answer that is a number", dict(answers=dict(text=[3], answer_start=[0])), "refused"),
    ("a context null", dict(context=None), "refused"),
    ("a list of answers and a number", dict(answers=dict(text="the", answer_start=0)), "either"),
    ("more answers than places", dict(answers=dict(text=["the", "the"], answer_start=[0])), "either"),
): data_case(what, "data.jsonl", asked(**changes), wanted, **SPANS)

for value in ("nan", "inf", "-inf", "", "{word}", "1,5", "0x{k}"):
    data_case(f"a number that is {value!r}", "data.csv", lambda b,
              value=value: sheet(one(some(b, "values.csv"), b, label=b.fill(value))), more="--kind regression")

def other_file(what: str, make: Callable, option: str):
    def do(box):
        box.write("other.csv", make(box, some(box)))
        return box.words(f"{TRAIN} --method standard {option} other.csv")
    add("data files", f"{option} other.csv: {what}", do)
for option in ("--select-file", "--report-file"):
    for what, make in (("a class that the training file has not", lambda b, r: sheet(one(r, b, label=b.word))),
                       ("other columns", lambda b, r: sheet(r, columns=["words", "class"])),
                       ("empty", lambda b, r: ""),
                       ("a label missing", lambda b, r: sheet(one(r, b, label="")))): other_file(what, make, option)


# ---------------------------------------------------------------- texts to pretrain on

def documents(box, folder: str = "texts", n: int = 20) -> list[str]:
    "A folder of text files, and what they say."
    said = texts(some(box, n=n))
    for i, text in enumerate(said): box.write(f"{folder}/{i}.txt", text)
    return said

def perplexity(box, out): assert "held-out perplexity: " in out and (box.folder / "out/model/config.json").exists(), out[-300:]

def texts_case(what: str, make: Callable, wanted: str = "refused", more: str = "", given: str = "texts", says: str = ""):
    "Texts that something is wrong with, given to `lat pretrain`."
    def do(box):
        make(box)
        return box.words(f"pretrain --texts {given} {SMALL} {more}")
    add("texts to pretrain on", what, do, wanted, perplexity, says)

def beside(name: str, data) -> Callable:
    "Good documents, and one file more."
    return lambda b: (documents(b), b.write(f"texts/{name}", data(b) if callable(data) else data))

for what, name, data, says in (
    ("an empty file", "empty.txt", "", "empty.txt (empty)"), ("a blank file", "blank.md", " \n\t\n", "blank.md (empty)"),
    ("a BOM and nothing else", "bom.txt", b"\xef\xbb\xbf", "bom.txt (empty)"), ("a NUL byte", "nul.txt", b"a fine\0film", "nul.txt (binary)"),
    ("a picture called .txt", "a.txt", lambda b: b"\x89PNG\r\n\x1a\n\0\0" + b.rng.randbytes(500), "a.txt (binary)"),
    ("UTF-16", "wide.txt", "a fine film".encode("utf-16"), "wide.txt ("), ("Latin-1", "old.txt", "un café".encode("latin-1"), "old.txt (not UTF-8)"),
    ("random bytes", "noise.md", lambda b: b.rng.randbytes(3000), "noise.md ("), ("half a character", "cut.txt", "café".encode()[:-1], "cut.txt (not UTF-8)"),
    ("a CSV file among the texts", "rows.csv", "text\na film\n", "no texts: rows.csv"), ("a file without a suffix", "README", "a film", "no texts: README"),
    ("a PDF", "book.pdf", b"%PDF-1.7", "no texts: book.pdf"), ("a zip file", "more.zip", b"PK\3\4", "no texts: more.zip"),
    ("a picture further down", "deep/er/map.png", b"\x89PNG", "no texts: deep/er/map.png")): texts_case(what, beside(name, data), says=says)
for what, make, wanted, more in (
    ("an empty folder", lambda b: (b.folder / "texts").mkdir(), "refused", ""),
    ("a link to nothing", lambda b: (documents(b), os.symlink("nowhere.txt", b.folder / "texts/link.txt")), "refused", ""),
    ("one document", lambda b: documents(b, n=1), "refused", ""),
    ("the same document twenty times", lambda b: [b.write(f"texts/{i}.txt", "a fine film about a bridge") for i in range(20)], "refused", ""),
    ("documents of one word", lambda b: [b.write(f"texts/{i}.txt", f"film{i}") for i in range(20)], "either", ""),
    ("documents of a full stop", lambda b: [b.write(f"texts/{i}.txt", "." * (i + 1)) for i in range(4)], "refused", ""),
    ("one long line without a blank", lambda b: (documents(b), b.write("texts/long.txt", "x" * 300_000)), "either", ""),
    ("special tokens in a text", lambda b: (documents(b), b.write("texts/odd.txt", "[MASK] [SEP] [PAD] [CLS] a fine film " * 9)), "right", ""),
    ("emoji and control characters", lambda b: (documents(b), b.write("texts/odd.txt", "\x07\x1b[31m \u202e 😀 " * 30)), "right", ""),
    ("hidden files", lambda b: (documents(b), b.write("texts/.DS_Store", b"\0\1"), b.write("texts/.git/index", b"\0")), "right", ""),
    ("folders in folders", lambda b: (documents(b), documents(b, "texts/more/deeper")), "right", ""),
    ("a BOM and CR LF", lambda b: [b.write(f"texts/{i}.txt", "\ufeff" + t + "\r\n") for i, t in enumerate(documents(b))], "right", ""),
    ("whole words", documents, "right", "--whole-words")): texts_case(what, make, wanted, more)
for what, name, data, wanted, more in (
    ("a file of one document", "all.txt", lambda r: "\n\n".join(r), "refused", ""),
    ("a file of paragraphs", "all.txt", lambda r: "\n\n".join(r), "right", "--document paragraph"),
    ("a file of lines", "all.md", lambda r: "\n".join(r), "right", "--document line"),
    ("paragraphs where there are lines", "all.txt", lambda r: "\n".join(r), "refused", "--document paragraph"),
    ("a suffix that is not known", "all.doc", lambda r: "\n".join(r), "refused", ""),
    ("a packed file", "all.txt.gz", lambda r: b"\x1f\x8b", "refused", ""),
    ("rows without their column", "all.csv", lambda r: sheet([dict(words=t) for t in r]), "refused", ""),
    ("another column", "all.csv", lambda r: sheet([dict(words=t) for t in r]), "right", "--columns words"),
    ("rows of nothing", "all.jsonl", lambda r: lines([dict(text="") for _ in r]), "refused", ""),
    ("a text null", "all.jsonl", lambda r: lines([dict(text=t) for t in r] + [dict(text=None)]), "refused", ""),
    ("a text that is a number", "all.jsonl", lambda r: lines([dict(text=t) for t in r] + [dict(text=3)]), "refused", ""),
    ("JSON cut off", "all.jsonl", lambda r: lines([dict(text=t) for t in r])[:-9], "refused", ""),
    ("parquet that is text", "all.parquet", lambda r: "\n".join(r), "refused", "")):
    texts_case(what, lambda b, name=name, data=data: b.write(name, data(texts(some(b)))), wanted, more, name)

def tokens_case(what: str, damage: Callable):
    "Tokens that a run kept, damaged: they are made anew."
    def do(box):
        documents(box)
        line = box.words(f"pretrain --texts texts {SMALL} --cache elsewhere")
        from hard_box import lat
        assert lat(line) == 0
        path, = (box.folder / "elsewhere").glob("*.safetensors")
        damage(box, path)
        return [*line, "--seed", "7"]
    add("texts to pretrain on", f"tokens that were kept: {what}", do, "right", perplexity)
for what, damage in (("cut", lambda b, p: p.write_bytes(p.read_bytes()[:b.rng.randint(1, p.stat().st_size - 1)])),
                     ("bytes overwritten", lambda b, p: p.write_bytes(p.read_bytes()[:-64] + b.rng.randbytes(64))),
                     ("empty", lambda b, p: p.write_bytes(b""))): tokens_case(what, damage)


# ---------------------------------------------------------------- stores, tables of depths, results

def sql(*statements: str) -> Callable:
    def damage(box, path):
        import sqlite3
        db = sqlite3.connect(path)
        for s in statements: db.execute(box.fill(s))
        db.commit()
        db.close()
    return damage

def overwritten(box, path):
    data = bytearray(path.read_bytes())
    at = box.rng.randrange(len(data) - 64)
    data[at:at + 64] = box.rng.randbytes(64)
    box.note(f"64 bytes at {at}")
    path.write_bytes(data)

STORES = (
    ("cut", lambda b, p: p.write_bytes(p.read_bytes()[:b.rng.randint(1, p.stat().st_size - 1)]), "refused"),
    ("empty", lambda b, p: p.write_bytes(b""), "refused"),
    ("text", lambda b, p: p.write_text("hello\n" * 999), "refused"),
    ("a folder", lambda b, p: (p.unlink(), p.mkdir()), "refused"), ("some bytes overwritten", overwritten, "either"),
    ("no evaluations", sql("DROP TABLE evaluations"), "refused"), ("no meta", sql("DROP TABLE meta"), "refused"),
    ("meta of another model", sql("UPDATE meta SET value = '\"{word}\"' WHERE name = 'model'"), "refused"),
    ("meta that is no JSON", sql("UPDATE meta SET value = '{'"), "refused"),
    ("a key of meta gone", sql("DELETE FROM meta WHERE name = 'data'"), "refused"),
    ("a key of meta more", sql("INSERT INTO meta VALUES ('{word}', '3')"), "refused"),
    ("meta that is a number", sql("UPDATE meta SET value = 3.5"), "refused"),
    ("a newer format", sql("UPDATE meta SET value = '99' WHERE name = 'format'"), "refused"),
    ("another table of the name", sql("DROP TABLE evaluations", "CREATE TABLE evaluations (x TEXT)"), "refused"),
    ("a gene that is no gene", sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('{word}', 1, 1, 1)"),
     "refused"),
    ("a gene that is empty", sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('', 1, 1, 1)"),
     "refused"), ("a score that is text", sql("UPDATE evaluations SET score = '{word}'"), "refused"),
     ("a cost that is text", sql("UPDATE evaluations SET cost = '{word}'"), "refused"),
    ("a cost that is gone", sql("UPDATE evaluations SET cost = NULL"), "refused"),
    ("scores that are bytes", sql("UPDATE evaluations SET score = x'00ff'"), "refused"),
    ("seconds that are text", sql("UPDATE evaluations SET seconds = 'long'"), "either"),
    ("scores of infinity", sql("UPDATE evaluations SET score = 9e999"), "refused"),
    ("a gene of another model",
     sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('9,9', 50, 0.1, 1)"), "either"),
    ("claims of a process that is gone",
     sql("UPDATE evaluations SET score = NULL, cost = NULL, owner = 'x', beat = 5"), "right"),
     ("no rows", sql("DELETE FROM evaluations"), "right"),
     ("a log without its store", lambda b, p: (p.rename(f"{p}-wal")), "refused"),
    ("a further table", sql("CREATE TABLE mine (x)"), "either"), ("no store", lambda b, p: p.unlink(), "right"))
for what, damage, wanted in STORES:
    def do(box, damage=damage):
        damage(box, box.run() / "search.sqlite")
        return box.words(SEARCHED)
    add("search stores", what, do, wanted, same_front)

def depths_case(what: str, change: Callable, wanted: str = "refused"):
    "A table of depths that somebody edited."
    def do(box):
        import pandas as pd
        shutil.copy(box.base / "mi" / "depths.parquet", box.folder / "edited.parquet")
        path, frame = box.folder / "edited.parquet", pd.read_parquet(box.folder / "edited.parquet")
        made = change(box, frame)
        if isinstance(made, bytes): path.write_bytes(made)
        elif made is not None: made.to_parquet(path, index=False)
        if wanted == "right": return functools.partial(same_depths, box)
        return box.words(f"train {DATA} {COMMON} --method mi --depths edited.parquet --out out")
    add("tables of depths", what, do, wanted)

def same_depths(box):
    "The edited table says what the first one says."
    from lat.depth import DepthTable
    found, was = (DepthTable.load(p) for p in (box.folder / "edited.parquet", box.base / "mi" / "depths.parquet"))
    assert (found.hashes == was.hashes).all() and (found.depths == was.depths).all() and found.words == was.words, "another table"

def cell(column: str, value) -> Callable:
    def change(box, frame):
        at = box.rng.randrange(len(frame))
        frame[column] = frame[column].astype(object)
        frame.at[at, column] = value
        return frame if not isinstance(value, str) or column != "depth" else frame.astype({column: str})
    return change

def attrs(**new) -> Callable:
    def change(box, frame):
        for k, v in new.items():
            if v is ...: frame.attrs.pop(k)
            else: frame.attrs[k] = v
        return frame
    return change

def metadata(text: str) -> Callable:
    def change(box, frame):
        import pyarrow.parquet as pq
        path = box.folder / "edited.parquet"
        pq.write_table(pq.read_table(path).replace_schema_metadata({"PANDAS_ATTRS": text}), path)
    return change

for value in (0, -1, 99, 1.5, float("nan"), None, "deep", 10**15): depths_case(f"a depth that is {value!r}",
    cell("depth", value))
for value in ("xyz", "-1", "f" * 17, "ffff" * 40): depths_case(f"a hash that is {value[:20]!r}", cell("hash", value))
for column in ("word", "depth", "hash"): depths_case(f"no column {column}", lambda b, f, c=column: f.drop(columns=c))
for key in ("layers", "tokenizer", "task"):
    depths_case(f"no {key} in its attrs", attrs(**{key: ...}))
    depths_case(f"another {key}", attrs(**{key: 7 if key == "layers" else "other"}))
for value in ("four", None, [], 0, -1, 1.5): depths_case(f"layers that are {value!r}", attrs(layers=value))
for text in ("{", "[]", "null", "3", '"x"'): depths_case(f"attrs that are {text}", metadata(text))
depths_case("a word twice", lambda b, f: f.iloc[[*range(len(f)), 0]].pipe(lambda g: (g.attrs.update(f.attrs), g)[1]))
depths_case("a row with neither word nor hash", lambda b,
            f: (cell("hash", None)(b, f), f.__setitem__("word", None), f)[-1])
depths_case("a word of several words", lambda b,
            f: (f.__setitem__("hash", [None] + list(f["hash"])[1:]),
                f.__setitem__("word", ["two words"] + list(f["word"])[1:]), f)[-1])
depths_case("no rows", lambda b, f: f.iloc[:0], "either")
depths_case("cut", lambda b, f: (b.folder / "edited.parquet").read_bytes()[:b.rng.randint(1, 3000)])
depths_case("CSV inside", lambda b, f: f.to_csv().encode())
depths_case("empty", lambda b, f: b"")
depths_case("rows in another order", lambda b, f: f.sample(frac=1, random_state=b.k), "right")
depths_case("a further column", lambda b, f: f.assign(mine="x"), "right")
depths_case("attrs more", attrs(mine="x"), "right")

def pipeline(box) -> Path:
    "A finished run of a profile."
    shutil.copytree(box.base / "pipeline", box.folder, dirs_exist_ok=True)
    return box.folder / "data" / "runs" / "hard" / "demo_sentiment" / "tiny"

def scores_of(folder: Path) -> list:
    import pandas as pd
    found = folder / "reports" / "hard" / "results"
    return [pd.read_parquet(found / f"{n}.parquet")[["method", "split", "score",
        "flops_ratio"]].values.tolist() for n in ("scores", "models", "depth")]

def same_results(box, out):
    assert scores_of(box.folder) == scores_of(box.base / "pipeline"), "other results than the clean ones"

def result_case(what: str, name: str, change: Callable, wanted: str = "either"):
    "A finished run with a damaged file, run again."
    def do(box):
        home = pipeline(box)
        path = box.rng.choice(sorted(home.glob(name) if not name.startswith("/") else box.folder.glob(name[1:])))
        box.note(str(path.relative_to(box.folder)))
        change(box, path)
        return box.words("run all --profile {base}/hard.toml --root . --serial")
    add("result folders", f"{name}: {what}", do, wanted, same_results)

CUT = lambda b, p: p.write_bytes(p.read_bytes()[:b.rng.randint(1, max(1, p.stat().st_size - 1))])
def becomes(data): return lambda b, p: p.write_bytes(data if isinstance(data, bytes) else data.encode())
for name in ("*/rows.json", "*/done.json", "*/job.json", "*/summary.json", "*/settings.json",
             "/data/runs/hard/profile/rows.json", "/reports/hard/results/run.json",
             "/reports/hard/results/tokens.json"):
    result_case("cut", name, CUT)
    for data in ("", "[]", "3", "null", "{}"): result_case(f"is {data!r}", name, becomes(data))
for name in ("*/evaluations/*.npz", "*/search.sqlite", "*/depths.parquet", "*/model/model.safetensors",
             "*/model/config.json", "*/model/tokenizer.json", "/data/cache/tokens/*.safetensors",
             "/data/cache/tiny/*", "*/saliency/*.safetensors",
             "/reports/hard/results/*.parquet", "/reports/hard/claims.csv"):
    result_case("cut", name, lambda b,
                p: (CUT(b, p), (b.folder / "reports" / "hard" / "index.html").unlink(),
                    [q.unlink() for q in b.folder.glob("data/runs/hard/profile/done.json")]))
    result_case("gone", name, lambda b,
                p: (p.unlink(), [q.unlink() for q in b.folder.glob("data/runs/hard/profile/done.json")]))
def evil_npz(box, path):
    import numpy as np
    np.savez(path, **{k: np.array([Evil(box.folder / "evil")], dtype=object) for k in ("score", "metric",
        "per_example", "statistics", "flops", "flops_ratio", "flops_each", "fed")})
    for done in box.folder.glob("data/runs/hard/demo_sentiment/tiny/*/done.json"): done.unlink()
result_case("pickles inside", "*/evaluations/*.npz", evil_npz)

