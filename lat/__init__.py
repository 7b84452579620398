"Adaptive computation for transformer encoders: which tokens still compute, layer by layer."
__version__ = "0.1.0"

_HOMES = {
    "LatError": "data", "load_task": "data", "get_task": "data", "tokenize_task": "data",
    "Encoder": "encoder", "Policy": "encoder", "View": "encoder", "Decision": "encoder", "Trace": "encoder",
    "Compose": "encoder", "Replay": "encoder",
    "AdaptiveForSequenceClassification": "model", "AdaptiveForTokenClassification": "model",
    "AdaptiveForQuestionAnswering": "model", "default_backbone": "model",
    "LengthConfig": "lengthdrop", "LengthPolicy": "lengthdrop", "LengthDrop": "lengthdrop",
    "train": "training", "predict": "training", "evaluate": "training", "search_model": "search",
}
__all__ = list(_HOMES)


def __getattr__(name):  # imports torch only when something is used, so that the command line answers at once
    if name not in _HOMES: raise AttributeError(f"module 'lat' has no attribute {name!r}")
    from importlib import import_module
    return getattr(import_module(f"lat.{_HOMES[name]}"), name)


def __dir__(): return sorted([*globals(), *_HOMES])
