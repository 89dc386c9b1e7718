// RUN: not tfrun %s --device=interp --entry=neighbour_up 2>&1 | FileCheck %s --check-prefix=NEIGHBOUR_UP
// RUN: not tfrun %s --device=interp --entry=first_for_all 2>&1 | FileCheck %s --check-prefix=FIRST_FOR_ALL
// RUN: not tfrun %s --device=interp --entry=all_write_one 2>&1 | FileCheck %s --check-prefix=ALL_WRITE_ONE
// RUN: not tfrun %s --device=interp --entry=write_after_read 2>&1 | FileCheck %s --check-prefix=WRITE_AFTER_READ
// RUN: not tfrun %s --device=interp --entry=barrier_too_early 2>&1 | FileCheck %s --check-prefix=BARRIER_TOO_EARLY
// RUN: not tfrun %s --device=interp --entry=loop_without_second_barrier 2>&1 | FileCheck %s --check-prefix=LOOP_WITHOUT_SECOND_BARRIER
// RUN: not tfrun %s --device=interp --entry=warp_barrier_for_block 2>&1 | FileCheck %s --check-prefix=WARP_BARRIER_FOR_BLOCK
// RUN: not tfrun %s --device=interp --entry=reversed 2>&1 | FileCheck %s --check-prefix=REVERSED
// RUN: not tfrun %s --device=interp --entry=halves_overlap 2>&1 | FileCheck %s --check-prefix=HALVES_OVERLAP
// RUN: not tfrun %s --device=interp --entry=atomic_and_write 2>&1 | FileCheck %s --check-prefix=ATOMIC_AND_WRITE
// RUN: not tfrun %s --device=interp --entry=atomic_and_read 2>&1 | FileCheck %s --check-prefix=ATOMIC_AND_READ
// RUN: not tfrun %s --device=interp --entry=exchange_and_read 2>&1 | FileCheck %s --check-prefix=EXCHANGE_AND_READ
// RUN: not tfrun %s --device=interp --entry=compare_exchange_and_write 2>&1 | FileCheck %s --check-prefix=COMPARE_EXCHANGE_AND_WRITE
// RUN: not tfrun %s --device=interp --entry=argument_shared 2>&1 | FileCheck %s --check-prefix=ARGUMENT_SHARED
// RUN: not tfrun %s --device=interp --entry=vector_overlap 2>&1 | FileCheck %s --check-prefix=VECTOR_OVERLAP

// Planted faults, each in a kernel of its own: the interpreter names each of them, with the lines of both
// sides. What is right stands beside it and reports nothing.

// NEIGHBOUR_UP: .mlir:[[#@LINE+16]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// NEIGHBOUR_UP: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_neighbour_up(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %q = arith.maxsi %p, %c0 : index
  %v = mem.load %s[%q] : memref<64xi32>
  kernel.return
}
func.func @neighbour_up() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_neighbour_up grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FIRST_FOR_ALL: .mlir:[[#@LINE+18]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// FIRST_FOR_ALL: .mlir:[[#@LINE+14]]:{{[0-9]+}}: note: the other access
kernel.func @k_first_for_all(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %v = mem.load %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @first_for_all() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_first_for_all grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ALL_WRITE_ONE: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'mem.store' op is a data race: thread (1, 0, 0) of block (0, 0, 0) writes element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: no barrier orders them
kernel.func @k_all_write_one(%y: memref<64xi32> {kernel.access = "out"}) {
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
  mem.store %one, %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @all_write_one() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_all_write_one grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// WRITE_AFTER_READ: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// WRITE_AFTER_READ: .mlir:[[#@LINE+17]]:{{[0-9]+}}: note: the other access
kernel.func @k_write_after_read(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %p = arith.addi %t, %c1 : index
  %q = arith.remsi %p, %c2 : index
  %v = mem.load %s[%q] : memref<64xi32>
  mem.store %one, %s[%t] : memref<64xi32>
  kernel.return
}
func.func @write_after_read() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_write_after_read grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BARRIER_TOO_EARLY: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// BARRIER_TOO_EARLY: .mlir:[[#@LINE+13]]:{{[0-9]+}}: note: the other access
kernel.func @k_barrier_too_early(%y: memref<64xi32> {kernel.access = "out"}) {
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
  kernel.barrier
  mem.store %one, %s[%t] : memref<64xi32>
  %p = arith.subi %t, %c1 : index
  %q = arith.maxsi %p, %c0 : index
  %v = mem.load %s[%q] : memref<64xi32>
  kernel.return
}
func.func @barrier_too_early() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_barrier_too_early grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// LOOP_WITHOUT_SECOND_BARRIER: .mlir:[[#@LINE+19]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// LOOP_WITHOUT_SECOND_BARRIER: .mlir:[[#@LINE+14]]:{{[0-9]+}}: note: the other access
kernel.func @k_loop_without_second_barrier(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %c4 = arith.constant 4 : index
  loop.for %i = %c0 to %c4 step %c1 {
    mem.store %one, %s[%t] : memref<64xi32>
    kernel.barrier
    %p = arith.addi %t, %c1 : index
    %q = arith.remsi %p, %c2 : index
    %v = mem.load %s[%q] : memref<64xi32>
    loop.yield
  }
  kernel.return
}
func.func @loop_without_second_barrier() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_loop_without_second_barrier grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// WARP_BARRIER_FOR_BLOCK: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// WARP_BARRIER_FOR_BLOCK: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_warp_barrier_for_block(%y: memref<64xi32> {kernel.access = "out"}) {
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
  kernel.warp_barrier
  %p = arith.subi %t, %c32 : index
  %q = arith.maxsi %p, %c0 : index
  %v = mem.load %s[%q] : memref<64xi32>
  kernel.return
}
func.func @warp_barrier_for_block() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_warp_barrier_for_block grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// REVERSED: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread
// REVERSED: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_reversed(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %r = arith.subi %c63, %t : index
  %h = arith.cmpi sge, %t, %c32 : index
  loop.if %h {
    %v = mem.load %s[%r] : memref<64xi32>
    loop.yield
  }
  kernel.return
}
func.func @reversed() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_reversed grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// HALVES_OVERLAP: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'mem.store' op is a data race: thread (32, 0, 0) of block (0, 0, 0) writes element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it
kernel.func @k_halves_overlap(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %h = arith.remsi %t, %c32 : index
  mem.store %one, %s[%h] : memref<64xi32>
  kernel.return
}
func.func @halves_overlap() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_halves_overlap grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ATOMIC_AND_WRITE: .mlir:[[#@LINE+18]]:{{[0-9]+}}: error: 'kernel.atomic' op is a data race: thread (1, 0, 0)
// ATOMIC_AND_WRITE: .mlir:[[#@LINE+14]]:{{[0-9]+}}: note: the other access
kernel.func @k_atomic_and_write(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %old = kernel.atomic add %one, %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @atomic_and_write() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_atomic_and_write grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ATOMIC_AND_READ: .mlir:[[#@LINE+19]]:{{[0-9]+}}: error: 'kernel.atomic' op is a data race: thread (1, 0, 0)
// ATOMIC_AND_READ: .mlir:[[#@LINE+19]]:{{[0-9]+}}: note: the other access
kernel.func @k_atomic_and_read(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %old = kernel.atomic add %one, %s[%c0] : memref<64xi32>
  %v = mem.load %s[%c0] : memref<64xi32>
  kernel.return
}
func.func @atomic_and_read() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_atomic_and_read grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// EXCHANGE_AND_READ: .mlir:[[#@LINE+22]]:{{[0-9]+}}: error: 'kernel.atomic' op is a data race: thread (1, 0, 0)
// EXCHANGE_AND_READ: .mlir:[[#@LINE+18]]:{{[0-9]+}}: note: the other access
kernel.func @k_exchange_and_read(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %v = mem.load %s[%c0] : memref<64xi32>
  %g = arith.cmpi eq, %t, %c1 : index
  loop.if %g {
    %old = kernel.atomic exchange %one, %s[%c0] : memref<64xi32>
    loop.yield
  }
  kernel.return
}
func.func @exchange_and_read() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_exchange_and_read grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// COMPARE_EXCHANGE_AND_WRITE: .mlir:[[#@LINE+16]]:{{[0-9]+}}: error: 'kernel.compare_exchange' op is a data race: thread (1, 0, 0)
// COMPARE_EXCHANGE_AND_WRITE: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_compare_exchange_and_write(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %q = arith.maxsi %p, %c0 : index
  %old = kernel.compare_exchange %one, %one, %s[%q] : memref<64xi32>
  kernel.return
}
func.func @compare_exchange_and_write() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_compare_exchange_and_write grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ARGUMENT_SHARED: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (1, 0, 0) of block (0, 0, 0) reads element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it
kernel.func @k_argument_shared(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %v = mem.load %y[%c0] : memref<64xi32>
  kernel.return
}
func.func @argument_shared() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_argument_shared grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// VECTOR_OVERLAP: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'vector.store' op is a data race: thread (1, 0, 0) of block (0, 0, 0) writes element [2]
kernel.func @k_vector_overlap(%y: memref<64xi32> {kernel.access = "out"}) {
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
  %c4 = arith.constant 4 : index
  %m = arith.constant 16 : index
  %w = arith.remsi %t, %m : index
  %a = arith.muli %w, %c2 : index
  vector.store %v, %s[%a] axis = 0 : memref<64xi32>, vector<4xi32>
  kernel.return
}
func.func @vector_overlap() -> tensor<64xi32> {
  %grid = arith.constant 1 : index
  %block = arith.constant 64 : index
  %y = kernel.launch @k_vector_overlap grid(%grid) block(%block) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}
