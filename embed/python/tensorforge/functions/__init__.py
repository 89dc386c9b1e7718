"""Functions of traced values, with NumPy's names and semantics."""

from tensorforge.functions import arrays, elementwise, products, reductions
from tensorforge.functions.arrays import *  # noqa: F403
from tensorforge.functions.elementwise import *  # noqa: F403
from tensorforge.functions.products import *  # noqa: F403
from tensorforge.functions.reductions import *  # noqa: F403

__all__ = []
__all__ += arrays.__all__
__all__ += elementwise.__all__
__all__ += products.__all__
__all__ += reductions.__all__
