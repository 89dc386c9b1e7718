"""Whether the n-body step is NumPy's: nbody.py DIR, where start and results are."""
import sys
import numpy as np

folder = sys.argv[1]
start = np.load(f"{folder}/start.npz")
x, v = (start[name].astype("f8") for name in ("x", "v"))
d = x[None, :, :] - x[:, None, :]
r2 = (d * d).sum(-1, keepdims=True) + 1e-2
v1 = v + 0.001 * (d / (r2 * np.sqrt(r2))).sum(1)
wanted = {"x": x + 0.001 * v1, "v": v1}
cpu = {name: np.load(f"{folder}/cpu/{name}.npy") for name in wanted}
for name in wanted:
    np.testing.assert_allclose(cpu[name], wanted[name], rtol=1e-5, atol=1e-5)
    for other in ("one", "random"):
        assert np.array_equal(cpu[name], np.load(f"{folder}/{other}.npz")[name]), (name, other)
print(f"{len(x)} bodies: as NumPy; the same on one thread; the same by seed")
