"""Random programs of kinds that were once wrong, and a planted mistake for each campaign, which must find it."""

import unittest
from unittest import mock

import kinds
import torch

from tensorforge.torch import effects, parts
from tensorforge.torch.ops import indexing, pointwise, windows

#: Programs of each kind here; `python tools/torch/kinds.py` runs more.
COUNT = 25


def _dropped(*args, **named):
    return _scattered(*args, **{**named, "outside": "drop"})


def _by_zeros(x, axis, held, k):
    read = windows._read(x, axis, held.place[:, k])
    return read * windows._spread(x, axis, held.weight[:, k] * held.inside[:, k], x.dtype)


_scattered = indexing._scattered

#: For each kind, a planted regression: a part of the compiler, and its earlier version.
PLANTED = {
    "writes": (indexing, "_scattered", _dropped),
    "divisions": (pointwise, "_divides", lambda *args: None),
    "layouts": (effects.Draw, "make", lambda self, known, args: self.fill(torch.empty(self.sizes, dtype=self.dtype))),
    "orders": (parts, "_in_order", lambda *args: None),
    "comparisons": (pointwise, "rounded", lambda x, dtype: x),
    "conversions": (pointwise, "_whole_number", pointwise.cast),
    "windows": (windows, "_column", _by_zeros),
    "checks": (effects, "has_effect", effects.is_random),
}


class Kinds(unittest.TestCase):
    def test_all_have_a_planted_mistake(self):
        self.assertEqual(set(PLANTED), set(kinds.KINDS))


def _enter(kind):
    def right(self):
        self.assertEqual(kinds.found(kind, COUNT), [])

    def planted(self):
        with mock.patch.object(*PLANTED[kind]):
            self.assertTrue(kinds.found(kind, 4 * COUNT, most=1), "the campaign does not find the mistake")

    setattr(Kinds, f"test_{kind}", right)
    setattr(Kinds, f"test_{kind}_are_found_when_planted", planted)


for _kind in PLANTED:
    _enter(_kind)


if __name__ == "__main__":
    unittest.main()
