// What is wrong in a kernel is found where it happens; of two accesses, both places are named.
// RUN: not tfrun %s --entry=both_write --device=interp 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: not tfrun %s --entry=no_barrier --device=interp 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not tfrun %s --entry=between_blocks --device=interp 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tfrun %s --entry=narrow_scope --device=interp 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: not tfrun %s --entry=half_atomic --device=interp 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not tfrun %s --entry=outside --device=interp 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tfrun %s --entry=outside_shared --device=interp 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not tfrun %s --entry=uninitialised --device=interp 2>&1 | FileCheck %s --check-prefix=FRESH
// RUN: not tfrun %s --entry=some_lanes --device=interp 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: not tfrun %s --entry=some_end --device=interp 2>&1 | FileCheck %s --check-prefix=END
// RUN: not tfrun %s --entry=no_lane --device=interp 2>&1 | FileCheck %s --check-prefix=LANE
// RUN: not tfrun %s --entry=part_of_a_warp --device=interp 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tfrun %s --entry=overlap --device=interp 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not tfrun %s --entry=too_few_bytes --device=interp 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tfrun %s --entry=other_bytes --device=interp 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tfrun %s --entry=unwritten --device=interp 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not tfrun %s --entry=other_block --in 'arg0=5' --device=interp 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not tfrun %s --entry=other_block --in 'arg0=2000' --device=interp 2>&1 | FileCheck %s --check-prefix=MOST
// RUN: not tfrun %s --entry=other_block --in 'arg0=4' 2>&1 | FileCheck %s --check-prefix=CPU

// WRITES: faults.mlir:[[#@LINE+6]]:3: error: 'mem.store' op is a data race: thread (1, 0, 0) of block (0, 0, 0) writes element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: no barrier orders them
// WRITES: faults.mlir:[[#@LINE+5]]:3: note: the other access
// WRITES: note: in thread (1, 0, 0) of block (0, 0, 0) of this launch
kernel.func @k_both_write(%x: memref<8xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %a = arith.constant 1 : i32
  mem.store %a, %x[%c0] : memref<8xi32>
  kernel.return
}
func.func @both_write() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_both_write grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// BARRIER: faults.mlir:[[#@LINE+11]]:8: error: 'mem.load' op is a data race: thread (1, 0, 0) of block (0, 0, 0) reads element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: no barrier orders them
// BARRIER: faults.mlir:[[#@LINE+7]]:3: note: the other access
kernel.func @k_no_barrier(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %s = kernel.shared : memref<4xi32>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %t = kernel.thread_id x
  mem.store %a, %s[%t] : memref<4xi32>
  %next = arith.subi %t, %c1 : index
  %left = arith.maxsi %next, %c0 : index
  %v = mem.load %s[%left] : memref<4xi32>
  mem.store %v, %x[%t] : memref<8xi32>
  kernel.return
}
func.func @no_barrier() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_no_barrier grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// BLOCKS: faults.mlir:[[#@LINE+5]]:3: error: 'mem.store' op is a data race: thread (0, 0, 0) of block (1, 0, 0) writes element [0], and thread (0, 0, 0) of block (0, 0, 0) writes it: blocks run in no order
// BLOCKS: faults.mlir:[[#@LINE+4]]:3: note: the other access
kernel.func @k_between_blocks(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %t = kernel.thread_id x
  mem.store %a, %x[%t] : memref<8xi32>
  kernel.barrier
  kernel.return
}
func.func @between_blocks() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_between_blocks grid(%c2) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// SCOPE: faults.mlir:[[#@LINE+4]]:10: error: 'kernel.atomic' op is a data race: thread (0, 0, 0) of block (1, 0, 0) changes element [0] atomically, and thread (0, 0, 0) of block (0, 0, 0) changes it atomically: the scope 'block' does not order blocks
kernel.func @k_narrow_scope(%x: memref<8xi32> {kernel.access = "inout"}) {
  %a = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %old = kernel.atomic add %a, %x[%c0] scope block : memref<8xi32>
  kernel.return
}
func.func @narrow_scope() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0> : tensor<8xi32>
  %y = kernel.launch @k_narrow_scope grid(%c2) block(%c4) args(%zeros) changes = [0] : (tensor<8xi32>) -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// HALF: faults.mlir:[[#@LINE+5]]:10: error: 'kernel.atomic' op is a data race: thread (1, 0, 0) of block (0, 0, 0) changes element [0] atomically, and thread (0, 0, 0) of block (0, 0, 0) reads it: no barrier orders them
// HALF: faults.mlir:[[#@LINE+5]]:8: note: the other access
kernel.func @k_half_atomic(%x: memref<8xi32> {kernel.access = "inout"}) {
  %a = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %old = kernel.atomic add %a, %x[%c0] : memref<8xi32>
  %v = mem.load %x[%c0] : memref<8xi32>
  kernel.return
}
func.func @half_atomic() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zeros = arith.constant dense<0> : tensor<8xi32>
  %y = kernel.launch @k_half_atomic grid(%c1) block(%c4) args(%zeros) changes = [0] : (tensor<8xi32>) -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// OUTSIDE: faults.mlir:[[#@LINE+9]]:3: error: 'mem.store' op accesses [8] outside the extents [8]
// OUTSIDE: note: in thread (0, 0, 0) of block (2, 0, 0) of this launch
kernel.func @k_outside(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %d = kernel.block_dim x
  %first = arith.muli %b, %d : index
  %i = arith.addi %first, %t : index
  mem.store %a, %x[%i] : memref<8xi32>
  kernel.return
}
func.func @outside() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_outside grid(%c3) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// SHARED: faults.mlir:[[#@LINE+6]]:3: error: 'mem.store' op accesses [3] outside the extents [3]
// SHARED: note: in thread (3, 0, 0) of block (0, 0, 0) of this launch
kernel.func @k_outside_shared(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %s = kernel.shared : memref<3xi32>
  %t = kernel.thread_id x
  mem.store %a, %s[%t] : memref<3xi32>
  kernel.return
}
func.func @outside_shared() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_outside_shared grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// FRESH: faults.mlir:[[#@LINE+12]]:8: error: 'mem.load' op reads [3], which was never written
kernel.func @k_uninitialised(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %c3 = arith.constant 3 : index
  %s = kernel.shared : memref<4xi32>
  %t = kernel.thread_id x
  %in = arith.cmpi slt, %t, %c3 : index
  loop.if %in {
    mem.store %a, %s[%t] : memref<4xi32>
    loop.yield
  }
  kernel.barrier
  %v = mem.load %s[%c3] : memref<4xi32>
  kernel.return
}
func.func @uninitialised() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_uninitialised grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// LANES: faults.mlir:[[#@LINE+9]]:10: error: 'kernel.shuffle' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (2, 0, 0) of block (0, 0, 0) never arrives
// LANES: faults.mlir:[[#@LINE+11]]:3: note: it waits here
kernel.func @k_some_lanes(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = kernel.thread_id x
  %in = arith.cmpi slt, %t, %c2 : index
  loop.if %in {
    %v = kernel.shuffle xor %a, %c1 : i32
    loop.yield
  }
  kernel.warp_barrier
  kernel.return
}
func.func @some_lanes() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_some_lanes grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// END: faults.mlir:[[#@LINE+7]]:5: error: 'kernel.warp_barrier' op is not reached by all threads of the warp: thread (0, 0, 0) of block (0, 0, 0) waits here, thread (2, 0, 0) of block (0, 0, 0) never arrives
// END: faults.mlir:[[#@LINE+1]]:1: note: it has reached the end of the kernel
kernel.func @k_some_end(%x: memref<8xi32> {kernel.access = "out"}) {
  %c2 = arith.constant 2 : index
  %t = kernel.thread_id x
  %in = arith.cmpi slt, %t, %c2 : index
  loop.if %in {
    kernel.warp_barrier
    loop.yield
  }
  kernel.return
}
func.func @some_end() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_some_end grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// LANE: faults.mlir:[[#@LINE+4]]:8: error: 'kernel.shuffle' op takes the value of lane 4, but this warp, the last of its block, has 4 threads
kernel.func @k_no_lane(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %c1 = arith.constant 1 : index
  %v = kernel.shuffle down %a, %c1 : i32
  kernel.return
}
func.func @no_lane() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_no_lane grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// PART: faults.mlir:[[#@LINE+3]]:8: error: 'kernel.warp_reduce' op combines the values of 32 threads, but this warp, the last of its block, has 4
kernel.func @k_part_of_a_warp(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %v = kernel.warp_reduce add %a : i32
  kernel.return
}
func.func @part_of_a_warp() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_part_of_a_warp grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// OVERLAP: faults.mlir:[[#@LINE+6]]:8: error: 'kernel.dynamic_shared' op overlaps another array in the dynamic shared memory
// OVERLAP: faults.mlir:[[#@LINE+4]]:8: note: the other array
kernel.func @k_overlap(%x: memref<8xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %s = kernel.dynamic_shared[%c0] : memref<8xi32>
  %r = kernel.dynamic_shared[%c16] : memref<8xi32>
  kernel.return
}
func.func @overlap() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %y = kernel.launch @k_overlap grid(%c1) block(%c4) dynamic_shared %c64 args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// BYTES: faults.mlir:[[#@LINE+3]]:8: error: 'kernel.dynamic_shared' op takes 64 bytes from byte 16 on: the launch gives 64 bytes of dynamic shared memory, and arrays begin at a multiple of 16
kernel.func @k_too_few_bytes(%x: memref<8xi32> {kernel.access = "out"}) {
  %c16 = arith.constant 16 : index
  %s = kernel.dynamic_shared[%c16] : memref<16xi32>
  kernel.return
}
func.func @too_few_bytes() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %y = kernel.launch @k_too_few_bytes grid(%c1) block(%c4) dynamic_shared %c64 args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// OTHER: faults.mlir:[[#@LINE+5]]:8: error: 'kernel.dynamic_shared' op begins at byte 16 in one thread and at byte 0 in another of its block
kernel.func @k_other_bytes(%x: memref<8xi32> {kernel.access = "out"}) {
  %c16 = arith.constant 16 : index
  %t = kernel.thread_id x
  %at = arith.muli %t, %c16 : index
  %s = kernel.dynamic_shared[%at] : memref<4xi32>
  kernel.return
}
func.func @other_bytes() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %y = kernel.launch @k_other_bytes grid(%c1) block(%c4) dynamic_shared %c64 args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// UNWRITTEN: error: an element of a result was never written
kernel.func @k_unwritten(%x: memref<8xi32> {kernel.access = "out"}) {
  %a = arith.constant 1 : i32
  %t = kernel.thread_id x
  mem.store %a, %x[%t] : memref<8xi32>
  kernel.return
}
func.func @unwritten() -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = kernel.launch @k_unwritten grid(%c1) block(%c4) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}

// Sizes that are no constants are looked at when the kernel is launched.
// SIZE: faults.mlir:[[#@LINE+9]]:8: error: 'kernel.launch' op has blocks of 5 x 1 x 1 threads, but the kernel is written for 4 x 1 x 1
// MOST: faults.mlir:[[#@LINE+8]]:8: error: 'kernel.launch' op has 2000 threads along x: a block has 1 to 1024
// CPU: error: 'kernel.func' op needs the threads of a GPU, but this code is for a CPU: the devices cuda, simt-compiled, simt and interp run kernels
kernel.func @k_other_block(%x: memref<8xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 4>} {
  kernel.return
}
func.func @other_block(%threads: index) -> tensor<8xi32> {
  %c1 = arith.constant 1 : index
  // As many as the caller says.
  %y = kernel.launch @k_other_block grid(%c1) block(%threads) args() : () -> tensor<8xi32>
  return %y : tensor<8xi32>
}
