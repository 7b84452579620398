"""Folders of models for `hard.py`: configs, weights, tokenizers and policies that cannot be, and code that comes with them."""
import contextlib, functools, io, json, pickle
from collections.abc import Callable
from pathlib import Path

from hard_box import DATA
from hard_cases import Evil, add, alike, answers, clean_texts, reference

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

VERBS = dict(predict="predict --model model", budget="predict --model model --budget 0.95",
             profile="profile model --lengths 16 --batches 1 --repeat 1", convert="convert model out --points 3",
             train=f"train {DATA} --model model --method standard --epochs 0.3 --min-steps 1 --batch 16 --limit 64 --out out",
             api="")

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

def model_case(what: str, damage: Callable, wanted: str = "refused", name: str = "lengthdrop",
               verbs: str = "predict profile convert train api",
               stdin: bytes | None = None):
    "A damaged model under a verb that the seed draws."
    def do(box):
        model = box.model(name)
        damage(box, model)
        box.stdin = clean_texts(box) if stdin is None else stdin + clean_texts(box)
        verb = box.rng.choice(verbs.split())
        box.note(f"{what}, under {verb}")
        box.verb = verb
        return functools.partial(opened, box, name, verb == "front") if verb in ("api",
            "front") else box.words(VERBS[verb])
    def right(box, out):
        lines = out.splitlines()
        if lines and box.verb != "budget" and lines[0].startswith("{"): assert alike(answers("\n".join(lines[-6:])),
            reference(box, name)), "other answers than the clean model's"
    add("folders of models", what, do, wanted, right)

def remove(name): return lambda b, m: (m / name).unlink()
def put(name, data): return lambda b, m: (m / name).write_bytes(data if isinstance(data, bytes) else data.encode())
def cut(name): return lambda b, m: (m / name).write_bytes((m / name).read_bytes()[:b.rng.randint(1,
    (m / name).stat().st_size - 1)])
def config(path, new): return lambda b, m: edit_json(m / "config.json", lambda c: set_at(c, path, new))

for what in ("", "{", "null", "[]", "[{}]", '"text"', "3", "{}", "\xff\xfe", "true"):
    model_case(f"config.json is {what!r}", put("config.json", what.encode("latin-1")))
model_case("no config.json", remove("config.json"))
model_case("config.json cut", cut("config.json"))
CONFIG = (  # a path in config.json, and values that cannot be
    ("model_type", ("bret", "gpt2", None, 3, [], ...)),
    ("num_hidden_layers", (3, 5, 40, 0, -1, "four", 4.5, None, [4])), ("hidden_size", (33, 64, 0, -1, "32", None)),
    ("num_attention_heads", (3, 0, -2, "two", None, 64)), ("intermediate_size", (65, 0, "x", None)),
    ("vocab_size", (7, 0, -1, 100_000, "x")),
    ("max_position_embeddings", (10, 0, "x", None)), ("hidden_act", ("gelux", 3, [], None)),
    ("layer_norm_eps", ("x", None, "nan")),
    ("id2label", ({"0": "a"}, {"0": "a", "1": "b", "2": "c"}, ["a"], "x", 3, {"x": "a"})),
    ("architectures", (None, [], "BertModel", 3, ["BertModel"], [3])),
    ("pooling", ("mean", 3, [])), ("type_vocab_size", (0, "x", 7)), ("hidden_dropout_prob", ("x", 7.5, -1)),
    ("pad_token_id", (10**9, "x")),
    ("dtype", ("float99", 3, [])), ("lat", ("x", 3, [], [{}], True)), ("lat.format", (99, "x", None, [])),
    ("lat.front", ("x", 3, {}, [3], ["x"], [[]], [None], [{}])),
    ("lat.front.0", ("x", 3, None, {})), ("lat.front.0.policy", ("x", 3, None, [], {}, ...)),
    ("lat.front.0.policy.kind", ("lenght", None, 3, [], {}, ...)),
    ("lat.front.0.policy.lengths",
     ("x", 3, [], None, ["a", "b", "c", "d"], [1.5, 1, 1, 1], [9, 9, 9], [1, 2, 3, 4], [0, 0, 0, 0], [-3, -3, -3, -3],
      ...)),
    ("lat.front.0.policy.nominal", (0, -1, "x", None, 1.5, ...)), ("lat.front.0.policy.mode", ("cut", 3, [])),
    ("lat.front.0.policy.significance", ("max", 3, [])),
    ("lat.front.0.policy.minimum", (0, "x", [])), ("lat.front.0.flops", ("x", None, [], float("nan"), -1, ...)),
    ("lat.front.0.score", ("x", [], float("nan"))),
    ("lat.front.0.beaten", ("x", 3, [], None)),
    ("lat.front.0.latency_ms", ("x", [], float("nan"), -3)))
for path, values in CONFIG:
    for value in values:
        verbs = "predict profile convert api" if not path.startswith("lat.front") else "budget profile front"
        model_case(f"config.json: {path} is {'left out' if value is ... else json.dumps(value)}", config(path, value),
                   verbs=verbs,
                   wanted="either" if path in ("id2label", "architectures", "dtype", "type_vocab_size",
                                               "pad_token_id", "hidden_dropout_prob", "layer_norm_eps",
                                               "max_position_embeddings", "lat") or value is None else "refused")
for key, value in (("a_new_key", {"x": [1]}), ("lat.note", "more"), ("transformers_version", "9.9.9"),
                   ("lat.device", "another")):
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
    model_case(f"a tensor of {like} missing", weight(lambda f, n, b: f.pop(n), like),
               verbs="predict profile convert api")
    model_case(f"a tensor of {like} misshapen", weight(lambda f, n, b: f.__setitem__(n, f[n][:-1]), like),
               verbs="predict profile convert api")
    for value in ("nan", "inf", "-inf"): model_case(f"a weight of {like} that is {value}",
        weight(filled(float(value)), like))
model_case("a tensor more", weight(lambda f, n, b: f.__setitem__(f"bert.encoder.layer.{b.k}.{b.word}", f[n].clone())))
model_case("a layer more",
           weight(lambda f, n, b: f.update({k.replace("layer.3.", "layer.4."): v.clone() for k,
                                            v in list(f.items()) if "layer.3." in k})))
model_case("weights that are whole numbers", weight(lambda f, n, b: f.__setitem__(n, f[n].long())), "either",
           verbs="predict api")
model_case("weights of all layers missing", weight(lambda f, n, b: [f.pop(k) for k in list(f) if "layer." in k]))
model_case("model.safetensors without any tensor", weight(lambda f, n, b: f.clear()))
model_case("model.safetensors cut", cut("model.safetensors"))
for data in (b"", b"\0" * 64, b"\xff" * 8 + b"{}", b"\x02\0\0\0\0\0\0\0{}", b"hello",
             (7).to_bytes(8, "little") + b'{"a":1}'):
    model_case(f"model.safetensors is {data[:16]!r}", put("model.safetensors", data))
model_case("no model.safetensors", remove("model.safetensors"))
model_case("model.safetensors a folder", lambda b,
           m: (remove("model.safetensors")(b, m), (m / "model.safetensors").mkdir()))

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
for key, value in (("model_max_length", -1), ("model_max_length", "x"), ("model_max_length", 0),
                   ("tokenizer_class", "NoSuchTokenizer"), ("tokenizer_class", 3), ("pad_token", None),
                   ("pad_token", 3)):
    model_case(f"tokenizer_config.json: {key} is {value!r}", lambda b, m, key=key,
               value=value: edit_json(m / "tokenizer_config.json", lambda c: set_at(c, key, value)), "either",
               verbs="predict")

def policy(change: Callable) -> Callable: return lambda b, m: tensors(m, lambda f: change(f, b), "policy.safetensors")
for name in ("adapler", "mi", "halting"):
    policies = dict(name=name, verbs="predict api" if name != "halting" else "predict")
    model_case(f"{name}: no policy.safetensors", lambda b, m: (m / "policy.safetensors").unlink(), **policies)
    model_case(f"{name}: policy.safetensors cut", cut("policy.safetensors"), **policies)
    model_case(f"{name}: a tensor of the policy missing", policy(lambda f, b: f.pop(b.rng.choice(sorted(f)))),
               **policies)
    model_case(f"{name}: a tensor of the policy more",
               policy(lambda f, b: f.__setitem__(f"0.{b.word}", next(iter(f.values())).clone())), **policies)
    model_case(f"{name}: a tensor of the policy misshapen",
               policy(lambda f, b: [f.__setitem__(k,
                                                  f[k].repeat(*[2] * max(1,
                                                      f[k].dim()))) for k in [b.rng.choice(sorted(f))]]), **policies)
    model_case(f"{name}: policy.safetensors is text", put("policy.safetensors", "hello"), **policies)
model_case("adapler: a weight of the policy that is NaN",
           policy(lambda f, b: f[b.rng.choice(sorted(f))].view(-1)[0].fill_(float("nan"))), name="adapler",
           verbs="predict api")
model_case("mi: depths outside the model", policy(lambda f, b: [v.fill_(99) for v in f.values()]), name="mi",
           verbs="predict api")
model_case("policy.safetensors where no policy has weights", put("policy.safetensors", "hello"), "either",
           verbs="predict api")

CODE = "open({path!r}, 'w').close()\nfrom transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast\n" \
       "class EvilConfig(BertConfig): model_type = 'evil'\nclass EvilModel(BertForSequenceClassification): config_class = EvilConfig\n" \
       "class EvilTokenizer(BertTokenizerFast): pass\n"
AUTO = dict(AutoConfig="evil_code.EvilConfig", AutoModel="evil_code.EvilModel",
            AutoModelForSequenceClassification="evil_code.EvilModel")

def evil_code(kind: str) -> Callable:
    "A folder that brings code of its own."
    def damage(box, model):
        (model / "evil_code.py").write_text(CODE.format(path=str(box.folder / "evil")))
        if kind == "tokenizer":
            edit_json(model / "tokenizer_config.json",
                      lambda c: c.update(tokenizer_class="EvilTokenizer",
                                         auto_map=dict(AutoTokenizer=["evil_code.EvilTokenizer",
                                             "evil_code.EvilTokenizer"])))
        else: edit_json(model / "config.json",
                        lambda c: c.update(auto_map=AUTO, **({"model_type": kind} if kind else {})))
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
            model_case(f"code of its own ({kind or 'known'} type), {verb}{', y on standard input' * bool(stdin)}",
                       evil_code(kind),
                       "refused" if kind == "evil" else "either", verbs=verb, stdin=stdin)
for how in ("raw", "zip"):
    for verb in ("predict", "convert", "train", "api"): model_case(f"weights as a pickle ({how}), {verb}",
        evil_pickle(how), verbs=verb)
model_case("an evil pickle beside the weights", evil_pickle("beside"), "either", verbs="predict api convert")

def evil_checkpoint(box):
    "A run that was stopped, whose checkpoint was changed."
    import torch
    from lat.pipeline.cli import main
    words = box.words(f"train {DATA} --model {{base}}/tiny --epochs 3 --min-steps 1 --batch 8 --limit 64 --method standard --out out")
    from lat import training
    keep, training.training_arguments = training.training_arguments, lambda out, **kw: keep(out,
        **kw | dict(save_steps=4))
    on_step, count = training._Watch.on_step_end, []
    def stop(self, *a, **kw):
        on_step(self, *a, **kw)
        count.append(1)
        if len(count) == 6: raise KeyboardInterrupt("enough")
    training._Watch.on_step_end = stop
    with contextlib.redirect_stderr(io.StringIO()): main(words)   # its last line is not the one that is looked at
    training._Watch.on_step_end = on_step
    found = sorted((box.folder / "out" / "checkpoints").glob("checkpoint-*"))
    assert found, "no checkpoint was left"
    torch.save({"state": Evil(box.folder / "evil")},
               found[-1] / box.rng.choice(("optimizer.pt", "scheduler.pt", "rng_state.pth")))
    print("\n" * 3)
    return words
add("folders of models", "a checkpoint with a pickle that runs something", evil_checkpoint, "either")
