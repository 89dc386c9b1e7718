// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// The sum of each block of 64 numbers: by a tree in shared memory, and by shuffles in warps.

// CHECK: tensor<2xi32>
// CHECK-NEXT: [2016 6112]
// CHECK: tensor<2xi32>
// CHECK-NEXT: [2016 6112]
kernel.func @tree(%x: memref<?{m}xi32>, %sums: memref<?{n}xi32> {kernel.access = "out"})
    attributes {block_size = array<i64: 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %half = arith.constant 32 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %first = arith.muli %b, %c64 : index
  %i = arith.addi %first, %t : index
  %v = mem.load %x[%i] : memref<?{m}xi32>
  mem.store %v, %s[%t] : memref<64xi32>
  kernel.barrier
  %end = loop.while (%w = %half) : (index) -> (index) {
    %more = arith.cmpi sgt, %w, %c0 : index
    loop.condition %more, %w : index
  } do (%width: index) {
    %adds = arith.cmpi slt, %t, %width : index
    loop.if %adds {
      %other = arith.addi %t, %width : index
      %l = mem.load %s[%t] : memref<64xi32>
      %r = mem.load %s[%other] : memref<64xi32>
      %sum = arith.addi %l, %r : i32
      mem.store %sum, %s[%t] : memref<64xi32>
      loop.yield
    }
    kernel.barrier
    %next = arith.shrui %width, %c1 : index
    loop.yield %next : index
  }
  %is_first = arith.cmpi eq, %t, %c0 : index
  loop.if %is_first {
    %sum = mem.load %s[%c0] : memref<64xi32>
    mem.store %sum, %sums[%b] : memref<?{n}xi32>
    loop.yield
  }
  kernel.return
}

kernel.func @warps(%x: memref<?{m}xi32>, %sums: memref<?{n}xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = kernel.shared : memref<2xi32>
  %t = kernel.thread_id x
  %d = kernel.block_dim x
  %b = kernel.block_id x
  %first = arith.muli %b, %d : index
  %i = arith.addi %first, %t : index
  %v = mem.load %x[%i] : memref<?{m}xi32>
  %sum = kernel.warp_reduce add %v : i32
  %warp = kernel.warp_id
  %lane = kernel.lane_id
  %is_first = arith.cmpi eq, %lane, %c0 : index
  loop.if %is_first {
    mem.store %sum, %s[%warp] : memref<2xi32>
    loop.yield
  }
  kernel.barrier
  %is_thread = arith.cmpi eq, %t, %c0 : index
  loop.if %is_thread {
    %l = mem.load %s[%c0] : memref<2xi32>
    %r = mem.load %s[%c1] : memref<2xi32>
    %all = arith.addi %l, %r : i32
    mem.store %all, %sums[%b] : memref<?{n}xi32>
    loop.yield
  }
  kernel.return
}

func.func @main() -> (tensor<2xi32>, tensor<2xi32>) {
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %x = tensor.iota dim = 0 : tensor<128xi32>
  %a = kernel.launch @tree grid(%c2) block(%c64) args(%x) : (tensor<128xi32>) -> tensor<2xi32>
  %b = kernel.launch @warps grid(%c2) block(%c64) args(%x) : (tensor<128xi32>) -> tensor<2xi32>
  return %a, %b : tensor<2xi32>, tensor<2xi32>
}
