"""What a case of `hard.py` is, and what the families share: command lines, clean answers, rows and their files.

A case prepares a folder and answers with the words of a command line, or with a function to be called. It is to be
`refused` (in one line that says what to do, nothing answered, no file of the user's changed), or `right` (taken, and
the answer is what it is for the clean input), or `either` of the two.
"""
import csv, io, json, re
from collections.abc import Callable
from dataclasses import dataclass

from hard_box import DATA, SEARCH, Box


@dataclass(frozen=True)
class Case:
    "One input, and what is to become of it."
    family: str
    what: str                        # what is wrong
    do: Callable[[Box], object]      # prepares; the words of a command line, or a function to be called
    wanted: str = "refused"          # or "right", or "either"
    right: Callable | None = None    # (box, standard output): raises AssertionError where an answer that was given is wrong
    says: str = ""                   # what a refusal must say


TRAIN = f"train {DATA} --model {{base}}/tiny --epochs 0.3 --min-steps 1 --batch 16 --limit 64 --out out"
SMALL = "--model {base}/tiny --steps 2 --min-steps 1 --batch 8 --max-length 24 --held-out 0.2 --scores 1 --out out"
PRETRAIN = f"pretrain --texts {{base}}/reviews.csv {SMALL}"
FAMILIES: dict[str, list[Case]] = {}

def add(family: str, what: str, do: Callable, wanted: str = "refused", right: Callable | None = None, says: str = ""):
    FAMILIES.setdefault(family, []).append(Case(family, what, do, wanted, right, says))

def command(family: str, line: str, wanted: str = "refused", right: Callable | None = None, says: str = "",
            stdin: bytes = b"a fine film\n",
            before: Callable | None = None):
    "A case that is one command line; `run` and `model` in it are copies of a trained run and of its model."
    def do(box):
        if before: before(box)
        if re.search(r"(?<![\w/{])run(?![\w:])",
                     line.split(" ", 1)[-1]) and not (box.folder / "run").exists(): box.run()
        if "--model model" in line and not (box.folder / "model").exists(): box.model()
        box.stdin = stdin
        return box.words(line)
    add(family, shown(line), do, wanted, right, says)

def shown(line: str) -> str:
    "A command line without what is in every one."
    return line.replace(TRAIN, "train …").replace(PRETRAIN, "pretrain …").replace(SMALL, "…").replace(DATA, "…")


def no_constant(name): raise AssertionError(f"{name} is no JSON")

def answers(out: str) -> list[dict]:
    "Answers as strict JSON, one a line."
    try: return [json.loads(line, parse_constant=no_constant) for line in out.splitlines()]
    except ValueError as e: raise AssertionError(f"an answer is no JSON: {e}")

def alike(a, b, within: float = 2e-3) -> bool:
    "Equal, numbers up to rounding."
    if isinstance(a, dict): return isinstance(b,
                                              dict) and a.keys() == b.keys() and all(alike(a[k], b[k],
                                                  within) for k in a)
    if isinstance(a, list): return isinstance(b, list) and len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float) or isinstance(b, float): return abs(a - b) <= within
    return a == b

def reference(box, name: str) -> list[dict]: return answers((box.base / f"{name}.answers").read_text())

def as_clean(name: str = "lengthdrop") -> Callable:
    "The answers are those of the clean model."
    def right(box, out):
        assert alike(answers(out),
                     reference(box, name)), f"the answers are not those of the clean model: {out[:300]!r}"
    return right

def clean_texts(box) -> bytes: return (box.base / "texts.txt").read_bytes()

def same_front(box, out):
    def points(text): return [line.split()[0::2] for line in text.splitlines() if re.match(r"\s+\d\.\d+ ", line)]
    found, was = ([re.sub(r"\s+\S+(?=  )", "", line,
                          count=0) for line in text.splitlines() if re.match(r"\s+\d\.\d+ ", line)] for text in
                  (out, (box.base / "search.answers").read_text()))
    key = lambda line: (line.split()[0], line.split()[1], line.split()[3:])
    assert [key(l) for l in out.splitlines() if re.match(r"\s+\d\.\d+ ", l)] == \
        [key(l) for l in (box.base / "search.answers").read_text().splitlines() if re.match(r"\s+\d\.\d+ ",
            l)], f"another front: {out[-600:]!r}"


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

def one(rows: list, box, **changes) -> list:
    "Rows, with one of them changed."
    at = box.rng.randrange(len(rows))
    box.note(f"row {at}")
    return [r | changes if i == at else r for i, r in enumerate(rows)]


class Evil:
    "Unpickling it writes a file."
    def __init__(self, path): self.path = str(path)
    def __reduce__(self): return open, (self.path, "w")

SEARCHED = "search run " + SEARCH
