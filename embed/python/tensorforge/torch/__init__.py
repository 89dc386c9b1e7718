"""PyTorch: ``torch.compile(model, backend="tensorforge")``.

What AOTAutograd makes of a function, forwards and backwards, becomes programs; what no program is known for runs in torch, and
``report()`` counts it.
"""

from torch._dynamo import register_backend

from tensorforge.torch.backend import tensorforge
from tensorforge.torch.report import Report, report, reset

__all__ = ["Report", "report", "reset", "tensorforge"]

register_backend(tensorforge, name="tensorforge")
