"""nbody.py start DIR: the start that examples/c/nbody.c wrote, as arrays; nbody.py compare DIR: its end with the interpreter's."""
import sys
import numpy as np

command, folder = sys.argv[1:]
x, v, x1, v1 = np.fromfile(f"{folder}/one.bin", "f4").reshape(4, -1, 3)
if command == "start":
    np.savez(f"{folder}/start.npz", x=x, v=v)
else:
    wanted = np.load(f"{folder}/interp.npz")
    for name, found in (("x", x1), ("v", v1)):
        np.testing.assert_allclose(found, wanted[name], rtol=1e-5, atol=1e-6)
    print(f"{len(x)} bodies: as the interpreter")
