"""Processes of their own for `hard.py`: forked from one that has imported everything, watched, ended, and told about."""
import contextlib, hashlib, io, os, random, shutil, signal, sys, time, traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ |= dict(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false", HF_HUB_OFFLINE="1",
                   TRANSFORMERS_VERBOSITY="error",
                   HF_HUB_DISABLE_PROGRESS_BARS="1")


@dataclass
class Ended:
    "How a process ended."
    code: int | None  # its exit code, minus the signal that ended it; None: it still ran after its time
    out: str          # standard output
    err: str          # standard error
    seconds: float    # by the clock
    work: float       # seconds of processor time
    orphans: bool     # did children of its own outlive it?


class Child:
    "A forked process that does `work` in `folder`; what it says goes into files beside that folder."
    def __init__(
        self,
        work: Callable[[], int | None],  # its answer is the exit code
        folder: Path,                    # where it works
        stdin: bytes = b"",
        limit: float = 60,               # seconds of work it may take, and five times as many by the clock
        name: str = "",                  # of the files beside the folder; the folder's where there is none
        looks: bool = False,             # look for processes that it leaves behind
    ):
        folder.mkdir(parents=True, exist_ok=True)
        self.work, self.folder, self.limit, self.ended, self.looks = work, folder, limit, None, looks
        self.files = [folder.with_name(f"{name or folder.name}.{end}") for end in ("in", "out", "err")]
        self.files[0].write_bytes(stdin)
        sys.stdout.flush()
        sys.stderr.flush()
        self.began, self.pid = time.time(), os.fork()
        if not self.pid: self.run()

    def run(self):
        "The child: never comes back."
        code = 70
        try:
            os.setsid()
            for fd, path in enumerate(self.files):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC if fd else os.O_RDONLY, 0o644), fd)
            sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False))
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.chdir(self.folder)
            code = self.work() or 0
        except SystemExit as e: code = e.code if isinstance(e.code, int) else 1
        except KeyboardInterrupt: code = 130
        except BaseException: traceback.print_exc()
        finally:
            for stream in (sys.stdout, sys.stderr):
                try: stream.flush()
                except (OSError, ValueError): pass
            os._exit(code)

    def signal(self, number: int):
        "Send a signal to the process, not to its children."
        try: os.kill(self.pid, number)
        except ProcessLookupError: pass

    def poll(self) -> Ended | None:
        "How it ended, once it has; past its time it is ended."
        if self.ended: return self.ended
        pid, status, usage = os.wait4(self.pid, os.WNOHANG)
        late = not pid and (self.busy() > self.limit or time.time() - self.began > 5 * self.limit)
        if late:
            self.sweep()
            pid, status, usage = os.wait4(self.pid, 0)
        if not pid: return None
        code = None if late else -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        told = [f.read_bytes().decode("utf8", "replace") for f in self.files[1:]]
        seconds, orphans = time.time() - self.began, self.left_behind(30 if code != -signal.SIGKILL else 0)
        self.sweep()
        self.ended = Ended(code, *told, seconds, usage.ru_utime + usage.ru_stime, orphans)
        return self.ended

    def busy(self) -> float:
        "Seconds of processor time that it has taken: a machine that others use too makes nothing look stuck."
        try: fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError: return 0.
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def family(self) -> list:
        "What still runs of its session, and what names its folder on a command line, wherever that has gone."
        import psutil
        def ours(p):
            try: return p.status() != psutil.STATUS_ZOMBIE and (os.getsid(p.pid) == self.pid or str(self.folder) in " ".join(p.cmdline()))
            except (psutil.Error, OSError): return False
        return [p for p in psutil.process_iter() if p.pid not in (os.getpid(), self.pid) and ours(p)]

    def left_behind(self, patience: float = 10) -> bool:
        "Does anything of its family still run, after some seconds?"
        if not self.looks: return False
        end = time.time() + patience
        while found := self.family():
            if time.time() > end: return bool(found)
            time.sleep(0.1)
        return False

    def sweep(self):
        "End whatever is left of its family."
        import psutil
        for p in self.family() if self.looks else []:
            with contextlib.suppress(psutil.Error): p.kill()
        with contextlib.suppress(OSError): os.killpg(self.pid, signal.SIGKILL)

    def wait(self) -> Ended:
        while not self.poll(): time.sleep(0.005)
        return self.ended


def lat(words: list[str]) -> int:
    "The command line, in this process."
    from lat.pipeline.cli import main
    return main(words)


def snapshot(folder: Path) -> dict[str, str]:
    "A hash of every file below a folder, by its path; where a link points to; and the folders that are empty."
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink(): found[name] = f"-> {os.readlink(path)}"
        elif path.is_file(): found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        elif not any(path.iterdir()): found[name] = "folder"
    return found


def weights(folder: Path) -> str:
    "A hash of all weights of a model's folder."
    return " ".join(hashlib.sha256(f.read_bytes()).hexdigest() for f in sorted(folder.glob("*.safetensors")))


class Box:
    "The folder of one case: what it is made of, its own random draws, and notes for its reproduction."
    def __init__(self, base: Path, folder: Path, rng: random.Random):
        self.base, self.folder, self.rng, self.notes = base, folder, rng, []
        self.k, self.word = rng.randint(2, 10_000), "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=5))
        self.stdin = b""

    def note(self, text: str): self.notes.append(text)

    def fill(self, text: str) -> str:
        "A value with this case's own draws in it."
        for name in ("k", "word", "base", "folder"): text = text.replace(f"{{{name}}}", str(getattr(self, name)))
        return text

    def words(self, command: str) -> list[str]:
        "A command line in words, blanks inside quotes kept."
        import shlex
        return shlex.split(self.fill(command))

    def run(self, name: str = "lengthdrop") -> Path:
        "A copy of a trained run, at `run`."
        shutil.copytree(self.base / name, self.folder / "run")
        return self.folder / "run"

    def model(self, name: str = "lengthdrop") -> Path:
        "A copy of a trained model, at `model`."
        shutil.copytree(self.base / name / "model", self.folder / "model")
        return self.folder / "model"

    def write(self, name: str, data: bytes | str) -> Path:
        "A file of the user's."
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path


# What every case is made of: a tiny model, files of generated sentences, and a run of each method, trained for a few steps.
DATA = "--file {base}/reviews.csv --columns text --label label"
COMMON = "--model {base}/tiny --epochs 1 --min-steps 1 --batch 16 --limit 64 --lr 1e-3"
RUNS = dict(
    standard=f"--method standard {DATA}", lengthdrop=f"--method lengthdrop {DATA}",
    adapler=f"--method adapler {DATA}",
    mi=f"--method mi {DATA}", reconstruction=f"--method reconstruction --mlm-epochs 1 {DATA}",
    halting=f"--method halting {DATA}",
    tags="--method standard --file {base}/tags.jsonl --columns tokens --label tags --kind token",
    qa="--method standard --file {base}/spans.jsonl --columns question context --label answers --kind span",
    pairs="--method standard --file {base}/pairs.csv --columns one two --label label",
    values="--method standard --file {base}/values.csv --columns text --label label --kind regression")
SEARCH = "--iterations 2 --mutants 3 --children 3"


def make_data(base: Path):
    "Files of generated sentences, one for each kind of task."
    import csv, json
    from lat.data.demo import generate_demo
    from lat.data.tasks import TASKS
    def rows(kind, columns, n=200):
        table = generate_demo(kind, n, seed=3)
        names = TASKS[f"demo_{kind}"].labels
        named = lambda v: names[v] if isinstance(v, int) else [names[t] for t in v]
        return [{new: named(table[old][i]) if old in ("label", "tags") else table[old][i] for old,
                 new in columns.items()} for i in range(n)]
    def save_csv(name, found):
        with open(base / name, "w", newline="") as f:
            out = csv.DictWriter(f, list(found[0]))
            out.writeheader()
            out.writerows(found)
    def save_lines(name, found): (base / name).write_text("".join(json.dumps(r) + "\n" for r in found))
    reviews = rows("sentiment", {TASKS["demo_sentiment"].columns[0]: "text", "label": "label"})
    save_csv("reviews.csv", reviews)
    save_csv("values.csv", [r | dict(label=f"{len(r['text']) / 100:.2f}") for r in reviews])
    save_csv("pairs.csv", rows("pairs", dict(sentence1="one", sentence2="two", label="label")))
    save_lines("tags.jsonl", rows("tagging", dict(tokens="tokens", tags="tags")))
    save_lines("spans.jsonl", rows("span", dict(question="question", context="context", answers="answers"), 60))
    (base / "texts.txt").write_text("".join(r["text"] + "\n" for r in reviews[:6]))


PROFILE = """title = "Hard"
note = "Generated sentences."
seed = 0
threads = 1

[backbones.tiny]
name = "Tiny"
source = "tiny"

[tasks.demo_sentiment]
backbones = ["tiny"]
methods = ["lengthdrop", "adapler", "depth"]
limit = { train = 64, select = 24, report = 24 }

[finetune]
epochs = 1
batch = 16
lr = 2e-3

[lengthdrop]
p = [0.4]
epochs = 1
batch = 16
lr = 1e-3

[adapler]
epochs = 1
batch = 16
lr = 1e-3

[mlm]
epochs = 1
batch = 16
lr = 1e-3

[depth]
epochs = 1
batch = 16
lr = 2e-3
kinds = ["mi"]

[search]
iterations = 1
mutants = 2
children = 2
start = 2
curve_points = 3

[profile]
backbones = ["tiny"]
batches = [1]
lengths = [16]
points = 2
repeat = 1
warmup = 1
rows = 8
bench = false
"""


def prepare(base: Path, wanted: tuple[str, ...] = (*RUNS, "search", "pipeline")):
    "Make, once, what the cases are made of; what the commands said is kept as what they should say."
    from lat.pipeline.work import make_tiny
    def once(name: str, work: Callable, stdin: bytes = b""):
        if (base / f"{name}.answers").exists(): return
        ended = Child(work, base / "made", stdin, 600).wait()
        if ended.code: sys.exit(f"hard: the preparation failed at {name} (exit code {ended.code}): {ended.out[-1500:]}{ended.err[-3000:]}")
        (base / f"{name}.answers").write_text(ended.out)
    def words(command: str) -> list[str]: return command.replace("{base}", str(base)).split()
    base.mkdir(parents=True, exist_ok=True)
    (base / "hard.toml").write_text(PROFILE)
    once("tiny", lambda: (make_tiny(base / "tiny"), make_data(base)) and None)
    for name in (n for n in wanted if n in RUNS):
        once(f"{name}.training", lambda: lat(words(f"train {RUNS[name]} {COMMON} --out {{base}}/{name}")))
        if name == "lengthdrop": once("search", lambda: lat(words(f"search {{base}}/lengthdrop {SEARCH}")))
        if name not in ("qa", "tags", "pairs"):
            once(name, lambda: lat(words(f"predict --model {{base}}/{name}")), (base / "texts.txt").read_bytes())
    if "pipeline" in wanted: once("pipeline",
                                  lambda: lat(words("run all --profile {base}/hard.toml --root {base}/pipeline --serial")))


def import_all():
    "Everything that a case may need, before the first fork; nothing here starts a thread."
    import importlib
    for name in ("lat.pipeline.cli lat.adapler lat.rationale lat.exits lat.halting lat.reconstruction lat.pretraining lat.lengthdrop lat.search lat.model lat.training "
                 "lat.shelves.bench lat.figures.claims lat.figures.site lat.shelves.adapler_stages lat.shelves.depth_stages lat.shelves.lengthdrop_stages "
                 "pandas scipy.sparse torch transformers.models.bert.modeling_bert transformers.models.auto.tokenization_auto").split():
        importlib.import_module(name)
    import torch
    torch.set_num_threads(1)


def warm(base: Path):
    "Open a model and its tokenizer once, so that no case has to import what that takes."
    import gc, threading, torch
    from lat.model import AdaptiveForSequenceClassification
    from lat.pipeline.work import hush, load_tokenizer
    hush()
    with torch.no_grad():
        model = AdaptiveForSequenceClassification.from_pretrained(str(base / "lengthdrop" / "model"))
        model(**load_tokenizer(base / "lengthdrop" / "model")(["a fine film"], return_tensors="pt"))
    assert threading.active_count() == 1, "a process with threads must not be forked"
    del model
    gc.collect()
    gc.freeze()   # so that no collection in a child copies what it shares with this process
