"Adaptive computation for transformer encoders: which tokens still compute, layer by layer."
__version__ = "0.1.0"

_HOMES = {
    "LatError": "basics",
    "load_task": "data.loading", "get_task": "data.tasks", "tokenize_task": "data.tokens",
    "Encoder": "encoder", "Policy": "policy", "View": "policy", "Decision": "policy", "Trace": "policy",
    "Compose": "policy", "Replay": "policy",
    "AdaptiveForSequenceClassification": "model", "AdaptiveForTokenClassification": "model",
    "AdaptiveForQuestionAnswering": "model", "default_backbone": "model",
    "LengthConfig": "lengthdrop", "LengthPolicy": "lengthdrop", "LengthDrop": "lengthdrop",
    "train": "training", "predict": "evaluation", "evaluate": "evaluation", "search_model": "search",
}
__all__ = list(_HOMES)


def __getattr__(name):  # imports torch only when something is used, so that the command line answers at once
    if name not in _HOMES: raise AttributeError(f"module 'lat' has no attribute {name!r}")
    from importlib import import_module
    return getattr(import_module(f"lat.{_HOMES[name]}"), name)


def __dir__(): return sorted([*globals(), *_HOMES])
