#!/usr/bin/env python3
"""Values of the library's special functions to high precision, for `cargo test -p tensorforge --test suite library::`.

    pip install mpmath
    tools/mpmath/values.py > embed/tests/library/values.txt

A line: the function, its arguments, the value.
"""
from mpmath import inf, mp, mpf

mp.dps = 60


def show(name, f, points):
    for point in points:
        args = point if isinstance(point, tuple) else (point,)
        value = f(*[mpf(float(a)) for a in args])
        print(name, ",".join(repr(float(a)) for a in args), mp.nstr(mpf(value), 20))


GAMMA = [-20.5, -3.75, -0.5, -1e-3, 1e-6, 0.25, 0.5, 0.75, 1.5, 3.0, 10.0, 100.5, 1e4, 1e10]
BESSEL = [-300.0, -20.0, -8.0, -3.0, -1e-3, 0.0, 0.5, 1.0, 4.0, 7.9, 8.1, 32.0, 1e5]
INSIDE = [-0.9999, -0.99, -0.5, -1e-3, 0.0, 1e-6, 0.25, 0.7, 0.9, 0.96, 0.99999]
show("lgamma", lambda x: mp.log(abs(mp.gamma(x))), GAMMA)
show("digamma", mp.digamma, GAMMA)
show("erf_inv", mp.erfinv, INSIDE)
show("bessel_i0e", lambda x: mp.exp(-abs(x)) * mp.besseli(0, x), BESSEL)
show("bessel_i1e", lambda x: mp.exp(-abs(x)) * mp.besseli(1, x), BESSEL)
show("zeta", mp.zeta, [(1.5, 1), (2, 1), (2, 0.25), (3, 10), (4.5, 2.5), (10, 1), (30, 3), (2, 1000), (3, -1.5), (8, -0.25),
                      (2, -8.478), (3, -12.75), (2, -40.5), (5, -9.125)])
show("polygamma", mp.polygamma, [(0, 2.5), (1, 1), (1, 0.25), (2, 3), (3, 10.5), (5, 1), (4, 0.75), (1, 100),
                                (1, -8.478), (2, -10.25), (1, -30.5), (3, -9.75)])
