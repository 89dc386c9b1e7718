// RUN: not tfrun %s --device=interp --entry=arrives_before_the_cluster 2>&1 | FileCheck %s --check-prefix=ARRIVES_BEFORE_THE_CLUSTER
// RUN: not tfrun %s --device=interp --entry=ends_before_others_arrive 2>&1 | FileCheck %s --check-prefix=ENDS_BEFORE_OTHERS_ARRIVE
// RUN: not tfrun %s --device=interp --entry=overwritten_while_the_other_reads 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN_WHILE_THE_OTHER_READS
// RUN: not tfrun %s --device=interp --entry=nobody_waits_for_the_slot 2>&1 | FileCheck %s --check-prefix=NOBODY_WAITS_FOR_THE_SLOT
// RUN: not tfrun %s --device=interp --entry=nobody_waits_for_the_box 2>&1 | FileCheck %s --check-prefix=NOBODY_WAITS_FOR_THE_BOX
// RUN: not tfrun %s --device=interp --entry=half_the_bytes 2>&1 | FileCheck %s --check-prefix=HALF_THE_BYTES
// RUN: not tfrun %s --device=interp --entry=nobody_else_gets_it 2>&1 | FileCheck %s --check-prefix=NOBODY_ELSE_GETS_IT
// RUN: not tfrun %s --device=simt-compiled --entry=nobody_else_gets_it 2>&1 | FileCheck %s --check-prefix=NOBODY_ELSE_GETS_IT
// RUN: not tfrun %s --device=interp --entry=arrives_too_often 2>&1 | FileCheck %s --check-prefix=ARRIVES_TOO_OFTEN
// RUN: not tfrun %s --device=simt-compiled --entry=arrives_too_often 2>&1 | FileCheck %s --check-prefix=ARRIVES_TOO_OFTEN
// RUN: not tfrun %s --device=interp --entry=no_such_rank 2>&1 | FileCheck %s --check-prefix=NO_SUCH_RANK
// RUN: not tfrun %s --device=simt-compiled --entry=no_such_rank 2>&1 | FileCheck %s --check-prefix=NO_SUCH_RANK
// RUN: not tfrun %s --device=interp --entry=arrives_before_all_have_read 2>&1 | FileCheck %s --check-prefix=ARRIVES_BEFORE_ALL_HAVE_READ

// Planted faults of kernels whose blocks read for each other, each in a kernel of its own. What is right
// stands in programs/multicast.mlir.

// ARRIVES_BEFORE_THE_CLUSTER: .mlir:[[#@LINE+31]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op is a data race: thread (1, 0, 0) of block (0, 0, 0) reads element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: no barrier orders them
kernel.func @k_arrives_before_the_cluster(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
func.func @arrives_before_the_cluster() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_arrives_before_the_cluster grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// ENDS_BEFORE_OTHERS_ARRIVE: .mlir:[[#@LINE+29]]:{{[0-9]+}}: error: an access may be to the memory of a block that has ended: thread (0, 0, 0) of block (1, 0, 0) reads shared memory of block (0, 0, 0), which may have ended: no barrier of the cluster follows the access
kernel.func @k_ends_before_others_arrive(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
  kernel.return
}
func.func @ends_before_others_arrive() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_ends_before_others_arrive grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// OVERWRITTEN_WHILE_THE_OTHER_READS: .mlir:[[#@LINE+29]]:{{[0-9]+}}: error: 'kernel.bulk_copy' op is a data race: a copy of a box of thread (0, 0, 0) of block (0, 0, 0) writes element [0, 0, 0], and thread (0, 0, 0) of block (1, 0, 0) reads it: no barrier of the cluster orders them
kernel.func @k_overwritten_while_the_other_reads(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      kernel.mbarrier_arrive %empty[%c0] : memref<1xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.cluster_barrier
  kernel.return
}
func.func @overwritten_while_the_other_reads() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_overwritten_while_the_other_reads grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// NOBODY_WAITS_FOR_THE_SLOT: .mlir:[[#@LINE+28]]:{{[0-9]+}}: error: 'kernel.bulk_copy' op is a data race: a copy of a box of thread (0, 0, 0) of block (0, 0, 0) writes element [0, 0, 0], and thread (0, 0, 0) of block (1, 0, 0) reads it: no barrier of the cluster orders them
kernel.func @k_nobody_waits_for_the_slot(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      loop.yield
    }
    loop.yield
  }
  kernel.cluster_barrier
  kernel.return
}
func.func @nobody_waits_for_the_slot() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_nobody_waits_for_the_slot grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// NOBODY_WAITS_FOR_THE_BOX: .mlir:[[#@LINE+35]]:{{[0-9]+}}: error: 'mem.load' op reads [0, 0, 1], which was never written
kernel.func @k_nobody_waits_for_the_box(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
func.func @nobody_waits_for_the_box() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_nobody_waits_for_the_box grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// HALF_THE_BYTES: .mlir:[[#@LINE+36]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [1, 0, 0], and a copy of a box of thread (0, 0, 0) of block (1, 0, 0) writes it: no barrier of the cluster orders them
kernel.func @k_half_the_bytes(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      kernel.mbarrier_arrive %full[%c0] bytes = 128 : memref<1xi64>
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
func.func @half_the_bytes() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_half_the_bytes grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// NOBODY_ELSE_GETS_IT: .mlir:[[#@LINE+33]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op waits for ever: thread {{.*}} of {{.*}} waits for a phase that does not end, as too few threads or bytes arrive
kernel.func @k_nobody_else_gets_it(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      %mine = arith.addi %rank, %c1 : index
      %column = arith.muli %rank, %c32 : index
      kernel.mbarrier_wait %empty[%c0] parity %other : memref<1xi64>
      kernel.mbarrier_arrive %full[%c0] bytes = 256 : memref<1xi64>
      kernel.bulk_copy %x[%round, %column] to %tile[%rank] arrives %full[%c0] multicast %mine : memref<3x64xf32>, memref<2x1x32xf32>, memref<1xi64>
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
func.func @nobody_else_gets_it() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_nobody_else_gets_it grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// ARRIVES_TOO_OFTEN: .mlir:[[#@LINE+27]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op waits for ever: thread {{.*}} of {{.*}} waits for a phase that does not end, as too few threads or bytes arrive
kernel.func @k_arrives_too_often(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      kernel.mbarrier_arrive %there[%c0] : memref<1xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.cluster_barrier
  kernel.return
}
func.func @arrives_too_often() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_arrives_too_often grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// NO_SUCH_RANK: .mlir:[[#@LINE+30]]:{{[0-9]+}}: error: 'kernel.bulk_copy' op copies a box for the blocks of the bits of 4: the cluster has the ranks 0 to 1, and one of them gets it at least
kernel.func @k_no_such_rank(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
      %four = arith.addi %c3, %round : index
      %column = arith.muli %rank, %c32 : index
      kernel.mbarrier_wait %empty[%c0] parity %other : memref<1xi64>
      kernel.mbarrier_arrive %full[%c0] bytes = 256 : memref<1xi64>
      kernel.bulk_copy %x[%round, %column] to %tile[%rank] arrives %full[%c0] multicast %four : memref<3x64xf32>, memref<2x1x32xf32>, memref<1xi64>
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
func.func @no_such_rank() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_no_such_rank grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}

// ARRIVES_BEFORE_ALL_HAVE_READ: .mlir:[[#@LINE+29]]:{{[0-9]+}}: error: 'kernel.bulk_copy' op is a data race: a copy of a box of thread (0, 0, 0) of block (0, 0, 0) writes element [0, 0, 1], and thread (1, 0, 0) of block (0, 0, 0) reads it: no barrier orders them
kernel.func @k_arrives_before_all_have_read(%x: memref<3x64xf32>, %y: memref<?{n}x3x64xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 32>, cluster_size = array<i64: 2>} {
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
func.func @arrives_before_all_have_read() -> tensor<4x3x64xf32> {
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
  %y = kernel.launch @k_arrives_before_all_have_read grid(%blocks) block(%threads) args(%x) : (tensor<3x64xf32>) -> tensor<4x3x64xf32>
  return %y : tensor<4x3x64xf32>
}
