// RUN: tfrun %s --device=interp > %t.interp
// RUN: tfrun %s --device=simt-compiled > %t.compiled
// RUN: diff %t.interp %t.compiled
// RUN: FileCheck %s --input-file=%t.compiled
// RUN: tfopt %s --check-semantics --pass-pipeline='kernel.func(kernel-expand),func.func(tensor-decompose,tensor-to-loops),kernel-to-loops' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: tfopt %s --check-semantics --pass-pipeline='kernel.func(kernel-expand),func.func(tensor-decompose,tensor-to-loops),kernel-to-loops{vector-width=4},func.func(canonicalize,cse,loop-vectorize)' 2>&1 | FileCheck %s --check-prefix=SAME

// Kernels whose threads meet in loops and conditionals, as loops of a processor.

// SAME: semantics: {{[14]}} functions compared

// Each thread keeps a value and an array over barriers, in a loop that all threads leave early together;
// blocks have three axes.
kernel.func @rotate(%x: memref<?{n}xi32>, %y: memref<?{n}xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 3, 2, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %c100 = arith.constant 100 : index
  %ten = arith.constant 10 : i32
  %tx = kernel.thread_id x
  %ty = kernel.thread_id y
  %tz = kernel.thread_id z
  %row = arith.muli %tz, %c2 : index
  %rows = arith.addi %row, %ty : index
  %before = arith.muli %rows, %c3 : index
  %t = arith.addi %before, %tx : index
  %s = kernel.shared : memref<12xi32>
  %own = mem.alloc : memref<2xi32>
  %v = mem.load %x[%t] : memref<?{n}xi32>
  mem.store %v, %own[%c0] : memref<2xi32>
  %r:2 = loop.for %i = %c0 to %c100 step %c1 iter_args(%a = %v, %b = %ten) -> (i32, i32) {
    mem.store %a, %s[%t] : memref<12xi32>
    kernel.barrier
    %next = arith.addi %t, %c1 : index
    %from = arith.remui %next, %c12 : index
    %o = mem.load %s[%from] : memref<12xi32>
    mem.store %o, %own[%c1] : memref<2xi32>
    kernel.barrier
    %w = mem.load %own[%c1] : memref<2xi32>
    %first = mem.load %own[%c0] : memref<2xi32>
    %sum = arith.addi %w, %first : i32
    %goes_on = arith.cmpi slt, %i, %c3 : index
    loop.condition %goes_on, %b, %sum : i32, i32
  }
  %d = arith.subi %r#0, %r#1 : i32
  mem.store %d, %y[%t] : memref<?{n}xi32>
  kernel.return
}

// Only some warps meet: the last one has 8 threads. Votes and ballots decide what the lanes do.
kernel.func @votes(%x: memref<?{n}xi32>, %least: i32, %y: memref<?{n}xi32> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = kernel.thread_id x
  %warp = kernel.warp_id
  %v = mem.load %x[%t] : memref<?{n}xi32>
  %is_first = arith.cmpi eq, %warp, %c0 : index
  %r = loop.if %is_first -> (i32) {
    %large = arith.cmpi sge, %v, %least : i32
    %lanes = kernel.ballot %large
    %end = loop.while (%a = %v) : (i32) -> (i32) {
      %goes_on = arith.cmpi slt, %a, %least : i32
      %some = kernel.vote any %goes_on
      loop.condition %some, %a : i32
    } do (%a: i32) {
      %left = kernel.shuffle up %a, %c1 : i32
      %more = arith.addi %left, %one : i32
      %next = arith.maxsi %more, %a : i32
      loop.yield %next : i32
    }
    %all = kernel.vote all %large
    %word = arith.select %all, %zero, %lanes : i32
    %both = arith.addi %end, %word : i32
    loop.yield %both : i32
  } else {
    %other = kernel.shuffle xor %v, %c1 : i32
    kernel.warp_barrier
    loop.yield %other : i32
  }
  mem.store %r, %y[%t] : memref<?{n}xi32>
  kernel.return
}

// Atomic operations with and without an instruction, and a conditional with a barrier in both regions.
kernel.func @least(%x: memref<?{n}xf32>, %low: memref<1xf32> {kernel.access = "inout"}, %which: i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %d = kernel.block_dim x
  %n = mem.extent [n] : index
  %s = kernel.dynamic_shared[%c0] : memref<8xf32>
  %p = arith.muli %b, %d : index
  %i = arith.addi %p, %t : index
  %in = arith.cmpi slt, %i, %n : index
  loop.if %in {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    mem.store %v, %s[%t] : memref<8xf32>
    loop.yield
  } else {
    %v = mem.load %x[%c0] : memref<?{n}xf32>
    mem.store %v, %s[%t] : memref<8xf32>
    loop.yield
  }
  %l = loop.if %which -> (f32) {
    kernel.barrier
    %c1 = arith.constant 1 : index
    %next = arith.addi %t, %c1 : index
    %from = arith.remui %next, %d : index
    %v = mem.load %s[%from] : memref<8xf32>
    loop.yield %v : f32
  } else {
    kernel.barrier
    %v = mem.load %s[%t] : memref<8xf32>
    loop.yield %v : f32
  }
  %old = kernel.atomic minimumf %l, %low[%c0] : memref<1xf32>
  kernel.return
}

// CHECK: tensor<12xi32>
// CHECK: tensor<40xi32>
// CHECK: tensor<1xf32>
// CHECK-NEXT: [-7.]
func.func @main() -> (tensor<12xi32>, tensor<40xi32>, tensor<1xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %c32 = arith.constant 32 : index
  %true = arith.constant true
  %twelve = tensor.iota dim = 0 : tensor<12xi32>
  %forty = tensor.iota dim = 0 : tensor<40xi32>
  %least = arith.constant 20 : i32
  %a = kernel.launch @rotate grid(%c1) block(%c3, %c2, %c2) args(%twelve) : (tensor<12xi32>) -> tensor<12xi32>
  %b = kernel.launch @votes grid(%c1) block(%c40) args(%forty, %least) : (tensor<40xi32>, i32) -> tensor<40xi32>
  %x = arith.constant dense<[4.0, 3.5, -7.0, 8.0, 1.0]> : tensor<5xf32>
  %low = arith.constant dense<[2.0]> : tensor<1xf32>
  %c = kernel.launch @least grid(%c3) block(%c2) dynamic_shared %c32 args(%x, %low, %true) changes = [1] : (tensor<5xf32>, tensor<1xf32>, i1) -> tensor<1xf32>
  return %a, %b, %c : tensor<12xi32>, tensor<40xi32>, tensor<1xf32>
}
