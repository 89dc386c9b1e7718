// RUN: tfrun %s --device=interp --out %t.npy && tfrun %s --device=simt --out %t.simt.npy && cmp %t.npy %t.simt.npy
// RUN: tfrun %s --device=interp --print | FileCheck %s
// RUN: tfrun %s --device=simt-compiled --out %t.compiled.npy && cmp %t.npy %t.compiled.npy
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && %ptxas -arch=sm_90a -o %t.cubin %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.90 && %ptxas -arch=sm_90 -o %t.cubin %t.90
// RUN: tfopt %s | tfopt - | tee %t.text | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s --check-prefix=FULL_TEXT --match-full-lines < %t.text
// COMPLETE: FULL_TEXT

// Each block of a cluster of two reads half of a row for both, three times: the bytes arrive at the barriers
// of both. Who has read them tells the other block, at its barrier, before that writes here again.
// CHECK: tensor<4x3x64xf32>
// CHECK: 0{{\.? +}}1{{\.? +}}2
// TEXT: kernel.bulk_copy {{.*}} arrives {{.*}} multicast %{{[^ ]+}} : memref<3x64xf32>
// PTX: mapa.shared::cluster.u32
// PTX: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [
// PTX: mbarrier.arrive.shared::cta.b64 _
// PTX: mbarrier.arrive.release.cluster.shared::cluster.b64 _
kernel.func @k_multicast(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %tile = kernel.shared : memref<2x1x32xf32>
  %full = kernel.shared : memref<1xi64>
  %empty = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %block = kernel.block_id x
  %rank = kernel.cluster_rank
  %peer = arith.subi %c1, %rank : index
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %full[%c0] count = 1 : memref<1xi64>
    kernel.mbarrier_init %empty[%c0] count = 2 : memref<1xi64>
    loop.yield
  }
  kernel.cluster_barrier
  %there = kernel.cluster_shared %empty, %peer : memref<1xi64>
  loop.for %round = %c0 to %c3 step %c1 {
    %phase = arith.remui %round, %c2 : index
    %other = arith.subi %c1, %phase : index
    loop.if %first {
      %column = arith.muli %rank, %c32 : index
      kernel.mbarrier_wait %empty[%c0] parity %other : memref<1xi64>
      kernel.mbarrier_arrive %full[%c0] bytes = 256 : memref<1xi64>
      kernel.bulk_copy %x[%round, %column] to %tile[%rank] arrives %full[%c0] multicast %c3 : memref<3x64xf32>, memref<2x1x32xf32>, memref<1xi64>
      loop.yield
    }
    kernel.mbarrier_wait %full[%c0] parity %phase : memref<1xi64>
    loop.for %h = %c0 to %c2 step %c1 {
      %sum = arith.addi %h, %rank : index
      %half = arith.remui %sum, %c2 : index
      %v = mem.load %tile[%half, %c0, %t] : memref<2x1x32xf32>
      %skip = arith.muli %h, %c32 : index
      %at = arith.addi %skip, %t : index
      mem.store %v, %y[%block, %round, %at] : memref<?{n}x3x64xf32>
      loop.yield
    }
    kernel.barrier
    loop.if %first {
      kernel.mbarrier_arrive %empty[%c0] : memref<1xi64>
      kernel.mbarrier_arrive %there[%c0] : memref<1xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.cluster_barrier
  kernel.return
}
// FULL_TEXT: module {
// FULL_TEXT-NEXT:   kernel.func @k_multicast(%[[ARG0:.*]]: memref<3x64xf32>, %[[ARG1:.*]]: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
// FULL_TEXT-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_TEXT-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_TEXT-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_TEXT-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_TEXT-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_TEXT-NEXT:     %[[V0:.*]] = kernel.shared : memref<2x1x32xf32>
// FULL_TEXT-NEXT:     %[[V1:.*]] = kernel.shared : memref<1xi64>
// FULL_TEXT-NEXT:     %[[V2:.*]] = kernel.shared : memref<1xi64>
// FULL_TEXT-NEXT:     %[[V3:.*]] = kernel.thread_id x
// FULL_TEXT-NEXT:     %[[V4:.*]] = kernel.block_id x
// FULL_TEXT-NEXT:     %[[V5:.*]] = kernel.cluster_rank
// FULL_TEXT-NEXT:     %[[V6:.*]] = arith.subi %[[C1]], %[[V5]] : index
// FULL_TEXT-NEXT:     %[[V7:.*]] = arith.cmpi eq, %[[V3]], %[[C0]] : index
// FULL_TEXT-NEXT:     loop.if %[[V7]] {
// FULL_TEXT-NEXT:       kernel.mbarrier_init %[[V1]][%[[C0]]] count = 1 : memref<1xi64>
// FULL_TEXT-NEXT:       kernel.mbarrier_init %[[V2]][%[[C0]]] count = 2 : memref<1xi64>
// FULL_TEXT-NEXT:       loop.yield
// FULL_TEXT-NEXT:     }
// FULL_TEXT-NEXT:     kernel.cluster_barrier
// FULL_TEXT-NEXT:     %[[V8:.*]] = kernel.cluster_shared %[[V2]], %[[V6]] : memref<1xi64>
// FULL_TEXT-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// FULL_TEXT-NEXT:       %[[V9:.*]] = arith.remui %[[I]], %[[C2]] : index
// FULL_TEXT-NEXT:       %[[V10:.*]] = arith.subi %[[C1]], %[[V9]] : index
// FULL_TEXT-NEXT:       loop.if %[[V7]] {
// FULL_TEXT-NEXT:         %[[V11:.*]] = arith.muli %[[V5]], %[[C32]] : index
// FULL_TEXT-NEXT:         kernel.mbarrier_wait %[[V2]][%[[C0]]] parity %[[V10]] : memref<1xi64>
// FULL_TEXT-NEXT:         kernel.mbarrier_arrive %[[V1]][%[[C0]]] bytes = 256 : memref<1xi64>
// FULL_TEXT-NEXT:         kernel.bulk_copy %[[ARG0]][%[[I]], %[[V11]]] to %[[V0]][%[[V5]]] arrives %[[V1]][%[[C0]]] multicast %[[C3]] : memref<3x64xf32>, memref<2x1x32xf32>, memref<1xi64>
// FULL_TEXT-NEXT:         loop.yield
// FULL_TEXT-NEXT:       }
// FULL_TEXT-NEXT:       kernel.mbarrier_wait %[[V1]][%[[C0]]] parity %[[V9]] : memref<1xi64>
// FULL_TEXT-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C2]] step %[[C1]] {
// FULL_TEXT-NEXT:         %[[V11]] = arith.addi %[[I_0]], %[[V5]] : index
// FULL_TEXT-NEXT:         %[[V12:.*]] = arith.remui %[[V11]], %[[C2]] : index
// FULL_TEXT-NEXT:         %[[V13:.*]] = mem.load %[[V0]][%[[V12]], %[[C0]], %[[V3]]] : memref<2x1x32xf32>
// FULL_TEXT-NEXT:         %[[V14:.*]] = arith.muli %[[I_0]], %[[C32]] : index
// FULL_TEXT-NEXT:         %[[V15:.*]] = arith.addi %[[V14]], %[[V3]] : index
// FULL_TEXT-NEXT:         mem.store %[[V13]], %[[ARG1]][%[[V4]], %[[I]], %[[V15]]] : memref<?{n}x3x64xf32>
// FULL_TEXT-NEXT:         loop.yield
// FULL_TEXT-NEXT:       }
// FULL_TEXT-NEXT:       kernel.barrier
// FULL_TEXT-NEXT:       loop.if %[[V7]] {
// FULL_TEXT-NEXT:         kernel.mbarrier_arrive %[[V2]][%[[C0]]] : memref<1xi64>
// FULL_TEXT-NEXT:         kernel.mbarrier_arrive %[[V8]][%[[C0]]] : memref<1xi64>
// FULL_TEXT-NEXT:         loop.yield
// FULL_TEXT-NEXT:       }
// FULL_TEXT-NEXT:       loop.yield
// FULL_TEXT-NEXT:     }
// FULL_TEXT-NEXT:     kernel.cluster_barrier
// FULL_TEXT-NEXT:     kernel.return
// FULL_TEXT-NEXT:   }
func.func @multicast() -> tensor<4x3x64xf32> {
  %blocks = arith.constant 4 : index
  %threads = arith.constant 32 : index
  %x = tensor.compute (%i, %j) in [3, 64] {
    %c100 = arith.constant 100 : index
    %row = arith.muli %i, %c100 : index
    %both = arith.addi %row, %j : index
    %number = arith.index_cast %both : index to i32
    %v = arith.sitofp %number : i32 to f32
    tensor.yield %v : f32
  } : tensor<3x64xf32>
  %y = kernel.launch @k_multicast grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}
// FULL_TEXT-NEXT:   func.func @multicast() -> tensor<4x3x64xf32> {
// FULL_TEXT-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_TEXT-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_TEXT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [3, 64] {
// FULL_TEXT-NEXT:       %[[C100:.*]] = arith.constant 100 : index
// FULL_TEXT-NEXT:       %[[V2:.*]] = arith.muli %[[I]], %[[C100]] : index
// FULL_TEXT-NEXT:       %[[V3:.*]] = arith.addi %[[V2]], %[[J]] : index
// FULL_TEXT-NEXT:       %[[V4:.*]] = arith.index_cast %[[V3]] : index to i32
// FULL_TEXT-NEXT:       %[[V5:.*]] = arith.sitofp %[[V4]] : i32 to f32
// FULL_TEXT-NEXT:       tensor.yield %[[V5]] : f32
// FULL_TEXT-NEXT:     } : tensor<3x64xf32>
// FULL_TEXT-NEXT:     %[[V1:.*]] = kernel.launch @k_multicast grid(%[[C4]]) block(%[[C32]]) args(%[[V0]]) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
// FULL_TEXT-NEXT:     return %[[V1]] : tensor<4x3x64xf32>
// FULL_TEXT-NEXT:   }
// FULL_TEXT-NEXT: }
