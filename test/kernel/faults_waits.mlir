// RUN: not tfrun %s --device=interp --entry=no_commit 2>&1 | FileCheck %s --check-prefix=NO_COMMIT
// RUN: not tfrun %s --device=interp --entry=no_wait 2>&1 | FileCheck %s --check-prefix=NO_WAIT
// RUN: not tfrun %s --device=interp --entry=barrier_for_wait 2>&1 | FileCheck %s --check-prefix=BARRIER_FOR_WAIT
// RUN: not tfrun %s --device=interp --entry=one_pending_too_many 2>&1 | FileCheck %s --check-prefix=ONE_PENDING_TOO_MANY
// RUN: not tfrun %s --device=interp --entry=wait_before_commit 2>&1 | FileCheck %s --check-prefix=WAIT_BEFORE_COMMIT
// RUN: not tfrun %s --device=interp --entry=no_barrier_behind_the_wait 2>&1 | FileCheck %s --check-prefix=NO_BARRIER_BEHIND_THE_WAIT
// RUN: not tfrun %s --device=interp --entry=write_on_the_way 2>&1 | FileCheck %s --check-prefix=WRITE_ON_THE_WAY
// RUN: not tfrun %s --device=interp --entry=copy_over_what_is_read 2>&1 | FileCheck %s --check-prefix=COPY_OVER_WHAT_IS_READ
// RUN: not tfrun %s --device=interp --entry=two_copies_to_one_place 2>&1 | FileCheck %s --check-prefix=TWO_COPIES_TO_ONE_PLACE
// RUN: not tfrun %s --device=interp --entry=no_wait_for_a_box 2>&1 | FileCheck %s --check-prefix=NO_WAIT_FOR_A_BOX
// RUN: not tfrun %s --device=interp --entry=the_phase_before 2>&1 | FileCheck %s --check-prefix=THE_PHASE_BEFORE
// RUN: not tfrun %s --device=interp --entry=too_few_bytes 2>&1 | FileCheck %s --check-prefix=TOO_FEW_BYTES
// RUN: not tfrun %s --device=simt-compiled --entry=too_few_bytes 2>&1 | FileCheck %s --check-prefix=TOO_FEW_BYTES
// RUN: not tfrun %s --device=interp --entry=nobody_arrives 2>&1 | FileCheck %s --check-prefix=NOBODY_ARRIVES
// RUN: not tfrun %s --device=simt-compiled --entry=nobody_arrives 2>&1 | FileCheck %s --check-prefix=NOBODY_ARRIVES
// RUN: not tfrun %s --device=interp --entry=no_barrier_made 2>&1 | FileCheck %s --check-prefix=NO_BARRIER_MADE
// RUN: not tfrun %s --device=simt-compiled --entry=no_barrier_made 2>&1 | FileCheck %s --check-prefix=NO_BARRIER_MADE
// RUN: not tfrun %s --device=interp --entry=made_twice 2>&1 | FileCheck %s --check-prefix=MADE_TWICE
// RUN: not tfrun %s --device=interp --entry=one_arrives_too_many 2>&1 | FileCheck %s --check-prefix=ONE_ARRIVES_TOO_MANY
// RUN: not tfrun %s --device=simt-compiled --entry=one_arrives_too_many 2>&1 | FileCheck %s --check-prefix=ONE_ARRIVES_TOO_MANY
// RUN: not tfrun %s --device=interp --entry=parity_of_two 2>&1 | FileCheck %s --check-prefix=PARITY_OF_TWO
// RUN: not tfrun %s --device=simt-compiled --entry=parity_of_two 2>&1 | FileCheck %s --check-prefix=PARITY_OF_TWO
// RUN: not tfrun %s --device=interp --entry=not_aligned 2>&1 | FileCheck %s --check-prefix=NOT_ALIGNED
// RUN: not tfrun %s --device=simt-compiled --entry=not_aligned 2>&1 | FileCheck %s --check-prefix=NOT_ALIGNED
// RUN: tfrun %s --device=interp --entry=fine_copy | FileCheck %s --check-prefix=FINE_COPY
// RUN: tfrun %s --device=simt-compiled --entry=fine_copy | FileCheck %s --check-prefix=FINE_COPY
// RUN: tfrun %s --device=interp --entry=fine_box | FileCheck %s --check-prefix=FINE_BOX
// RUN: tfrun %s --device=simt-compiled --entry=fine_box | FileCheck %s --check-prefix=FINE_BOX

// Planted faults, each in a kernel of its own: the interpreter names each of them, with the lines of both
// sides. Those that are no races, machine code names, too. What is right stands beside it and reports
// nothing.

// NO_COMMIT: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread (0, 0, 0) of block (0, 0, 0) writes it: no wait orders them
// NO_COMMIT: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_no_commit(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_wait pending = 0
  %v = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @no_commit() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_no_commit grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NO_WAIT: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread (0, 0, 0) of block (0, 0, 0) writes it: no wait orders them
// NO_WAIT: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_no_wait(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  %v = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @no_wait() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_no_wait grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// BARRIER_FOR_WAIT: .mlir:[[#@LINE+16]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread
// BARRIER_FOR_WAIT: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_barrier_for_wait(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  kernel.barrier
  %v = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @barrier_for_wait() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_barrier_for_wait grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ONE_PENDING_TOO_MANY: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread
// ONE_PENDING_TOO_MANY: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_one_pending_too_many(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  kernel.async_wait pending = 1
  kernel.barrier
  %v = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @one_pending_too_many() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_one_pending_too_many grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// WAIT_BEFORE_COMMIT: .mlir:[[#@LINE+17]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread
// WAIT_BEFORE_COMMIT: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_wait_before_commit(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_wait pending = 0
  kernel.async_commit
  kernel.barrier
  %v = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @wait_before_commit() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_wait_before_commit grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NO_BARRIER_BEHIND_THE_WAIT: .mlir:[[#@LINE+18]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (1, 0, 0) of block (0, 0, 0) reads element [0], and an asynchronous copy of thread (0, 0, 0)
// NO_BARRIER_BEHIND_THE_WAIT: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_no_barrier_behind_the_wait(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  kernel.async_wait pending = 0
  %p = arith.subi %t, %c1 : index
  %q = arith.maxsi %p, %c0 : index
  %v = mem.load %s[%q] : memref<64xi32>
  kernel.return
}
func.func @no_barrier_behind_the_wait() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_no_barrier_behind_the_wait grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// WRITE_ON_THE_WAY: .mlir:[[#@LINE+15]]:{{[0-9]+}}: error: 'mem.store' op is a data race: thread (0, 0, 0) of block (0, 0, 0) writes element [0], and an asynchronous copy of thread (0, 0, 0) of block (0, 0, 0) writes it: no wait orders them
// WRITE_ON_THE_WAY: .mlir:[[#@LINE+12]]:{{[0-9]+}}: note: the other access
kernel.func @k_write_on_the_way(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  mem.store %one, %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @write_on_the_way() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_write_on_the_way grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// COPY_OVER_WHAT_IS_READ: .mlir:[[#@LINE+16]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (11, 0, 0) of block (0, 0, 0) reads element [20], and an asynchronous copy of thread (10, 0, 0)
// COPY_OVER_WHAT_IS_READ: .mlir:[[#@LINE+16]]:{{[0-9]+}}: note: the other access
kernel.func @k_copy_over_what_is_read(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  mem.store %one, %s[%t] : memref<64xi32>
  kernel.barrier
  %r = arith.subi %c31, %t : index
  %v = mem.load %s[%r] : memref<64xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.return
}
func.func @copy_over_what_is_read() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_copy_over_what_is_read grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// TWO_COPIES_TO_ONE_PLACE: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'kernel.async_copy' op is a data race: an asynchronous copy of thread (1, 0, 0) of block (0, 0, 0) writes element [0], and an asynchronous copy of thread (0, 0, 0) of block (0, 0, 0) writes it
kernel.func @k_two_copies_to_one_place(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%c0] to %s[%c0] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.return
}
func.func @two_copies_to_one_place() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_two_copies_to_one_place grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NO_WAIT_FOR_A_BOX: .mlir:[[#@LINE+26]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (0, 0, 0) of block (0, 0, 0) reads element [0], and a copy of a box of thread (0, 0, 0) of block (0, 0, 0) writes it: no wait orders them
// NO_WAIT_FOR_A_BOX: .mlir:[[#@LINE+21]]:{{[0-9]+}}: note: the other access
kernel.func @k_no_wait_for_a_box(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_arrive %b[%c0] bytes = 256 : memref<1xi64>
    kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xi32>, memref<64xi32>, memref<1xi64>
    loop.yield
  }
  kernel.barrier
  %v = mem.load %s[%t] : memref<64xi32>
  kernel.return
}
func.func @no_wait_for_a_box() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_no_wait_for_a_box grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// THE_PHASE_BEFORE: .mlir:[[#@LINE+34]]:{{[0-9]+}}: error: 'mem.load' op is a data race: thread (1, 0, 0) of block (0, 0, 0) reads element [1], and a copy of a box of thread (0, 0, 0)
// THE_PHASE_BEFORE: .mlir:[[#@LINE+21]]:{{[0-9]+}}: note: the other access
kernel.func @k_the_phase_before(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_arrive %b[%c0] bytes = 256 : memref<1xi64>
    kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xi32>, memref<64xi32>, memref<1xi64>
    loop.yield
  } else {
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
    loop.yield
  }
  %g = arith.cmpi eq, %t, %c1 : index
  loop.if %g {
    %v = mem.load %s[%t] : memref<64xi32>
    loop.yield
  }
  kernel.return
}
func.func @the_phase_before() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_the_phase_before grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// TOO_FEW_BYTES: .mlir:[[#@LINE+24]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op waits for ever: thread {{.*}} of {{.*}} waits for a phase that does not end, as too few threads or bytes arrive
kernel.func @k_too_few_bytes(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_arrive %b[%c0] bytes = 512 : memref<1xi64>
    kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xi32>, memref<64xi32>, memref<1xi64>
    loop.yield
  }
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
  kernel.return
}
func.func @too_few_bytes() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_too_few_bytes grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NOBODY_ARRIVES: .mlir:[[#@LINE+19]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op waits for ever: thread {{.*}}0{{.*}} of
kernel.func @k_nobody_arrives(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
  kernel.return
}
func.func @nobody_arrives() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_nobody_arrives grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NO_BARRIER_MADE: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'kernel.mbarrier_arrive' op uses {{.*}} as a barrier, which nobody has made: kernel.mbarrier_init does
kernel.func @k_no_barrier_made(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  kernel.mbarrier_arrive %b[%c0] : memref<1xi64>
  kernel.return
}
func.func @no_barrier_made() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_no_barrier_made grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// MADE_TWICE: .mlir:[[#@LINE+13]]:{{[0-9]+}}: error: 'kernel.mbarrier_init' op is a data race: thread (1, 0, 0)
kernel.func @k_made_twice(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
  kernel.return
}
func.func @made_twice() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_made_twice grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ONE_ARRIVES_TOO_MANY: .mlir:[[#@LINE+21]]:{{[0-9]+}}: error: 'kernel.mbarrier_arrive' op arrives at a barrier at which all 1 threads of its phase have arrived
kernel.func @k_one_arrives_too_many(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_arrive %b[%c0] bytes = 64 : memref<1xi64>
    kernel.mbarrier_arrive %b[%c0] : memref<1xi64>
    loop.yield
  }
  kernel.return
}
func.func @one_arrives_too_many() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_one_arrives_too_many grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// PARITY_OF_TWO: .mlir:[[#@LINE+19]]:{{[0-9]+}}: error: 'kernel.mbarrier_wait' op waits for a phase of parity 2: it is 0 or 1
kernel.func @k_parity_of_two(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  kernel.mbarrier_wait %b[%c0] parity %c2 : memref<1xi64>
  kernel.return
}
func.func @parity_of_two() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_parity_of_two grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NOT_ALIGNED: .mlir:[[#@LINE+12]]:{{[0-9]+}}: error: 'kernel.async_copy' op reads from {{.*}}byte 4: 8 bytes are copied at a multiple of 8
kernel.func @k_not_aligned(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%c1] to %s[%c0] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.return
}
func.func @not_aligned() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_not_aligned grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_COPY: [1 1 1
kernel.func @k_fine_copy(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  kernel.async_wait pending = 0
  kernel.barrier
  %r = arith.subi %c31, %t : index
  %v = mem.load %s[%r] : memref<64xi32>
  kernel.barrier
  kernel.async_copy %x[%t2] to %s[%t2] elements = 2 : memref<64xi32>, memref<64xi32>
  kernel.async_commit
  kernel.async_wait pending = 0
  %w = mem.load %s[%t2] : memref<64xi32>
  kernel.return
}
func.func @fine_copy() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_fine_copy grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FINE_BOX: [1 1 1
kernel.func @k_fine_box(%x: memref<64xi32>, %y: memref<64xi32> {kernel.access = "out"}) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %s = kernel.shared : memref<64xi32>
  %t = kernel.thread_id x
  %t2 = arith.muli %t, %c2 : index
  %v0 = vector.broadcast %one : vector<2xi32>
  vector.store %v0, %y[%t2] axis = 0 : memref<64xi32>, vector<2xi32>
  %b = kernel.shared : memref<1xi64>
  %f = arith.cmpi eq, %t, %c0 : index
  loop.if %f {
    kernel.mbarrier_init %b[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %f {
    kernel.mbarrier_arrive %b[%c0] bytes = 256 : memref<1xi64>
    kernel.bulk_copy %x[%c0] to %s[] arrives %b[%c0] : memref<64xi32>, memref<64xi32>, memref<1xi64>
    kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  %v = mem.load %s[%t] : memref<64xi32>
  kernel.return
}
func.func @fine_box() -> tensor<64xi32> {
  %c1 = arith.constant 1 : index
  %block = arith.constant 32 : index
  %x = tensor.iota dim = 0 : tensor<64xi32>
  %y = kernel.launch @k_fine_box grid(%c1) block(%block) args(%x) : (tensor<64xi32>) -> tensor<64xi32>
  return %y : tensor<64xi32>
}
