// RUN: not tfrun %s --device=interp --entry=shuffle_in_half 2>&1 | FileCheck %s --check-prefix=SHUFFLE_IN_HALF
// RUN: not tfrun %s --device=interp --entry=reduce_in_part 2>&1 | FileCheck %s --check-prefix=REDUCE_IN_PART
// RUN: not tfrun %s --device=interp --entry=ballot_of_one 2>&1 | FileCheck %s --check-prefix=BALLOT_OF_ONE
// RUN: not tfrun %s --device=interp --entry=two_votes 2>&1 | FileCheck %s --check-prefix=TWO_VOTES
// RUN: not tfrun %s --device=interp --entry=loops_of_different_length 2>&1 | FileCheck %s --check-prefix=LOOPS_OF_DIFFERENT_LENGTH
// RUN: not tfrun %s --device=interp --entry=block_and_warp 2>&1 | FileCheck %s --check-prefix=BLOCK_AND_WARP
// RUN: not tfrun %s --device=interp --entry=behind 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: not tfrun %s --device=interp --entry=before 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not tfrun %s --device=interp --entry=vector_behind 2>&1 | FileCheck %s --check-prefix=VECTOR_BEHIND
// RUN: not tfrun %s --device=interp --entry=atomic_behind 2>&1 | FileCheck %s --check-prefix=ATOMIC_BEHIND
// RUN: not tfrun %s --device=interp --entry=never_written 2>&1 | FileCheck %s --check-prefix=NEVER_WRITTEN
// RUN: not tfrun %s --device=interp --entry=half_written 2>&1 | FileCheck %s --check-prefix=HALF_WRITTEN
// RUN: not tfrun %s --device=interp --entry=own_memory_behind 2>&1 | FileCheck %s --check-prefix=OWN_MEMORY_BEHIND
// RUN: not tfrun %s --device=interp --entry=own_memory_never_written 2>&1 | FileCheck %s --check-prefix=OWN_MEMORY_NEVER_WRITTEN
// RUN: not tfrun %s --device=interp --entry=atomic_never_written 2>&1 | FileCheck %s --check-prefix=ATOMIC_NEVER_WRITTEN
// RUN: tfrun %s --device=interp --entry=fine_0 | FileCheck %s --check-prefix=FINE_0
// RUN: tfrun %s --device=interp --entry=fine_1 | FileCheck %s --check-prefix=FINE_1
// RUN: tfrun %s --device=interp --entry=fine_2 | FileCheck %s --check-prefix=FINE_2
// RUN: tfrun %s --device=interp --entry=fine_3 | FileCheck %s --check-prefix=FINE_3

// Planted faults, each in a kernel of its own: the interpreter names each of them, with the lines of both
// sides. What is right stands beside it and reports nothing.

// SHUFFLE_IN_HALF: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'kernel.shuffle' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (2, 0, 0) of block (0, 0, 0) never arrives
// SHUFFLE_IN_HALF: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: it waits here
kernel.func @k_shuffle_in_half(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c2 : index
  loop.if %h {
    %v = kernel.shuffle xor %one, %c1 : i32
    loop.yield
  }
  kernel.warp_barrier
  kernel.return
}
func.func @shuffle_in_half() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_shuffle_in_half grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// REDUCE_IN_PART: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'kernel.warp_reduce' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (31, 0, 0) of block (0, 0, 0) never arrives
// REDUCE_IN_PART: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: it waits here
kernel.func @k_reduce_in_part(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c31 : index
  loop.if %h {
    %v = kernel.warp_reduce add %one : i32
    loop.yield
  }
  kernel.warp_barrier
  kernel.return
}
func.func @reduce_in_part() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_reduce_in_part grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BALLOT_OF_ONE: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'kernel.ballot' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (1, 0, 0) of block (0, 0, 0) never arrives
// BALLOT_OF_ONE: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: it waits here
kernel.func @k_ballot_of_one(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi eq, %t, %c0 : index
  loop.if %h {
    %v = kernel.ballot %h
    loop.yield
  }
  kernel.warp_barrier
  kernel.return
}
func.func @ballot_of_one() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_ballot_of_one grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// TWO_VOTES: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'kernel.vote' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (2, 0, 0) of block (0, 0, 0) never arrives
// TWO_VOTES: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: it waits here
kernel.func @k_two_votes(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c2 : index
  loop.if %h {
    %v = kernel.vote all %h
    loop.yield
  } else {
    %v = kernel.vote any %h
    loop.yield
  }
  kernel.return
}
func.func @two_votes() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_two_votes grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// LOOPS_OF_DIFFERENT_LENGTH: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'kernel.warp_barrier' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (1, 0, 0) of block (0, 0, 0) never arrives
// LOOPS_OF_DIFFERENT_LENGTH: .mlir:[[#@LINE+13]]:{{[0-9]+}}: note: it waits here
kernel.func @k_loops_of_different_length(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  loop.for %i = %c0 to %t step %c1 {
    %v = kernel.shuffle index %one, %c0 : i32
    loop.yield
  }
  kernel.warp_barrier
  kernel.return
}
func.func @loops_of_different_length() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_loops_of_different_length grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BLOCK_AND_WARP: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'kernel.warp_barrier' op is not reached by all threads of the warp:
// BLOCK_AND_WARP: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: it waits here
kernel.func @k_block_and_warp(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c2 : index
  loop.if %h {
    kernel.warp_barrier
    loop.yield
  }
  kernel.barrier
  kernel.return
}
func.func @block_and_warp() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_block_and_warp grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BEHIND: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'mem.store' op accesses [64] outside the extents [64]
kernel.func @k_behind(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %p = arith.addi %t, %c1 : index
  mem.store %one, %s[%p] : memref<64xi32>
  kernel.return
}
func.func @behind() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_behind grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BEFORE: .mlir:[[#@LINE+14]]:{{[0-9]+}}: error: 'mem.load' op accesses [-1] outside the extents [64]
kernel.func @k_before(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  mem.store %one, %s[%t] : memref<64xi32>
  %p = arith.subi %t, %c1 : index
  %v = mem.load %s[%p] : memref<64xi32>
  kernel.return
}
func.func @before() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_before grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// VECTOR_BEHIND: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'vector.store' op accesses [64] outside the extents [64]
kernel.func @k_vector_behind(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %v = vector.broadcast %one : vector<4xi32>
  vector.store %v, %s[%c63] axis = 0 : memref<64xi32>, vector<4xi32>
  kernel.return
}
func.func @vector_behind() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 1 : index
  %y = kernel.launch @k_vector_behind grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ATOMIC_BEHIND: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'kernel.atomic' op accesses [64] outside the extents [64]
kernel.func @k_atomic_behind(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %c64 = arith.constant 64 : index
  %old = kernel.atomic add %one, %s[%c64] : memref<64xi32>
  kernel.return
}
func.func @atomic_behind() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_atomic_behind grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NEVER_WRITTEN: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'mem.load' op reads [0], which was never written
kernel.func @k_never_written(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %v = mem.load %s[%t] : memref<64xi32>
  kernel.return
}
func.func @never_written() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_never_written grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// HALF_WRITTEN: .mlir:[[#@LINE+18]]:{{[0-9]+}}: error: 'mem.load' op reads [32], which was never written
kernel.func @k_half_written(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c32 : index
  loop.if %h {
    mem.store %one, %s[%t] : memref<64xi32>
    loop.yield
  }
  kernel.barrier
  %v = mem.load %s[%t] : memref<64xi32>
  kernel.return
}
func.func @half_written() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_half_written grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// OWN_MEMORY_BEHIND: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'mem.store' op accesses [4] outside the extents [4]
kernel.func @k_own_memory_behind(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %o = mem.alloc : memref<4xi32>
  mem.store %one, %o[%t] : memref<4xi32>
  kernel.return
}
func.func @own_memory_behind() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_own_memory_behind grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// OWN_MEMORY_NEVER_WRITTEN: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'mem.load' op reads [0], which was never written
kernel.func @k_own_memory_never_written(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %o = mem.alloc : memref<4xi32>
  %v = mem.load %o[%c0] : memref<4xi32>
  kernel.return
}
func.func @own_memory_never_written() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_own_memory_never_written grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ATOMIC_NEVER_WRITTEN: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'kernel.atomic' op reads [0], which was never written
kernel.func @k_atomic_never_written(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %old = kernel.atomic add %one, %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @atomic_never_written() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_atomic_never_written grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_0: [1 1 1
kernel.func @k_fine_0(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  mem.store %one, %s[%t] : memref<64xi32>
  kernel.barrier
  %r = arith.subi %c63, %t : index
  %v = mem.load %s[%r] : memref<64xi32>
  kernel.barrier
  mem.store %v, %s[%t] : memref<64xi32>
  kernel.return
}
func.func @fine_0() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_fine_0 grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_1: [1 1 1
kernel.func @k_fine_1(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %h = arith.cmpi slt, %t, %c32 : index
  mem.store %one, %s[%t] : memref<64xi32>
  kernel.warp_barrier
  %x = arith.xori %t, %c1 : index
  %v = mem.load %s[%x] : memref<64xi32>
  kernel.warp_barrier
  mem.store %v, %s[%t] : memref<64xi32>
  kernel.return
}
func.func @fine_1() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_fine_1 grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_2: [1 1 1
kernel.func @k_fine_2(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    mem.store %one, %s[%c0] : memref<64xi32>
    loop.yield
  }
  kernel.barrier
  %old = kernel.atomic add %one, %s[%c0] scope block : memref<64xi32>
  kernel.barrier
  %v = mem.load %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @fine_2() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_fine_2 grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_3: [1 1 1
kernel.func @k_fine_3(%y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  mem.store %one, %y[%t] : memref<64xi32>
  %f = kernel.warp_reduce add %one : i32
  %g = kernel.shuffle down %f, %c1 : i32
  %b = arith.cmpi sgt, %g, %one : i32
  %v = kernel.vote all %b
  kernel.return
}
func.func @fine_3() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_fine_3 grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}
