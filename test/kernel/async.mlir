// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx -o %t.ptx && %ptxas -arch=sm_80 -o %t.cubin %t.ptx

// Asynchronous copies of 4, 8 and 16 bytes, two groups of which one is waited for before the other: a ring of
// two tiles, each of which is summed while the next one is on its way.

// CHECK: [ 496. 1520. 2544. 3568.]
// PTX-LABEL: .entry ring(
// PTX: cp.async.cg.shared.global {{.*}}, 16;
// PTX: cp.async.commit_group;
// PTX: cp.async.wait_group 1;
kernel.func @ring(%x: memref<4x32xf32>, %y: memref<4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %tiles = kernel.shared : memref<2x32xf32>
  %t = kernel.thread_id x
  %at = arith.muli %t, %c4 : index
  kernel.async_copy %x[%c0, %at] to %tiles[%c0, %at] elements = 4 : memref<4x32xf32>, memref<2x32xf32>
  kernel.async_commit
  loop.for %i = %c0 to %c4 step %c1 {
    %next = arith.addi %i, %c1 : index
    %row = arith.minsi %next, %c3 : index
    %slot = arith.remsi %next, %c2 : index
    kernel.async_copy %x[%row, %at] to %tiles[%slot, %at] elements = 4 : memref<4x32xf32>, memref<2x32xf32>
    kernel.async_commit
    kernel.async_wait pending = 1
    kernel.barrier
    %own = arith.remsi %i, %c2 : index
    %first = arith.cmpi eq, %t, %c0 : index
    loop.if %first {
      %sum = loop.for %j = %c0 to %c32 step %c1 iter_args(%s = %zero) -> (f32) {
        %v = mem.load %tiles[%own, %j] : memref<2x32xf32>
        %n = arith.addf %s, %v : f32
        loop.yield %n : f32
      }
      mem.store %sum, %y[%i] : memref<4xf32>
      loop.yield
    }
    kernel.barrier
    loop.yield
  }
  kernel.return
}

// PTX-LABEL: .entry small(
// PTX-DAG: cp.async.ca.shared.global {{.*}}, 4;
// PTX-DAG: cp.async.ca.shared.global {{.*}}, 8;
// PTX: cp.async.wait_group 0;
kernel.func @small(%x: memref<8xi16>, %y: memref<8xi16> {kernel.access = "out"}) attributes {block_size = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %s = kernel.shared : memref<8xi16>
  kernel.async_copy %x[%c4] to %s[%c0] elements = 4 : memref<8xi16>, memref<8xi16>
  kernel.async_copy %x[%c0] to %s[%c6] elements = 2 : memref<8xi16>, memref<8xi16>
  kernel.async_copy %x[%c6] to %s[%c4] elements = 2 : memref<8xi16>, memref<8xi16>
  kernel.async_commit
  kernel.async_wait pending = 0
  loop.for %i = %c0 to %c8 step %c1 {
    %v = mem.load %s[%i] : memref<8xi16>
    mem.store %v, %y[%i] : memref<8xi16>
    loop.yield
  }
  kernel.return
}

// CHECK: [4 5 6 7 6 7 0 1]
func.func @main() -> (tensor<4xf32>, tensor<8xi16>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.iota dim = 0 : tensor<128xf32>
  %x = tensor.reshape %n : tensor<128xf32> to tensor<4x32xf32>
  %y = kernel.launch @ring grid(%c1) block(%c8) args(%x) : (tensor<4x32xf32>) -> tensor<4xf32>
  %s = tensor.iota dim = 0 : tensor<8xi16>
  %z = kernel.launch @small grid(%c1) block(%c1) args(%s) : (tensor<8xi16>) -> tensor<8xi16>
  return %y, %z : tensor<4xf32>, tensor<8xi16>
}
