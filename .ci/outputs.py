"""Run chapters and keep what their example cells show: `python .ci/outputs.py [nbs/02_policy.ipynb …]`, all when none is named.

Each is run twice: what differs between the runs is not kept, nor what is large, hidden, or names a place of this machine.
"""
import json, os, re, subprocess, sys, tempfile
from pathlib import Path

LARGEST = 150_000   # characters of one cell's outputs


def directives(source: str) -> str: return " ".join(re.findall(r"^\s*#\|\s*(.+)$", source, re.M))


def shown(cell: dict) -> bool:
    "Is this an example that a reader sees?"
    return cell["cell_type"] == "code" and not re.search(r"\b(export|exporti|hide|default_exp|notest)\b", directives("".join(cell["source"])))


def skipped(source: str) -> bool: return bool(re.search(r"\b(notest|slow|gpu)\b|eval:\s*false", directives(source)))


def run(path: Path) -> list[list]:
    "The outputs of each cell, from a process of its own in the notebook's folder."
    script = (
        "import json, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)   # as where no shell started this in the background\n"
        "from pathlib import Path\n"
        "from execnb.nbio import read_nb\n"
        "from execnb.shell import CaptureShell\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from outputs import skipped\n"
        "nb = read_nb(sys.argv[1])\n"
        "for c in nb.cells:\n"
        "    if c.cell_type == 'code': c.outputs = []\n"
        "CaptureShell(Path(sys.argv[1]).parent).run_all(nb, exc_stop=True, preproc=lambda c: c.cell_type != 'code' or skipped(c.source))\n"
        "Path(sys.argv[2]).write_text(json.dumps([c.get('outputs', []) if c.cell_type == 'code' else [] for c in nb.cells], default=str))\n")
    with tempfile.TemporaryDirectory() as d:
        out = Path(d) / "outputs.json"
        done = subprocess.run([sys.executable, "-c", script, str(path.resolve()), str(out)], cwd=path.parent, capture_output=True, text=True,
                              env=os.environ | dict(OMP_NUM_THREADS="1", IN_TEST="1", TOKENIZERS_PARALLELISM="false"))
        if not out.exists(): raise SystemExit(f"{path} stopped: {done.stderr[-2000:]}")
        return json.loads(out.read_text())


PLACES = [re.escape(str(p)) for p in (Path(__file__).resolve().parents[1], Path.home(), tempfile.gettempdir(), sys.prefix)]
MOVES = re.compile("|".join([*PLACES, r"\bat 0x[0-9a-f]{6,}", r"object at 0x"]))   # places of this machine, addresses


def kept(outputs: list[dict]) -> list[dict]:
    "What is worth keeping: values and figures, no warnings, no bars."
    found = []
    for o in outputs:
        if o["output_type"] == "stream" and o.get("name") == "stderr" or o["output_type"] == "error": continue
        o = {k: v for k, v in o.items() if k in ("output_type", "data", "name", "text", "metadata")}
        if o["output_type"] in ("execute_result", "display_data"): o.setdefault("metadata", {})
        if o["output_type"] == "execute_result": o["execution_count"] = None
        found.append(o)
    text = json.dumps(found)
    return [] if MOVES.search(text) or len(text) > LARGEST else found


def renew(path: Path) -> tuple[int, int]:
    "Write a chapter's outputs; how many of its example cells have one."
    nb = json.loads(path.read_text())
    one, two = run(path), run(path)
    have = all_of = 0
    for cell, a, b in zip(nb["cells"], one, two):
        if cell["cell_type"] != "code": continue
        cell["outputs"] = kept(a) if shown(cell) and kept(a) == kept(b) else []
        all_of += shown(cell)
        have += bool(cell["outputs"])
    path.write_text(json.dumps(nb, indent=1, ensure_ascii=False) + "\n")
    return have, all_of


def main():
    root = Path(__file__).resolve().parents[1]
    named = [Path(p) for p in sys.argv[1:]]
    chapters = named or [p for p in sorted((root / "nbs").rglob("*.ipynb")) if "paper" not in p.parts and p.stem != "index" and ".ipynb_checkpoints" not in p.parts]
    total = [0, 0]
    for path in chapters:
        have, of = renew(path)
        total = [total[0] + have, total[1] + of]
        print(f"{path.stem:<28}{have:>4} of {of:>3} example cells show something", flush=True)
    print(f"{'all':<28}{total[0]:>4} of {total[1]:>3}")


if __name__ == "__main__": main()
