// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// A transposition by tiles of 8 x 8 in shared memory, so that neighbours read and write neighbours; rows have
// one element more, which nobody uses, so that columns lie in different banks.

// CHECK: tensor<5x3xi32>
// CHECK-NEXT: [ 0  5 10]
// CHECK-NEXT: [ 1  6 11]
// CHECK-NEXT: [ 2  7 12]
// CHECK-NEXT: [ 3  8 13]
// CHECK-NEXT: [ 4  9 14]
kernel.func @transpose(%x: memref<?{m}x?{n}xi32>, %y: memref<?{n}x?{m}xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 8, 8>} {
  %c8 = arith.constant 8 : index
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %tile = kernel.shared : memref<8x9xi32>
  %tx = kernel.thread_id x
  %ty = kernel.thread_id y
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %x0 = arith.muli %bx, %c8 : index
  %y0 = arith.muli %by, %c8 : index
  %i = arith.addi %y0, %ty : index
  %j = arith.addi %x0, %tx : index
  %has_i = arith.cmpi slt, %i, %m : index
  %has_j = arith.cmpi slt, %j, %n : index
  %in = arith.andi %has_i, %has_j : i1
  loop.if %in {
    %v = mem.load %x[%i, %j] : memref<?{m}x?{n}xi32>
    mem.store %v, %tile[%ty, %tx] : memref<8x9xi32>
    loop.yield
  }
  kernel.barrier
  %row = arith.addi %x0, %ty : index
  %col = arith.addi %y0, %tx : index
  %has_row = arith.cmpi slt, %row, %n : index
  %has_col = arith.cmpi slt, %col, %m : index
  %out = arith.andi %has_row, %has_col : i1
  loop.if %out {
    %v = mem.load %tile[%tx, %ty] : memref<8x9xi32>
    mem.store %v, %y[%row, %col] : memref<?{n}x?{m}xi32>
    loop.yield
  }
  kernel.return
}

func.func @main() -> tensor<5x3xi32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]> : tensor<3x5xi32>
  %y = kernel.launch @transpose grid(%c1, %c1) block(%c8, %c8) args(%x) : (tensor<3x5xi32>) -> tensor<5x3xi32>
  return %y : tensor<5x3xi32>
}
