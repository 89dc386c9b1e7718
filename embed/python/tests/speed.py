"""What a call costs: `PYTHONPATH=… python embed/python/tests/speed.py`, with the package that `./x wheel` makes."""

import timeit

import numpy as np

import tensorforge as tf

ADD = """
func.func @add(%x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
  %z = arith.addf %x, %y : tensor<16xf32>
  return %z : tensor<16xf32>
}
"""


def cost(run) -> float:
    """Microseconds of a call: the least of many rounds, each too short for others to interrupt it."""
    return min(timeit.repeat(run, number=20, repeat=5_000)) / 20 * 1e6


def main() -> None:
    x = np.arange(16, dtype=np.float32)
    out = np.empty_like(x)
    add = tf.compile(ADD)
    program = tf.Program(lambda x, y: x + y, inputs={"x": tf.f32[16], "y": tf.f32[16]})
    program(x, x)
    print(f"NumPy's x + x              {cost(lambda: x + x):6.2f} µs")
    print(f"an executable              {cost(lambda: add(x, x)):6.2f} µs")
    print(f"an executable, into `out`  {cost(lambda: add.call_into(out, x, x)):6.2f} µs")
    print(f"a traced program           {cost(lambda: program(x, x)):6.2f} µs")


if __name__ == "__main__":
    main()
