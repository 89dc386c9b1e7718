"""PyTorch: ``torch.compile(model, backend="tensorforge")``.

The forward and backward graphs of AOTAutograd become programs; torch runs unsupported operations, and
``report()`` counts them.
"""

from importlib.metadata import entry_points

from torch._dynamo import register_backend

from tensorforge.torch.backend import tensorforge
from tensorforge.torch.report import Report, report, reset

__all__ = ["Report", "report", "reset", "tensorforge"]

# For a wheel, torch registers the backend itself, by its entry point, and refuses a second one of the name.
if not any(found.name == "tensorforge" for found in entry_points(group="torch_dynamo_backends")):
    register_backend(tensorforge, name="tensorforge")
