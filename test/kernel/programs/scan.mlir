// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// All prefixes of a sum: in each warp by shuffles (Hillis and Steele), then the sums of warps in shared
// memory.

// CHECK: tensor<64xi32>
// CHECK-NEXT: {{.*}} 0 {{ *}}1 {{ *}}3 {{ *}}6 {{ *}}10 {{ *}}15
// CHECK: 2016
kernel.func @scan(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0 : i32
  %sums = kernel.shared : memref<2xi32>
  %t = kernel.thread_id x
  %lane = kernel.lane_id
  %warp = kernel.warp_id
  %v = mem.load %x[%t] : memref<64xi32>
  %by, %s = loop.while (%d = %c1, %acc = %v) : (index, i32) -> (index, i32) {
    %more = arith.cmpi slt, %d, %c32 : index
    loop.condition %more, %d, %acc : index, i32
  } do (%d: index, %acc: i32) {
    %below = kernel.shuffle up %acc, %d : i32
    %has = arith.cmpi sge, %lane, %d : index
    %more = arith.select %has, %below, %zero : i32
    %next = arith.addi %acc, %more : i32
    %twice = arith.addi %d, %d : index
    loop.yield %twice, %next : index, i32
  }
  %is_last = arith.cmpi eq, %lane, %c31 : index
  loop.if %is_last {
    mem.store %s, %sums[%warp] : memref<2xi32>
    loop.yield
  }
  kernel.barrier
  %before = loop.for %w = %c0 to %warp step %c1 iter_args(%b = %zero) -> (i32) {
    %one = mem.load %sums[%w] : memref<2xi32>
    %b2 = arith.addi %b, %one : i32
    loop.yield %b2 : i32
  }
  %r = arith.addi %s, %before : i32
  mem.store %r, %y[%t] : memref<64xi32>
  kernel.return
}

func.func @main() -> (tensor<64xi32>, i32) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @scan grid(%c1) block(%c64) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  %last = tensor.at %y[63] : tensor<64xi32>
  return %y, %last : tensor<64xi32>, i32
}
