// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx
// RUN: not tfopt %s --emit=ptx 2>&1 | FileCheck %s --check-prefix=OLD

// OLD: error: 'kernel.mbarrier_init' op needs a GPU of architecture sm_90 or later, not sm_80: use --arch=sm_90

// Boxes of 4 x 8 of a matrix come to a ring of two slots; one thread asks for them, all of them add up what
// has come. A slot is filled again when all have read it: the first time, nobody waits for that.

// CHECK: [456. 474. 492. 510. 528. 546. 564. 582.]
// PTX-LABEL: .entry ring(
// PTX: .param .align 64 .b8 ring_param_3[128]
// PTX: mbarrier.init.shared::cta.b64
// PTX: mbarrier.try_wait.parity.shared::cta.b64
// PTX: mbarrier.arrive.expect_tx.shared::cta.b64 _, [{{.*}}], 128;
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
kernel.func @ring(%x: memref<8x8xf32>, %y: memref<8xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %tiles = kernel.shared : memref<2x4x8xf32>
  %full = kernel.shared : memref<2xi64>
  %empty = kernel.shared : memref<2xi64>
  %t = kernel.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    loop.for %i = %c0 to %c2 step %c1 {
      kernel.mbarrier_init %full[%i] count = 1 : memref<2xi64>
      kernel.mbarrier_init %empty[%i] count = 8 : memref<2xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.barrier
  // Rows come from behind the end of the matrix, too, as zeros.
  %c6 = arith.constant 6 : index
  %sum = loop.for %i = %c0 to %c6 step %c1 iter_args(%s = %zero) -> (f32) {
    %slot = arith.remsi %i, %c2 : index
    %round = arith.divsi %i, %c2 : index
    %phase = arith.remsi %round, %c2 : index
    loop.if %first {
      %other = arith.subi %c1, %phase : index
      kernel.mbarrier_wait %empty[%slot] parity %other : memref<2xi64>
      kernel.mbarrier_arrive %full[%slot] bytes = 128 : memref<2xi64>
      %half = arith.remsi %i, %c2 : index
      %scaled = arith.muli %half, %c6 : index
      kernel.bulk_copy %x[%scaled, %c0] to %tiles[%slot] arrives %full[%slot] : memref<8x8xf32>, memref<2x4x8xf32>, memref<2xi64>
      loop.yield
    }
    kernel.mbarrier_wait %full[%slot] parity %phase : memref<2xi64>
    %next = loop.for %r = %c0 to %c4 step %c1 iter_args(%a = %s) -> (f32) {
      %v = mem.load %tiles[%slot, %r, %t] : memref<2x4x8xf32>
      %n = arith.addf %a, %v : f32
      loop.yield %n : f32
    }
    kernel.mbarrier_arrive %empty[%slot] : memref<2xi64>
    loop.yield %next : f32
  }
  mem.store %sum, %y[%t] : memref<8xf32>
  kernel.return
}

func.func @main() -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.iota dim = 0 : tensor<64xf32>
  %x = tensor.reshape %n : tensor<64xf32> to tensor<8x8xf32>
  %y = kernel.launch @ring grid(%c1) block(%c8) args(%x) : (tensor<8x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
