// RUN: tfrun %s --device=interp > %t.interp
// RUN: tfrun %s --device=simt > %t.simt && diff %t.interp %t.simt
// RUN: tfrun %s --device=simt-compiled > %t.compiled && diff %t.interp %t.compiled
// RUN: FileCheck %s --input-file=%t.compiled
// RUN: tfrun %s --entry=lanes --device=interp > %t.interp && tfrun %s --entry=lanes --device=simt-compiled > %t.compiled && diff %t.interp %t.compiled
// RUN: not tfrun %s --device=simt-compiled --entry=lost 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not tfrun %s --device=simt-compiled --entry=parted 2>&1 | FileCheck %s --check-prefix=PARTED
// RUN: not tfrun %s --device=simt-compiled --entry=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE

// Kernels whose threads wait for barriers in memory at places of their own, in loops and conditionals of
// every kind: machine code gives what the interpreter gives.

// The first warp hands numbers to the second one through a ring of two slots, which adds them up: with a loop
// that is left early on one side, and one with a condition on the other. Lanes shuffle and vote in between,
// in each warp by itself, and an array of a thread lives longer than its waits.
// CHECK: [
kernel.func @handed(%x: memref<?{n}x32xi32>, %y: memref<32xi32> {kernel.access = "out"}, %words: memref<32xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  %zero = arith.constant 0 : i32
  %n = mem.extent [n] : index
  %tile = kernel.shared : memref<2x32xi32>
  %full = kernel.shared : memref<2xi64>
  %empty = kernel.shared : memref<2xi64>
  %own = mem.alloc : memref<2xi32>
  %t = kernel.thread_id x
  %lane = kernel.lane_id
  %warp = kernel.warp_id
  mem.store %zero, %own[%c0] : memref<2xi32>
  mem.store %zero, %own[%c1] : memref<2xi32>
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    loop.for %i = %c0 to %c2 step %c1 {
      kernel.mbarrier_init %full[%i] count = 32 : memref<2xi64>
      kernel.mbarrier_init %empty[%i] count = 32 : memref<2xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.barrier
  %produces = arith.cmpi eq, %warp, %c0 : index
  %sum, %count = loop.if %produces -> (i32, index) {
    %last, %trips = loop.for %i = %c0 to %c100 step %c1 iter_args(%a = %zero, %k = %c0) -> (i32, index) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %phase = arith.remui %round, %c2 : index
      %other = arith.subi %c1, %phase : index
      kernel.mbarrier_wait %empty[%slot] parity %other : memref<2xi64>
      %v = mem.load %x[%i, %lane] : memref<?{n}x32xi32>
      %w = kernel.shuffle xor %v, %c1 : i32
      mem.store %w, %tile[%slot, %lane] : memref<2x32xi32>
      %before = mem.load %own[%slot] : memref<2xi32>
      %more = arith.addi %before, %w : i32
      mem.store %more, %own[%slot] : memref<2xi32>
      kernel.mbarrier_arrive %full[%slot] : memref<2xi64>
      %next = arith.addi %i, %c1 : index
      %goes_on = arith.cmpi slt, %next, %n : index
      loop.condition %goes_on, %more, %next : i32, index
    }
    %even = mem.load %own[%c0] : memref<2xi32>
    %odd = mem.load %own[%c1] : memref<2xi32>
    %both = arith.addi %even, %odd : i32
    loop.yield %both, %trips : i32, index
  } else {
    %end, %trips = loop.while (%a = %zero, %i = %c0) : (i32, index) -> (i32, index) {
      %left = arith.cmpi slt, %i, %n : index
      %all = kernel.vote all %left
      loop.condition %all, %a, %i : i32, index
    } do (%a: i32, %i: index) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %phase = arith.remui %round, %c2 : index
      kernel.mbarrier_wait %full[%slot] parity %phase : memref<2xi64>
      %v = mem.load %tile[%slot, %lane] : memref<2x32xi32>
      kernel.mbarrier_arrive %empty[%slot] : memref<2xi64>
      %sum = arith.addi %a, %v : i32
      %next = arith.addi %i, %c1 : index
      loop.yield %sum, %next : i32, index
    }
    loop.yield %end, %trips : i32, index
  }
  %number = arith.index_cast %count : index to i32
  %is_odd = arith.trunci %sum : i32 to i1
  %word = kernel.ballot %is_odd
  %total = arith.addi %sum, %number : i32
  %mixed = arith.xori %word, %number : i32
  loop.if %produces {
    mem.store %mixed, %words[%lane] : memref<32xi32>
    loop.yield
  } else {
    mem.store %total, %y[%lane] : memref<32xi32>
    loop.yield
  }
  kernel.return
}

// The blocks of a cluster come to its barrier in halves, and wait for barriers of their own in between: each
// thread of the other block arrives there.
kernel.func @halves(%y: memref<?{n}xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>, cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = kernel.shared : memref<4xi32>
  %b = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %block = kernel.block_id x
  %rank = kernel.cluster_rank
  %peer = arith.subi %c1, %rank : index
  %there = kernel.cluster_shared %b, %peer : memref<1xi64>
  %array = kernel.cluster_shared %s, %peer : memref<4xi32>
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %b[%c0] count = 4 : memref<1xi64>
    loop.yield
  }
  kernel.cluster_barrier
  %base = arith.muli %block, %c4 : index
  %at = arith.addi %base, %t : index
  %number = arith.index_cast %at : index to i32
  mem.store %number, %array[%t] : memref<4xi32>
  kernel.mbarrier_arrive %there[%c0] : memref<1xi64>
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
  kernel.cluster_arrive
  %from = arith.subi %c3, %t : index
  %v = mem.load %s[%from] : memref<4xi32>
  mem.store %v, %y[%at] : memref<?{n}xi32>
  kernel.cluster_wait
  kernel.return
}

// A thread reads a flag until the next one of its block has set it: the last one is the first to do so.
kernel.func @flags(%y: memref<8xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %flags = kernel.shared : memref<9xi32>
  %sums = kernel.shared : memref<9xi32>
  %t = kernel.thread_id x
  %next = arith.addi %t, %c1 : index
  mem.store %zero, %flags[%t] : memref<9xi32>
  kernel.barrier
  %is_last = arith.cmpi eq, %t, %c7 : index
  %sum = loop.if %is_last -> (i32) {
    loop.yield %one : i32
  } else {
    %first = kernel.load_acquire %flags[%next] scope block : memref<9xi32>
    loop.while (%seen = %first) : (i32) -> () {
      %waits = arith.cmpi eq, %seen, %zero : i32
      loop.condition %waits
    } do () {
      %again = kernel.load_acquire %flags[%next] scope block : memref<9xi32>
      loop.yield %again : i32
    }
    %before = mem.load %sums[%next] : memref<9xi32>
    %number = arith.addi %before, %before : i32
    loop.yield %number : i32
  }
  mem.store %sum, %sums[%t] : memref<9xi32>
  kernel.store_release %one, %flags[%t] scope block : memref<9xi32>
  mem.store %sum, %y[%t] : memref<8xi32>
  kernel.return
}

func.func @main() -> (tensor<32xi32>, tensor<32xi32>, tensor<16xi32>, tensor<8xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %threads = arith.constant 64 : index
  %n = tensor.iota dim = 0 : tensor<224xi32>
  %x = tensor.reshape %n : tensor<224xi32> to tensor<7x32xi32>
  %y, %words = kernel.launch @handed grid(%c1) block(%threads) args(%x) : (tensor<7x32xi32>) -> (tensor<32xi32>, tensor<32xi32>)
  // CHECK: [ 7  6  5  4  3  2  1  0 15 14 13 12 11 10  9  8]
  %z = kernel.launch @halves grid(%c4) block(%c4) args() : () -> tensor<16xi32>
  %c8 = arith.constant 8 : index
  // CHECK: [128  64  32  16   8   4   2   1]
  %w = kernel.launch @flags grid(%c1) block(%c8) args() : () -> tensor<8xi32>
  return %y, %words, %z, %w : tensor<32xi32>, tensor<32xi32>, tensor<16xi32>, tensor<8xi32>
}

// Nobody arrives for the second phase.
// LOST: turns.mlir:[[#@LINE+10]]:3: error: 'kernel.mbarrier_wait' op waits for ever: thread 0 of its block waits for a phase that does not end, as too few threads or bytes arrive
kernel.func @k_lost(%y: memref<4xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %b = kernel.shared : memref<1xi64>
  kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
  kernel.mbarrier_arrive %b[%c0] : memref<1xi64>
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
  mem.store %zero, %y[%c0] : memref<4xi32>
  kernel.mbarrier_wait %b[%c0] parity %c1 : memref<1xi64>
  kernel.return
}
func.func @lost() -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %y = kernel.launch @k_lost grid(%c1) block(%c1) args() : () -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// Half of a warp votes.
// PARTED: turns.mlir:[[#@LINE+13]]:10: error: 'kernel.vote' op is not reached by all threads of the warp: thread 0 of its block waits here, others do not come
kernel.func @k_parted(%y: memref<4xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %b = kernel.shared : memref<4xi64>
  %t = kernel.thread_id x
  kernel.mbarrier_init %b[%t] count = 1 : memref<4xi64>
  kernel.mbarrier_arrive %b[%t] : memref<4xi64>
  %low = arith.cmpi ult, %t, %c2 : index
  loop.if %low {
    %is = arith.cmpi eq, %t, %c0 : index
    %v = kernel.vote any %is
    loop.yield
  }
  kernel.mbarrier_wait %b[%t] parity %c0 : memref<4xi64>
  kernel.return
}
func.func @parted() -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_parted grid(%c1) block(%c4) args() : () -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// A vector whose last lane is outside.
// OUTSIDE: turns.mlir:[[#@LINE+7]]:3: error: a kernel accesses index 8 of an axis of 8
kernel.func @k_outside(%y: memref<8xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>} {
  %c2 = arith.constant 2 : index
  %one = arith.constant dense<1> : vector<3xi32>
  %t = kernel.thread_id x
  %at = arith.muli %t, %c2 : index
  // The one of the last thread.
  vector.store %one, %y[%at] axis = 0 : memref<8xi32>, vector<3xi32>
  kernel.return
}
func.func @outside() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_outside grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// Vectors of the shared memory of a cluster: side by side, with a mask, and each lane where its subscript
// says.
kernel.func @k_lanes(%x: memref<16xi32>, %y: memref<16xi32> {kernel.access = "out"}, %z: memref<16xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 2>, cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %three = arith.constant dense<3> : vector<4xindex>
  %none = arith.constant dense<-1> : vector<4xi32>
  %s = kernel.shared : memref<8xi32>
  %t = kernel.thread_id x
  %rank = kernel.cluster_rank
  %peer = arith.subi %c1, %rank : index
  %there = kernel.cluster_shared %s, %peer : memref<8xi32>
  %own = arith.muli %t, %c4 : index
  %before = arith.muli %rank, %c8 : index
  %at = arith.addi %before, %own : index
  %v = vector.load %x[%at] axis = 0 : memref<16xi32>, vector<4xi32>
  vector.store %v, %s[%own] axis = 0 : memref<8xi32>, vector<4xi32>
  kernel.cluster_barrier
  %steps = vector.step : vector<4xindex>
  %back = arith.subi %three, %steps : vector<4xindex>
  %firsts = vector.broadcast %own : vector<4xindex>
  %places = arith.addi %firsts, %back : vector<4xindex>
  %w = vector.gather %there[%places] : memref<8xi32>[vector<4xindex>], vector<4xi32>
  %some = arith.cmpi ult, %steps, %three : vector<4xindex>
  %m = vector.load %there[%own] axis = 0 mask %some else %none : memref<8xi32>, vector<4xi32>
  vector.store %w, %y[%at] axis = 0 : memref<16xi32>, vector<4xi32>
  vector.store %none, %z[%at] axis = 0 : memref<16xi32>, vector<4xi32>
  %ends = vector.broadcast %at : vector<4xindex>
  %to = arith.addi %ends, %back : vector<4xindex>
  vector.scatter %m, %z[%to] mask %some : memref<16xi32>[vector<4xindex>], vector<4xi32>
  kernel.cluster_barrier
  kernel.return
}
func.func @lanes() -> (tensor<16xi32>, tensor<16xi32>) {
  %c2 = arith.constant 2 : index
  %x = tensor.iota dim = 0 : tensor<16xi32>
  %y, %z = kernel.launch @k_lanes grid(%c2) block(%c2) args(%x) : (tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>)
  return %y, %z : tensor<16xi32>, tensor<16xi32>
}
