// n-body as it is written with arrays, [n, 3] and its kin, becomes one parallel loop around one loop: the n x n tensors
// of differences, distances and forces are gone, and nothing is allocated.
// RUN: tfopt %S/../../examples/programs/nbody.mlir --cpu --target=znver4 | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not='?{n}x?{n}' --check-prefixes=ONE
// RUN: tfopt %s --cpu --target=znver4 | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not='?{n}x?{n}' --check-prefixes=PLANE,FOUR,ENERGY

// ONE: loop.parallel
// ONE: loop.for
// ONE: math.rsqrt
// ONE-NOT: loop.for
// ONE-NOT: loop.parallel
// ONE: return

// PLANE-LABEL: @plane
// PLANE: loop.parallel
// PLANE: loop.for
// PLANE: math.rsqrt
// PLANE-NOT: loop.for
// PLANE-NOT: loop.parallel
// PLANE: return
func.func @plane(%x: tensor<?{n}x2xf32>, %v: tensor<?{n}x2xf32>) -> (tensor<?{n}x2xf32>, tensor<?{n}x2xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x2xf32> to tensor<?{n}x?{n}x2xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x2xf32> to tensor<?{n}x?{n}x2xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x2xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x2xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x2xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<1.0e-4> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x2xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x2xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x2xf32> to tensor<?{n}x2xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x2xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x2xf32>
  return %x1, %v1 : tensor<?{n}x2xf32>, tensor<?{n}x2xf32>
}

// FOUR-LABEL: @four
// FOUR: loop.parallel
// FOUR: loop.for
// FOUR: math.rsqrt
// FOUR-NOT: loop.for
// FOUR-NOT: loop.parallel
// FOUR: return
func.func @four(%x: tensor<?{n}x4xf32>, %v: tensor<?{n}x4xf32>) -> (tensor<?{n}x4xf32>, tensor<?{n}x4xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x4xf32> to tensor<?{n}x?{n}x4xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x4xf32> to tensor<?{n}x?{n}x4xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x4xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x4xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x4xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<0.5> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x4xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x4xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x4xf32> to tensor<?{n}x4xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x4xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x4xf32>
  return %x1, %v1 : tensor<?{n}x4xf32>, tensor<?{n}x4xf32>
}

// A third result of the same pairs joins the same loops, and the same root.
// ENERGY-LABEL: @energy
// ENERGY: loop.parallel
// ENERGY: loop.for
// ENERGY: math.rsqrt
// ENERGY-NOT: math.
// ENERGY-NOT: loop.for
// ENERGY-NOT: loop.parallel
// ENERGY: return
func.func @energy(%x: tensor<?{n}x3xf32>, %v: tensor<?{n}x3xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x3xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x3xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<1.0e-2> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x3xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x3xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x3xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x3xf32>
  %w = math.rsqrt %r2 : tensor<?{n}x?{n}xf32>
  %e = tensor.reduce add %w dims = [1] : tensor<?{n}x?{n}xf32> to tensor<?{n}xf32>
  return %x1, %v1, %e : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>
}
