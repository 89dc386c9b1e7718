// RUN: tfopt %s --tensor-decompose --lower-tiles --tensor-to-loops | FileCheck %s
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics --target=x86-64-v3 -o /dev/null

// Trips write into the memory of the result; each has scratch memory of its own.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: memref<?{n}x40xf32>, %[[R:.*]]: memref<?{n}x40xf32>)
// CHECK: mem.copy %[[X]], %[[R]]
// CHECK-NOT: mem.copy
// CHECK: loop.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK: mem.alloc : memref<40x8xf32>
// CHECK-NOT: mem.copy
// CHECK: mem.store %{{.*}}, %[[R]]
func.func @rows(%x: tensor<?{n}x40xf32>) -> tensor<?{n}x40xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %v = arith.constant 1.0 : f32
  %n = tensor.extent [n] : index
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c8) shared(%d = %x) -> (tensor<?{n}x40xf32>) {
    %t = tensor.tile_read %d[%i, 0] fill(%v) layout affine_map<(i, j) -> (j, i)> : tensor<?{n}x40xf32> to tensor<8x40xf32>
    %s = tensor.compute (%a, %b) in [8, 40] {
      %p = tensor.at %t[%a, 39 - %b] : tensor<8x40xf32>
      %q = tensor.at %t[7 - %a, %b] : tensor<8x40xf32>
      %z = arith.subf %p, %q : f32
      tensor.yield %z : f32
    } : tensor<8x40xf32>
    %w = tensor.tile_write %s into %d[%i, 0] drop : tensor<8x40xf32> into tensor<?{n}x40xf32>
    loop.yield %w : tensor<?{n}x40xf32>
  }
  return %r : tensor<?{n}x40xf32>
}

// Two axes, and loops inside that carry the shared tensor.
// CHECK-LABEL: func.func @blocks
func.func @blocks(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %v = arith.constant 1.0 : f32
  %n = tensor.extent [n] : index
  %m = tensor.extent [m] : index
  %r:2 = loop.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c4, %c16) shared(%d = %x, %e = %y) -> (tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>) {
    %w = loop.for %k = %c0 to %c4 step %c2 iter_args(%d1 = %d) -> (tensor<?{n}x?{m}xf32>) {
      %s = tensor.tile_read %d1[%i + %k, %j] fill(%v) : tensor<?{n}x?{m}xf32> to tensor<2x16xf32>
      %t = tensor.tile_read %x[%j, %i] wrap : tensor<?{n}x?{m}xf32> to tensor<2x16xf32>
      %u = arith.addf %s, %t : tensor<2x16xf32>
      %d2 = tensor.tile_write %u into %d1[%i + %k, %j] drop : tensor<2x16xf32> into tensor<?{n}x?{m}xf32>
      loop.yield %d2 : tensor<?{n}x?{m}xf32>
    }
    %q = tensor.tile_read %e[%i, %j] fill(%v) : tensor<?{n}x?{m}xf32> to tensor<4x16xf32>
    %p = math.absf %q : tensor<4x16xf32>
    %e1 = tensor.tile_write %p into %e[%i, %j] drop : tensor<4x16xf32> into tensor<?{n}x?{m}xf32>
    loop.yield %w, %e1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
  }
  return %r#0, %r#1 : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32>
}

// A parallel loop inside of another: its parts are parts of the outer one's.
// CHECK-LABEL: func.func @nested
func.func @nested(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %r = loop.parallel (%i) = (%c0) to (%c64) step (%c8) shared(%d = %x) -> (tensor<64x64xf32>) {
    %w = loop.parallel (%j) = (%c0) to (%c64) step (%c8) shared(%e = %d) -> (tensor<64x64xf32>) {
      %t = tensor.tile_read %e[%i, %j] : tensor<64x64xf32> to tensor<8x8xf32>
      %s = tensor.transpose %t perm = [1, 0] : tensor<8x8xf32> to tensor<8x8xf32>
      %f = tensor.tile_write %s into %e[%i, %j] : tensor<8x8xf32> into tensor<64x64xf32>
      loop.yield %f : tensor<64x64xf32>
    }
    loop.yield %w : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}
