"""Bad inputs for `hard.py`: families of cases, most of them rows of a table, with values that the seed draws.

A case prepares a folder and answers with the words of a command line, or with a function to be called. It is to be
`refused` (in one line that says what to do, nothing answered, no file of the user's changed), or `right` (taken, and
the answer is what it is for the clean input), or `either` of the two.
"""
import csv, functools, io, json, os, pickle, re, shlex, shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hard_box import COMMON, DATA, PROFILE, SEARCH, Box


@dataclass(frozen=True)
class Case:
    "One input, and what is to become of it."
    family: str
    what: str                        # what is wrong
    do: Callable[[Box], object]      # prepares; the words of a command line, or a function to be called
    wanted: str = "refused"          # or "right", or "either"
    right: Callable | None = None    # (box, standard output): raises AssertionError where an answer that was given is wrong
    says: str = ""                   # what a refusal must say


TRAIN = f"train {DATA} --model {{base}}/tiny --epochs 0.3 --batch 16 --limit 64 --out out"
FAMILIES: dict[str, list[Case]] = {}

def add(family: str, what: str, do: Callable, wanted: str = "refused", right: Callable | None = None, says: str = ""):
    FAMILIES.setdefault(family, []).append(Case(family, what, do, wanted, right, says))

def command(family: str, line: str, wanted: str = "refused", right: Callable | None = None, says: str = "", stdin: bytes = b"a fine film\n",
            before: Callable | None = None):
    "A case that is one command line; `run` and `model` in it are copies of a trained run and of its model."
    def do(box):
        if before: before(box)
        if re.search(r"(?<![\w/{])run(?![\w:])", line.split(" ", 1)[-1]) and not (box.folder / "run").exists(): box.run()
        if "--model model" in line and not (box.folder / "model").exists(): box.model()
        box.stdin = stdin
        return box.words(line)
    add(family, shown(line), do, wanted, right, says)

def shown(line: str) -> str:
    "A command line without what is in every one."
    return line.replace(TRAIN, "train …").replace(DATA, "…")


# ---------------------------------------------------------------- answers of `lat predict`

def no_constant(name): raise AssertionError(f"{name} is no JSON")

def answers(out: str) -> list[dict]:
    "Answers as strict JSON, one a line."
    try: return [json.loads(line, parse_constant=no_constant) for line in out.splitlines()]
    except ValueError as e: raise AssertionError(f"an answer is no JSON: {e}")

def alike(a, b, within: float = 2e-3) -> bool:
    "Equal, numbers up to rounding."
    if isinstance(a, dict): return isinstance(b, dict) and a.keys() == b.keys() and all(alike(a[k], b[k], within) for k in a)
    if isinstance(a, list): return isinstance(b, list) and len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float) or isinstance(b, float): return abs(a - b) <= within
    return a == b

def reference(box, name: str) -> list[dict]: return answers((box.base / f"{name}.answers").read_text())

def as_clean(name: str = "lengthdrop") -> Callable:
    "The answers are those of the clean model."
    def right(box, out):
        assert alike(answers(out), reference(box, name)), f"the answers are not those of the clean model: {out[:300]!r}"
    return right

def clean_texts(box) -> bytes: return (box.base / "texts.txt").read_bytes()


# ---------------------------------------------------------------- numbers and words on the command line

KINDS = dict(  # what is not a value of each kind
    positive=("nan", "inf", "-inf", "0", "-{k}", "-0.{k}", "{word}", "1e999", ""),
    fraction=("nan", "inf", "-0.{k}", "{word}", "-1e-5", ""),               # 0 or more
    share=("nan", "inf", "-0.{k}", "1", "1.{k}", "{k}", "{word}"),             # at least 0, below 1
    count=("0", "-{k}", "{k}.5", "{word}", "nan", ""),                         # 1 or more
    natural=("-{k}", "-1", "0.{k}", "{word}", "nan"),                          # 0 or more
    seed=("-1", "-{k}", "1.5", "{word}", "99999999999999999999999999"),
    threads=("-{k}", "100000", "{word}", "1.5"),
    budget=("nan", "-0.{k}", "0", "-inf", "{word}", "0.0000{k}"))

OPTIONS = {  # a command, and the kinds of its options' values
    f"{TRAIN} --method standard": dict(epochs="positive", lr="positive", warmup="fraction", weight_decay="fraction", batch="count",
                                       accumulate="count", seed="seed", max_length="natural", limit="natural", threads="threads"),
    f"{TRAIN} --method lengthdrop": dict(p="share", layerdrop="share", sandwiches="natural", seed="seed", lr="positive"),
    f"{TRAIN} --method adapler": dict(gamma="fraction", phi="fraction", lam_start="fraction", lam_factor="fraction",
                                      lam_per_epoch="fraction", speed_lr="fraction"),
    f"{TRAIN} --method reconstruction": dict(lam="fraction", mlm_epochs="positive"),
    f"search run {SEARCH}": dict(p="share", iterations="natural", mutants="natural", children="natural", patience="natural",
                                 examples="natural", mutation="share", seed="seed", limit="natural"),
    "profile run --lengths 16 --batches 1 --repeat 1": dict(batches="count", lengths="count", repeat="count", threads="threads"),
    "profile run --batches 1 --repeat 1 --examples 4": dict(examples="natural", limit="natural", seed="seed"),
    "predict --model run": dict(budget="budget", latency_ms="budget", batch="count", max_length="natural"),
    "convert {base}/standard/model out": dict(points="count", nominal="count", drop="share"),
    "data demo_sentiment": dict(rows="natural", limit="natural", seed="seed"),
    "run all --profile {base}/hard.toml --root . --dry-run": dict(cores="natural")}

for line, options in OPTIONS.items():
    for option, kind in options.items():
        for value in KINDS[kind]:
            if (option, value) in (("mutation", "1"), ("batches", ""), ("lengths", "")): continue
            command("numbers on the command line", f"{line} --{option.replace('_', '-')}={shlex.quote(value)}")


def misspelt(word: str, rng) -> str:
    "A word with a slip in it."
    at = rng.randrange(1, len(word) - 1)
    slips = (word[:at] + word[at + 1:], word[:at] + word[at] + word[at:], word[:at] + word[at + 1] + word[at] + word[at + 2:])
    return rng.choice([s for s in slips if s != word] or [word + "x"])

MISSPELT = (  # a command with one word that is to be misspelt in braces
    "[train] --file {base}/reviews.csv --columns text --out out", "[search] run", "[convert] {base}/standard/model out", "[predict] --model run",
    "[profile] run", "[data]", f"{TRAIN} --method [lengthdrop]", f"{TRAIN} --method [reconstruction]", f"{TRAIN} [--layerdrop] 0.1",
    f"{TRAIN} [--weight-decay] 0.1", f"{TRAIN} --method lengthdrop --distill [reverse]", f"{TRAIN} --precision [fp32]", "search run [--iterations] 2",
    "search run --objective [latency]", "predict --model run [--budget] 0.5", "profile run [--batches] 1", "convert {base}/standard/model out [--points] 3",
    "data [demo_sentiment]", "train --task [demo_sentiment] --out out", "run [finetune]", "run all --profile [smoke] --dry-run",
    "run all --dry-run --profile smoke --set [search].iterations=3", "run all --dry-run --profile smoke --set search.[iterations]=3",
    "run finetune --dry-run --profile smoke --task [demo_sentiment]",
    "train --file {base}/reviews.csv --columns [text] --model {base}/tiny --out out",
    "train --file {base}/reviews.csv --columns text --label [label] --model {base}/tiny --out out",
    "train --file {base}/reviews.csv --columns text --kind [sequence] --model {base}/tiny --out out",
    "train --file {base}/[reviews].csv --columns text --model {base}/tiny --out out")

def misspelt_case(line: str):
    def do(box):
        if " run" in line and not line.startswith(("run", "[data")): box.run()
        box.stdin = b"a fine film\n"
        return box.words(re.sub(r"\[([^]]+)\]", lambda m: misspelt(m[1], box.rng), line))
    add("misspelt words", line, do, says="Did you mean")

for line in MISSPELT: misspelt_case(line)


def notes(name: str) -> Callable:
    "A folder of the user's, with something in it."
    return lambda box: box.write(name, f"what I wrote {box.k}")

SEARCHED = "search run " + SEARCH
for line, more in (
    ("", {}), ("train", {}), ("train --out out", {}), (f"train {DATA}", {}), ("search", {}), ("predict", {}), ("convert {base}/standard/model", {}),
    ("train --task demo_sentiment --file {base}/reviews.csv --columns text --out out", {}),
    ("train --file {base}/reviews.csv --out out", {}),
    ("train --file {base}/{word}.csv --columns text --out out", {}),
    ("train --file {base} --columns text --out out", {}),
    (f"train {DATA} --model /{{word}} --out out", {}), (f"train {DATA} --model {{base}}/reviews.csv --out out", {}),
    (f"train {DATA} --model {{word}}/{{word}} --out out", {}), (f"train {DATA} --model . --out out", {}), (f"train {DATA} --model '' --out out", {}),
    (f"{TRAIN} --out /dev/null/{{word}}", {}), (f"{TRAIN} --out ''", {}), (f"{TRAIN} --out {{base}}/reviews.csv/out", {}),
    (f"{TRAIN} --out file", dict(before=notes("file"))),
    (f"{TRAIN} --lr 1e30 --method standard", {}), (f"{TRAIN} --lr 1e18 --method lengthdrop", {}),
    (f"{TRAIN} --method standard --depths {{base}}/mi/depths.parquet", {}), (f"{TRAIN} --method mi --depths {{word}}.parquet", {}),
    (f"{TRAIN} --method adapler --saliency-from {{word}}", {}), (f"{TRAIN} --method adapler --saliency-from {{base}}/tiny", {}),
    (f"{TRAIN} --method adapler --saliency-from {{base}}/tags/model", {}),
    (f"{TRAIN} --kind span", {}), (f"{TRAIN} --kind pair", {}), (f"{TRAIN} --kind regression", {}), (f"{TRAIN} --kind text", {}),
    (f"{TRAIN} --columns text text", {}), (f"{TRAIN} --columns text label text", {}), (f"{TRAIN} --label text", {}), (f"{TRAIN} --columns label", {}),
    ("train --file {base}/pairs.csv --columns one two label --label label --model {base}/tiny --out out", {}),
    (f"{TRAIN} --select-file {{word}}.csv", {}), (f"{TRAIN} --report-file {{word}}.csv", {}), (f"{TRAIN} --select-file {{base}}/pairs.csv", {}),
    (f"{TRAIN} --report-file {{base}}/values.csv", {}), (f"{TRAIN} --limit 1", {}), (f"{TRAIN} --max-length 3", {}),
    ("train --task {word} --out out", {}), ("train --task sst2 --data /{word} --out out", {}), ("train --task sst2 --data {base}/reviews.csv --out out", {}),
    ("train --task sst2 --data {base} --out out", {}), ("train --task ../{word} --out out", {}), ("train --task sst2 --data '' --out out", {}),
    (f"{TRAIN} --device {{word}}", {}), (f"{TRAIN} --device cuda:99", {}), (f"{TRAIN} --seeds 1000000", {}), (f"{TRAIN} --labels one", {}),
    (f"{TRAIN} --labels positive positive", {}), (f"{TRAIN} --labels negative {{word}}", {}), (f"{TRAIN} --config {{word}}.toml", {}),
    ("search {base}/standard", {}), ("search /{word}", {}), ("search {base}/tiny", {}), ("search {base}", {}), ("search {base}/reviews.csv", {}),
    (f"{SEARCHED} --file {{base}}/pairs.csv --columns one two", {}), (f"{SEARCHED} --file {{base}}/tags.jsonl --columns tokens --label tags --kind token", {}),
    (f"{SEARCHED} --p 0.9", {}), (f"{SEARCHED} --examples 7", {}), (f"{SEARCHED} --max-length 4", {}),
    ("predict --model /{word}", {}), ("predict --model {base}", {}), ("predict --model {base}/tiny", {}), ("predict --model {base}/reviews.csv", {}),
    ("predict --model ''", {}), ("predict --model {base}/standard --budget 0.5", {}), ("predict --model run --budget 0.01", {}),
    ("predict --model run --budget 0.5 --latency-ms 3", {}), ("predict --model {base}/adapler --latency-ms 1", {}), ("predict --model run --max-length 1", {}),
    ("predict --model run --max-length 2", {}), ("predict --model run --batch 99999999999999999999", {}),
    ("profile /{word}", {}), ("profile {base}/tiny", {}), ("profile run --lengths 100000 --batches 1 --repeat 1", {}),
    ("profile run --lengths 16 --batches 1 --repeat 1 --out /dev/null/{word}", {}), ("profile run --file {word}.csv --columns text", {}),
    ("profile run --task demo_sentiment --file {base}/reviews.csv --columns text", {}), ("profile run --task demo_tagging --batches 1 --repeat 1", {}),
    ("convert /{word} out", {}), ("convert {word}/{word} out", {}), ("convert {base}/tiny out", {}), ("convert {base}/reviews.csv out", {}),
    ("convert {base} out", {}), ("convert '' out", {}), ("convert {base}/standard/model {base}/standard/model", {}),
    ("convert {base}/standard/model file", dict(before=notes("file"))), ("convert {base}/standard/model /dev/null/{word}", {}),
    ("convert {base}/standard/model out --nominal 1", {}),
    ("run {word}", {}), ("run all --profile {word}", {}), ("run all --profile {base}", {}), ("run all --profile {base}/reviews.csv", {}),
    ("run all --profile ''", {}), ("run all --profile smoke --dry-run --data /{word}", {}), ("run all --profile smoke --dry-run --set {word}", {}),
    ("run all --profile smoke --dry-run --set =3", {}), ("run all --profile smoke --dry-run --set search=3", {}),
    ("run all --profile smoke --dry-run --set title.{word}=3", {}), ("run all --profile smoke --dry-run --set tasks.demo_sentiment=3", {}),
    ("run all --profile smoke --dry-run --set tasks.demo_sentiment.p={word}", {}), ("run all --profile smoke --dry-run --set search.mutation=1.{k}", {}),
    ("run all --profile smoke --dry-run --set finetune.lr=nan", {}), ("run all --profile smoke --dry-run --set finetune.lr=0", {}),
    ("run all --profile smoke --dry-run --set threads=100000", {}), ("run all --profile smoke --dry-run --set tasks.demo_sentiment.seeds=1000000", {}),
    ("run all --profile smoke --dry-run --set search.objective={word}", {}), ("run all --profile smoke --dry-run --set finetune.precision={word}", {}),
    ("run finetune --profile smoke --job {word} --dry-run", {}), ("run finetune --profile smoke --backbone {word} --dry-run", {}),
    ("run lengthdrop --profile smoke --p {word} --dry-run", {}), ("run report --profile smoke --page ../{word} --dry-run", {}),
    ("run lengthdrop --profile {base}/hard.toml --root .", {}), ("bench --profile {word}", {}), ("bench --profile smoke --data /{word}", {}),
    ("data {word}", {}), ("data sst2 --data /{word}", {}), ("data sst2 --data {base}", {}), ("data ../../{word}", {}),
    ("evaluate", {}), ("evaluate /{word}", {}), ("evaluate {base}/tiny", {}), ("evaluate run --budget nan", {}), ("evaluate run --file {word}.csv", {}),
    ("train --{word} 3", {}), ("--{word}", {}), ("{word}", {}), ("predict {word} {word}", {}), ("search run {word}", {}),
): command("words on the command line", line, "right" if line == "" else "refused", **more)


# ---------------------------------------------------------------- folders that hold something

def with_notes(name: str, of: str = "") -> Callable:
    "A run, where one is named, and a file of the user's own in it."
    def before(box):
        if of: shutil.copytree(box.base / of, box.folder / "out")
        box.note(f"{name} is the user's")
        box.write(name, f"what I wrote {box.k}")
    return before

KEEP = "folders that hold something"
for place in ("out/notes.txt", "out/checkpoints/notes.txt", "out/best/notes.txt", "out/model/notes.txt", "out/standard/notes.txt", "out/settings.json",
              "out/log.jsonl", "out/model/config.json", "out/model/model.safetensors", "out/.model.partial/notes.txt", "out/best/step-4/notes.txt",
              "out/checkpoints/checkpoint-2/notes.txt"):
    for method in ("standard", "lengthdrop", "adapler", "mi"):
        command(KEEP, f"{TRAIN} --method {method}", before=with_notes(place))
for place in ("out/notes.txt", "out/model/notes.txt", "out/config.json", "out/README.md"):
    for more in ("", " --overwrite"): command(KEEP, f"convert {{base}}/standard/model out{more}", before=with_notes(place))
for place in (".out.partial/notes.txt", ".out.old/notes.txt"):   # beside the folder: taken, and left alone
    def kept(box, out, place=place): assert (box.folder / place).exists(), f"{place} of the user's was removed"
    command(KEEP, "convert {base}/standard/model out --points 3", "either", kept, before=with_notes(place))
for bad in ("--lr nan", "--epochs 0", "--label {word}", "--columns {word}", "--file {word}.csv", "--method {word}", "--model /{word}", "--kind span",
            "--batch 0", "--p 7", "--columns text text"):   # a refused command leaves a finished run as it was
    def before(box): shutil.copytree(box.base / "lengthdrop", box.folder / "out")
    command(KEEP, f"{TRAIN} --method lengthdrop {bad}", before=before)
for name in ("standard", "adapler", "mi", "reconstruction", "halting"):
    def before(box, name=name): box.run(name)
    command(KEEP, SEARCHED, before=before)
def moved(box):
    box.run()
    (box.folder / "elsewhere").mkdir()
    (box.folder / "run").rename(box.folder / "elsewhere" / "moved")
def as_before(box, out): as_clean()(box, out)
def moved_case(box):
    moved(box)
    box.stdin = clean_texts(box)
    return box.words("predict --model elsewhere/moved")
add(KEEP, "predict with a run that was moved", moved_case, "right", as_clean())
def searched_again(box):
    moved(box)
    return box.words(f"search elsewhere/moved {SEARCH}")
def same_front(box, out):
    def points(text): return [line.split()[0::2] for line in text.splitlines() if re.match(r"\s+\d\.\d+ ", line)]
    found, was = ([re.sub(r"\s+\S+(?=  )", "", line, count=0) for line in text.splitlines() if re.match(r"\s+\d\.\d+ ", line)] for text in
                  (out, (box.base / "search.answers").read_text()))
    key = lambda line: (line.split()[0], line.split()[1], line.split()[3:])
    assert [key(l) for l in out.splitlines() if re.match(r"\s+\d\.\d+ ", l)] == \
        [key(l) for l in (box.base / "search.answers").read_text().splitlines() if re.match(r"\s+\d\.\d+ ", l)], f"another front: {out[-600:]!r}"
add(KEEP, "search a run that was moved", searched_again, "right", same_front)


# ---------------------------------------------------------------- data files

def sheet(rows: list[dict], sep: str = ",", columns: list[str] | None = None) -> str:
    "Rows as CSV."
    out = io.StringIO()
    writer = csv.writer(out, delimiter=sep)
    writer.writerow(columns or list(rows[0]))
    writer.writerows([list(r.values()) for r in rows])
    return out.getvalue()

def lines(rows: list) -> str: return "".join(json.dumps(r) + "\n" for r in rows)

def some(box, name: str = "reviews.csv", n: int = 80) -> list[dict]:
    "Rows of a clean file."
    text = (box.base / name).read_text()
    if name.endswith(".jsonl"): return [json.loads(l) for l in text.splitlines()[:n]]
    return list(csv.DictReader(io.StringIO(text)))[:n]

def parquet(columns: dict, box, name: str = "data.parquet", metadata: dict | None = None) -> Path:
    "A parquet file of these columns."
    import pyarrow as pa, pyarrow.parquet as pq
    arrays = [pa.array(v) if isinstance(v, list) else v for v in columns.values()]
    table = pa.Table.from_arrays(arrays, names=[k.rstrip("'") for k in columns])
    if metadata: table = table.replace_schema_metadata(metadata)
    pq.write_table(table, box.folder / name)
    return box.folder / name

def one(rows: list, box, **changes) -> list:
    "Rows, with one of them changed."
    at = box.rng.randrange(len(rows))
    box.note(f"row {at}")
    return [r | changes if i == at else r for i, r in enumerate(rows)]

def data_case(what: str, name: str, make: Callable, wanted: str = "refused", columns: str = "text", more: str = "", clean: Callable | None = None):
    "A damaged data file given to `lat train`; where it is to be taken, its tables are compared with those of the clean one."
    def do(box):
        made = make(box)
        if isinstance(made, (bytes, str)): box.write(name, made)
        if wanted != "right":
            return box.words(f"train --file {name} --columns {columns} {more} --method standard --model {{base}}/tiny --epochs 0.3 --batch 16 --out out")
        return functools.partial(same_tables, box, name, columns.split(), clean)
    add("data files", f"{name}: {what}", do, wanted)

def same_tables(box, name: str, columns: list, clean: Callable | None):
    "Reads a file, and insists on what the clean one holds."
    from lat.data import own_task
    (box.folder / "clean.csv").write_text(sheet((clean or some)(box)))
    found, was = (own_task(box.folder / n, columns, "label")[1] for n in (name, "clean.csv"))
    assert {s: t.data for s, t in found.items()} == {s: t.data for s, t in was.items()}, "other rows than those of the clean file"

def texts(rows): return [r["text"] for r in rows]
def labels(rows): return [r["label"] for r in rows]
def numbered(rows): return [0 if r["label"] == rows[0]["label"] else 1 for r in rows]

CSV = (  # what is wrong, rows -> the file, what is wanted
    ("empty", lambda b, r: "", "refused"), ("one blank line", lambda b, r: "\n", "refused"), ("only a header", lambda b, r: "text,label\n", "refused"),
    ("a row with a field more", lambda b, r: sheet(one(r, b, more="x")), "refused"),
    ("a row with a field less", lambda b, r: re.sub(r",(\w+)(\r\n[^\n]*\r\n)$", r"\2", sheet(r)), "refused"),
    ("two columns of one name", lambda b, r: sheet([dict(text=x["text"], label=x["label"], again="no") for x in r], columns=["text", "label", "text"]), "refused"),
    ("two label columns", lambda b, r: sheet([dict(text=x["text"], label=x["label"], again=r[i // 2]["label"]) for i, x in enumerate(r)], columns=["text", "label", "label"]), "refused"),
    ("UTF-16", lambda b, r: sheet(r).encode("utf-16"), "refused"), ("Latin-1", lambda b, r: sheet(one(r, b, text="un café agréable")).encode("latin-1"), "refused"),
    ("invalid UTF-8", lambda b, r: sheet(r).encode()[:-3] + bytes([0xff, 0xfe, 0x80 + b.k % 64]) + b"e\r\n", "refused"),
    ("cut inside a row", lambda b, r: sheet(r).rsplit(",", 1)[0], "refused"),
    ("cut inside quotes", lambda b, r: sheet(r).rstrip() + '\r\n"a quote that never ends, and goes on', "refused"),
    ("an open quote in the middle", lambda b, r: sheet(r[:40]) + '"open,positive\r\n' + "".join(sheet(r[40:]).splitlines(True)[1:]), "either"),
    ("one class", lambda b, r: sheet([x | dict(label=r[0]["label"]) for x in r]), "refused"),
    ("a row without its label", lambda b, r: sheet(one(r, b, label="")), "refused"),
    ("numbers and one nan as labels", lambda b, r: sheet([x | dict(label="nan" if i == 7 else str(n)) for i, (x, n) in enumerate(zip(r, numbered(r)))]), "refused"),
    ("two rows", lambda b, r: sheet(r[:2]), "refused"), ("one row", lambda b, r: sheet(r[:1]), "refused"),
    ("tabs instead of commas", lambda b, r: sheet(r, "\t"), "refused"), ("semicolons instead of commas", lambda b, r: sheet(r, ";"), "refused"),
    ("blanks around the column names", lambda b, r: sheet(r, columns=[" text", "label "]), "refused"),
    ("no header", lambda b, r: "".join(sheet(r).splitlines(True)[1:]), "refused"),
    ("zip bytes", lambda b, r: b"PK\x03\x04" + bytes(range(256)), "refused"), ("random bytes", lambda b, r: b.rng.randbytes(2000), "refused"),
    ("JSON inside", lambda b, r: lines(r), "refused"), ("only NUL", lambda b, r: b"\0" * b.k, "refused"),
    ("every label another", lambda b, r: sheet([x | dict(label=f"{b.word}{i}") for i, x in enumerate(r)]), "either"),
    ("every text empty", lambda b, r: sheet([x | dict(text="") for x in r]), "either"), ("NUL in a text", lambda b, r: sheet(one(r, b, text="a\0b film")), "either"),
    ("a text of a megabyte", lambda b, r: sheet(one(r, b, text="very " * 200_000)), "either"),
    ("control characters and emoji", lambda b, r: sheet(one(r, b, text="\x07\x1b[31m \u202e 😀 \u0000")), "either"),
    ("only spaces in a text", lambda b, r: sheet(one(r, b, text="   ")), "either"),
    ("a BOM", lambda b, r: "\ufeff" + sheet(r), "right"), ("CR LF or LF", lambda b, r: sheet(r).replace("\r\n", "\n"), "right"),
    ("blank lines between", lambda b, r: sheet(r).replace("\r\n", "\r\n\r\n", b.rng.randint(1, 9)), "right"),
    ("no line end at the end", lambda b, r: sheet(r).rstrip(), "right"), ("all fields quoted", lambda b, r: quoted(r), "right"),
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
    ("empty", lambda b, r: "", "refused"), ("cut inside a line", lambda b, r: lines(r)[:-b.rng.randint(3, 30)], "refused"),
    ("a list a line", lambda b, r: lines([list(x.values()) for x in r]), "refused"), ("one list", lambda b, r: json.dumps(r), "refused"),
    ("a line that is a number", lambda b, r: lines(r[:50]) + f"{b.k}\n" + lines(r[50:]), "refused"),
    ("a label NaN", lambda b, r: lines(one(r, b, label=float("nan"))), "refused"), ("a label null", lambda b, r: lines(one(r, b, label=None)), "refused"),
    ("a label that is a list", lambda b, r: lines(one(r, b, label=["positive"])), "refused"),
    ("a label that is an object", lambda b, r: lines(one(r, b, label={"a": 1})), "refused"),
    ("labels NaN and numbers", lambda b, r: lines([x | dict(label=float("nan") if i % 9 == 3 else float(n)) for i, (x, n) in enumerate(zip(r, numbered(r)))]), "refused"),
    ("labels of infinity", lambda b, r: lines([x | dict(label=float("inf") if n else 0.0) for x, n in zip(r, numbered(r))]), "refused"),
    ("a text that is a list", lambda b, r: lines(one(r, b, text=["a", "list"])), "refused"), ("all texts are lists", lambda b, r: lines([x | dict(text=x["text"].split()) for x in r]), "refused"),
    ("a text that is an object", lambda b, r: lines(one(r, b, text={"a": "film"})), "refused"),
    ("no text column", lambda b, r: lines([dict(label=x["label"]) for x in r]), "refused"),
    ("invalid UTF-8", lambda b, r: lines(r).encode() + b'{"text": "\xff", "label": "positive"}\n', "refused"), ("UTF-16", lambda b, r: lines(r).encode("utf-16"), "refused"),
    ("a text null", lambda b, r: lines(one(r, b, text=None)), "either"), ("a text that is a number", lambda b, r: lines(one(r, b, text=b.k)), "either"),
    ("a line without its text", lambda b, r: lines(r) + '{"label": "positive"}\n', "either"), ("labels true and false", lambda b, r: lines([x | dict(label=bool(n)) for x, n in zip(r, numbered(r))]), "either"),
    ("half a surrogate pair", lambda b, r: lines(one(r, b, text="a \ud83d film")), "either"), ("a huge number as label", lambda b, r: lines(one(r, b, label=10**40)), "either"),
    ("a BOM", lambda b, r: "\ufeff" + lines(r), "right"), ("blank lines", lambda b, r: lines(r).replace("\n", "\n\n", 5), "right"), ("CR LF", lambda b, r: lines(r).replace("\n", "\r\n"), "right"),
    ("keys in another order", lambda b, r: lines([dict(reversed(x.items())) for x in r]), "right"))
for what, make, wanted in JSONL: data_case(what, "data.jsonl", lambda b, make=make: make(b, some(b)), wanted)

def binary(rows): return [t.encode() for t in texts(rows)]
def damaged(box, how: Callable):
    path = parquet(dict(text=texts(some(box)), label=labels(some(box))), box)
    path.write_bytes(how(path.read_bytes()))

PARQUET = (
    ("cut", lambda b, r: damaged(b, lambda x: x[:b.rng.randint(1, len(x) - 1)]), "refused"), ("empty", lambda b, r: "", "refused"),
    ("CSV inside", lambda b, r: sheet(r), "refused"), ("its footer overwritten", lambda b, r: damaged(b, lambda x: x[:-40] + b.rng.randbytes(32) + x[-8:]), "refused"),
    ("no rows", lambda b, r: parquet(dict(text=[], label=[]), b) and None, "refused"),
    ("binary texts", lambda b, r: parquet(dict(text=binary(r), label=labels(r)), b) and None, "refused"),
    ("texts that are lists", lambda b, r: parquet(dict(text=[t.split() for t in texts(r)], label=labels(r)), b) and None, "refused"),
    ("texts that are structures", lambda b, r: parquet(dict(text=[dict(a=t) for t in texts(r)], label=labels(r)), b) and None, "refused"),
    ("a label NaN", lambda b, r: parquet(dict(text=texts(r), label=[float("nan") if i == b.k % 80 else float(n) for i, n in enumerate(numbered(r))]), b) and None, "refused"),
    ("a label null", lambda b, r: parquet(dict(text=texts(r), label=[None if i == b.k % 80 else l for i, l in enumerate(labels(r))]), b) and None, "refused"),
    ("labels that are lists", lambda b, r: parquet(dict(text=texts(r), label=[[n] for n in numbered(r)]), b) and None, "refused"),
    ("binary labels", lambda b, r: parquet(dict(text=texts(r), label=[l.encode() for l in labels(r)]), b) and None, "refused"),
    ("two columns of one name", lambda b, r: parquet({"text": texts(r), "label": labels(r), "text'": texts(r)}, b) and None, "refused"),
    ("no columns that are known", lambda b, r: parquet({b.word: texts(r)}, b) and None, "refused"),
    ("metadata that is no JSON", lambda b, r: parquet(dict(text=texts(r), label=labels(r)), b, metadata={"huggingface": "{"}) and None, "either"),
    ("features of a wrong shape", lambda b, r: parquet(dict(text=texts(r), label=labels(r)), b, metadata={"huggingface": '{"info": {"features": ["x"]}}'}) and None, "either"),
    ("features that are null", lambda b, r: parquet(dict(text=texts(r), label=labels(r)), b, metadata={"huggingface": '{"info": {"features": {"label": null}}}'}) and None, "either"),
    ("fewer class names than classes", lambda b, r: parquet(dict(text=texts(r), label=numbered(r)), b, metadata={"huggingface": '{"info": {"features": {"label": {"names": ["a"]}}}}'}) and None, "refused"),
    ("class numbers outside the names", lambda b, r: parquet(dict(text=texts(r), label=[n * b.k for n in numbered(r)]), b, metadata={"huggingface": '{"info": {"features": {"label": {"names": ["a", "b"]}}}}'}) and None, "refused"),
    ("labels true and false", lambda b, r: parquet(dict(text=texts(r), label=[bool(n) for n in numbered(r)]), b) and None, "either"),
    ("texts that are numbers", lambda b, r: parquet(dict(text=list(range(len(r))), label=labels(r)), b) and None, "either"),
    ("texts null", lambda b, r: parquet(dict(text=[None if i % 7 == 3 else t for i, t in enumerate(texts(r))], label=labels(r)), b) and None, "either"),
    ("labels a half and more", lambda b, r: parquet(dict(text=texts(r), label=[n + 0.5 for n in numbered(r)]), b) and None, "either"),
    ("whole", lambda b, r: parquet(dict(text=texts(r), label=labels(r)), b) and None, "right"))
for what, make, wanted in PARQUET: data_case(what, "data.parquet", lambda b, make=make: make(b, some(b)), wanted)

def tags_as(f: Callable) -> Callable: return lambda b: lines([r | dict(tags=f(r["tags"])) for r in some(b, "tags.jsonl")])
TAGGED = dict(columns="tokens", more="--label tags --kind token")
NUMBERS = {"O": 0, "B-person": 1, "I-person": 2, "B-place": 3, "I-place": 4, "B-company": 5, "I-company": 6}
for what, make, wanted in (
    ("tags that are numbers", tags_as(lambda t: [NUMBERS[x] for x in t]), "refused"),
    ("tags that are numbers in text", tags_as(lambda t: " ".join(str(NUMBERS[x]) for x in t)), "refused"),
    ("a tag too few", tags_as(lambda t: t[:-1]), "refused"), ("tags null", tags_as(lambda t: None), "refused"),
    ("every tag O", tags_as(lambda t: ["O"] * len(t)), "refused"), ("tags that are lists", tags_as(lambda t: [[x] for x in t]), "refused"),
    ("one tag null", tags_as(lambda t: [None, *t[1:]]), "refused"), ("tags NaN", tags_as(lambda t: [float("nan")] * len(t)), "refused"),
    ("words null", lambda b: lines([r | dict(tokens=None) for r in some(b, "tags.jsonl")]), "refused"),
    ("words that are numbers", lambda b: lines([r | dict(tokens=list(range(len(r["tags"])))) for r in some(b, "tags.jsonl")]), "either"),
    ("a row without words", lambda b: lines(some(b, "tags.jsonl") + [dict(tokens=[], tags=[])]), "either"),
    ("tags of classes as text", lambda b: sheet(some(b)), "refused"),
): data_case(what, "data.csv" if "text" == what.split()[-1] and "classes" in what else "data.jsonl", make, wanted,
             **(TAGGED if "classes" not in what else dict(columns="text", more="--label label --kind token")))

def asked(**changes) -> Callable: return lambda b: lines(one(some(b, "spans.jsonl", 40), b, **changes))
SPANS = dict(columns="question context", more="--label answers --kind span")
for what, changes, wanted in (
    ("an answer that is not in its context", dict(answers=dict(text=["no such words"], answer_start=[0])), "refused"),
    ("answers as text", dict(answers="clocks"), "refused"), ("answers without their place", dict(answers=dict(text=["the"])), "refused"),
    ("a place that is a word", dict(answers=dict(text=["the"], answer_start=["first"])), "refused"), ("answers null", dict(answers=None), "refused"),
    ("an answer that is a number", dict(answers=dict(text=[3], answer_start=[0])), "refused"), ("a context null", dict(context=None), "refused"),
    ("a list of answers and a number", dict(answers=dict(text="the", answer_start=0)), "either"),
    ("more answers than places", dict(answers=dict(text=["the", "the"], answer_start=[0])), "either"),
): data_case(what, "data.jsonl", asked(**changes), wanted, **SPANS)

for value in ("nan", "inf", "-inf", "", "{word}", "1,5", "0x{k}"):
    data_case(f"a number that is {value!r}", "data.csv", lambda b, value=value: sheet(one(some(b, "values.csv"), b, label=b.fill(value))), more="--kind regression")

def other_file(what: str, make: Callable, option: str):
    def do(box):
        box.write("other.csv", make(box, some(box)))
        return box.words(f"{TRAIN} --method standard {option} other.csv")
    add("data files", f"{option} other.csv: {what}", do)
for option in ("--select-file", "--report-file"):
    for what, make in (("a class that the training file has not", lambda b, r: sheet(one(r, b, label=b.word))), ("other columns", lambda b, r: sheet(r, columns=["words", "class"])),
                       ("empty", lambda b, r: ""), ("a label missing", lambda b, r: sheet(one(r, b, label="")))): other_file(what, make, option)


# ---------------------------------------------------------------- folders of models

def edit_json(path: Path, change: Callable):
    "Change what a JSON file holds."
    value = json.loads(path.read_text())
    value = change(value) or value
    path.write_text(json.dumps(value))

def set_at(value, path: str, new) -> None:
    "Put a value at a dotted path."
    *steps, last = [int(p) if p.isdigit() else p for p in path.split(".")]
    for s in steps: value = value[s]
    if new is ...: value.pop(last)
    else: value[last] = new

def tensors(model: Path, change: Callable, name: str = "model.safetensors"):
    "Change the tensors of a model."
    from safetensors.torch import load_file, save_file
    found = load_file(str(model / name))
    change(found)
    save_file({k: v.contiguous() for k, v in found.items()}, str(model / name), metadata={"format": "pt"})

VERBS = dict(predict="predict --model model", budget="predict --model model --budget 0.95", profile="profile model --lengths 16 --batches 1 --repeat 1", convert="convert model out --points 3",
             train=f"train {DATA} --model model --method standard --epochs 0.3 --batch 16 --limit 64 --out out", api="")

def opened(box, name: str, budgets: bool = False):
    "The model by the Python API: it opens, takes budgets where it has a front, and says what the clean one says."
    import torch
    from lat.model import AdaptiveForSequenceClassification as Adaptive
    found, was = (Adaptive.from_pretrained(str(p)) for p in (box.folder / "model", box.base / name / "model"))
    ids = torch.arange(5, 25)[None]
    if budgets:
        for budget in (dict(flops=0.95), dict(latency_ms=1e6), {}): found.set_budget(**budget)
    with torch.no_grad(): a, b = found(input_ids=ids).logits, was(input_ids=ids).logits
    assert torch.equal(a, b), "another answer than the clean model's"

def model_case(what: str, damage: Callable, wanted: str = "refused", name: str = "lengthdrop", verbs: str = "predict profile convert train api",
               stdin: bytes | None = None):
    "A damaged model under a verb that the seed draws."
    def do(box):
        model = box.model(name)
        damage(box, model)
        box.stdin = clean_texts(box) if stdin is None else stdin + clean_texts(box)
        verb = box.rng.choice(verbs.split())
        box.note(f"{what}, under {verb}")
        box.verb = verb
        return functools.partial(opened, box, name, verb == "front") if verb in ("api", "front") else box.words(VERBS[verb])
    def right(box, out):
        lines = out.splitlines()
        if lines and box.verb != "budget" and lines[0].startswith("{"): assert alike(answers("\n".join(lines[-6:])), reference(box, name)), "other answers than the clean model's"
    add("folders of models", what, do, wanted, right)

def remove(name): return lambda b, m: (m / name).unlink()
def put(name, data): return lambda b, m: (m / name).write_bytes(data if isinstance(data, bytes) else data.encode())
def cut(name): return lambda b, m: (m / name).write_bytes((m / name).read_bytes()[:b.rng.randint(1, (m / name).stat().st_size - 1)])
def config(path, new): return lambda b, m: edit_json(m / "config.json", lambda c: set_at(c, path, new))

for what in ("", "{", "null", "[]", "[{}]", '"text"', "3", "{}", "\xff\xfe", "true"):
    model_case(f"config.json is {what!r}", put("config.json", what.encode("latin-1")))
model_case("no config.json", remove("config.json"))
model_case("config.json cut", cut("config.json"))
CONFIG = (  # a path in config.json, and values that cannot be
    ("model_type", ("bret", "gpt2", None, 3, [], ...)), ("num_hidden_layers", (3, 5, 40, 0, -1, "four", 4.5, None, [4])), ("hidden_size", (33, 64, 0, -1, "32", None)),
    ("num_attention_heads", (3, 0, -2, "two", None, 64)), ("intermediate_size", (65, 0, "x", None)), ("vocab_size", (7, 0, -1, 100_000, "x")),
    ("max_position_embeddings", (10, 0, "x", None)), ("hidden_act", ("gelux", 3, [], None)), ("layer_norm_eps", ("x", None, "nan")),
    ("id2label", ({"0": "a"}, {"0": "a", "1": "b", "2": "c"}, ["a"], "x", 3, {"x": "a"})), ("architectures", (None, [], "BertModel", 3, ["BertModel"], [3])),
    ("pooling", ("mean", 3, [])), ("type_vocab_size", (0, "x", 7)), ("hidden_dropout_prob", ("x", 7.5, -1)), ("pad_token_id", (10**9, "x")),
    ("dtype", ("float99", 3, [])), ("lat", ("x", 3, [], [{}], True)), ("lat.format", (99, "x", None, [])), ("lat.front", ("x", 3, {}, [3], ["x"], [[]], [None], [{}])),
    ("lat.front.0", ("x", 3, None, {})), ("lat.front.0.policy", ("x", 3, None, [], {}, ...)), ("lat.front.0.policy.kind", ("lenght", None, 3, [], {}, ...)),
    ("lat.front.0.policy.lengths", ("x", 3, [], None, ["a", "b", "c", "d"], [1.5, 1, 1, 1], [9, 9, 9], [1, 2, 3, 4], [0, 0, 0, 0], [-3, -3, -3, -3], ...)),
    ("lat.front.0.policy.nominal", (0, -1, "x", None, 1.5, ...)), ("lat.front.0.policy.mode", ("cut", 3, [])), ("lat.front.0.policy.significance", ("max", 3, [])),
    ("lat.front.0.policy.minimum", (0, "x", [])), ("lat.front.0.flops", ("x", None, [], float("nan"), -1, ...)), ("lat.front.0.score", ("x", [], float("nan"))),
    ("lat.front.0.latency_ms", ("x", [], float("nan"), -3)))
for path, values in CONFIG:
    for value in values:
        verbs = "predict profile convert api" if not path.startswith("lat.front") else "budget profile front"
        model_case(f"config.json: {path} is {'left out' if value is ... else json.dumps(value)}", config(path, value), verbs=verbs,
                   wanted="either" if path in ("id2label", "architectures", "dtype", "type_vocab_size", "pad_token_id", "hidden_dropout_prob", "layer_norm_eps", "max_position_embeddings", "lat") or value is None else "refused")
for key, value in (("a_new_key", {"x": [1]}), ("lat.note", "more"), ("transformers_version", "9.9.9"), ("lat.device", "another")):
    model_case(f"config.json: {key} added", config(key, value), "right", verbs="predict api")

def draw(found, box, like: str = "weight"): return box.rng.choice(sorted(k for k in found if like in k and "position_ids" not in k))
def weight(change: Callable, like: str = "layer") -> Callable:
    "Damage one tensor, drawn by the seed."
    def damage(box, model):
        def one_tensor(found):
            name = draw(found, box, like)
            box.note(name)
            change(found, name, box)
        tensors(model, one_tensor)
    return damage

def filled(value: float): return lambda f, n, b: f[n].view(-1)[b.k % f[n].numel()].fill_(value)
for like in ("query", "dense", "embeddings", "classifier", "pooler", "LayerNorm"):
    model_case(f"a tensor of {like} missing", weight(lambda f, n, b: f.pop(n), like), verbs="predict profile convert api")
    model_case(f"a tensor of {like} misshapen", weight(lambda f, n, b: f.__setitem__(n, f[n][:-1]), like), verbs="predict profile convert api")
    for value in ("nan", "inf", "-inf"): model_case(f"a weight of {like} that is {value}", weight(filled(float(value)), like))
model_case("a tensor more", weight(lambda f, n, b: f.__setitem__(f"bert.encoder.layer.{b.k}.{b.word}", f[n].clone())))
model_case("a layer more", weight(lambda f, n, b: f.update({k.replace("layer.3.", "layer.4."): v.clone() for k, v in list(f.items()) if "layer.3." in k})))
model_case("weights that are whole numbers", weight(lambda f, n, b: f.__setitem__(n, f[n].long())), "either", verbs="predict api")
model_case("weights of all layers missing", weight(lambda f, n, b: [f.pop(k) for k in list(f) if "layer." in k]))
model_case("model.safetensors without any tensor", weight(lambda f, n, b: f.clear()))
model_case("model.safetensors cut", cut("model.safetensors"))
for data in (b"", b"\0" * 64, b"\xff" * 8 + b"{}", b"\x02\0\0\0\0\0\0\0{}", b"hello", (7).to_bytes(8, "little") + b'{"a":1}'):
    model_case(f"model.safetensors is {data[:16]!r}", put("model.safetensors", data))
model_case("no model.safetensors", remove("model.safetensors"))
model_case("model.safetensors a folder", lambda b, m: (remove("model.safetensors")(b, m), (m / "model.safetensors").mkdir()))

TOKENS = "predict train"
model_case("no tokenizer", lambda b, m: [p.unlink() for p in m.glob("*token*")], verbs=TOKENS)
model_case("no tokenizer.json", remove("tokenizer.json"), verbs=TOKENS)
model_case("no tokenizer_config.json", remove("tokenizer_config.json"), "either", verbs="predict")
for data in ("", "{", "[]", "null", "{}", '{"model": 3}'):
    model_case(f"tokenizer.json is {data!r}", put("tokenizer.json", data), verbs=TOKENS)
    model_case(f"tokenizer_config.json is {data!r}", put("tokenizer_config.json", data), "either", verbs="predict")
model_case("tokenizer.json cut", cut("tokenizer.json"), verbs=TOKENS)
def more_words(box, model):
    def change(t):
        found = t["model"]["vocab"]
        at = max(found.values())
        for i, word in enumerate("service staff menu film song the was".split()): found[word] = at + 1 + i
    edit_json(model / "tokenizer.json", change)
model_case("a tokenizer with more words than the model", more_words, verbs="predict train")
for key, value in (("model_max_length", -1), ("model_max_length", "x"), ("model_max_length", 0), ("tokenizer_class", "NoSuchTokenizer"), ("tokenizer_class", 3), ("pad_token", None), ("pad_token", 3)):
    model_case(f"tokenizer_config.json: {key} is {value!r}", lambda b, m, key=key, value=value: edit_json(m / "tokenizer_config.json", lambda c: set_at(c, key, value)), "either", verbs="predict")

def policy(change: Callable) -> Callable: return lambda b, m: tensors(m, lambda f: change(f, b), "policy.safetensors")
for name in ("adapler", "mi", "halting"):
    policies = dict(name=name, verbs="predict api" if name != "halting" else "predict")
    model_case(f"{name}: no policy.safetensors", lambda b, m: (m / "policy.safetensors").unlink(), **policies)
    model_case(f"{name}: policy.safetensors cut", cut("policy.safetensors"), **policies)
    model_case(f"{name}: a tensor of the policy missing", policy(lambda f, b: f.pop(b.rng.choice(sorted(f)))), **policies)
    model_case(f"{name}: a tensor of the policy more", policy(lambda f, b: f.__setitem__(f"0.{b.word}", next(iter(f.values())).clone())), **policies)
    model_case(f"{name}: a tensor of the policy misshapen", policy(lambda f, b: [f.__setitem__(k, f[k].repeat(*[2] * max(1, f[k].dim()))) for k in [b.rng.choice(sorted(f))]]), **policies)
    model_case(f"{name}: policy.safetensors is text", put("policy.safetensors", "hello"), **policies)
model_case("adapler: a weight of the policy that is NaN", policy(lambda f, b: f[b.rng.choice(sorted(f))].view(-1)[0].fill_(float("nan"))), name="adapler", verbs="predict api")
model_case("mi: depths outside the model", policy(lambda f, b: [v.fill_(99) for v in f.values()]), name="mi", verbs="predict api")
model_case("policy.safetensors where no policy has weights", put("policy.safetensors", "hello"), "either", verbs="predict api")

class Evil:
    "Unpickling it writes a file."
    def __init__(self, path): self.path = str(path)
    def __reduce__(self): return open, (self.path, "w")

CODE = "open({path!r}, 'w').close()\nfrom transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast\n" \
       "class EvilConfig(BertConfig): model_type = 'evil'\nclass EvilModel(BertForSequenceClassification): config_class = EvilConfig\n" \
       "class EvilTokenizer(BertTokenizerFast): pass\n"
AUTO = dict(AutoConfig="evil_code.EvilConfig", AutoModel="evil_code.EvilModel", AutoModelForSequenceClassification="evil_code.EvilModel")

def evil_code(kind: str) -> Callable:
    "A folder that brings code of its own."
    def damage(box, model):
        (model / "evil_code.py").write_text(CODE.format(path=str(box.folder / "evil")))
        if kind == "tokenizer":
            edit_json(model / "tokenizer_config.json", lambda c: c.update(tokenizer_class="EvilTokenizer", auto_map=dict(AutoTokenizer=["evil_code.EvilTokenizer", "evil_code.EvilTokenizer"])))
        else: edit_json(model / "config.json", lambda c: c.update(auto_map=AUTO, **({"model_type": kind} if kind else {})))
    return damage

def evil_pickle(how: str) -> Callable:
    "Weights as a pickle that runs something."
    def damage(box, model):
        import torch
        evil = Evil(box.folder / "evil")
        if how != "beside": (model / "model.safetensors").unlink()
        if how == "raw": (model / "pytorch_model.bin").write_bytes(pickle.dumps({"a": evil}))
        else: torch.save({"classifier.weight": evil}, model / "pytorch_model.bin")
    return damage

for kind in ("evil", "", "tokenizer"):
    for verb in ("predict", "profile", "convert", "train", "api"):
        if kind == "tokenizer" and verb in ("profile", "api"): continue
        for stdin in (b"", b"y\n"):
            if stdin and verb != "predict": continue
            model_case(f"code of its own ({kind or 'known'} type), {verb}{', y on standard input' * bool(stdin)}", evil_code(kind),
                       "refused" if kind == "evil" else "either", verbs=verb, stdin=stdin)
for how in ("raw", "zip"):
    for verb in ("predict", "convert", "train", "api"): model_case(f"weights as a pickle ({how}), {verb}", evil_pickle(how), verbs=verb)
model_case("an evil pickle beside the weights", evil_pickle("beside"), "either", verbs="predict api convert")


# ---------------------------------------------------------------- profiles

def table_of(text: str) -> dict[str, dict[str, str]]:
    "A profile's tables, values as they are written."
    found, now = {"": {}}, ""
    for line in text.splitlines():
        if m := re.fullmatch(r"\[(.+)\]", line.strip()): found[now := m[1]] = {}
        elif "=" in line: found[now].update([[x.strip() for x in line.split("=", 1)]])
    return found

def written(tables: dict) -> str:
    "The tables as TOML."
    return "\n".join((f"\n[{name}]\n" if name else "") + "\n".join(f"{k} = {v}" for k, v in t.items()) for name, t in tables.items()) + "\n"

def edited(path: str, value: str) -> str:
    "The profile with one value changed; a whole table may become a value."
    tables = table_of(PROFILE)
    *table, key = path.split("/")
    tables = {n: t for n, t in tables.items() if not (n == path.replace("/", ".") or n.startswith(path.replace("/", ".") + "."))}
    tables.setdefault(".".join(table), {})[key] = value
    return written(tables)

def profile_case(what: str, text: str | bytes, wanted: str = "refused", name: str = "mine.toml", really: bool = False, stage: str = "all"):
    "A profile in a dry run, which finds what a run would find."
    def do(box):
        box.write(name, box.fill(text) if isinstance(text, str) else text)
        return box.words(f"run {stage} --profile {name} --root . {'--serial' if really else '--dry-run'}")
    def right(box, out):
        away = [str(p) for p in box.folder.parent.iterdir() if p.name.startswith(("evil", "escaped"))]
        assert not away, f"files outside the folder: {away}"
    add("profiles", what, do, wanted, right)

NUMBER, WHOLE = ("\"x\"", "nan", "inf", "-1.0", "[]", "{}", "true"), ("\"x\"", "-1", "1.5", "[]", "true", "nan")
SETTINGS = {  # a path in the profile, and values that cannot be
    "title": ("3", "[]", "{}"), "seed": ("\"x\"", "-1", "1.5", "[0]"), "threads": ("-1", "1.5", "100000", "\"x\""), "cuts": ("\"x\"", "{}", "[3]"), "note": ("3",),
    "backbones": ("3", "\"x\"", "[]"), "backbones/tiny": ("3", "\"tiny\"", "[]"), "tasks": ("3", "\"x\"", "[]"), "tasks/demo_sentiment": ("3", "\"x\"", "[]"),
    "finetune": ("3", "\"x\"", "[]"), "search": ("3", "[1]"), "profile": ("3", "[]"), "report": ("3", "\"x\""),
    "backbones/tiny/source": ("3", "[]", "\"/{word}\"", "\"\"", "\"{word}/{word}\""), "backbones/tiny/student_of": ("\"tiny\"", "\"{word}\"", "3"),
    "backbones/tiny/layers": ("-1", "\"x\"", "1.5"), "backbones/tiny/name": ("3", "[]"),
    "tasks/demo_sentiment/backbones": ("\"tiny\"", "3", "[3]", "[\"{word}\"]", "[[]]"), "tasks/demo_sentiment/methods": ("\"lengthdrop\"", "[3]", "[\"{word}\"]", "[[]]", "[{}]"),
    "tasks/demo_sentiment/p": ("0.4", "[\"x\"]", "[2]", "[0]", "[nan]", "[[]]", "[true]", "[-0.{k}]"), "tasks/demo_sentiment/seeds": ("0", "-1", "1000000", "1.5", "\"x\""),
    "tasks/demo_sentiment/max_length": ("-1", "3", "\"x\"", "1.5"), "tasks/demo_sentiment/filler": ("0.95", "nan", "-0.1", "\"x\"", "7"), "tasks/demo_sentiment/nominal": ("-1", "\"x\""),
    "tasks/demo_sentiment/limit": ("3", "[]", "\"x\"", "{ train = -1 }", "{ train = \"x\" }", "{ trian = 3 }", "{ train = 1.5 }"), "tasks/demo_sentiment/finetune": ("3", "{ epochs = \"x\" }", "{ epohcs = 3 }"),
    "finetune/epochs": (*NUMBER, "0"), "finetune/lr": (*NUMBER, "0"), "finetune/batch": (*WHOLE, "0"), "finetune/warmup": ("nan", "inf", "-1", "\"x\""), "finetune/accumulate": ("0", "-1", "1.5"),
    "finetune/precision": ("\"fp8\"", "3"), "finetune/weight_decay": ("nan", "inf", "-1"), "finetune/attention_dropout": ("\"no\"", "0.5"), "finetune/keep_best": ("-1", "\"x\""),
    "lengthdrop/layerdrop": ("1.5", "1.0", "nan", "-0.1", "\"x\""), "lengthdrop/sandwiches": ("-1", "1.5"), "lengthdrop/distill": ("\"sideways\"", "3"), "lengthdrop/minimum": ("0", "-1", "\"x\""),
    "search/iterations": WHOLE, "search/mutants": WHOLE, "search/mutation": ("1.5", "nan", "-0.5", "\"x\""), "search/objective": ("\"speed\"", "3"), "search/start": ("-1", "\"x\""), "search/minimum": ("0", "-1"),
    "search/curve_points": ("-1", "\"x\""), "adapler/gamma": ("3.0", "[nan]", "[-1.0]", "[\"x\"]", "[0.0]", "[[]]"), "adapler/phi": ("\"x\"", "[inf]", "[[]]"), "adapler/lam_factor": ("nan", "inf", "-1.0"),
    "adapler/speed_lr": ("nan", "0.0", "inf"), "adapler/lam_per_epoch": ("nan", "-1.0", "0.0"), "depth/kinds": ("\"mi\"", "[3]", "[\"{word}\"]", "[[]]"), "depth/layers": ("3", "[99]", "[-1]", "[\"x\"]", "[1.5]"),
    "depth/lam": ("0.1", "[nan]", "[-1.0]", "[\"x\"]", "[inf]"), "depth/fixed": ("[99]", "[\"x\"]", "3"), "profile/batches": ("3", "[0]", "[-1]", "[\"x\"]", "[1.5]"), "profile/lengths": ("[0]", "[-3]", "[100000]", "[\"x\"]", "3"),
    "profile/points": ("-1", "\"x\""), "profile/repeat": ("0", "-1", "\"x\""), "profile/backbones": ("[\"{word}\"]", "\"tiny\"", "[3]"), "profile/replay": ("\"{word}\"", "3"), "report/pages": ("[\"{word}\"]", "\"x\"", "[3]", "[\"../{word}\"]"),
    "{word}": ("3",), "finetune/{word}": ("3",), "tasks/demo_sentiment/{word}": ("3",), "backbones/tiny/{word}": ("3",), "tasks/{word}": ("{ backbones = [\"tiny\"] }",)}
for path, values in SETTINGS.items():
    for value in values: profile_case(f"{path} = {value}", edited(path, value))
for name in ('"../escaped"', '"/escaped"', '"../../escaped"', '"a/../../escaped"', '"*"', '"*{word}*"', '""', '"demo_sentiment/"', '"demo_sentiment\\n"', '"."', '".."'):
    profile_case(f"a task called {name}", PROFILE.replace("tasks.demo_sentiment", f"tasks.{name}"), "either" if name == '"*"' else "refused")
for name in ('"../escaped"', '"/escaped"', '"../../escaped"', '"a/b"', '""', '".."', '"."', '"a\\u0000b"', '"a\\nb"'):
    quotes = name.replace('\\"', "")
    profile_case(f"a backbone called {name}", PROFILE.replace("backbones.tiny", f"backbones.{name}").replace('["tiny"]', f"[{quotes}]"))
profile_case("students of one another", PROFILE + '\n[backbones.a]\nstudent_of = "b"\n[backbones.b]\nstudent_of = "a"\n')
profile_case("a student with more layers than its teacher", PROFILE.replace('["tiny"]', '["tiny", "small"]', 1) + '\n[backbones.small]\nstudent_of = "tiny"\nlayers = 99\n')
for what, text in (("a bracket left open", PROFILE + "\n[search\n"), ("a key twice", PROFILE + "\n[search]\niterations = 3\n"), ("words", "this is no TOML"), ("invalid UTF-8", b'title = "\xff"\n'),
                   ("UTF-16", PROFILE.encode("utf-16")), ("NUL", b"title = \"\0\"\n"), ("a date", edited("seed", "2024-01-01")), ("JSON", '{"title": "x"}')): profile_case(what, text)
for what, text in (("empty", ""), ("only a title", 'title = "x"\n'), ("comments", "# one\n" + PROFILE), ("whole numbers for fractions", PROFILE.replace("lr = 2e-3", "lr = 1"))): profile_case(what, text, "either")
for name in (".toml", "..toml", "a b.toml", "-x.toml", "smoke.toml", "ü.toml"): profile_case(f"a file called {name!r}", PROFILE, "either", f"./{name}" if name != "a b.toml" else name.replace(" ", "_"))
profile_case("a backbone whose folder is not there, in a run", edited("backbones/tiny/source", '"/{word}"'), really=True)
profile_case("a learning rate at which it diverges, in a run", edited("finetune/lr", "1e30"), really=True)
profile_case("one class in the training rows, in a run", edited("tasks/demo_sentiment/limit", "{ train = 1, select = 1, report = 1 }"), "either", really=True)


# ---------------------------------------------------------------- what `lat predict` reads

def stdin_case(what: str, line: bytes, wanted: str = "either", name: str = "standard", n: int | None = None, whole: bool = False):
    "Clean texts with a line between them that is not; where it is taken, each line has its answer, and the clean ones theirs."
    def do(box):
        clean = clean_texts(box).splitlines(True) if not whole and name == "standard" else []
        at = box.rng.randrange(len(clean) + 1)
        bad = line(box) if callable(line) else line
        box.note(f"line {at}: {bad[:60]!r}")
        box.stdin = bad if whole else b"".join(clean[:at]) + bad + b"\n" + b"".join(clean[at:])
        (box.folder / "at").write_text(str(at))
        return box.words(f"predict --model {{base}}/{name} --batch {box.rng.choice((1, 2, 32))}")
    def right(box, out):
        found, at = answers(out), int((box.folder / "at").read_text())
        if n is not None: assert len(found) == n, f"{len(found)} answers for {n} lines"
        if whole or name != "standard" or n is None: return
        assert alike(found[:at] + found[at + 1:], reference(box, name)), "the other lines have other answers now"
    add("what predict reads", f"{name}: {what}", do, wanted, right)

for what, line, n in (
    ("JSON cut off", b'{"text": "a fine fi', 7), ("JSON of another key", b'{"txet": "a fine film"}', 7), ("an empty object", b"{}", 7), ("nothing", b"", 7), ("spaces", b"    ", 7), ("y", b"y", 7),
    ("a tab alone", b"\t", 7), ("NUL", b"a\0fine film", 7), ("invalid UTF-8", b"a \xff\xfe film", 7), ("half a character", "é".encode()[:1], 7), ("Latin-1", "café".encode("latin-1"), 7),
    ("a huge line", b"very " * 300_000, 7), ("a huge word", b"x" * 1_000_000, 7), ("emoji and directions", "😀 \u202e \u200d film".encode(), 7), ("line separators inside", "a\u2028fine\u2029film\x0b\x0c\x1c\x85".encode(), 7),
    ("half a surrogate pair in JSON", b'{"text": "a \\ud83d film"}', 7), ("a JSON text", b'{"text": "a fine film"}', 7), ("a JSON list", b'["a fine film"]', 7), ("two texts with a tab", b"a fine film\tand another", 7),
    ("many tabs", b"a\tb\tc\td", 7), ("special tokens", b"[CLS] [SEP] [MASK] [PAD]", 7), ("deep JSON", b'{"text": ' + b"[" * 100_000, 7), ("a carriage return at the end", b"a fine film\r", None), ("a carriage return inside", b"a fine\rfilm", None),
    ("a JSON text that is null", b'{"text": null}', 7), ("a JSON text that is true", b'{"text": true}', 7), ("a huge number in JSON", b'{"text": ' + b"9" * 6000 + b"}", 7)): stdin_case(what, line, n=n)
for what, line in (("a JSON text that is a list", b'{"text": ["a", "film"]}'), ("a JSON text that is an object", b'{"text": {"a": 1}}')):
    stdin_case(what, line, "refused")
for what, data, n in (("nothing at all", b"", 0), ("no line end at the end", b"a fine film", 1), ("one empty line", b"\n", 1), ("only line ends", b"\n\n\n", 3), ("a BOM", b"\xef\xbb\xbfa fine film\n", 1), ("UTF-16", "a fine film\n".encode("utf-16"), None)):
    stdin_case(what, data, "right" if n in (0, 1) and data.strip() else "either", n=n, whole=True)
for what, line in (("no context", b"who ?"), ("no context in JSON", b'{"question": "who ?"}'), ("no question", b'{"context": "the baker"}'), ("a context that is a list", b'{"question": "who ?", "context": ["a"]}'), ("a context null", b'{"question": "who ?", "context": null}')): stdin_case(what, line, "refused", "qa", whole=True)
stdin_case("an empty line", b"\n", "either", "qa", whole=True)
for what, line in (("an empty context", b'{"question": "who ?", "context": ""}'), ("an empty question", b'{"question": "", "context": "the baker"}'), ("a question longer than the model", b"who " * 400 + b"\tthe baker"), ("a context longer than the model", b"who ?\t" + b"the baker " * 400),
                   ("both empty", b"\t")): stdin_case(what, line, "either", "qa", n=1, whole=True)
for what, line, n in (("nothing", b"", 1), ("spaces", b"   ", 1), ("a text longer than the model", b"jordan flew to paris " * 200, 1), ("emoji", "😀".encode(), 1)): stdin_case(what, line + b"\n", "either", "tags", n=n, whole=True)
for what, line in (("one text of a pair", b"only one\n"), ("an empty second text", b"one\t\n"), ("a JSON pair", b'{"text": "one", "pair": "two"}\n')): stdin_case(what, line, "either", "pairs", n=1, whole=True)
stdin_case("nothing", b"\n", "either", "values", n=1, whole=True)


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
    ("cut", lambda b, p: p.write_bytes(p.read_bytes()[:b.rng.randint(1, p.stat().st_size - 1)]), "refused"), ("empty", lambda b, p: p.write_bytes(b""), "refused"), ("text", lambda b, p: p.write_text("hello\n" * 999), "refused"),
    ("a folder", lambda b, p: (p.unlink(), p.mkdir()), "refused"), ("some bytes overwritten", overwritten, "either"), ("no evaluations", sql("DROP TABLE evaluations"), "refused"), ("no meta", sql("DROP TABLE meta"), "refused"),
    ("meta of another model", sql("UPDATE meta SET value = '\"{word}\"' WHERE name = 'model'"), "refused"), ("meta that is no JSON", sql("UPDATE meta SET value = '{'"), "refused"), ("a key of meta gone", sql("DELETE FROM meta WHERE name = 'data'"), "refused"),
    ("a key of meta more", sql("INSERT INTO meta VALUES ('{word}', '3')"), "refused"), ("meta that is a number", sql("UPDATE meta SET value = 3.5"), "refused"), ("a newer format", sql("UPDATE meta SET value = '99' WHERE name = 'format'"), "refused"),
    ("another table of the name", sql("DROP TABLE evaluations", "CREATE TABLE evaluations (x TEXT)"), "refused"), ("a gene that is no gene", sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('{word}', 1, 1, 1)"), "refused"),
    ("a gene that is empty", sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('', 1, 1, 1)"), "refused"), ("a score that is text", sql("UPDATE evaluations SET score = '{word}'"), "refused"), ("a cost that is text", sql("UPDATE evaluations SET cost = '{word}'"), "refused"),
    ("a cost that is gone", sql("UPDATE evaluations SET cost = NULL"), "refused"), ("scores that are bytes", sql("UPDATE evaluations SET score = x'00ff'"), "refused"), ("seconds that are text", sql("UPDATE evaluations SET seconds = 'long'"), "either"),
    ("scores of infinity", sql("UPDATE evaluations SET score = 9e999"), "refused"), ("a gene of another model", sql("INSERT INTO evaluations (gene, score, cost, seconds) VALUES ('9,9', 50, 0.1, 1)"), "either"),
    ("claims of a process that is gone", sql("UPDATE evaluations SET score = NULL, cost = NULL, owner = 'x', beat = 5"), "right"), ("no rows", sql("DELETE FROM evaluations"), "right"), ("a log without its store", lambda b, p: (p.rename(f"{p}-wal")), "refused"),
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

for value in (0, -1, 99, 1.5, float("nan"), None, "deep", 10**15): depths_case(f"a depth that is {value!r}", cell("depth", value))
for value in ("xyz", "-1", "f" * 17, "ffff" * 40): depths_case(f"a hash that is {value[:20]!r}", cell("hash", value))
for column in ("word", "depth", "hash"): depths_case(f"no column {column}", lambda b, f, c=column: f.drop(columns=c))
for key in ("layers", "tokenizer", "task"):
    depths_case(f"no {key} in its attrs", attrs(**{key: ...}))
    depths_case(f"another {key}", attrs(**{key: 7 if key == "layers" else "other"}))
for value in ("four", None, [], 0, -1, 1.5): depths_case(f"layers that are {value!r}", attrs(layers=value))
for text in ("{", "[]", "null", "3", '"x"'): depths_case(f"attrs that are {text}", metadata(text))
depths_case("a word twice", lambda b, f: f._append(f.iloc[0], ignore_index=True).pipe(lambda g: (g.attrs.update(f.attrs), g)[1]))
depths_case("a row with neither word nor hash", lambda b, f: (cell("hash", None)(b, f), f.__setitem__("word", None), f)[-1])
depths_case("a word of several words", lambda b, f: (f.__setitem__("hash", [None] + list(f["hash"])[1:]), f.__setitem__("word", ["two words"] + list(f["word"])[1:]), f)[-1])
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
    return [pd.read_parquet(found / f"{n}.parquet")[["method", "split", "score", "flops_ratio"]].values.tolist() for n in ("scores", "models", "depth")]

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
for name in ("*/rows.json", "*/done.json", "*/job.json", "*/summary.json", "*/settings.json", "/data/runs/hard/profile/rows.json", "/reports/hard/results/run.json", "/reports/hard/results/tokens.json"):
    result_case("cut", name, CUT)
    for data in ("", "[]", "3", "null", "{}"): result_case(f"is {data!r}", name, becomes(data))
for name in ("*/evaluations/*.npz", "*/search.sqlite", "*/depths.parquet", "*/model/model.safetensors", "*/model/config.json", "*/model/tokenizer.json", "/data/cache/tokens/*.safetensors", "/data/cache/tiny/*", "*/saliency/*.safetensors",
             "/reports/hard/results/*.parquet", "/reports/hard/claims.csv"):
    result_case("cut", name, lambda b, p: (CUT(b, p), (b.folder / "reports" / "hard" / "index.html").unlink(), [q.unlink() for q in b.folder.glob("data/runs/hard/profile/done.json")]))
    result_case("gone", name, lambda b, p: (p.unlink(), [q.unlink() for q in b.folder.glob("data/runs/hard/profile/done.json")]))
def evil_npz(box, path):
    import numpy as np
    np.savez(path, **{k: np.array([Evil(box.folder / "evil")], dtype=object) for k in ("score", "metric", "per_example", "statistics", "flops", "flops_ratio", "flops_each", "fed")})
    for done in box.folder.glob("data/runs/hard/demo_sentiment/tiny/*/done.json"): done.unlink()
result_case("pickles inside", "*/evaluations/*.npz", evil_npz)

def evil_checkpoint(box):
    "A run that was stopped, whose checkpoint was changed."
    import torch
    from lat.cli import main
    words = box.words(f"train {DATA} --model {{base}}/tiny --epochs 3 --batch 8 --limit 64 --method standard --out out")
    from lat import training
    keep, training.training_arguments = training.training_arguments, lambda out, **kw: keep(out, **kw | dict(save_steps=4))
    on_step, count = training._Watch.on_step_end, []
    def stop(self, *a, **kw):
        on_step(self, *a, **kw)
        count.append(1)
        if len(count) == 6: raise KeyboardInterrupt("enough")
    training._Watch.on_step_end = stop
    main(words)
    training._Watch.on_step_end = on_step
    found = sorted((box.folder / "out" / "checkpoints").glob("checkpoint-*"))
    assert found, "no checkpoint was left"
    torch.save({"state": Evil(box.folder / "evil")}, found[-1] / box.rng.choice(("optimizer.pt", "scheduler.pt", "rng_state.pth")))
    print("\n" * 3)
    return words
add("folders of models", "a checkpoint with a pickle that runs something", evil_checkpoint, "either")
