// One step of gravity between n bodies of unit mass, all pairs, as examples/programs/nbody.rs traces it.
// It takes positions x and velocities v, and gives those after a step of 0.001:
// tfrun examples/programs/nbody.mlir --in x=x.npy --in v=v.npy --out .
func.func @step(%x: tensor<?{n}x3xf32> {tf.name = "x"}, %v: tensor<?{n}x3xf32> {tf.name = "v"})
    -> (tensor<?{n}x3xf32> {tf.name = "x"}, tensor<?{n}x3xf32> {tf.name = "v"}) {
  %dt = arith.constant 1.0e-03 : f32
  %softening = arith.constant 1.0e-02 : f32

  // d[i, j] = x[j] - x[i]
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x3xf32>

  // r2 = |d|² + softening
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x3xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
  %soft = tensor.splat %softening : tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>

  // f[i] = Σ_j d[i, j] / r³
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x3xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x3xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>

  // v += dt·f, x += dt·v
  %dts = tensor.splat %dt : tensor<?{n}x3xf32>
  %dv = arith.mulf %f, %dts : tensor<?{n}x3xf32>
  %v1 = arith.addf %v, %dv : tensor<?{n}x3xf32>
  %dx = arith.mulf %v1, %dts : tensor<?{n}x3xf32>
  %x1 = arith.addf %x, %dx : tensor<?{n}x3xf32>
  return %x1, %v1 : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
}
