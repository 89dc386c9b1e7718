// RUN: not tfrun %s --device=interp --entry=huge_grid 2>&1 | FileCheck %s --check-prefix=HUGE_GRID
// RUN: not tfrun %s --device=simt-compiled --entry=huge_grid 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=negative_grid 2>&1 | FileCheck %s --check-prefix=NEGATIVE_GRID
// RUN: not tfrun %s --device=simt-compiled --entry=negative_grid 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=largest_grid --max-steps=100000 2>&1 | FileCheck %s --check-prefix=LARGEST_GRID
// RUN: not tfrun %s --device=interp --entry=zero_threads 2>&1 | FileCheck %s --check-prefix=ZERO_THREADS
// RUN: not tfrun %s --device=simt-compiled --entry=zero_threads 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=negative_threads 2>&1 | FileCheck %s --check-prefix=NEGATIVE_THREADS
// RUN: not tfrun %s --device=interp --entry=many_threads 2>&1 | FileCheck %s --check-prefix=MANY_THREADS
// RUN: not tfrun %s --device=simt-compiled --entry=many_threads 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=zero_blocks 2>&1 | FileCheck %s --check-prefix=ZERO_BLOCKS
// RUN: not tfrun %s --device=interp --entry=much_dynamic 2>&1 | FileCheck %s --check-prefix=MUCH_DYNAMIC
// RUN: not tfrun %s --device=simt-compiled --entry=much_dynamic 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=negative_dynamic 2>&1 | FileCheck %s --check-prefix=NEGATIVE_DYNAMIC
// RUN: not tfrun %s --device=simt-compiled --entry=negative_dynamic 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=no_dynamic 2>&1 | FileCheck %s --check-prefix=NO_DYNAMIC
// RUN: not tfrun %s --device=simt-compiled --entry=no_dynamic 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=far_dynamic 2>&1 | FileCheck %s --check-prefix=FAR_DYNAMIC
// RUN: not tfrun %s --device=simt-compiled --entry=far_dynamic 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=endless --max-steps=100000 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not tfrun %s --device=interp --entry=endless_barriers --max-steps=100000 2>&1 | FileCheck %s --check-prefix=ENDLESS_BARRIERS
// RUN: not tfrun %s --device=interp --entry=far_store 2>&1 | FileCheck %s --check-prefix=FAR_STORE
// RUN: not tfrun %s --device=simt-compiled --entry=far_store 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=far_copy 2>&1 | FileCheck %s --check-prefix=FAR_COPY
// RUN: not tfrun %s --device=simt-compiled --entry=far_copy 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not tfrun %s --device=interp --entry=much_own_memory 2>&1 | FileCheck %s --check-prefix=MUCH_OWN_MEMORY
// RUN: not tfrun %s --device=interp --entry=fixed_block 2>&1 | FileCheck %s --check-prefix=FIXED_BLOCK
// RUN: not tfrun %s --device=simt-compiled --entry=fixed_block 2>&1 | FileCheck %s --check-prefix=COMPILED

// As machine code, each of these ends with its line, too.
// COMPILED: hostile.mlir:{{[0-9]+}}:{{[0-9]+}}: {{error: a kernel accesses|error: the kernel uses|the launch of}}

// Hostile kernels end in errors, in bounded time.

// HUGE_GRID: 'kernel.launch' op has 2147483648 blocks along x: a grid has 0 to 2147483647
kernel.func @k_huge_grid(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @huge_grid() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 2147483648 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_huge_grid grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NEGATIVE_GRID: 'kernel.launch' op has -1 blocks along x: a grid has 0 to 2147483647
kernel.func @k_negative_grid(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @negative_grid() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant -1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_negative_grid grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// LARGEST_GRID: the limit of 100000 steps is reached
kernel.func @k_largest_grid(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @largest_grid() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 2147483647 : index
  %b0 = arith.constant 1024 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_largest_grid grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ZERO_THREADS: 'kernel.launch' op has 0 threads along x: a block has 1 to 1024
kernel.func @k_zero_threads(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @zero_threads() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 0 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_zero_threads grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NEGATIVE_THREADS: 'kernel.launch' op has -5 threads along x: a block has 1 to 1024
kernel.func @k_negative_threads(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @negative_threads() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant -5 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_negative_threads grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// MANY_THREADS: 'kernel.launch' op has 1099511627776 threads along x: a block has 1 to 1024
kernel.func @k_many_threads(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @many_threads() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1099511627776 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_many_threads grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ZERO_BLOCKS: error: an element of a result was never written
kernel.func @k_zero_blocks(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @zero_blocks() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 0 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_zero_blocks grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// MUCH_DYNAMIC: 'kernel.launch' op requests 1099511627776 bytes of dynamic shared memory: at most 232448 are available
kernel.func @k_much_dynamic(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @much_dynamic() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %d0 = arith.constant 1099511627776 : index
  %d = arith.addi %d0, %z : index
  %y = kernel.launch @k_much_dynamic grid(%g) block(%b) dynamic_shared %d args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NEGATIVE_DYNAMIC: 'kernel.launch' op requests -16 bytes of dynamic shared memory: at most 232448 are available
kernel.func @k_negative_dynamic(%y: memref<64xi32> {kernel.access = "out"}) {
  kernel.return
}
func.func @negative_dynamic() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %d0 = arith.constant -16 : index
  %d = arith.addi %d0, %z : index
  %y = kernel.launch @k_negative_dynamic grid(%g) block(%b) dynamic_shared %d args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// NO_DYNAMIC: 'kernel.dynamic_shared' op takes 16 bytes from byte 0 on: the launch gives 0 bytes of dynamic shared memory
kernel.func @k_no_dynamic(%y: memref<64xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %s = kernel.dynamic_shared[%c0] : memref<4xi32>
  kernel.return
}
func.func @no_dynamic() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_no_dynamic grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FAR_DYNAMIC: 'kernel.dynamic_shared' op takes 16 bytes from byte 9223372036854775792 on: the launch gives 64 bytes
kernel.func @k_far_dynamic(%y: memref<64xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 9223372036854775792 : index
  %s = kernel.dynamic_shared[%c0] : memref<4xi32>
  kernel.return
}
func.func @far_dynamic() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %d0 = arith.constant 64 : index
  %d = arith.addi %d0, %z : index
  %y = kernel.launch @k_far_dynamic grid(%g) block(%b) dynamic_shared %d args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ENDLESS: the limit of 100000 steps is reached
kernel.func @k_endless(%y: memref<64xi32> {kernel.access = "out"}) {
  %true = arith.constant true
  %r = loop.while (%p = %true) : (i1) -> (i1) {
    loop.condition %p, %p : i1
  } do (%q: i1) {
    loop.yield %q : i1
  }
  kernel.return
}
func.func @endless() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_endless grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// ENDLESS_BARRIERS: the limit of 100000 steps is reached
kernel.func @k_endless_barriers(%y: memref<64xi32> {kernel.access = "out"}) {
  %true = arith.constant true
  %r = loop.while (%p = %true) : (i1) -> (i1) {
    loop.condition %p, %p : i1
  } do (%q: i1) {
    kernel.barrier
    loop.yield %q : i1
  }
  kernel.return
}
func.func @endless_barriers() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 64 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_endless_barriers grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FAR_STORE: 'mem.store' op accesses [9223372036854775807] outside the extents [64]
kernel.func @k_far_store(%y: memref<64xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 9223372036854775807 : index
  %v = arith.constant 1 : i32
  mem.store %v, %y[%c0] : memref<64xi32>
  kernel.return
}
func.func @far_store() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_far_store grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FAR_COPY: 'kernel.async_copy' op accesses [4611686018427387904] outside the extents [64]
kernel.func @k_far_copy(%y: memref<64xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c = arith.constant 4611686018427387904 : index
  %s = kernel.shared : memref<64xi32>
  %v = arith.constant dense<1> : vector<4xi32>
  vector.store %v, %y[%c0] axis = 0 : memref<64xi32>, vector<4xi32>
  kernel.async_copy %y[%c0] to %s[%c] elements = 4 : memref<64xi32>, memref<64xi32>
  kernel.return
}
func.func @far_copy() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_far_copy grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// MUCH_OWN_MEMORY: error: there is no memory for a tensor<4611686018427387904xi32>
kernel.func @k_much_own_memory(%y: memref<64xi32> {kernel.access = "out"}) {
  %m = mem.alloc : memref<4611686018427387904xi32>
  kernel.return
}
func.func @much_own_memory() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 1 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_much_own_memory grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}

// FIXED_BLOCK: 'kernel.launch' op has blocks of 64 x 1 x 1 threads, but the kernel is written for 32 x 2 x 1
kernel.func @k_fixed_block(%y: memref<64xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 32, 2>} {
  kernel.return
}
func.func @fixed_block() -> tensor<64xi32> {
  %zero = tensor.iota dim = 0 : tensor<1xindex>
  %z = tensor.at %zero[0] : tensor<1xindex>
  %g0 = arith.constant 1 : index
  %b0 = arith.constant 64 : index
  %g = arith.addi %g0, %z : index
  %b = arith.addi %b0, %z : index
  %y = kernel.launch @k_fixed_block grid(%g) block(%b) args() : () -> tensor<64xi32>
  return %y : tensor<64xi32>
}
