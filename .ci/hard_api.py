"""Wrong uses of the Python API for `hard.py`, each a line of Python that is run as it stands here."""
import functools, re

from hard_cases import add

# What the lines may use beside the names of `lat`: a searched `model`, inputs of three texts, and clean answers.
SETUP = """
import copy, io, math, pickle
from pathlib import Path
import numpy as np, torch
from transformers import AutoModel, AutoTokenizer
from lat.adapler import *
from lat.basics import *
from lat.data.demo import *
from lat.data.loading import *
from lat.data.own import *
from lat.data.scores import *
from lat.data.tables import *
from lat.data.tasks import *
from lat.data.tokens import *
from lat.depth import *
from lat.encoder import *
from lat.evaluation import *
from lat.exits import *
from lat.genes import *
from lat.figures.results import Results, find_folder, read_result
from lat.halting import *
from lat.kernels import *
from lat.layers import *
from lat.lengthdrop import *
from lat.model import *
from lat.opening import *
from lat.pipeline.graph import Job, plan
from lat.pipeline.profiles import load_profile
from lat.pipeline.run import select_jobs
from lat.pipeline.work import load_model
from lat.policy import *
from lat.profiling import *
from lat.rationale import *
from lat.recipes import *
from lat.reconstruction import *
from lat.rows import *
from lat.search import *
from lat.store import *
from lat.training import *
def opened(name, kind="sequence"): return auto_class(kind).from_pretrained(str(base / name / "model"))
def logits(**more):
    with torch.no_grad(): return model(**batch | more).logits
def refuses(f):
    try: f()
    except LatError: return
    raise AssertionError("it was taken")
def close(a, b): assert torch.allclose(a, b, atol=1e-4), f"{a.tolist()} is not {b.tolist()}"
model = opened("lengthdrop")
tokenizer = AutoTokenizer.from_pretrained(str(base / "lengthdrop" / "model"))
texts = (base / "texts.txt").read_text().splitlines()[:3]
batch = dict(tokenizer(texts, padding=True, return_tensors="pt"))
ids, mask, types = batch["input_ids"], batch["attention_mask"], batch["token_type_ids"]
B, T, L, V = *ids.shape, 4, model.config.vocab_size
clean = logits()
y = torch.tensor([0, 1, 0])
half = LengthPolicy(LengthConfig((9, 8, 7, 6), 16))
NaN, inf = float("nan"), float("inf")
"""
TASK = """
task, tables = own_task(base / "reviews.csv", "text")
table = tables["select"]
encoded = tokenize_task(table, task, tokenizer)
right = np.eye(2)[table["label"]]
"""

RUBBISH = ("None", "'x'", "[]", "{}", "NaN", "-1", "True", "object()", "b'x'", "(1, 2)", "1e400", "0.5")

LINES = {  # family -> lines; `{k}` is a drawn number, `{rubbish}` a drawn value of a wrong kind; what follows # is wanted, refused where nothing does
"forward": """
model(input_ids=None)
model(input_ids=[[2, 5, 3]])
model(input_ids='a fine film')
model(input_ids=ids.float())
model(input_ids=ids.bool())
model(input_ids=ids[0])
model(input_ids=ids[None])
model(input_ids=ids[:0])
model(input_ids=ids[:, :0])
model(input_ids=ids + V)
model(input_ids=ids.index_fill(1, torch.tensor([1]), V + {k}))
model(input_ids=ids.index_fill(1, torch.tensor([1]), -{k}))
model(input_ids=ids.index_fill(1, torch.tensor([1]), V))
model(input_ids=torch.randint(5, V, (1, 257)))
model(input_ids=torch.randint(5, V, (1, 300 + {k})))
model(input_ids=ids, attention_mask=mask[:, 1:])
model(input_ids=ids, attention_mask=mask[:2])
model(input_ids=ids, attention_mask=mask[0])
model(input_ids=ids, attention_mask=mask * 0)
model(input_ids=ids, attention_mask=mask.index_fill(0, torch.tensor([{k} % 3]), 0))
model(input_ids=ids, attention_mask='x')
model(input_ids=ids, attention_mask=[[1] * T] * B)
model(input_ids=ids, attention_mask=mask.float() * NaN)
model(input_ids=ids, attention_mask=mask[:, None, None])
model(input_ids=ids, attention_mask=mask, token_type_ids=types + 2)
model(input_ids=ids, attention_mask=mask, token_type_ids=types - 1)
model(input_ids=ids, attention_mask=mask, token_type_ids=types[:, 1:])
model(input_ids=ids, attention_mask=mask, token_type_ids=types.float())
model(**batch, labels=y + 2)
model(**batch, labels=y - {k})
model(**batch, labels=torch.tensor([{k}, 0, 1]))
model(**batch, labels=y[:2])
model(**batch, labels=y[:, None].repeat(1, 3))
model(**batch, labels='x')
model(**batch, labels=y.float() * NaN)
model(**batch, labels=[0, 1, 0])
model(**batch, labels=y.float())
opened('tags', 'token')(**batch, labels=ids * 0 + 99)
opened('tags', 'token')(**batch, labels=ids * 0 - 5)
opened('tags', 'token')(**batch, labels=(ids * 0)[:, 1:])
opened('qa', 'span')(**batch, start_positions='x', end_positions=y)
opened('qa', 'span')(**batch, start_positions=y[:1], end_positions=y)
opened('qa', 'span')(**batch, start_positions=y + 10 ** 6, end_positions=y + 10 ** 6)  # either
opened('values')(**batch, labels=torch.tensor([NaN, 1., 2.]))
opened('values')(**batch, labels=torch.tensor([1., 2.]))
model(**batch, flops=0)
model(**batch, flops=-{k})
model(**batch, flops=NaN)
model(**batch, flops=inf)
model(**batch, flops='half')
model(**batch, flops=True)
model(**batch, flops=[0.5])
model(**batch, flops=0.0000{k})
model(**batch, latency_ms=NaN)
model(**batch, latency_ms='fast')
model(**batch, flops=0.6, latency_ms=3)
model(**batch, flops=0.6, policy=half)
model(**batch, flop=0.6)
model(**batch, polcy=half)
model(**batch, {word}=3)
model(**batch, policy={rubbish})
model(**batch, policy='length')
model(**batch, policy=half.to_config())
model(**batch, policy=LengthPolicy)
model(**batch, policy=LengthPolicy(LengthConfig((9, 8, 7), 16)))
model(**batch, policy=LengthPolicy(LengthConfig((9, 8, 7, 6, 5), 16)))
model(**batch, policy=FreezeLayers([True]))
model(**batch, policy=AdaplerPolicy(3, 32))
model(**batch, policy=AdaplerPolicy(4, 33))
model(**batch, policy=Compose([half, LengthPolicy(LengthConfig((1,), 4))]))
model(**batch, packed='yes')
model(**batch, word_ids=ids[:, 1:])
model(**batch, inputs_embeds=torch.zeros(B, T, 32))
model(inputs_embeds=torch.zeros(B, T, 32))
model(**batch, position_ids='x')
model(**batch, position_ids=torch.arange(T)[None] + {k})
model(**batch, head_mask=torch.ones(4, 2))
model(**batch, past_key_values=3)
opened('standard')(**batch, flops=0.5)
opened('standard')(**batch, latency_ms=5)
opened('adapler')(**batch, latency_ms=5)
opened('mi')(**batch, flops=0.0000{k})
Encoder(AutoModel.from_pretrained(str(base / 'tiny')))(ids + V)
close(logits(attention_mask=mask.bool()), clean)  # right
close(logits(attention_mask=mask.float()), clean)  # right
close(logits(attention_mask=mask.int()), clean)  # right
close(logits(input_ids=ids.int()), clean)  # either
close(logits(token_type_ids=None), clean)  # right
close(logits(packed=True), logits(packed=False))  # right
close(logits(packed=True, policy=half), logits(packed=False, policy=half))  # right
close(logits(output_hidden_states=True), clean)  # either
close(logits(output_attentions=True), clean)  # either
close(logits(position_ids=torch.arange(T)[None].repeat(B, 1)), clean)  # either
close(model(**batch, return_dict=False)[0], clean)  # right
close(logits(flops=1.0), clean)  # right
close(logits(flops=7.5), clean)  # either
close(opened('lengthdrop')(**batch).logits, opened('lengthdrop')(**batch).logits)  # right
close(pickle.loads(pickle.dumps(model))(**batch).logits, clean)  # either
close(copy.deepcopy(model)(**batch).logits, clean)  # right
torch.save(model, file := io.BytesIO()); file.seek(0); close(torch.load(file, weights_only=False)(**batch).logits, clean)  # either
a = opened('adapler'); close(copy.deepcopy(a)(**batch).logits, a(**batch).logits)  # right
a = opened('mi'); close(pickle.loads(pickle.dumps(a))(**batch).logits, a(**batch).logits)  # either
a = opened('mi'); close(a(**batch, packed=True).logits, a(**batch, packed=False).logits)  # right
a = opened('halting'); close(a(**batch, packed=True).logits, a(**batch, packed=False).logits)  # right
""",
"policies": """
LengthConfig((), 16)
LengthConfig((9, 10, 7, 6), 16)
LengthConfig((17, 9, 8, 7), 16)
LengthConfig((9, 8, 7, 0), 16)
LengthConfig((9, 8, 7, -{k}), 16)
LengthConfig((9, 8, 7.5, 6), 16)
LengthConfig((9, 8, True, True), 16)
LengthConfig((9, 8, NaN, 6), 16)
LengthConfig('9876', 16)
LengthConfig({rubbish}, 16)
LengthConfig(5, 16)
LengthConfig((9, 8), '16')
LengthConfig((9, 8), {rubbish})
LengthConfig((9, 8), 0)
LengthConfig((9, 8), 16, minimum=0)
LengthConfig((9, 8), 16, minimum='x')
LengthConfig((9, 8), 16, mode='cut')
LengthConfig((9, 8), 16, mode=None)
LengthConfig((9, 8), 16).check(3)
LengthConfig.constant(1.0, 4, 16)
LengthConfig.constant(NaN, 4, 16)
LengthConfig.constant(-0.{k}, 4, 16)
LengthConfig.constant('x', 4, 16)
LengthConfig.smallest(1.5, 4, 16)
LengthConfig.sample(NaN, 4, 16)
LengthConfig.full(0, 16)
LengthConfig.full(4, 0)
constant_lengths({rubbish}, 4, 16)
constant_ratio_for(0, model.config, 16)
constant_ratio_for(NaN, model.config, 16)
constant_ratio_for('x', model.config, 16)
constant_ratio_for(-1, model.config, 16)
check_gene((9, 8, 7), 4, 16)
check_gene((9, 10, 8, 7), 4, 16)
check_gene((9, 8, 7, 1), 4, 16)
check_gene('x', 4, 16)
LengthPolicy(None)
LengthPolicy((9, 8, 7, 6))
LengthPolicy(LengthConfig((9, 8), 16), significance='max')
LengthPolicy(LengthConfig((9, 8), 16), significance=3)
LengthPolicy(LengthConfig((9, 8), 16), keep_cls='x')
LengthPolicy.from_config({})
LengthPolicy.from_config(dict(kind='length', lengths='x', nominal=3))
LengthPolicy.from_config(None)
policy_from_config({})
policy_from_config({rubbish})
policy_from_config([])
policy_from_config(None)
policy_from_config(dict(kind='lenght'))
policy_from_config(dict(kind=[]))
policy_from_config(dict(kind='length'))
policy_from_config(dict(kind='length', lengths=[3], nominal=[3]))
policy_from_config(dict(kind='compose'))
policy_from_config(dict(kind='compose', policies=3))
policy_from_config(dict(kind='compose', policies=[{}]))
policy_from_config(dict(kind='freeze_layers'))
policy_from_config(dict(kind='freeze_layers', skip='x', {word}=3))
policy_from_config(dict(kind='adapler', layers='x', hidden=3))
policy_from_config(dict(kind='depth', layers=[]))
policy_from_config(dict(kind='halting', {word}=1))
Compose([])
Compose(['x'])
Compose(half)
FreezeLayers(3)
Replay(model(**batch).trace)
AdaplerPolicy(0, 32)
AdaplerPolicy(4, 0)
for a, b in ((half, opened('mi').policies()[0]), (opened('adapler').policies()[0], half)): close(logits(policy=Compose([a, b]), packed=True), logits(policy=Compose([a, b]), packed=False))  # right
close(logits(policy=Compose([FreezeLayers([False, True, False, False]), half]), packed=True), logits(policy=Compose([FreezeLayers([False, True, False, False]), half]), packed=False))  # right
""",
"fronts and budgets": """
model.set_front({rubbish}); close(logits(), clean)
model.set_front(None); close(logits(), clean)
model.set_front([3])
model.set_front([{}])
model.set_front([dict(policy=half)])
model.set_front([dict(flops=0.5)])
model.set_front([dict(policy=half, flops='x')])
model.set_front([dict(policy=half, flops=NaN)])
model.set_front([dict(policy=half, flops=-0.{k})])
model.set_front([dict(policy=half, flops=None)])
model.set_front([dict(policy=half, flops=0.5, score='good')])
model.set_front([dict(policy=half, flops=0.5, score=NaN)])
model.set_front([dict(policy=half, flops=0.5, latency_ms=-{k})])
model.set_front([dict(policy=half, flops=0.5, latency_ms='x')])
model.set_front([dict(policy='length', flops=0.5)])
model.set_front([dict(policy={}, flops=0.5)])
model.set_front([dict(policy=LengthPolicy(LengthConfig((9, 8), 16)), flops=0.5)])
model.set_front([dict(policy=dict(kind='lenght'), flops=0.5)])
model.set_front('x')
model.set_budget(flops=0)
model.set_budget(flops=NaN)
model.set_budget(flops=-inf)
model.set_budget(flops='x')
model.set_budget(flops=None)
model.set_budget(flops={rubbish}) if {rubbish} != 0.5 else model.set_budget(flops=0)
model.set_budget(flops=0.0000{k})
model.set_budget(flops=0.6, latency_ms=3)
model.set_budget(flop=0.6)
model.set_budget(latency=3)
model.set_budget(latency_ms=0)
model.policy_at()
model.policy_at(flops=0.6, latency_ms=3)
opened('standard').set_budget(flops=0.5)
pick_point([], 'flops', 0.5)
pick_point([dict(policy=half)], 'flops', 0.5)
auto_class('sequences')
auto_class(None)
AdaptiveForSequenceClassification.from_pretrained('/nope/{word}')
AdaptiveForSequenceClassification.from_pretrained('{word}/{word}')
AdaptiveForSequenceClassification.from_pretrained('')
AdaptiveForSequenceClassification.from_pretrained(None)
AdaptiveForSequenceClassification.from_pretrained(3)
AdaptiveForSequenceClassification.from_pretrained(str(base / 'tiny'), num_labels='x')
AdaptiveForSequenceClassification.from_pretrained(str(base / 'tiny'), num_labels=-1)
AdaptiveForSequenceClassification.from_pretrained(str(base / 'tiny'), pooling='mean')
AdaptiveForTokenClassification.from_pretrained(str(base / 'standard' / 'model'))
AdaptiveForQuestionAnswering.from_pretrained(str(base / 'standard' / 'model'))
AdaptiveForSequenceClassification.from_pretrained(str(base / 'lengthdrop' / 'model'), num_labels=5)
model.set_budget(flops=1.0); close(logits(), clean)  # right
refuses(lambda: model.set_budget(flops=NaN)); close(logits(), clean)  # right
refuses(lambda: model.set_front([dict(policy=half, flops=NaN)])); close(logits(flops=1.0), clean)  # right
model.save_pretrained(here / 'saved'); close(AdaptiveForSequenceClassification.from_pretrained(str(here / 'saved'))(**batch).logits, clean)  # right
""",
"recipes and searches": """
AdapLeR(gamma=NaN)
AdapLeR(gamma=0)
AdapLeR(gamma=inf)
AdapLeR(gamma='x')
AdapLeR(phi=None)
AdapLeR(phi=-{k})
AdapLeR(lam_start=NaN)
AdapLeR(lam_factor={rubbish}) if {rubbish} not in (0.5, True) else AdapLeR(lam_factor=0)
AdapLeR(beta=inf)
AdapLeR(speed_lr=NaN)
AdapLeR.published('{word}', dict(gamma='x'))
LengthDrop(p=NaN)
LengthDrop(p=1)
LengthDrop(p='x')
LengthDrop(p=None)
LengthDrop(p=-0.{k})
LengthDrop(layerdrop=NaN)
LengthDrop(layerdrop=1.5)
LengthDrop(nominal=0)
LengthDrop(nominal='x')
LengthDrop(nominal=1.5)
LengthDrop(nominal=NaN)
LengthDrop(sandwiches=-1)
LengthDrop(sandwiches=NaN)
LengthDrop(sandwiches=1.5)
LengthDrop(sandwiches='x')
LengthDrop(minimum=0)
LengthDrop(minimum=None)
LengthDrop(distill='forwards')
LengthDrop(distill=None)
LengthDrop(significance='max')
search(objective='speed')
search(objective=None)
search(mutants=-1)
search(children=-{k})
search(iterations=-1)
search(iterations='x')
search(iterations=1.5)
search(initial=-1)
search(mutation=NaN)
search(mutation=1.{k})
search(mutation='x')
search(patience=-1)
search(patience=NaN)
search(layers=3)
search(layers=0)
search(nominal=0)
search(nominal='x')
search(smallest=(9, 10, 8, 7))
search(smallest='x')
search(smallest=())
search(minimum=0)
search(lease=-1)
search(lease=NaN)
search(store='/dev/null/{word}')
search(store=here)
search(evaluate=lambda g: NaN).run()
search(evaluate=lambda g: inf).run()
search(cost=lambda g: NaN).run()
search(cost=lambda g: -1).run()  # either
search(iterations=0, mutants=0, children=0, initial=0).run()  # right
search().run().best(NaN)
search().run().best(0)
search().run().best('x')
train(model, task, encoded, Standard(), here / 'out', epochs=NaN)
train(model, task, encoded, Standard(), here / 'out', epochs=inf)
train(model, task, encoded, Standard(), here / 'out', epochs=-{k})
train(model, task, encoded, Standard(), here / 'out', lr=NaN)
train(model, task, encoded, Standard(), here / 'out', lr=inf)
train(model, task, encoded, Standard(), here / 'out', lr='x')
train(model, task, encoded, Standard(), here / 'out', batch_size=0)
train(model, task, encoded, Standard(), here / 'out', batch_size=1.5)
train(model, task, encoded, Standard(), here / 'out', seed=-1)
train(model, task, encoded, Standard(), here / 'out', seed='x')
train(model, task, encoded, Standard(), here / 'out', warmup=NaN)
train(model, task, encoded, Standard(), here / 'out', weight_decay=inf)
train(model, task, encoded, Standard(), here / 'out', clip=-1)
train(model, task, encoded, Standard(), here / 'out', max_steps=0)
train(model, task, encoded, Standard(), here / 'out', checkpoint_every=0)
train(model, task, encoded.select([]), Standard(), here / 'out')
train(model, task, None, Standard(), here / 'out')
train(model, task, tokenize_task(own_task(base / 'tags.jsonl', 'tokens', 'tags', 'token')[1]['select'], own_task(base / 'tags.jsonl', 'tokens', 'tags', 'token')[0], tokenizer), Standard(), here / 'out', epochs=1)
model.classifier.weight.data.fill_(NaN); train(model, task, encoded, Standard(), here / 'out', epochs=1)
train(model, task, encoded, Standard(), here / 'out', epochs=3, batch_size=4, lr=1e30)
student_of(model, (4,))
student_of(model, ())
student_of(model, (-1,))
keep_model(model, tokenizer, Path('/dev/null/{word}'))
""",
"data and scores": """
evaluate_predictions(task, table, encoded, right[1:])
evaluate_predictions(task, table, encoded, right[:, :1])
evaluate_predictions(task, table, encoded, np.eye(7)[table['label']])
evaluate_predictions(task, table, encoded, right * NaN)
evaluate_predictions(task, table, encoded, [])
evaluate_predictions(task, table, encoded, right[:, 0])
evaluate_predictions('{word}', table, encoded, right)
evaluate_predictions('demo_span', table, encoded, (right, right))
evaluate_predictions(task, table[:3], encoded, right)
evaluate_predictions(task, Table(dict(text=table['text'])), encoded, right)
evaluate_predictions(task, Table(dict(text=table['text'], label=['x'] * len(table))), encoded, right)
assert evaluate_predictions(task, table, encoded, right)['score'] == 100  # right
score_interval([])
score_interval([NaN, 1])
score_interval([0.5, 1], n=0)
paired_bootstrap([1, 0], [1])
paired_bootstrap([], [])
score_of('acuracy', np.ones(2))
statistics('acuracy', [0, 1], [0, 1])
get_task('sst')
get_task(None)
get_task(3)
get_task(['sst2'])
get_task('')
load_task('demo_sentiment', limit=0)
load_task('demo_sentiment', limit=-{k})
load_task('demo_sentiment', limit='x')
load_task('demo_sentiment', limit=1.5)
load_task('demo_sentiment', limit=dict(train='x'))
load_task('demo_sentiment', limit=dict(trian=3))
load_task('demo_sentiment', splits=['tset'])
load_task('demo_sentiment', splits='train')
load_task('demo_sentiment', splits=3)
load_task('demo_sentiment', filler=0.9{k})
load_task('demo_sentiment', filler=NaN)
load_task('demo_sentiment', filler='x')
load_task('sst2', '/nope/{word}')
load_task('sst2', base)
load_task('../{word}', base)
generate_demo('sentimnt', 5)
generate_demo('sentiment', 0)
generate_demo('sentiment', -{k})
generate_demo('sentiment', 'x')
generate_demo('sentiment', 1.5)
generate_demo('sentiment', 5, filler=1)
generate_demo('sentiment', 5, filler=NaN)
generate_demo('sentiment', 5, noise='x')
tokenize_task(table, task, tokenizer, 3)
tokenize_task(table, task, tokenizer, -{k})
tokenize_task(table, task, tokenizer, 'x')
tokenize_task(table, 'demo_pairs', tokenizer)
tokenize_task(Table(dict(text=[None], label=[0])), task, tokenizer)
tokenize_task(Table(dict(text=[['a']], label=[0])), task, tokenizer)
tokenize_task(Table(dict(text=[3], label=[0])), task, tokenizer)
Table(dict(a=[1], b=[1, 2]))
table['txet']
own_task(base / 'reviews.csv', ())
own_task(base / 'reviews.csv', None)
own_task(base / 'reviews.csv', 3)
own_task(base / 'reviews.csv', ['text', 3])
own_task(base / 'reviews.csv', 'text', label=None)
own_task(base / 'reviews.csv', 'text', label='lable')
own_task(base / 'reviews.csv', 'text', kind='sequnce')
own_task(base / 'reviews.csv', 'text', kind=3)
own_task(base / 'reviews.csv', 'text', labels=['positive'])
own_task(base / 'reviews.csv', 'text', labels=['positive', 'positive'])
own_task(base / 'reviews.csv', 'text', labels='positive')
own_task(base / 'reviews.csv', 'text', labels=[])  # either
own_task(base / 'reviews.csv', 'text', labels=['positive', 'negative', '{word}'])  # either
own_task(base / 'reviews.csv', 'text', metric='acuracy')
own_task(base / 'reviews.csv', 'text', metric='seqeval_f1')
own_task(base / 'reviews.csv', 'text', max_length=0)
own_task(base / 'reviews.csv', 'text', max_length=-{k})
own_task(base / 'reviews.csv', 'text', max_length='x')
own_task(None, 'text')
own_task(3, 'text')
own_task(base, 'text')
own_task(base / 'tags.jsonl', 'tokens', 'tags')
own_task(base / 'spans.jsonl', ['question', 'context'], 'answers')
own_task(base / 'reviews.csv', 'text', name='../{word}')
load_file(base)
load_file(base / 'texts.txt')
load_file(base / 'reviews.csv', ['txet'])
Task('x', 'sequnce', ('text',), 'label')
Task('x', 'sequence', ('text',), 'label', metric='acuracy')
Task('x', 'sequence', ('text',), 'label', ('a', 'b', 'c'), metric='f1')
length_batches([3, 4], 0)
length_batches([3, 4], -{k})
class_ids(['a', 'x'], ('a', 'b'))
class_ids([0, {k}], ('a', 'b'))
class_ids([0, -1], ('a', 'b'))
class_ids([0, NaN], ('a', 'b'))
class_ids([0, None], ('a', 'b'))
class_ids([0, 0.5], ('a', 'b'))
class_ids([0, [1]], ('a', 'b'))
predict(model, encoded, batch_size=0)
predict(model, encoded, policy='x')
evaluate(model, task, table[:3], encoded)
evaluate(model, 'demo_span', table, encoded)
""",
"profiles and tables": """
load_profile('dmo')
load_profile('')
load_profile('/nope/{word}.toml')
load_profile(base)
load_profile('smoke', data='/nope/{word}')
load_profile('smoke', changes=['search'])
load_profile('smoke', changes=['search.iterations.x=3'])
load_profile('smoke', changes='search.iterations=3')
load_profile('smoke', changes=['search.iterations={word}'])
load_profile('smoke', changes=['=3'])
load_profile('smoke', changes=['.=3'])
load_profile('smoke', changes=['{word}=3'])
load_profile('smoke', changes=['tasks.demo_sentiment.seeds=1000000'])
select_jobs(plan(load_profile('smoke')), 'finetun')
select_jobs(plan(load_profile('smoke')), 'finetune', task='sst')
DepthTable.load('/nope/{word}.parquet')
DepthTable.load(base / 'reviews.csv')
DepthTable.load(base)
DepthTable.load(base / 'mi' / 'depths.parquet', layers=5)
DepthTable.load(base / 'mi' / 'depths.parquet', task='{word}')
mi_table(encoded, tokenizer, 0)
mi_table(encoded, tokenizer, -1)
read_saliency(here / 'nope.safetensors', encoded)
read_saliency(base / 'reviews.csv', encoded)
Results(base)['scroes']
(here / 'x.json').write_text('{'); read_result(here / 'x.json')
(here / 'x.json').write_text('3'); read_result(here / 'x.json')
(here / 'x.json').write_text('[3]'); read_result(here / 'x.json', 'task')
(here / 'x.json').write_text('{}'); read_result(here / 'x.json', 'task')  # either
(here / 'x.csv').write_bytes(b'a,b\\n1,2,3\\n4'); read_result(here / 'x.csv', 'task')
(here / 'x.csv').write_bytes(b'\\xff\\xfe\\x00'); read_result(here / 'x.csv', 'task')
(here / 'x.parquet').write_bytes(b'PAR1{word}'); read_result(here / 'x.parquet')
(here / 'x.parquet').mkdir(); read_result(here / 'x.parquet')  # either
latency(lambda: 3, repeat=0)
latency(lambda: 3, n_threads=-1)
write_atomic('/dev/null/{word}', 'x')
write_atomic('', 'x')
write_atomic(here, 'x')
""",
}

SEARCH = """
def search(**more):
    given = dict(evaluate=lambda g: float(sum(g)), cost=lambda g: sum(g) / 64, layers=4, nominal=16, smallest=(9, 8, 7, 6),
                 store=here / 'search.sqlite', iterations=2, mutants=3, children=3, initial=4, progress=False)
    return Search(**given | more)
"""


def call(box, line: str) -> None:
    "Run one line among the names that it may use."
    names = dict(base=box.base, here=box.folder)
    needs = lambda *words: any(re.search(rf"\b{w}\b", line) for w in words)
    exec(SETUP + (SEARCH if needs("search", "random_search") else "") + (TASK if needs("task", "table", "encoded", "right") else ""), names)
    exec(line, names)


def api_case(family: str, line: str, wanted: str):
    def do(box):
        text = line.replace("{rubbish}", box.rng.choice(RUBBISH)) if "{rubbish}" in line else line
        text = box.fill(text)
        box.note(text)
        return functools.partial(call, box, text)
    add(f"Python: {family}", line, do, wanted)

for family, lines in LINES.items():
    for line in lines.strip().splitlines():
        code, _, wanted = line.partition("  # ")
        api_case(family, code, wanted or "refused")
