// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// How often each of four numbers comes: blocks count in shared memory, then add up in what is there already.
// The result is a new tensor: the one that was handed over is as it was.

// CHECK: tensor<4xi32>
// CHECK-NEXT: [103 102   1   0]
// CHECK: tensor<4xi32>
// CHECK-NEXT: [100 100   0   0]
kernel.func @histogram(%x: memref<?{n}xindex>, %counts: memref<4xi32> {kernel.access = "inout"}) {
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %mine = kernel.shared : memref<4xi32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %d = kernel.block_dim x
  %n = mem.extent [n] : index
  %is_bin = arith.cmpi slt, %t, %c4 : index
  loop.if %is_bin {
    mem.store %zero, %mine[%t] : memref<4xi32>
    loop.yield
  }
  kernel.barrier
  %first = arith.muli %b, %d : index
  %i = arith.addi %first, %t : index
  %in = arith.cmpi slt, %i, %n : index
  loop.if %in {
    %bin = mem.load %x[%i] : memref<?{n}xindex>
    %old = kernel.atomic add %one, %mine[%bin] scope block : memref<4xi32>
    loop.yield
  }
  kernel.barrier
  loop.if %is_bin {
    %count = mem.load %mine[%t] : memref<4xi32>
    %old = kernel.atomic add %count, %counts[%t] : memref<4xi32>
    loop.yield
  }
  kernel.return
}

func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant dense<[0, 1, 0, 2, 1, 0]> : tensor<6xindex>
  %counts = arith.constant dense<[100, 100, 0, 0]> : tensor<4xi32>
  %new = kernel.launch @histogram grid(%c2) block(%c4) args(%x, %counts) changes = [1] : (tensor<6xindex>, tensor<4xi32>) -> tensor<4xi32>
  return %new, %counts : tensor<4xi32>, tensor<4xi32>
}
