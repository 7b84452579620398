"""Bad inputs and kills, drawn from a seed: is every one refused in a line, or taken and answered rightly?

`python .ci/hard.py --seed 1 --inputs 300 --kills 40` prints what is neither, with its reproduction, and writes the
counts. `--only 17` does one case again and leaves its folder; `--family profiles` does one family.
"""
import argparse, importlib, json, os, random, re, shlex, shutil, sys, tempfile, time, traceback
from collections import Counter
from pathlib import Path

from hard_box import Box, Child, Ended, import_all, lat, prepare, snapshot, warm

FAMILIES = ("words", "files", "models", "profiles", "api")   # files beside this one that hold cases
WRITES = ("out", "run", "data", "reports", "saved", "elsewhere")   # folders that a command which was taken may write to


def expected(families: dict, n: int, rng: random.Random) -> list:
    "`n` cases, as many of each family as its share asks for, at least one; every case once before one comes again."
    total, drawn = sum(map(len, families.values())), []
    for cases in families.values():
        wanted, pile = max(1, round(n * len(cases) / total)), []
        while len(pile) < wanted: pile += rng.sample(cases, len(cases))
        drawn += pile[:wanted]
    rng.shuffle(drawn)
    return drawn


def changed(before: dict, after: dict, taken: bool) -> list[str]:
    "Files of the user's that are not what they were; a command that was taken may write to its own folders, a pipeline also before it stops."
    own = lambda name: name.startswith("data/runs/") or taken and name.split("/")[0] in WRITES
    return [n for n, was in before.items() if after.get(n) != was and not own(n) and was != "folder"]


def in_child(case, box: Box, verdict: Path) -> int:
    "Prepare a case, do it, and write down what a look from outside would not tell."
    work = case.do(box)
    line = f"lat {shlex.join(work)}" if isinstance(work, list) else " ".join(box.notes) or case.what
    told = dict(line=line, notes=box.notes, changed=[], wrong="")
    verdict.write_text(json.dumps(told))
    before = snapshot(box.folder)
    if box.stdin:
        (box.folder.with_name(f"{box.folder.name}.in")).write_bytes(box.stdin)   # the same file that is open as standard input
    start = sys.stdout.flush() or os.lseek(1, 0, os.SEEK_CUR)
    code = one(work, told)
    sys.stdout.flush()
    out = (box.folder.with_name(f"{box.folder.name}.out")).read_bytes()[start:].decode("utf8", "replace")
    told["changed"] = changed(before, snapshot(box.folder), code == 0)
    if code == 0 and case.right:
        try: case.right(box, out)
        except AssertionError as e: told["wrong"] = str(e)[:300]
    if (box.folder / "evil").exists(): told["wrong"] = "code that came with the input was run"
    verdict.write_text(json.dumps(told))
    return code


def one(work, told: dict) -> int:
    "The command, or the call: 0 taken, 2 refused, another number for what is neither."
    from lat.basics import LatError
    if isinstance(work, list):
        try: return lat(work)
        except SystemExit as e: return e.code or 0
    try: work()
    except LatError as e: return print(e, file=sys.stderr) or 2
    except AssertionError as e: told["wrong"] = str(e)[:300] or "a wrong answer"
    except Exception as e:
        where = traceback.extract_tb(e.__traceback__)[-1]
        print(f"{type(e).__name__}: {e} ({Path(where.filename).name}:{where.lineno})", file=sys.stderr)
        return 1
    return 0


BAR = re.compile(r".*?\d+%\|[^|]*\|[^\[]*\[[^\]]*\]|^\d+\w* \[[^\]]*/s[^\]]*\]")   # as tqdm draws one, with or without a total

def message(err: str) -> list[str]:
    "The lines on standard error, without bars of progress and notes."
    found = [BAR.sub("", line.rsplit("\r", 1)[-1]).strip() for line in err.split("\n")]
    return [line for line in found if line and not line.startswith("note: ")]


CODE = re.compile(r"has no attribute|unhashable|not subscriptable|not iterable|invalid literal|positional argument|above report|out of range in self")

def before_it(out: str, said: str) -> bool:
    "Are these answers to lines before the one that was refused? They are right, and out before it is read."
    line = re.search(r"\bline (\d+): ", said)
    return line is not None and out.count("\n") < int(line[1])


def judge(case, ended: Ended, told: dict) -> str:
    "What is wrong with how a case ended; nothing where it is a clear error, or an answer that is right."
    said = message(ended.err)
    last = " / ".join(said)[-300:] if said else "no message"
    if ended.code is None: return f"it still ran after {ended.seconds:.0f} s"
    if told.get("wrong"): return told["wrong"]
    if told.get("changed"): return f"changed {', '.join(told['changed'][:4])} (exit code {ended.code}: {last})"
    if ended.code == 0: return "it was taken" if case.wanted == "refused" else ""
    if ended.code != 2: return f"exit code {ended.code}: {last}"
    if "Traceback" in ended.err or "fault of ours" in ended.err: return f"a raw error: {last}"
    if len(said) != 1: return f"{len(said)} lines instead of one: {last}"
    if ended.out.lstrip().startswith("{") and not before_it(ended.out, said[0]): return f"it was answered ({ended.out.strip()[:80]}), then refused"
    if case.says and case.says not in said[0]: return f"the message does not say '{case.says}': {last}"
    if m := CODE.search(said[0]): return f"the message tells of code ('{m[0]}'), not of the input: {last}"
    return f"it was refused: {last}" if case.wanted == "right" else ""


def run_inputs(cases: list, numbers: list[int], base: Path, seed: int, jobs: int, keep: bool,
               limit: float) -> list[dict]:
    "Do all cases, some at a time; what became of each."
    found, running, waiting = [], {}, list(zip(numbers, cases))
    home = Path(tempfile.mkdtemp(prefix="hard-"))
    while waiting or running:
        while waiting and len(running) < jobs:
            number, case = waiting.pop(0)
            folder, verdict = home / f"case{number}" / "work", home / f"case{number}" / "verdict.json"
            box = Box(base, folder, random.Random(f"{seed} {number} {case.what}"))
            running[number] = case, verdict, Child(lambda: in_child(case, box, verdict), folder, limit=limit)
        for number, (case, verdict, child) in list(running.items()):
            if not (ended := child.poll()): continue
            told = json.loads(verdict.read_text()) if verdict.exists() else {}
            wrong = judge(case, ended, told) if told else f"the case could not be prepared: {ended.err[-400:]}"
            kind = "other" if wrong else "right" if ended.code == 0 else "refused"
            found.append(dict(number=number, family=case.family, what=case.what, wanted=case.wanted, kind=kind,
                              wrong=wrong,
                              line=told.get("line", ""), notes=told.get("notes", []), seconds=ended.seconds,
                              said=" / ".join(message(ended.err))[-400:]))
            if wrong: print(f"OTHER   {number} {case.family}: {case.what}\n        {told.get('line', '')} {told['notes'] if told.get('line', '').startswith('lat ') and told['notes'] else ''}\n        {wrong}\n        wanted: {case.wanted}", flush=True)
            if not keep: shutil.rmtree(child.folder.parent, ignore_errors=True)
            del running[number]
        time.sleep(0.002)
    if keep: print(f"folders in {home}")
    else: shutil.rmtree(home, ignore_errors=True)
    return sorted(found, key=lambda f: f["number"])


def counted(found: list[dict]) -> list[dict]:
    "Counts of each family."
    kinds = {f: Counter(x["kind"] for x in found if x["family"] == f) for f in dict.fromkeys(x["family"] for x in found)}
    return [dict(family=f, cases=sum(c.values()), **{k: c[k] for k in ("refused", "right", "other")}) for f,
            c in sorted(kinds.items())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value, text in (("seed", 1, "what is drawn"), ("inputs", 300, "how many bad inputs"),
                              ("kills", 40, "how many kills"),
                              ("jobs", min(4, os.cpu_count() or 1), "cases at a time"),
                              ("limit", 60, "seconds a case may take")):
        parser.add_argument(f"--{name}", type=int, default=value, help=f"{text} (default {value})")
    parser.add_argument("--only", type=int, nargs="+", help="numbers of cases to do again; their folders stay")
    parser.add_argument("--family", help="only families whose name has this in it")
    parser.add_argument("--target", default="", help="only kills of targets whose name has this in it")
    parser.add_argument("--base", type=Path, help="folder of what the cases are made of, kept for the next time")
    parser.add_argument("--out", type=Path, help="JSON file for the counts")
    parser.add_argument("--list", type=Path, help="JSON-lines file for every case")
    args = parser.parse_args()
    began, rng = time.time(), random.Random(args.seed)
    import_all()
    import hard_cases, hard_kills
    for name in FAMILIES: importlib.import_module(f"hard_{name}")
    families = {k: v for k, v in hard_cases.FAMILIES.items() if args.family is None or args.family in k}
    cases = list(enumerate(expected(families, args.inputs, rng) if args.inputs and families else []))
    if args.only: cases = [c for c in cases if c[0] in args.only]
    base = (args.base or Path(tempfile.mkdtemp(prefix="hard-base-"))).resolve()
    prepare(base)
    warm(base)
    found = run_inputs([c for _, c in cases], [n for n, _ in cases], base, args.seed, args.jobs, bool(args.only),
                       args.limit)
    kills = hard_kills.run_kills(base, random.Random(f"kills {args.seed}"), args.kills, args.target)
    if args.list: args.list.write_text("".join(json.dumps(f, ensure_ascii=False) + "\n" for f in found + kills))
    others = [f for f in found + kills if f["kind"] == "other"]
    from lat.profiling import environment
    facts = dict(seed=args.seed, inputs=counted(found), kills=hard_kills.counted(kills),
                 seconds=round(time.time() - began), environment=environment(),
                 others=[{k: f[k] for k in ("family", "what", "line", "wanted", "wrong")} for f in others])
    if args.out:
        from lat.basics import write_atomic
        write_atomic(args.out, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    if not args.base: shutil.rmtree(base, ignore_errors=True)
    for name, rows in (("inputs", facts["inputs"]), ("kills", facts["kills"])):
        total = Counter({k: sum(r.get(k, 0) for r in rows) for k in ("cases", "refused", "right", "other", "kills",
            "whole")})
        print(f"{name}: " + ", ".join(f"{v} {k}" for k, v in total.items() if v or k == "other"))
    sys.exit(bool(others))

if __name__ == "__main__": main()
