"""A system in somebody's own package: is it trained, measured, judged and shown without a file of this project touched?

`python .ci/toy.py` writes the package into a temporary folder, with the entry points that an installer would leave,
and goes from `lat train --method toy` to the page; it prints what failed.
"""
import json, os, subprocess, sys, tempfile
from pathlib import Path

POLICY = '''
import torch
from lat.policy import Decision, Policy, register_policy

@register_policy
class FirstTokens(Policy):
    "From a layer on, only the first so many of a text's tokens are kept."
    kind = "first_tokens"

    def __init__(self, layer: int, share: float):
        super().__init__()
        self.layer, self.share = layer, share

    def decide(self, view, state):
        if view.point != "before" or view.layer != self.layer: return None
        most = (self.share * view.n).ceil().long()
        return Decision(visible=view.position < most[view.example] if view.example.dim() == 1 else view.position < most[:, None])

    def to_config(self): return dict(kind=self.kind, layer=self.layer, share=self.share)
'''

DECLARED = '''
from pathlib import Path
from lat.figures.claims import Claim, Effect, Measured
from lat.methods import Flag, Method, Outcome, ResultTable, Setting, Shelf, Stage
from lat.pipeline.profiles import TRAINED
from lat.pipeline.work import evaluated, load_model, ready, scored, trained

def shares(profile, task): return {str(s): dict(share=s) for s in profile.tasks[task]["toy"]["share"]}

def recipe(share):
    from lat.recipes import FixedPolicy
    from toys_policy import FirstTokens
    return FixedPolicy(FirstTokens(1, share), "toy")

def toy(w):
    summary = w.fit(load_model(w.task, w.source), recipe(w.settings["share"]))
    rows = []
    for split in ("select", "report"):
        full = evaluated(w, ready(w.task, w.standard()), split)
        rows.append(scored(w.job, w, "Toy", split, evaluated(w, ready(w.task, w.home()), split), full) | dict(share=w.settings["share"]))
    return Outcome(dict(toys=rows), trained(summary, "flops"))

METHOD = Method("toy", "Toy", "keeps the first tokens of a text",
    (Stage("toy", toy, TRAINED | dict(share=Setting([.5], .01, 1, holds=float, empty=False)), opens="finetune", tables=("toys",), variants=shares),),
    own=lambda own: own.fit(recipe(own.args.share)), does="keeps the first tokens", policies=dict(first_tokens="toys_policy"),
    flags=(Flag("share", .5, "share", "share of the tokens that is kept"),), place=80)

def cheaper(results):
    rows = results["toys"]
    return [Measured(f"share {r.share:g}", f"{r.flops_ratio:.2f}", (Effect(1 / r.flops_ratio, bar=1.),)) for r in rows[rows.split == "report"].itertuples()]

SHELF = Shelf("toy", "Toys", place=80, notebooks=Path(__file__).with_name("toy_pages"),
    tables=dict(toys=ResultTable("toys.parquet", "task method share split score flops_ratio", identity=("task", "backbone", "seed", "share"))),
    pages=dict(toy_table=("Toy table", "What do the first tokens say?")),
    claims=lambda: (Claim("fewer tokens cost less", "yes", "toy_table", "FLOPs below 1", "toys", cheaper, system="Toy"),))
'''

PROFILE = '''
title = "Toys"
[backbones.tiny]
source = "tiny"
[tasks.demo_sentiment]
backbones = ["tiny"]
methods = ["toy"]
limit = { train = 64, select = 24, report = 32 }
[finetune]
epochs = 1
batch = 16
lr = 1e-3
[toy]
epochs = 1
batch = 16
lr = 1e-3
share = [0.3, 0.6]
[profile]
bench = false
[report]
pages = ["toy_table"]
'''

ENTRY_POINTS = "[lat.methods]\ntoy = toys:METHOD\n\n[lat.shelves]\ntoy = toys:SHELF\n"


def cell(kind: str, source: str, **metadata) -> dict:
    found = dict(cell_type=kind, id=f"{abs(hash(source)) % 10**8:08d}", metadata=metadata, source=source)
    return found | (dict(execution_count=None, outputs=[]) if kind == "code" else {})


def write_package(home: Path):
    "The package and the metadata of its installation."
    (home / "toys.py").write_text(DECLARED)
    (home / "toys_policy.py").write_text(POLICY)
    info = home / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (home / "toy_pages").mkdir()
    cells = [cell("markdown", "# Toy table\n\nWhat do the first tokens say?"),
             cell("code", 'results = "reports/real/results"\nprofile = "real"', tags=["parameters"]),
             cell("code", 'from lat.figures.results import Results\nResults(results)["toys"]')]
    kernel = dict(kernelspec=dict(name="python3", display_name="Python 3", language="python"))
    (home / "toy_pages" / "toy_table.ipynb").write_text(json.dumps(dict(cells=cells, metadata=kernel, nbformat=4, nbformat_minor=5)))


def tree(root: Path) -> dict:
    "What git sees of the project."
    run = lambda *words: subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout
    return dict(status=run("status", "--porcelain"), diff=run("diff", "HEAD"))


def main():
    root, failed = Path(__file__).resolve().parents[1], []
    before = tree(root)
    with tempfile.TemporaryDirectory() as d:
        home, work = Path(d) / "package", Path(d) / "work"
        for folder in (home, work): folder.mkdir()
        write_package(home)
        (work / "toys.toml").write_text(PROFILE)
        env = os.environ | dict(PYTHONPATH=os.pathsep.join([str(home), os.environ.get("PYTHONPATH", "")]), OMP_NUM_THREADS="1")
        def lat(*words, code=0) -> str:
            done = subprocess.run([sys.executable, "-m", "lat.pipeline.cli", *words], cwd=work, env=env, capture_output=True, text=True)
            if done.returncode != code: failed.append(f"lat {' '.join(words)}: exit code {done.returncode}: {done.stderr[-400:]}")
            return done.stdout + done.stderr
        def check(ok, what):
            if not ok: failed.append(what)
        subprocess.run([sys.executable, "-c", "from pathlib import Path; from lat.pipeline.work import make_tiny; make_tiny(Path('tiny'))"],
                       cwd=work, env=env, check=True, capture_output=True)
        check("toy: keeps the first tokens of a text" in " ".join(lat("train", "--help").split()), "lat train --help does not name the toy")
        start = ("train", "--task", "demo_sentiment", "--limit", "48", "--model", "tiny", "--epochs", "1", "--min-steps", "3", "--batch", "16")
        told = lat(*start, "--method", "toy", "--share", "0.4", "--out", "run")
        check("of the FLOPs" in told and "as trained" in told, f"lat train --method toy said: {told[-300:]}")
        check("--share goes with --method toy" in lat(*start, "--method", "standard", "--share", "0.4", "--out", "other", code=2), "--share with standard was taken")
        check("keeps the first tokens by itself" in lat("search", "run", code=2), "lat search did not refuse the toy")
        answer = subprocess.run([sys.executable, "-m", "lat.pipeline.cli", "predict", "--model", "run"], cwd=work, env=env, input="a fine film\n",
                                capture_output=True, text=True)
        check('"compute"' in answer.stdout, f"lat predict gave no answer: {answer.stderr[-300:]}")
        lat("run", "all", "--profile", "toys.toml", "--root", str(work), "--serial")
        results = work / "reports" / "toys"
        check((results / "results" / "toys.parquet").is_file(), "no result table")
        claims = (results / "claims.csv").read_text() if (results / "claims.csv").is_file() else ""
        check("Toy,fewer tokens cost less,yes" in claims and ",holds," in claims, f"no claim: {claims[-200:]}")
        page = (results / "toy_table.html").read_text() if (results / "toy_table.html").is_file() else ""
        check("demo_sentiment" in page, f"no page with the table: {page[-1500:]}")
        front = (results / "index.html").read_text() if (results / "index.html").is_file() else ""
        check("Toys" in front and "What do the first tokens say?" in front, "the front page does not show the shelf")
    check(tree(root) == before, "a file of the project was touched")
    print("\n".join(failed) or "a system from a package of its own: trained, searched for in vain, measured, judged and shown")
    sys.exit(bool(failed))


if __name__ == "__main__": main()
