"""Kills for `hard.py`: a command is ended at a moment that the seed draws, and given again.

The end is to be that of a run that nobody ended: the same bits, no file more, none of the user's less; a finished model
that was there before can be opened in between, and a search loses no evaluation.
"""
import builtins, collections, io, itertools, json, os, random, shutil, signal, sqlite3, tempfile, time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hard_box import DATA, Child, Ended, lat, snapshot, weights
from hard_cases import alike, answers

TRAIN = f"train {DATA} --model {{base}}/tiny --epochs 3 --min-steps 1 --batch 16 --limit 64 --lr 1e-3 --out out"
SEARCH = "--iterations 3 --mutants 4 --children 4"


@dataclass(frozen=True)
class Target:
    "A command that is killed."
    line: str                  # its words
    copies: dict = None        # folders that are there before, by their names
    model: str = ""            # a finished model among them, which must always open
    store: str = ""            # a search store, which must lose nothing
    steps: int = 0             # a checkpoint every so many steps
    processes: int = 1         # so many of it at once; one of them is killed
    signals: bool = False      # at random moments only: what it does, children of its own do
    share: int = 1             # how often it is drawn

TARGETS = {
    "train: standard": Target(f"{TRAIN} --method standard"),
    "train: lengthdrop": Target(f"{TRAIN} --method lengthdrop", share=2),
    "train: adapler": Target(f"{TRAIN} --method adapler", share=2),
    "train: mi": Target(f"{TRAIN} --method mi"),
    "train: reconstruction": Target(f"{TRAIN} --method reconstruction --mlm-epochs 1"),
    "train: with checkpoints": Target(f"{TRAIN} --method standard --batch 4", steps=3, share=3),
    "train: over a finished model": Target(f"{TRAIN} --method standard --seed 7 --overwrite", {"standard": "out"}, "out",
                                           share=3),
    "pretrain": Target("pretrain --texts {base}/reviews.csv --model {base}/tiny --steps 8 --batch 4 --max-length 24 "
                       "--held-out 0.2 --scores 2 --checkpoint-every 3 --lr 1e-3 --out out", share=2),
    "search": Target(f"search run {SEARCH}", {"unsearched": "run"}, "run", "run/search.sqlite", share=3),
    "search: once more": Target(f"search run {SEARCH}", {"lengthdrop": "run"}, "run", "run/search.sqlite", share=3),
    "search: four at once": Target(f"search run {SEARCH}", {"unsearched": "run"}, "run", "run/search.sqlite",
                                   processes=4, share=2),
    "convert": Target("convert {base}/standard/model out --points 4 --overwrite", share=1),
    "convert: over a model": Target("convert {base}/standard/model out --points 4 --overwrite", {"converted": "out"},
                                    "out", share=3),
    "pipeline": Target("run all --profile {base}/hard.toml --root . --serial", share=5),
    "pipeline: with Snakemake": Target("run all --profile {base}/hard.toml --root .", signals=True, share=2)}

OPERATIONS = {"os.replace": os, "os.rename": os, "os.link": os, "os.unlink": os, "os.rmdir": os, "os.mkdir": os,
              "shutil.rmtree": shutil,
              "io.open": io, "builtins.open": builtins}


class Operations:
    "Counts what a process does to files below a folder, and ends it at one of these operations."
    def __init__(
        self,
        home: Path,                      # only files below count
        stop: tuple | None = None,       # (operation, which one, "before" or "after")
    ):
        self.home, self.stop, self.done, self.busy = str(home), stop, [], False
        for name, module in OPERATIONS.items():
            short = name.split(".")[1]
            setattr(module, short, self.watched("open" if short == "open" else name, getattr(module, short)))

    def counts(self, name: str, args: tuple, more: dict) -> bool:
        "Is this one of the operations that are meant? What removes a whole folder names files relative to it."
        if name == "open":
            mode = more.get("mode", args[1] if len(args) > 1 else "r")
            if not set(str(mode)) & set("wax+"): return False
        if more.get("dir_fd") is not None: return True
        return isinstance(args[0], (str, os.PathLike)) and os.path.abspath(args[0]).startswith(self.home)

    def watched(self, name: str, real: Callable) -> Callable:
        def operation(*args, **more):
            if not args or not self.counts(name, args, more): return real(*args, **more)
            self.done.append(name)
            at = (name, self.done.count(name))
            if self.stop == (*at, "before"): os.kill(os.getpid(), signal.SIGKILL)
            found = real(*args, **more)
            if self.stop == (*at, "after"): os.kill(os.getpid(), signal.SIGKILL)
            return found
        return operation


def started(target: Target, base: Path, folder: Path, stop: tuple | None = None, log: Path | None = None,
            name: str = "work") -> Child:
    "The command in a process of its own; a log of its file operations where one is asked for."
    words = target.line.replace("{base}", str(base)).split()
    def work():
        operations = Operations(folder, stop) if stop or log else None
        if target.steps: every(target.steps)
        code = lat(words)
        if log: log.write_text(json.dumps(operations.done))
        return code
    return Child(work, folder, limit=300, name=name, looks=target.signals)

def every(steps: int):
    "A checkpoint every so many steps: the command line has no option for it."
    from lat import training
    arguments = training.training_arguments
    training.training_arguments = lambda out, **given: arguments(out, **given | dict(save_steps=steps))

def made(target: Target, base: Path, folder: Path) -> Path:
    "A folder with what is there before, and files of the user's beside."
    folder.mkdir(parents=True)
    for name, as_ in (target.copies or {}).items(): shutil.copytree(base / name, folder / as_)
    for name in ("notes.txt", "mine/notes.txt", ".mine", "Snakefile"): (folder / name).parent.mkdir(exist_ok=True)
    for name in ("notes.txt", "mine/notes.txt", ".mine"): (folder / name).write_text(f"what I wrote in {name}\n")
    shutil.copy(Path(__file__).parent.parent / "Snakefile", folder / "Snakefile")
    return folder

MINE = ("notes.txt", "mine/notes.txt", ".mine", "Snakefile")


# ---------------------------------------------------------------- what a folder holds

def listing(folder: Path) -> set[str]:
    "Names of all files below a folder; Snakemake's own notes do not count."
    return {n for n in snapshot(folder) if not n.startswith(".snakemake")}

def fronts(folder: Path) -> dict:
    "The points of every model below a folder, without the times that were measured."
    found = {}
    for path in sorted(folder.rglob("config.json")):
        points = (json.loads(path.read_text()).get("lat") or {}).get("front", [])
        found[str(path.relative_to(folder))] = [{k: v for k, v in q.items() if k != "latency_ms"} for q in points]
    return found

def scores(folder: Path) -> dict:
    "The tables of scores that a pipeline left."
    import pandas as pd
    tables = sorted(folder.glob("reports/*/results/*.parquet"))
    keep = ["method", "split", "score", "flops_ratio"]
    return {t.stem: pd.read_parquet(t)[keep].values.tolist() for t in tables if t.stem in ("scores", "models", "depth")}

def state(folder: Path) -> dict:
    "What two runs must agree on."
    models = {str(p.parent.relative_to(folder)): weights(p.parent) for p in sorted(folder.rglob("model.safetensors"))}
    return dict(weights=models, fronts=fronts(folder), scores=scores(folder))

def difference(a, b, where: str = "") -> str:
    "Where two states differ first, and how."
    pairs = [(k, a.get(k), b.get(k)) for k in {**a, **b}] if isinstance(a, dict) and isinstance(b, dict) else \
        [(i, *p) for i, p in enumerate(zip(a, b))] if isinstance(a, list) and isinstance(b, list) and len(a) == len(b) else []
    found = next((p for p in pairs if p[1] != p[2]), None)
    return difference(*found[1:], f"{where}/{found[0]}") if found else f"{where[1:]} is {str(b)[:120]} instead of {str(a)[:120]}"

def evaluations(store: Path) -> dict:
    "What a search store holds, read from a copy: gene to (score, seconds)."
    if not store.exists(): return {}
    with tempfile.TemporaryDirectory() as aside:
        for path in store.parent.glob(f"{store.name}*"): shutil.copy(path, aside)
        db = sqlite3.connect(Path(aside) / store.name)
        try: return {g: (s, t) for g, s,
                     t in db.execute("SELECT gene, score, seconds FROM evaluations WHERE score IS NOT NULL")}
        except sqlite3.Error as e: return {"damaged": str(e)}
        finally: db.close()

def predicted(base: Path, folder: Path, model: str) -> list | str:
    "What a model says to the clean texts, or the message that it was refused with."
    child = Child(lambda: lat(["predict", "--model", model]), folder, (base / "texts.txt").read_bytes(), name="open")
    ended = child.wait()
    return answers(ended.out) if ended.code == 0 else f"exit code {ended.code}: {ended.err.strip()[-300:]}"


@dataclass
class Reference:
    "What a run that nobody ends does, and leaves."
    files: set
    state: dict
    said: list            # by the model that was there before, and by the one that is there after
    operations: list      # on files, in order
    seconds: float        # of work

def reference(target: Target, base: Path, home: Path) -> Reference:
    folder = made(target, base, home / "reference")
    before = predicted(base, folder, target.model) if target.model else None
    log = home / "operations.json"
    child = started(target, base, folder, log=None if target.signals else log)
    ended = child.wait()
    if ended.code: raise SystemExit(f"hard: {target.line} fails by itself (exit code {ended.code}): {ended.err[-2000:]}")
    said = [before, predicted(base, folder, target.model)] if target.model else []
    found = Reference(listing(folder), state(folder), said, json.loads(log.read_text()) if log.exists() else [],
                      ended.work)
    shutil.rmtree(folder)
    return found


# ---------------------------------------------------------------- one kill

def moment(rng: random.Random, target: Target, ref: Reference) -> tuple:
    "When it ends: at an operation on files, or by a signal after a share of its work."
    if ref.operations and rng.random() < 0.55:
        name = rng.choice(sorted(set(ref.operations)))
        return name, rng.randint(1, ref.operations.count(name)), rng.choice(("before", "after"))
    return rng.choice(("KILL", "KILL", "TERM", "INT")), rng.uniform(0.02, 0.98)

def told(when: tuple) -> str:
    return f"{when[2]} {when[0]} number {when[1]}" if len(when) == 3 else f"{when[0]} after {when[1]:.0%} of its work"

def kill(target: Target, base: Path, folder: Path, when: tuple, ref: Reference) -> Ended:
    "Start it, and end it at its moment; its other processes go on to their ends."
    others = [started(target, base, folder, name=f"other{i}") for i in range(target.processes - 1)]
    child = started(target, base, folder, when if len(when) == 3 else None)
    while not child.poll():
        if len(when) == 2 and child.busy() >= when[1] * ref.seconds:
            child.signal(getattr(signal, f"SIG{when[0]}"))
            break
        time.sleep(0.002)
    for other in others: other.wait()
    return child.wait()

def looked_at(target: Target, base: Path, folder: Path, ref: Reference) -> str:
    "What is wrong right after the kill; nothing where all is well."
    if not target.model: return ""
    said = predicted(base, folder, target.model)
    if isinstance(said, str): return f"the finished model cannot be opened: {said}"
    return "" if any(alike(said,
                           s) for s in ref.said) else "the finished model says what neither the old one nor the new one says"

def finished(target: Target, base: Path, folder: Path, ref: Reference, mine: dict, kept: dict) -> str:
    "Go on to the end, some hours later; what is wrong there."
    for path in folder.rglob(".*.part*"): os.utime(path, (time.time() - 7200,) * 2, follow_symlinks=False)   # what is young may be somebody's
    ended = started(target, base, folder).wait()
    if ended.code: return f"the same command again ends with exit code {ended.code}: {ended.err.strip()[-300:]}"
    now = state(folder)
    if now != ref.state: return f"another end than without the kill: {difference(ref.state, now)}"
    lost = [g for g, value in kept.items() if evaluations(folder / target.store).get(g) != value]
    if lost: return f"{len(lost)} evaluations of the search were lost or made again, {lost[0]} for one"
    if gone := [n for n in MINE if mine[n] != snapshot(folder).get(n)]: return f"files of the user's are gone or changed: {', '.join(gone)}"
    more, fewer = listing(folder) - ref.files, ref.files - listing(folder)
    if more: return f"left behind: {', '.join(sorted(more)[:4])}"
    return f"missing at the end: {', '.join(sorted(fewer)[:4])}" if fewer else ""

def one_kill(name: str, base: Path, home: Path, rng: random.Random, ref: Reference) -> dict:
    "Kill, look, go on; sometimes a second kill on the way."
    target, wrong = TARGETS[name], ""
    folder = made(target, base, home / "work")
    mine, whens, kept = snapshot(folder), [], {}
    for _ in range(1 + (rng.random() < 0.25)):
        whens.append(moment(rng, target, ref))
        ended = kill(target, base, folder, whens[-1], ref)
        if ended.code is None: wrong = wrong or "it did not end at the signal"
        if ended.orphans and whens[-1][0] in ("TERM", "INT"): wrong = wrong or f"children of its own outlived it ({told(whens[-1])})"
        if "Traceback" in ended.err and whens[-1][0] != "KILL": wrong = wrong or f"a traceback at {told(whens[-1])}: {ended.err.strip()[-200:]}"
        if target.store: kept |= evaluations(folder / target.store)
        wrong = wrong or looked_at(target, base, folder, ref)
    wrong = wrong or finished(target, base, folder, ref, mine, kept)
    shutil.rmtree(folder)
    return dict(family=f"kill, {name}", what=" and ".join(map(told, whens)), line=f"lat {target.line}",
                wanted="whole", wrong=wrong,
                kind="other" if wrong else "whole", target=name,
                moment="file operation" if len(whens[0]) == 3 else f"random, {whens[0][0]}")


def prepare(base: Path):
    "A run that was never searched, and a model that was converted."
    if not (base / "unsearched").exists():
        shutil.copytree(base / "lengthdrop", base / "unsearched.part",
                        ignore=shutil.ignore_patterns("search.sqlite*"))
        os.replace(base / "unsearched.part", base / "unsearched")
    if not (base / "converted").exists():
        ended = Child(lambda: lat(f"convert {base}/standard/model {base}/converted --points 7".split()),
                      base / "made", limit=300).wait()
        if ended.code: raise SystemExit(f"hard: a model could not be converted: {ended.err[-2000:]}")

MANY = 20   # kills from which on the slowest targets have a part

def run_kills(base: Path, rng: random.Random, n: int, only: str = "") -> list[dict]:
    "So many kills, over all targets in turn."
    if not n: return []
    prepare(base)
    every_one = [name for name, t in TARGETS.items() for _ in range(t.share) if only in name and (n >= MANY or not t.signals)]
    names = list(itertools.islice(itertools.cycle(rng.sample(every_one, len(every_one))), n))
    home, found, references = Path(tempfile.mkdtemp(prefix="hard-kills-")), [], {}
    for i, name in enumerate(sorted(names)):
        if name not in references: references[name] = reference(TARGETS[name], base, home / name.replace(" ", "-"))
        found.append(one_kill(name, base, home / f"kill{i}", random.Random(f"{rng.random()} {i}"), references[name]))
        if found[-1]["wrong"]: print(f"OTHER   {name}: {found[-1]['what']}\n        {found[-1]['wrong']}", flush=True)
    shutil.rmtree(home, ignore_errors=True)
    return found

def counted(found: list[dict]) -> list[dict]:
    "Counts by target and kind of moment."
    kinds = collections.Counter((f["target"], f["moment"], f["kind"]) for f in found)
    pairs = dict.fromkeys((t, m) for t, m, _ in sorted(kinds))
    return [dict(target=t, moment=m, kills=kinds[t, m, "whole"] + kinds[t, m, "other"], whole=kinds[t, m, "whole"],
                 other=kinds[t, m, "other"]) for t, m in pairs]
