// RUN: tfrun %s --device=interp --entry=ring | FileCheck %s --check-prefix=RING
// RUN: tfrun %s --device=simt --entry=ring | FileCheck %s --check-prefix=RING
// RUN: tfrun %s --device=simt-compiled --entry=ring | FileCheck %s --check-prefix=RING
// RUN: tfrun %s --device=interp --entry=counts | FileCheck %s --check-prefix=COUNTS
// RUN: tfrun %s --device=simt-compiled --entry=counts | FileCheck %s --check-prefix=COUNTS
// RUN: tfrun %s --device=interp --entry=waves > %t.interp
// RUN: tfrun %s --device=simt-compiled --entry=waves > %t.compiled
// RUN: diff %t.interp %t.compiled
// RUN: FileCheck %s --check-prefix=WAVES --input-file=%t.compiled
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: not tfopt %s --emit=ptx --arch=sm_80 2>&1 | FileCheck %s --check-prefix=OLD

// Blocks of a cluster reach each other's shared memory.

// OLD: error: 'kernel.func' op needs a GPU of architecture sm_90 or later, not sm_80: use --arch=sm_90

// Each block adds to its elements those of the next block of its cluster, whose memory is in another place:
// two clusters of four blocks.
// RING: tensor<32xi32>
// RING-NEXT: [ 4  6  8 10 12 14 16 18 20 22 24 26 12 14 16 18 36 38 40 42 44 46 48 50
// RING-NEXT: 52 54 56 58 44 46 48 50]
// PTX-LABEL: .visible .entry k_ring(
// PTX: .reqnctapercluster 4, 1, 1
// PTX-DAG: %cluster_ctarank
// PTX-DAG: st.shared.b32
// PTX: barrier.cluster.arrive.aligned
// PTX: barrier.cluster.wait.aligned
// PTX: mapa.shared::cluster.u32
// PTX: ld.shared::cluster.b32
// PTX: barrier.cluster.arrive.aligned
// PTX: barrier.cluster.wait.aligned
// PTX: ret;
kernel.func @k_ring(%x: memref<?{n}xi32>, %y: memref<?{n}xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>, cluster_size = array<i64: 4>} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %own = kernel.shared : memref<4xi32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %rank = kernel.cluster_rank
  %first = arith.muli %b, %c4 : index
  %i = arith.addi %first, %t : index
  %v = mem.load %x[%i] : memref<?{n}xi32>
  mem.store %v, %own[%t] : memref<4xi32>
  kernel.cluster_barrier
  %next = arith.addi %rank, %c1 : index
  %from = arith.remui %next, %c4 : index
  %other = kernel.cluster_shared %own, %from : memref<4xi32>
  %w = mem.load %other[%t] : memref<4xi32>
  kernel.cluster_barrier
  %sum = arith.addi %v, %w : i32
  mem.store %sum, %y[%i] : memref<?{n}xi32>
  kernel.return
}
func.func @ring() -> tensor<32xi32> {
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %x = tensor.iota dim = 0 : tensor<32xi32>
  %y = kernel.launch @k_ring grid(%c8) block(%c4) args(%x) : (tensor<32xi32>) -> tensor<32xi32>
  return %y : tensor<32xi32>
}

// A histogram whose bins lie in the memory of the blocks of a cluster, two in each: each thread counts in the
// block whose bin it is. Bins are in dynamic shared memory.
// COUNTS: tensor<4xi32>
// COUNTS-NEXT: [14 14 14 14]
// PTX-LABEL: .visible .entry k_counts(
// PTX: .reqnctapercluster 1, 2, 1
// PTX: mapa.shared::cluster.u32
// PTX: atom.shared::cluster.add.u32
// PTX: barrier.cluster.arrive.aligned
// PTX: barrier.cluster.wait.aligned
// PTX: atom.global.add.u32
kernel.func @k_counts(%counts: memref<4xi32> {kernel.access = "inout"}) attributes {block_size = array<i64: 14>, cluster_size = array<i64: 1, 2>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bins = kernel.dynamic_shared[%c0] : memref<2xi32>
  %t = kernel.thread_id x
  %rank = kernel.cluster_block_id y
  %row = kernel.block_id y
  %is_bin = arith.cmpi slt, %t, %c2 : index
  loop.if %is_bin {
    mem.store %zero, %bins[%t] : memref<2xi32>
    loop.yield
  }
  kernel.cluster_barrier
  %before = arith.muli %row, %c14 : index
  %i = arith.addi %before, %t : index
  %bin = arith.remui %i, %c4 : index
  %of = arith.divui %bin, %c2 : index
  %at = arith.remui %bin, %c2 : index
  %theirs = kernel.cluster_shared %bins, %of : memref<2xi32>
  %old = kernel.atomic add %one, %theirs[%at] scope cluster : memref<2xi32>
  kernel.cluster_barrier
  loop.if %is_bin {
    %count = mem.load %bins[%t] : memref<2xi32>
    %skipped = arith.muli %rank, %c2 : index
    %all = arith.addi %skipped, %t : index
    %last = kernel.atomic add %count, %counts[%all] : memref<4xi32>
    loop.yield
  }
  kernel.return
}
func.func @counts() -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  %bytes = arith.constant 16 : index
  %none = arith.constant dense<0> : tensor<4xi32>
  %y = kernel.launch @k_counts grid(%c1, %c4) block(%c14) dynamic_shared %bytes args(%none) changes = [0] : (tensor<4xi32>) -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// Values that threads keep over barriers of the cluster in a loop, blocks that take different ways to
// barriers of their own, and shuffles.
// WAVES: tensor<2x4x64xi32>
// PTX-LABEL: .visible .entry k_waves(
// PTX: .reqnctapercluster 2, 2, 1
// PTX: %cluster_ctaid.x
// PTX: barrier.cluster.arrive.aligned
// PTX: barrier.cluster.wait.aligned
// PTX: ld.shared::cluster.b32
// PTX: %clusterid.y
kernel.func @k_waves(%y: memref<2x4x64xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 64>, cluster_size = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %cx = kernel.cluster_block_id x
  %cy = kernel.cluster_id y
  %width = kernel.cluster_dim x
  %rank = kernel.cluster_rank
  %number = arith.muli %rank, %c64 : index
  %mine = arith.addi %number, %t : index
  %start = arith.index_cast %mine : index to i32
  %r = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %start) -> (i32) {
    mem.store %a, %s[%t] : memref<64xi32>
    %is_left = arith.cmpi eq, %cx, %c0 : index
    %b = loop.if %is_left -> (i32) {
      kernel.barrier
      %next = arith.addi %t, %c1 : index
      %at = arith.remui %next, %c64 : index
      %v = mem.load %s[%at] : memref<64xi32>
      loop.yield %v : i32
    } else {
      %v = kernel.shuffle down %a, %c1 : i32
      loop.yield %v : i32
    }
    kernel.cluster_arrive
    %twice = arith.addi %b, %b : i32
    kernel.cluster_wait
    %next = arith.addi %rank, %c1 : index
    %on = arith.addi %next, %k : index
    %from = arith.remui %on, %c4 : index
    %other = kernel.cluster_shared %s, %from : memref<64xi32>
    %w = mem.load %other[%t] : memref<64xi32>
    kernel.cluster_barrier
    %sum = arith.addi %w, %twice : i32
    %i = arith.index_cast %k : index to i32
    %new = arith.xori %sum, %i : i32
    loop.yield %new : i32
  }
  %cluster = arith.index_cast %cy : index to i32
  %wide = arith.index_cast %width : index to i32
  %d = arith.muli %cluster, %wide : i32
  %end = arith.subi %r, %d : i32
  mem.store %end, %y[%bx, %by, %t] : memref<2x4x64xi32>
  kernel.return
}
func.func @waves() -> tensor<2x4x64xi32> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %y = kernel.launch @k_waves grid(%c2, %c4) block(%c64) args() : () -> tensor<2x4x64xi32>
  return %y : tensor<2x4x64xi32>
}
