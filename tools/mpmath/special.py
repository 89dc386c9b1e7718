#!/usr/bin/env python3
"""Derivatives of StableHLO's and CHLO's elementwise functions to high precision, for `cargo test -p tensorforge --test derivatives`.

    pip install mpmath
    tools/mpmath/special.py > embed/tests/derivatives/special.txt

A line: the op, the variable by which it is differentiated, the arguments, the first and the second derivative. Points lie in every
branch of the expansions that the importer makes (`library/src/special`), and where they meet.
"""
from mpmath import mp, mpf

mp.dps = 60


def show(op, variable, args, first, second):
    numbers = " ".join(mp.nstr(mpf(x), 20) for x in (first, second))
    print(op, variable, ",".join(repr(float(a)) for a in args), numbers)


def by_formulas(op, points, first, second, variable=0):
    for point in points:
        args = point if isinstance(point, tuple) else (point,)
        exact = [mpf(float(a)) for a in args]
        show(op, variable, args, first(*exact), second(*exact))


def by_differences(op, points, f, variable=0):
    """For functions that are smooth at the points: mpmath's differences at 60 digits."""
    for point in points:
        args = point if isinstance(point, tuple) else (point,)
        exact = [mpf(float(a)) for a in args]

        def along(x):
            return f(*exact[:variable], x, *exact[variable + 1 :])

        show(op, variable, args, mp.diff(along, exact[variable], 1), mp.diff(along, exact[variable], 2))


def constant(op, points, first, variable=0):
    """Where a choice is documented, or the slope is the same on both sides."""
    for point in points:
        args = point if isinstance(point, tuple) else (point,)
        show(op, variable, args, first, 0)


def scaled_bessel(x):
    return mp.exp(-x * mp.sign(x)) * mp.besseli(1, x)


def erf_inv_first(x):
    return mp.sqrt(mp.pi) / 2 * mp.exp(mp.erfinv(x) ** 2)


def logistic(x):
    return 1 / (1 + mp.exp(-x))


# The boundaries between the pieces of the inverse error function: -log(1 - x^2) is 6.25 and 16.
EDGES = [float(mp.sqrt(1 - mp.exp(-mpf(w)))) for w in (6.25, 16)]
SPREAD = [-0.9, -0.5, -1e-3, 0.0, 1e-3, 0.3, 0.9]

constant("bessel_i1e", [0.0, -0.0], 0.5)
by_differences("bessel_i1e", [-20.0, -8.0, -3.0, 1e-3, 1.0, 7.5, 8.0, 8.5, 30.0], scaled_bessel)
by_formulas("digamma", [-2.5, -0.3, 0.2, 0.5, 0.7, 1.0, 2.0, 10.0, 100.0], lambda x: mp.psi(1, x), lambda x: mp.psi(2, x))
by_formulas("lgamma", [-2.5, -0.5, -0.3, 0.2, 0.5, 0.7, 1.0, 2.0, 10.0, 100.0], lambda x: mp.psi(0, x), lambda x: mp.psi(1, x))
erf_inv = SPREAD + [-0.0, 0.999, -0.999, 0.9999, 1 - 1e-8, -(1 - 1e-8)] + EDGES
by_formulas("erf_inv", erf_inv, erf_inv_first, lambda x: 2 * mp.erfinv(x) * erf_inv_first(x) ** 2)
for order in (0.0, 1.0, 2.0, 3.0):
    points = [(order, x) for x in (0.2, 0.5, 1.0, 2.5, 10.0)]
    first, second = (lambda n, x, k=k: mp.psi(int(n) + k, x) for k in (1, 2))
    by_formulas("polygamma", points, first, second, 1)
ZETA = [(1.5, 3.0), (2.0, 1.0), (2.0, 0.5), (3.0, 2.5), (2.5, 10.0), (8.0, 20.0)]
by_formulas("zeta", ZETA, lambda s, q: -s * mp.zeta(s + 1, q), lambda s, q: s * (s + 1) * mp.zeta(s + 2, q), 1)
by_differences("zeta", ZETA, mp.zeta)
by_formulas(
    "logistic",
    [-1000.0, -700.0, -40.0, -1.0, -0.0, 0.0, 1.0, 40.0, 700.0, 1000.0],
    lambda x: logistic(x) * logistic(-x),
    lambda x: logistic(x) * logistic(-x) * (logistic(-x) - logistic(x)),
)
FAR = [-20.0, -1.5, -1.0, -0.9999, -1e-3, -0.0, 0.0, 1e-3, 0.9999, 1.0, 1.5, 20.0]
by_formulas("sinh", FAR, mp.cosh, mp.sinh)
by_formulas("cosh", FAR, mp.sinh, mp.cosh)
by_formulas("tanh", FAR, lambda x: mp.sech(x) ** 2, lambda x: -2 * mp.tanh(x) * mp.sech(x) ** 2)
by_formulas("asinh", FAR, lambda x: (x * x + 1) ** mpf(-0.5), lambda x: -x * (x * x + 1) ** mpf(-1.5))
by_formulas("atan", FAR, lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2)
by_formulas("asin", SPREAD, lambda x: (1 - x * x) ** mpf(-0.5), lambda x: x * (1 - x * x) ** mpf(-1.5))
by_formulas("acos", SPREAD, lambda x: -((1 - x * x) ** mpf(-0.5)), lambda x: -x * (1 - x * x) ** mpf(-1.5))
by_formulas("atanh", SPREAD, lambda x: 1 / (1 - x * x), lambda x: 2 * x / (1 - x * x) ** 2)
by_formulas("acosh", [1.001, 1.5, 20.0], lambda x: (x * x - 1) ** mpf(-0.5), lambda x: -x * (x * x - 1) ** mpf(-1.5))
by_formulas("tan", SPREAD + [1.5, -2.0], lambda x: mp.sec(x) ** 2, lambda x: 2 * mp.tan(x) * mp.sec(x) ** 2)
by_formulas("sine", FAR, mp.cos, lambda x: -mp.sin(x))
by_formulas("cosine", FAR, lambda x: -mp.sin(x), lambda x: -mp.cos(x))
gauss = lambda x: 2 / mp.sqrt(mp.pi) * mp.exp(-x * x)
by_formulas("erf", FAR, gauss, lambda x: -2 * x * gauss(x))
by_formulas("erfc", FAR, lambda x: -gauss(x), lambda x: 2 * x * gauss(x))
by_formulas("exponential", SPREAD, mp.exp, mp.exp)
by_formulas("exponential_minus_one", SPREAD + [-40.0, 20.0], mp.exp, mp.exp)
by_formulas("log", [1e-3, 0.5, 1.0, 20.0], lambda x: 1 / x, lambda x: -1 / x**2)
by_formulas("log_plus_one", SPREAD + [20.0], lambda x: 1 / (1 + x), lambda x: -1 / (1 + x) ** 2)
ROOTS = [1e-3, 0.5, 1.0, 20.0]
by_formulas("sqrt", ROOTS, lambda x: x ** mpf(-0.5) / 2, lambda x: -(x ** mpf(-1.5)) / 4)
by_formulas("rsqrt", ROOTS, lambda x: -(x ** mpf(-1.5)) / 2, lambda x: 3 * x ** mpf(-2.5) / 4)
size = lambda x: abs(x) ** (1 / mpf(3))
by_formulas("cbrt", ROOTS + [-1e-3, -8.0], lambda x: 1 / (3 * size(x) ** 2), lambda x: -2 / (9 * x * size(x) ** 2))
AROUND = [(0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1e-3, -1.0), (-1e-3, -1.0), (2.0, 3.0), (-2.0, -0.5)]
angle = lambda y, x: x * x + y * y
by_formulas("atan2", AROUND, lambda y, x: x / angle(y, x), lambda y, x: -2 * x * y / angle(y, x) ** 2)
by_formulas("atan2", AROUND, lambda y, x: -y / angle(y, x), lambda y, x: 2 * x * y / angle(y, x) ** 2, 1)
power = lambda b, e: mpf(0) if b == 0 and e > 0 else b**e
POWERS = [(2.0, 3.0), (2.0, -1.5), (0.5, 0.0), (-2.0, 3.0), (-2.0, 2.0), (0.0, 2.0), (0.0, 3.0), (0.0, 4.5)]
by_formulas("power", POWERS, lambda b, e: e * power(b, e - 1), lambda b, e: e * (e - 1) * (1 if e == 2 else power(b, e - 2)))
constant("power", [(0.0, 1.0)], 1)
by_formulas("power", POWERS[:3], lambda b, e: mp.log(b) * b**e, lambda b, e: mp.log(b) ** 2 * b**e, 1)
by_formulas("divide", [(1.0, 2.0), (0.0, -3.0)], lambda a, b: -a / b**2, lambda a, b: 2 * a / b**3, 1)
# Step functions, roundings, and the conventions of docs/explanation/autodiff.md at points without a derivative.
for step in ("sign", "floor", "ceil", "round_nearest_afz", "round_nearest_even"):
    constant(step, FAR, 0)
constant("abs", [-2.0, -1e-3], -1)
constant("abs", [2.0, 1e-3], 1)
constant("abs", [0.0, -0.0], 0)
for op, sign in (("maximum", 1), ("minimum", -1)):
    constant(op, [(2.0 * sign, 1.0 * sign)], 1)
    constant(op, [(-2.0 * sign, 1.0 * sign)], 0)
    constant(op, [(0.0, 0.0), (1.0, 1.0)], 0.5)
constant("next_after", [(1.0, 2.0), (0.0, 1.0), (1.0, 1.0), (-3.0, 1.0)], 1)
constant("next_after", [(1.0, 2.0), (0.0, 1.0), (1.0, 1.0), (-3.0, 1.0)], 0, 1)
constant("reduce_precision", [1.0, 0.1, -3.7, 0.0], 1)
constant("remainder", [(5.5, 2.0), (-5.5, 2.0), (0.5, 2.0)], 1)
