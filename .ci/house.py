"""Is the house in order? What a reader and the next system rely on, counted; exit code 1 where something is not.

Shared code names no system; modules are short and import in one direction; a public name is used in an example near
its definition; cells are short; examples show their values.
"""
import ast, builtins, dis, re, sys
from pathlib import Path
from types import CodeType
from statistics import median

import json

ROOT = Path(__file__).resolve().parents[1]
# Words of systems. What carries every system lives in these modules, and none of them may say one.
SYSTEMS = re.compile(r"length.?drop|length.adaptive|adapler|halting|alberta|pabee|power.?bert|tr.?bert|branchynet|shallow.?deep", re.I)
SHARED = ("basics", "folders", "drop_restore", "policy", "kernels", "layers", "opening", "rows", "encoder", "model", "profiling", "recipes",
          "evaluation", "trainer", "training", "methods", "front", "dial", "data/*", "pipeline/*", "figures/*")
LONGEST, WIDEST, NEAR = 600, 110, 3   # lines of a module, characters of a line, cells from a definition to its example


def modules() -> dict[str, ast.Module]:
    "Every module of the package but the index that nbdev writes."
    paths = [p for p in sorted((ROOT / "lat").rglob("*.py")) if p.name != "_modidx.py"]
    return {".".join(p.relative_to(ROOT).with_suffix("").parts): p.read_text() for p in paths}


def generated(line: str) -> bool: return line.startswith(("__all__", "# %%", "           '"))


def systems_in_shared(texts: dict) -> list[str]:
    paths = {p for pattern in SHARED for p in (ROOT / "lat").glob(f"{pattern}.py")}
    return [f"{p.relative_to(ROOT)}:{i}: {line.strip()[:80]}" for p in sorted(paths) for i, line in enumerate(p.read_text().splitlines(), 1)
            if SYSTEMS.search(line) and not generated(line)]


def imports(name: str, text: str, known: set) -> set:
    "The package's modules that a module imports, inside functions too."
    base = name.split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            start = ".".join(base[:len(base) - node.level + 1] + ([node.module] if node.module else [])) if node.level else node.module
            found |= {start} | {f"{start}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import): found |= {a.name for a in node.names}
    return (found & known) - {name, "lat"}


def circles(graph: dict) -> list[str]:
    "Modules that import each other: what is left when those without unmet imports are taken away, from both ends."
    left = dict(graph)
    while True:
        needed = {m for found in left.values() for m in found}
        gone = [m for m in left if not left[m] & set(left) or m not in needed]
        if not gone: return sorted(left)
        for m in gone: del left[m]


def unknown_names(name: str, text: str) -> list[str]:
    "Global names that a module's functions ask for and that nothing in it binds: a chapter's own cells may hide that."
    def codes(code: CodeType):
        yield code
        for c in code.co_consts:
            if isinstance(c, CodeType): yield from codes(c)
    every = list(codes(compile(text, name, "exec")))
    bound = {i.argval for c in every for i in dis.get_instructions(c) if i.opname == "STORE_GLOBAL" or c is every[0] and i.opname == "STORE_NAME"}
    bound |= set(dir(builtins)) | {"__file__", "__name__", "__doc__", "__annotations__"}
    asked = {i.argval for c in every for i in dis.get_instructions(c) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME") and (c is every[0] or i.opname == "LOAD_GLOBAL")}
    return [f"{name}.{n}" for n in sorted(asked - bound)]


def unused_imports(name: str, text: str) -> list[str]:
    "Names that a module imports and that stand nowhere else in it."
    names = {(a.asname or a.name).split(".")[0] for node in ast.walk(ast.parse(text)) if isinstance(node, (ast.Import, ast.ImportFrom)) for a in node.names}
    return [f"{name}.{n}" for n in sorted(names - {"*"}) if len(re.findall(rf"\b{re.escape(n)}\b", text)) < 2]


def chapters() -> list[Path]:
    return [p for p in sorted((ROOT / "nbs").rglob("*.ipynb")) if "paper" not in p.parts and p.stem != "index" and ".ipynb_checkpoints" not in p.parts]


def flag(source: str, *words: str) -> bool: return any(re.match(rf"\s*#\|\s*({'|'.join(words)})", line) for line in source.splitlines()[:3])


def of_chapter(path: Path) -> dict:
    "Sizes of exporting cells, public names and those with an example near, example cells and those that show something."
    cells = json.loads(path.read_text())["cells"]
    text = ["".join(c["source"]) for c in cells]
    found = dict(sizes=[], names=[], missing=[], bare=[], examples=0, shown=0)
    for i, (cell, source) in enumerate(zip(cells, text)):
        if cell["cell_type"] != "code" or not source.strip(): continue
        if flag(source, "export"):
            tree = ast.parse(source)
            defined = [d for d in tree.body if isinstance(d, (ast.FunctionDef, ast.ClassDef))]
            if defined: found["sizes"].append(len([line for line in source.splitlines() if line.strip() and not line.startswith("#|")]))
            near = "\n".join(s for c, s in zip(cells[i + 1:i + 1 + NEAR], text[i + 1:]) if c["cell_type"] == "code" and not flag(s, "export"))
            for d in defined:
                if d.name.startswith("_"): continue
                found["names"].append(d.name)
                if not re.search(rf"\b{d.name}\b", near): found["missing"].append(f"{path.stem}.{d.name}")
                if not ast.get_docstring(d): found["bare"].append(f"{path.stem}.{d.name}")
        elif not flag(source, "hide", "default_exp", "notest"):
            found["examples"] += 1
            found["shown"] += bool(cell.get("outputs"))
    return found


def main():
    texts, failed = modules(), []
    def bar(ok, said):
        print(said)
        if not ok: failed.append(said)
    named = systems_in_shared(texts)
    bar(not named, f"systems named in shared code: {len(named)}" + "".join(f"\n  {n}" for n in named[:9]))
    long = [f"{m} {n}" for m, t in texts.items() if (n := len(t.splitlines())) > LONGEST]
    bar(not long, f"modules above {LONGEST} lines: {', '.join(long) or 0}")
    around = circles({m: imports(m, t, set(texts)) for m, t in texts.items()})
    bar(not around, f"modules that import in a circle: {', '.join(around) or 0}")
    wide = [f"{m}:{i}" for m, t in texts.items() for i, line in enumerate(t.splitlines(), 1) if len(line) > WIDEST and not generated(line)]
    bar(not wide, f"lines above {WIDEST}: {len(wide)}" + (f", such as {', '.join(wide[:5])}" if wide else ""))
    lost = [n for m, t in texts.items() for n in unknown_names(m, t)]
    bar(not lost, f"names that nothing binds: {', '.join(lost[:9]) or 0}")
    idle = [n for m, t in texts.items() for n in unused_imports(m, t)]
    bar(not idle, f"names imported for nothing: {', '.join(idle[:9]) or 0}")
    found = {p: of_chapter(p) for p in chapters()}
    total = {k: sum((f[k] for f in found.values()), [] if k not in ("examples", "shown") else 0) for k in ("sizes", "names", "missing", "bare", "examples", "shown")}
    share = 1 - len(total["missing"]) / max(1, len(total["names"]))
    bar(share >= .85, f"public names with an example near: {share:.0%} of {len(total['names'])}")
    poor = {p.stem: 1 - len(f["missing"]) / len(f["names"]) for p, f in found.items() if f["names"] and len(f["missing"]) > .2 * len(f["names"])}
    bar(not poor, f"chapters with fewer than 80 %: {', '.join(f'{k} {v:.0%}' for k, v in poor.items()) or 0}")
    bar(median(total["sizes"]) <= 15, f"median exporting cell: {median(total['sizes']):g} lines")
    bar(not total["bare"], f"public names without a docstring: {', '.join(total['bare'][:9]) or 0}")
    bar(total["shown"] >= .6 * total["examples"], f"example cells that show something: {total['shown']} of {total['examples']}")
    size = sum(p.stat().st_size for p in chapters()) / 2**20
    bar(size < 15, f"size of the chapters: {size:.1f} MB")
    sys.exit(bool(failed))


if __name__ == "__main__": main()
