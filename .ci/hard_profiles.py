"""Profiles for `hard.py`: wrong shapes at every level, absurd numbers, names that leave their folder."""
import re

from hard_box import PROFILE
from hard_cases import add

def table_of(text: str) -> dict[str, dict[str, str]]:
    "A profile's tables, values as they are written."
    found, now = {"": {}}, ""
    for line in text.splitlines():
        if m := re.fullmatch(r"\[(.+)\]", line.strip()): found[now := m[1]] = {}
        elif "=" in line: found[now].update([[x.strip() for x in line.split("=", 1)]])
    return found

def written(tables: dict) -> str:
    "The tables as TOML."
    return "\n".join((f"\n[{name}]\n" if name else "") + "\n".join(f"{k} = {v}" for k, v in t.items()) for name,
                     t in tables.items()) + "\n"

def edited(path: str, value: str) -> str:
    "The profile with one value changed; a whole table may become a value."
    tables = table_of(PROFILE)
    *table, key = path.split("/")
    tables = {n: t for n, t in tables.items() if not (n == path.replace("/",
        ".") or n.startswith(path.replace("/", ".") + "."))}
    tables.setdefault(".".join(table), {})[key] = value
    return written(tables)

def profile_case(what: str, text: str | bytes, wanted: str = "refused", name: str = "mine.toml", really: bool = False,
                 stage: str = "all"):
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
    "title": ("3", "[]", "{}"), "seed": ("\"x\"", "-1", "1.5", "[0]"), "threads": ("-1", "1.5", "100000", "\"x\""),
    "cuts": ("\"x\"", "{}", "[3]"), "note": ("3",),
    "backbones": ("3", "\"x\"", "[]"), "backbones/tiny": ("3", "\"tiny\"", "[]"), "tasks": ("3", "\"x\"", "[]"),
    "tasks/demo_sentiment": ("3", "\"x\"", "[]"),
    "finetune": ("3", "\"x\"", "[]"), "search": ("3", "[1]"), "profile": ("3", "[]"), "report": ("3", "\"x\""),
    "backbones/tiny/source": ("3", "[]", "\"/{word}\"", "\"\"", "\"{word}/{word}\""),
    "backbones/tiny/student_of": ("\"tiny\"", "\"{word}\"", "3"),
    "backbones/tiny/layers": ("-1", "\"x\"", "1.5"), "backbones/tiny/name": ("3", "[]"),
    "tasks/demo_sentiment/backbones": ("\"tiny\"", "3", "[3]", "[\"{word}\"]", "[[]]"),
    "tasks/demo_sentiment/methods": ("\"lengthdrop\"", "[3]", "[\"{word}\"]", "[[]]", "[{}]"),
    "lengthdrop/p": ("0.4", "[\"x\"]", "[2]", "[0]", "[nan]", "[[]]", "[true]", "[-0.{k}]"),
    "tasks/demo_sentiment/seeds": ("0", "-1", "1000000", "1.5", "\"x\""),
    "tasks/demo_sentiment/max_length": ("-1", "3", "\"x\"", "1.5"),
    "tasks/demo_sentiment/filler": ("0.95", "nan", "-0.1", "\"x\"", "7"),
    "tasks/demo_sentiment/nominal": ("-1", "\"x\""),
    "tasks/demo_sentiment/limit": ("3", "[]", "\"x\"", "{ train = -1 }", "{ train = \"x\" }", "{ trian = 3 }",
                                   "{ train = 1.5 }"), "tasks/demo_sentiment/finetune": ("3", "{ epochs = \"x\" }",
                                       "{ epohcs = 3 }"),
    "finetune/epochs": (*NUMBER, "0"), "finetune/lr": (*NUMBER, "0"), "finetune/batch": (*WHOLE, "0"),
    "finetune/warmup": ("nan", "inf", "-1", "\"x\""), "finetune/accumulate": ("0", "-1", "1.5"),
    "finetune/precision": ("\"fp8\"", "3"), "finetune/weight_decay": ("nan", "inf", "-1"),
    "finetune/attention_dropout": ("\"no\"", "0.5"), "finetune/keep_best": ("-1", "\"x\""),
    "lengthdrop/layerdrop": ("1.5", "1.0", "nan", "-0.1", "\"x\""), "lengthdrop/sandwiches": ("-1", "1.5"),
    "lengthdrop/distill": ("\"sideways\"", "3"), "lengthdrop/minimum": ("0", "-1", "\"x\""),
    "search/iterations": WHOLE, "search/mutants": WHOLE, "search/mutation": ("1.5", "nan", "-0.5", "\"x\""),
    "search/objective": ("\"speed\"", "3"), "search/start": ("-1", "\"x\""), "search/minimum": ("0", "-1"),
    "search/curve_points": ("-1", "\"x\""), "adapler/gamma": ("3.0", "[nan]", "[-1.0]", "[\"x\"]", "[0.0]", "[[]]"),
    "adapler/phi": ("\"x\"", "[inf]", "[[]]"), "adapler/lam_factor": ("nan", "inf", "-1.0"),
    "adapler/speed_lr": ("nan", "0.0", "inf"), "adapler/lam_per_epoch": ("nan", "-1.0", "0.0"),
    "depth/kinds": ("\"mi\"", "[3]", "[\"{word}\"]", "[[]]"),
    "depth/layers": ("3", "[99]", "[-1]", "[\"x\"]", "[1.5]"),
    "depth/lam": ("0.1", "[nan]", "[-1.0]", "[\"x\"]", "[inf]"), "depth/fixed": ("[99]", "[\"x\"]", "3"),
    "profile/batches": ("3", "[0]", "[-1]", "[\"x\"]", "[1.5]"),
    "profile/lengths": ("[0]", "[-3]", "[100000]", "[\"x\"]", "3"),
    "profile/points": ("-1", "\"x\""), "profile/repeat": ("0", "-1", "\"x\""),
    "profile/backbones": ("[\"{word}\"]", "\"tiny\"", "[3]"), "profile/replay": ("\"{word}\"", "3"),
    "report/pages": ("[\"{word}\"]", "\"x\"", "[3]", "[\"../{word}\"]"),
    "{word}": ("3",), "finetune/{word}": ("3",), "tasks/demo_sentiment/{word}": ("3",),
    "backbones/tiny/{word}": ("3",), "tasks/{word}": ("{ backbones = [\"tiny\"] }",)}
for path, values in SETTINGS.items():
    for value in values:   # a name of the hub may be there: a dry run does not ask
        profile_case(f"{path} = {value}", edited(path, value), "either" if value == '"{word}/{word}"' else "refused")
for name in ('"../escaped"', '"/escaped"', '"../../escaped"', '"a/../../escaped"', '"*"', '"*{word}*"', '""',
             '"demo_sentiment/"', '"demo_sentiment\\n"', '"."', '".."'):
    profile_case(f"a task called {name}", PROFILE.replace("tasks.demo_sentiment", f"tasks.{name}"),
                 "either" if name == '"*"' else "refused")
for name in ('"../escaped"', '"/escaped"', '"../../escaped"', '"a/b"', '""', '".."', '"."', '"a\\u0000b"', '"a\\nb"'):
    quotes = name.replace('\\"', "")
    profile_case(f"a backbone called {name}",
                 PROFILE.replace("backbones.tiny", f"backbones.{name}").replace('["tiny"]', f"[{quotes}]"))
profile_case("students of one another",
             PROFILE + '\n[backbones.a]\nstudent_of = "b"\n[backbones.b]\nstudent_of = "a"\n')
profile_case("a student with more layers than its teacher",
             PROFILE.replace('["tiny"]', '["tiny", "small"]',
                             1) + '\n[backbones.small]\nstudent_of = "tiny"\nlayers = 99\n')
for what, text in (("a bracket left open", PROFILE + "\n[search\n"),
                   ("a key twice", PROFILE + "\n[search]\niterations = 3\n"), ("words", "this is no TOML"),
                   ("invalid UTF-8", b'title = "\xff"\n'),
                   ("UTF-16", PROFILE.encode("utf-16")), ("NUL", b"title = \"\0\"\n"),
                   ("a date", edited("seed", "2024-01-01")), ("JSON", '{"title": "x"}')): profile_case(what, text)
for what, text in (("empty", ""), ("only a title", 'title = "x"\n'), ("comments", "# one\n" + PROFILE),
                   ("whole numbers for fractions", PROFILE.replace("lr = 2e-3", "lr = 1"))): profile_case(what, text,
                       "either")
for name in (".toml", "..toml", "a b.toml", "-x.toml", "smoke.toml",
             "ü.toml"): profile_case(f"a file called {name!r}", PROFILE, "either",
                                     f"./{name}" if name != "a b.toml" else name.replace(" ", "_"))
profile_case("a backbone whose folder is not there, in a run", edited("backbones/tiny/source", '"/{word}"'),
             really=True)
profile_case("a learning rate at which it diverges, in a run", edited("finetune/lr", "1e30"), really=True)
profile_case("one class in the training rows, in a run",
             edited("tasks/demo_sentiment/limit", "{ train = 1, select = 1, report = 1 }"), "either", really=True)
