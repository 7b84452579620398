"""Command lines for `hard.py`: numbers that cannot be, misspelt and missing words, folders that hold something, and what
`lat predict` reads."""
import re, shlex, shutil
from collections.abc import Callable

from hard_box import DATA, SEARCH
from hard_cases import PRETRAIN, SEARCHED, SMALL, TRAIN, add, alike, answers, as_clean, clean_texts, command, reference, same_front

KINDS = dict(  # what is not a value of each kind
    positive=("nan", "inf", "-inf", "0", "-{k}", "-0.{k}", "{word}", "1e999", ""),
    fraction=("nan", "inf", "-0.{k}", "{word}", "-1e-5", ""),               # 0 or more
    part=("nan", "inf", "-0.{k}", "1.{k}", "{k}", "{word}", ""),            # 0 to 1
    share=("nan", "inf", "-0.{k}", "1", "1.{k}", "{k}", "{word}"),          # at least 0, below 1
    count=("0", "-{k}", "{k}.5", "{word}", "nan", ""),                      # 1 or more
    natural=("-{k}", "-1", "0.{k}", "{word}", "nan"),                       # 0 or more
    seed=("-1", "-{k}", "1.5", "{word}", "99999999999999999999999999"),
    seeds=("0", "-{k}", "1000000", "1.5", "{word}"),
    threads=("-{k}", "100000", "{word}", "1.5"),
    device=("{word}", "cuda:99", "tpu", "cpu:{k}", ""),
    budget=("nan", "-0.{k}", "0", "-inf", "{word}", "0.0000{k}"))

OPTIONS = {  # a command, and its options by the kinds of their values
    f"{TRAIN} --method standard": dict(
        positive="epochs lr", fraction="head-lr weight-decay", part="warmup", count="batch accumulate keep-best",
        seed="seed",
        natural="max-length limit min-steps patience", threads="threads", device="device", seeds="seeds"),
    f"{TRAIN} --method lengthdrop": dict(share="p layerdrop", part="lowest", natural="sandwiches", seed="seed",
                                         positive="lr"),
    f"{TRAIN} --method adapler": dict(fraction="gamma phi lam-start lam-factor lam-per-epoch speed-lr predictor-lr"),
    f"{TRAIN} --method reconstruction": dict(fraction="lam", positive="mlm-epochs", natural="mlm-texts"),
    f"{TRAIN} --method pabee": dict(natural="rounds"),
    f"{TRAIN} --method layerdrop": dict(share="rate"),
    f"{TRAIN} --method headprune": dict(natural="importance-texts", part="retrain"),
    f"{TRAIN} --method fewer-layers": dict(natural="layers"),
    f"{TRAIN} --method power-bert": dict(fraction="mass-price soft-lr search-epochs"),
    PRETRAIN: dict(positive="epochs lr", fraction="head-lr weight-decay hours", part="warmup mask-rate held-out",
                   count="batch accumulate held-rows scores checkpoint-every", natural="steps min-steps patience max-length",
                   seed="seed", threads="threads", device="device"),
    f"search run {SEARCH}": dict(share="p", natural="iterations mutants children patience examples limit",
                                 part="mutation", seed="seed",
                                 threads="threads"),
    "evaluate run --limit 8": dict(positive="budgets latency-ms", count="batch", natural="limit max-length",
                                   seed="seed", device="device"),
    "profile run --lengths 16 --batches 1 --repeat 1": dict(count="batches lengths repeat", threads="threads",
        device="device"),
    "profile run --batches 1 --repeat 1 --examples 4": dict(natural="examples limit", seed="seed"),
    "predict --model run": dict(budget="budget latency-ms", count="batch window", natural="max-length",
                                threads="threads", device="device"),
    "convert {base}/standard/model out": dict(count="points nominal", share="drop"),
    "data demo_sentiment": dict(natural="rows limit", seed="seed"),
    "run all --profile {base}/hard.toml --root . --dry-run": dict(natural="cores", threads="threads")}

for line, kinds in OPTIONS.items():
    for option, value in ((option, value) for kind,
                          names in kinds.items() for option in names.split() for value in KINDS[kind]):
        command("numbers on the command line", f"{line} --{option}={shlex.quote(value)}")


def misspelt(word: str, rng) -> str:
    "A word with a slip in it."
    at = rng.randrange(1, len(word) - 1)
    slips = (word[:at] + word[at + 1:], word[:at] + word[at] + word[at:],
             word[:at] + word[at + 1] + word[at] + word[at + 2:])
    return rng.choice([s for s in slips if s != word] or [word + "x"])

MISSPELT = (  # a command with one word that is to be misspelt in braces
    "[train] --file {base}/reviews.csv --columns text --out out", "[search] run",
    "[convert] {base}/standard/model out", "[predict] --model run",
    "[profile] run", "[data]", f"{TRAIN} --method [lengthdrop]", f"{TRAIN} --method [reconstruction]",
    f"{TRAIN} --method [branchynet]", f"{TRAIN} --method shallow-deep --train [heads]",
    f"{TRAIN} --method pabee [--head-weights] equal", f"{TRAIN} --method power-bert --lengths-as [shares]",
    f"{TRAIN} [--layerdrop] 0.1",
    f"{TRAIN} [--weight-decay] 0.1", f"{TRAIN} --method lengthdrop --distill [reverse]",
    f"{TRAIN} --precision [fp32]", "search run [--iterations] 2",
    "search run --objective [latency]", "predict --model run [--budget] 0.5", "profile run [--batches] 1",
    "convert {base}/standard/model out [--points] 3",
    f"[pretrain] --texts {{base}}/reviews.csv {SMALL}", f"pretrain --texts {{base}}/[reviews].csv {SMALL}",
    f"pretrain --texts [demo_sentiment] {SMALL}", f"{PRETRAIN} --method [standard]", f"{PRETRAIN} [--whole-words]",
    f"{PRETRAIN} [--held-out] 0.1", f"{PRETRAIN} --columns [text]", f"{PRETRAIN} --document [paragraph]",
    "data [demo_sentiment]", "train --task [demo_sentiment] --out out", "run [finetune]",
    "run all --profile [smoke] --dry-run",
    "run all --dry-run --profile smoke --set [search].iterations=3",
    "run all --dry-run --profile smoke --set search.[iterations]=3",
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

for line, more in (
    ("", {}), ("train", {}), ("train --out out", {}), (f"train {DATA}", {}), ("search", {}), ("predict", {}),
    ("convert {base}/standard/model", {}),
    ("train --task demo_sentiment --file {base}/reviews.csv --columns text --out out", {}),
    ("train --file {base}/reviews.csv --out out", {}),
    ("train --file {base}/{word}.csv --columns text --out out", {}),
    ("train --file {base} --columns text --out out", {}),
    (f"train {DATA} --model /{{word}} --out out", {}), (f"train {DATA} --model {{base}}/reviews.csv --out out", {}),
    (f"train {DATA} --model {{word}}/{{word}} --out out", {}), (f"train {DATA} --model . --out out", {}),
    (f"train {DATA} --model '' --out out", {}),
    (f"{TRAIN} --out /dev/null/{{word}}", {}), (f"{TRAIN} --out ''", {}),
    (f"{TRAIN} --out {{base}}/reviews.csv/out", {}),
    (f"{TRAIN} --out file", dict(before=notes("file"))),
    (f"{TRAIN} --lr 1e30 --method standard", {}), (f"{TRAIN} --lr 1e18 --method lengthdrop", {}),
    (f"{TRAIN} --method standard --depths {{base}}/mi/depths.parquet", {}),
    (f"{TRAIN} --method mi --depths {{word}}.parquet", {}),
    (f"{TRAIN} --method pabee --train {{word}}", {}), (f"{TRAIN} --method pabee --head-weights {{word}}", {}),
    (f"{TRAIN} --method power-bert --lengths-as {{word}}", {}), (f"{TRAIN} --method power-bert --aim 1", {}),
    (f"{TRAIN} --method branchynet --rounds 2", {}), (f"{TRAIN} --method standard --train heads", {}),
    ("train --file {base}/values.csv --columns text --kind regression --model {base}/tiny --method branchynet --out out", {}),
    ("train --file {base}/values.csv --columns text --kind regression --model {base}/tiny --method shallow-deep --out out", {}),
    ("train --file {base}/tags.jsonl --columns tokens --label tags --kind token --model {base}/tiny --method pabee --out out", {}),
    ("train --file {base}/spans.jsonl --columns question context --label answers --kind span --model {base}/tiny "
     "--method shallow-deep --out out", {}),
    (f"{TRAIN} --method adapler --saliency-from {{word}}", {}),
    (f"{TRAIN} --method adapler --saliency-from {{base}}/tiny", {}),
    (f"{TRAIN} --method adapler --saliency-from {{base}}/tags/model", {}),
    (f"{TRAIN} --kind span", {}), (f"{TRAIN} --kind pair", {}), (f"{TRAIN} --kind regression", {}),
    (f"{TRAIN} --kind text", {}),
    (f"{TRAIN} --columns text text", {}), (f"{TRAIN} --columns text label text", {}), (f"{TRAIN} --label text", {}),
    (f"{TRAIN} --columns label", {}),
    ("train --file {base}/pairs.csv --columns one two label --label label --model {base}/tiny --out out", {}),
    (f"{TRAIN} --select-file {{word}}.csv", {}), (f"{TRAIN} --report-file {{word}}.csv", {}),
    (f"{TRAIN} --select-file {{base}}/pairs.csv", {}),
    (f"{TRAIN} --report-file {{base}}/values.csv", {}), (f"{TRAIN} --limit 1", {}), (f"{TRAIN} --max-length 3", {}),
    ("train --task {word} --out out", {}), ("train --task sst2 --data /{word} --out out", {}),
    ("train --task sst2 --data {base}/reviews.csv --out out", {}),
    ("train --task sst2 --data {base} --out out", {}), ("train --task ../{word} --out out", {}),
    ("train --task sst2 --data '' --out out", {}),
    (f"{TRAIN} --device {{word}}", {}), (f"{TRAIN} --device cuda:99", {}), (f"{TRAIN} --seeds 1000000", {}),
    (f"{TRAIN} --labels one", {}),
    (f"{TRAIN} --labels positive positive", {}), (f"{TRAIN} --labels negative {{word}}", {}),
    (f"{TRAIN} --config {{word}}.toml", {}),
    ("search {base}/standard", {}), ("search /{word}", {}), ("search {base}/tiny", {}), ("search {base}", {}),
    ("search {base}/reviews.csv", {}),
    (f"{SEARCHED} --file {{base}}/pairs.csv --columns one two", {}),
    (f"{SEARCHED} --file {{base}}/tags.jsonl --columns tokens --label tags --kind token", {}),
(f"{SEARCHED} --examples 7", {}), (f"{SEARCHED} --max-length 4", {}),
    ("predict --model /{word}", {}), ("predict --model {base}", {}), ("predict --model {base}/tiny", {}),
    ("predict --model {base}/reviews.csv", {}),
    ("predict --model ''", {}), ("predict --model {base}/standard --budget 0.5", {}),
    ("predict --model run --budget 0.01", {}),
    ("predict --model run --budget 0.5 --latency-ms 3", {}), ("predict --model {base}/adapler --latency-ms 1", {}),
    ("predict --model run --max-length 1", {}),
    ("predict --model run --max-length 2", {}), ("predict --model run --batch 99999999999999999999", {}),
    ("profile /{word}", {}), ("profile {base}/tiny", {}), ("profile run --lengths 100000 --batches 1 --repeat 1", {}),
    ("profile run --lengths 16 --batches 1 --repeat 1 --out /dev/null/{word}", {}),
    ("profile run --file {word}.csv --columns text", {}),
    ("profile run --task demo_sentiment --file {base}/reviews.csv --columns text", {}),
    ("convert /{word} out", {}), ("convert {word}/{word} out", {}), ("convert {base}/tiny out", {}),
    ("convert {base}/reviews.csv out", {}),
    ("convert {base} out", {}), ("convert '' out", {}), ("convert {base}/standard/model {base}/standard/model", {}),
    ("convert {base}/standard/model file", dict(before=notes("file"))),
    ("convert {base}/standard/model /dev/null/{word}", {}),
    ("convert {base}/standard/model out --nominal 1", {}),
    ("run {word}", {}), ("run all --profile {word}", {}), ("run all --profile {base}", {}),
    ("run all --profile {base}/reviews.csv", {}),
    ("run all --profile ''", {}), ("run all --profile smoke --dry-run --data /{word}", {}),
    ("run all --profile smoke --dry-run --set {word}", {}),
    ("run all --profile smoke --dry-run --set =3", {}), ("run all --profile smoke --dry-run --set search=3", {}),
    ("run all --profile smoke --dry-run --set title.{word}=3", {}),
    ("run all --profile smoke --dry-run --set tasks.demo_sentiment=3", {}),
    ("run all --profile smoke --dry-run --set tasks.demo_sentiment.lengthdrop.p={word}", {}),
    ("run all --profile smoke --dry-run --set search.mutation=1.{k}", {}),
    ("run all --profile smoke --dry-run --set finetune.lr=nan", {}),
    ("run all --profile smoke --dry-run --set finetune.lr=0", {}),
    ("run all --profile smoke --dry-run --set threads=100000", {}),
    ("run all --profile smoke --dry-run --set tasks.demo_sentiment.seeds=1000000", {}),
    ("run all --profile smoke --dry-run --set search.objective={word}", {}),
    ("run all --profile smoke --dry-run --set finetune.precision={word}", {}),
    ("run finetune --profile smoke --job {word} --dry-run", {}),
    ("run finetune --profile smoke --backbone {word} --dry-run", {}),
    ("run lengthdrop --profile smoke --p {word} --dry-run", {}),
    ("run report --profile smoke --page ../{word} --dry-run", {}),
    ("run lengthdrop --profile {base}/hard.toml --root .", {}), ("bench --profile {word}", {}),
    ("bench --profile smoke --data /{word}", {}),
    ("data {word}", {}), ("data sst2 --data /{word}", {}), ("data sst2 --data {base}", {}), ("data ../../{word}", {}),
    ("evaluate", {}), ("evaluate /{word}", {}), ("evaluate {base}/tiny", {}), ("evaluate run --budget nan", {}),
    ("evaluate run --file {word}.csv", {}),
    ("pretrain", {}), ("pretrain --out out", {}), ("pretrain --texts {base}/reviews.csv", {}),
    (f"pretrain --texts '' {SMALL}", {}), (f"pretrain --texts {{word}} {SMALL}", {}),
    (f"pretrain --texts /{{word}}/{{word}} {SMALL}", {}), (f"pretrain --texts {{base}} {SMALL}", {}),
    (f"pretrain --texts {{base}}/reviews.csv {{word}}.txt {SMALL}", {}), (f"pretrain --texts sst2/train {SMALL} --data /{{word}}", {}),
    (f"pretrain --texts wikitext2/{{word}} {SMALL} --data {{base}}", {}), (f"pretrain --texts ../../{{word}}/train {SMALL}", {}),
    (f"pretrain --texts {{word}}/train {SMALL}", {}), (f"{PRETRAIN} --hours 1", {}), (f"{PRETRAIN} --max-length 3", {}),
    (f"{PRETRAIN} --max-length 100000", {}), (f"{PRETRAIN} --columns {{word}}", {}),
    (f"{PRETRAIN} --method mi", {}), (f"{PRETRAIN} --method {{word}}", {}), (f"{PRETRAIN} --model /{{word}}", {}),
    (f"{PRETRAIN} --model {{base}}/reviews.csv", {}), (f"{PRETRAIN} --model .", {}), (f"{PRETRAIN} --lr 1e30", {}),
    (f"{PRETRAIN} --out {{base}}/reviews.csv/out", {}), (f"{PRETRAIN} --out ''", {}), (f"{PRETRAIN} --cache {{base}}/reviews.csv", {}),
    (f"{PRETRAIN} --out file", dict(before=notes("file"))), (f"{PRETRAIN} --config {{word}}.toml", {}),
    ("train --{word} 3", {}), ("--{word}", {}), ("{word}", {}), ("predict {word} {word}", {}),
    ("search run {word}", {}),
): command("words on the command line", line, "right" if line == "" else "refused", **more)
command("words on the command line", "profile run --task demo_tagging --batches 1 --repeat 1", "either")   # texts are texts


# ---------------------------------------------------------------- folders that hold something

def with_notes(name: str, of: str = "") -> Callable:
    "A run, where one is named, and a file of the user's own in it."
    def before(box):
        if of: shutil.copytree(box.base / of, box.folder / "out")
        box.note(f"{name} is the user's")
        box.write(name, f"what I wrote {box.k}")
    return before

KEEP = "folders that hold something"
for place in ("out/notes.txt", "out/checkpoints/notes.txt", "out/best/notes.txt", "out/model/notes.txt",
              "out/standard/notes.txt", "out/settings.json",
              "out/log.jsonl", "out/model/config.json", "out/model/model.safetensors", "out/.model.partial/notes.txt",
              "out/best/step-4/notes.txt",
              "out/checkpoints/checkpoint-2/notes.txt"):
    for method in ("standard", "lengthdrop", "adapler", "mi"):
        command(KEEP, f"{TRAIN} --method {method}", before=with_notes(place))
for place in ("out/notes.txt", "out/checkpoints/notes.txt", "out/hours.json", "out/texts-0.safetensors", "out/model/config.json"):
    command(KEEP, PRETRAIN, before=with_notes(place))
for place in ("out/notes.txt", "out/model/notes.txt", "out/config.json", "out/README.md"):
    for more in ("", " --overwrite"): command(KEEP, f"convert {{base}}/standard/model out{more}",
                                              before=with_notes(place))
for place in (".out.partial/notes.txt", ".out.old/notes.txt"):   # beside the folder: taken, and left alone
    def kept(box, out, place=place): assert (box.folder / place).exists(), f"{place} of the user's was removed"
    command(KEEP, "convert {base}/standard/model out --points 3", "either", kept, before=with_notes(place))
for bad in ("--lr nan", "--epochs 0", "--label {word}", "--columns {word}", "--file {word}.csv", "--method {word}",
            "--model /{word}", "--kind span",
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
add(KEEP, "search a run that was moved", searched_again, "right", same_front)


# ---------------------------------------------------------------- what `lat predict` reads

def stdin_case(what: str, line: bytes, wanted: str = "either", name: str = "standard", n: int | None = None,
               whole: bool = False):
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
    ("JSON cut off", b'{"text": "a fine fi', 7), ("JSON of another key", b'{"txet": "a fine film"}', 7),
    ("an empty object", b"{}", 7), ("nothing", b"", 7), ("spaces", b"    ", 7), ("y", b"y", 7),
    ("a tab alone", b"\t", 7), ("NUL", b"a\0fine film", 7), ("invalid UTF-8", b"a \xff\xfe film", 7),
    ("half a character", "é".encode()[:1], 7), ("Latin-1", "café".encode("latin-1"), 7),
    ("a huge line", b"very " * 300_000, 7), ("a huge word", b"x" * 1_000_000, 7),
    ("emoji and directions", "😀 \u202e \u200d film".encode(), 7),
    ("line separators inside", "a\u2028fine\u2029film\x0b\x0c\x1c\x85".encode(), 7),
    ("half a surrogate pair in JSON", b'{"text": "a \\ud83d film"}', 7),
    ("a JSON text", b'{"text": "a fine film"}', 7), ("a JSON list", b'["a fine film"]', 7),
    ("two texts with a tab", b"a fine film\tand another", 7),
    ("many tabs", b"a\tb\tc\td", 7), ("special tokens", b"[CLS] [SEP] [MASK] [PAD]", 7),
    ("deep JSON", b'{"text": ' + b"[" * 100_000, 7), ("a carriage return at the end", b"a fine film\r", None),
    ("a carriage return inside", b"a fine\rfilm", None),
    ("a JSON text that is null", b'{"text": null}', 7), ("a JSON text that is true", b'{"text": true}', 7),
    ("a huge number in JSON", b'{"text": ' + b"9" * 6000 + b"}", 7)): stdin_case(what, line, n=n)
for what, line in (("a JSON text that is a list", b'{"text": ["a", "film"]}'),
                   ("a JSON text that is an object", b'{"text": {"a": 1}}')):
    stdin_case(what, line, "refused")
for what, data, n in (("nothing at all", b"", 0), ("no line end at the end", b"a fine film", 1),
                      ("one empty line", b"\n", 1), ("only line ends", b"\n\n\n", 3),
                      ("a BOM", b"\xef\xbb\xbfa fine film\n", 1), ("UTF-16", "a fine film\n".encode("utf-16"), None)):
    stdin_case(what, data, "right" if n in (0, 1) and data.strip() else "either", n=n, whole=True)
for what, line in (("no context", b"who ?"), ("no context in JSON", b'{"question": "who ?"}'),
                   ("no question", b'{"context": "the baker"}'),
                   ("a context that is a list", b'{"question": "who ?", "context": ["a"]}'),
                   ("a context null", b'{"question": "who ?", "context": null}')): stdin_case(what, line, "refused",
                       "qa", whole=True)
stdin_case("an empty line", b"\n", "either", "qa", whole=True)
for what, line in (("an empty context", b'{"question": "who ?", "context": ""}'),
                   ("an empty question", b'{"question": "", "context": "the baker"}'),
                   ("a question longer than the model", b"who " * 400 + b"\tthe baker"),
                   ("a context longer than the model", b"who ?\t" + b"the baker " * 400),
                   ("both empty", b"\t")): stdin_case(what, line, "either", "qa", n=1, whole=True)
for what, line, n in (("nothing", b"", 1), ("spaces", b"   ", 1),
                      ("a text longer than the model", b"jordan flew to paris " * 200, 1),
                      ("emoji", "😀".encode(), 1)): stdin_case(what, line + b"\n", "either", "tags", n=n, whole=True)
for what, line in (("one text of a pair", b"only one\n"), ("an empty second text", b"one\t\n"),
                   ("a JSON pair", b'{"text": "one", "pair": "two"}\n')): stdin_case(what, line, "either", "pairs",
                       n=1, whole=True)
stdin_case("nothing", b"\n", "either", "values", n=1, whole=True)
