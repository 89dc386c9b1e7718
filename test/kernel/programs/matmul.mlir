// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// A product of matrices by tiles of 4 x 4 in shared memory; what lies outside of the matrices counts as 0.
// Compared with the product of the tensor dialect: the largest difference is 0.

// CHECK: 0.0
kernel.func @tiled(%a: memref<?{m}x?{k}xf32>, %b: memref<?{k}x?{n}xf32>, %c: memref<?{m}x?{n}xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 4, 4>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %k = mem.extent [k] : index
  %ta = kernel.shared : memref<4x4xf32>
  %tb = kernel.shared : memref<4x4xf32>
  %tx = kernel.thread_id x
  %ty = kernel.thread_id y
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %row0 = arith.muli %by, %c4 : index
  %col0 = arith.muli %bx, %c4 : index
  %row = arith.addi %row0, %ty : index
  %col = arith.addi %col0, %tx : index
  %has_row = arith.cmpi slt, %row, %m : index
  %has_col = arith.cmpi slt, %col, %n : index
  %sum = loop.for %at = %c0 to %k step %c4 iter_args(%acc = %zero) -> (f32) {
    %ka = arith.addi %at, %tx : index
    %has_ka = arith.cmpi slt, %ka, %k : index
    %in_a = arith.andi %has_row, %has_ka : i1
    %va = loop.if %in_a -> (f32) {
      %v = mem.load %a[%row, %ka] : memref<?{m}x?{k}xf32>
      loop.yield %v : f32
    } else {
      loop.yield %zero : f32
    }
    %kb = arith.addi %at, %ty : index
    %has_kb = arith.cmpi slt, %kb, %k : index
    %in_b = arith.andi %has_kb, %has_col : i1
    %vb = loop.if %in_b -> (f32) {
      %v = mem.load %b[%kb, %col] : memref<?{k}x?{n}xf32>
      loop.yield %v : f32
    } else {
      loop.yield %zero : f32
    }
    mem.store %va, %ta[%ty, %tx] : memref<4x4xf32>
    mem.store %vb, %tb[%ty, %tx] : memref<4x4xf32>
    kernel.barrier
    %next = loop.for %q = %c0 to %c4 step %c1 iter_args(%s = %acc) -> (f32) {
      %l = mem.load %ta[%ty, %q] : memref<4x4xf32>
      %r = mem.load %tb[%q, %tx] : memref<4x4xf32>
      %p = arith.mulf %l, %r : f32
      %t = arith.addf %s, %p : f32
      loop.yield %t : f32
    }
    kernel.barrier
    loop.yield %next : f32
  }
  %inside = arith.andi %has_row, %has_col : i1
  loop.if %inside {
    mem.store %sum, %c[%row, %col] : memref<?{m}x?{n}xf32>
    loop.yield
  }
  kernel.return
}

func.func @main() -> tensor<f32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = tensor.iota dim = 1 : tensor<7x6xf32>
  %b = tensor.iota dim = 0 : tensor<6x9xf32>
  %c = kernel.launch @tiled grid(%c3, %c2) block(%c4, %c4) args(%a, %b) : (tensor<7x6xf32>, tensor<6x9xf32>) -> tensor<7x9xf32>
  %d = tensor.compute (%i, %j) in [7, 9] {
    %s = tensor.fold (%q) = 0 to 6 add {
      %x = tensor.at %a[%i, %q] : tensor<7x6xf32>
      %y = tensor.at %b[%q, %j] : tensor<6x9xf32>
      %p = arith.mulf %x, %y : f32
      tensor.yield %p : f32
    } : f32
    %v = tensor.at %c[%i, %j] : tensor<7x9xf32>
    %e = arith.subf %v, %s : f32
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<7x9xf32>
  %most = tensor.reduce maximumf %d dims = [0, 1] : tensor<7x9xf32> to tensor<f32>
  return %most : tensor<f32>
}
