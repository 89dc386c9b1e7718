// RUN: tfopt %s --pass-pipeline='kernel-to-loops{check-bounds=false},func.func(canonicalize,cse)' -o %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: tfopt %s --pass-pipeline='kernel-to-loops' --pass-statistics 2>&1 | tee %t.counts | FileCheck %s --check-prefix=COUNTS
// GOLDEN: cat %t.mlir %t.counts

// COUNTS: 2 num-kernels
// COUNTS: 2 num-phases
// COUNTS: 4 num-states

// Threads that wait for a phase take turns: where each is lies in memory, a tree of conditionals finds its
// state, and a round in which nobody gets on is the last one. What a thread keeps over its waits lies in
// memory, a barrier is four words.
// CHECK-LABEL: func.func private @waits(
// CHECK: loop.parallel
// CHECK: %[[KEPT:.*]] = mem.alloc : memref<8xindex>
// CHECK: %[[WORDS:.*]] = mem.alloc : memref<1x4xi64>
// CHECK: %[[PLACES:.*]] = mem.alloc : memref<8xindex>
// CHECK: %[[MOVED:.*]] = mem.alloc : memref<index>
// CHECK: loop.while () : () -> () {
// CHECK: mem.store %c0, %[[MOVED]][]
// CHECK: loop.for %[[T:.*]] = %c0 to %c8 step %c1 {
// CHECK: %[[AT:.*]] = mem.load %[[PLACES]][%[[T]]]
// CHECK: loop.while (%{{.*}} = %{{.*}}) : (index) -> (index) {
// CHECK: loop.if {{.*}} -> (index)
// CHECK: mem.store %[[T]], %[[KEPT]][%[[T]]]
// CHECK: mem.trap "'kernel.mbarrier_init' op makes a word a barrier again"
// CHECK: mem.trap "'kernel.mbarrier_arrive' op arrives at a barrier at which all {} threads of its phase have arrived"
// CHECK: %[[OWN:.*]] = mem.load %[[KEPT]][%[[T]]]
// CHECK: mem.store %{{.*}}, %arg0[%[[OWN]]]
// The barrier of the block: all threads are where the first is.
// CHECK: %[[FIRST:.*]] = mem.load %[[PLACES]][%c0]
// CHECK: arith.cmpi eq, %{{.*}}, %[[FIRST]]
// CHECK: %[[ANY:.*]] = mem.load %[[MOVED]][]
// CHECK: %[[GOES_ON:.*]] = arith.cmpi ne, %[[ANY]], %c0
// CHECK: mem.trap "'kernel.mbarrier_wait' op waits for ever: thread {} of its block
// CHECK: loop.condition %[[GOES_ON]]
kernel.func @waits(%y: memref<8xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %b = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %b[%c0] count = 8 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  kernel.mbarrier_arrive %b[%c0] : memref<1xi64>
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<1xi64>
  mem.store %one, %y[%t] : memref<8xi32>
  kernel.return
}

// Where all threads come to each barrier together, they go from one to the next in loops; copies are there at
// once.
// CHECK-LABEL: func.func private @copies(
// CHECK-NOT: loop.while
// CHECK: loop.for %[[T:.*]] = %c0 to %c8 step %c1 {
// CHECK: loop.for %{{.*}} = %c0 to %c2 step %c1 {
// CHECK: mem.load %arg0
// CHECK: mem.store
// CHECK: loop.for %{{.*}} = %c0 to %c8 step %c1 {
// CHECK: mem.store %{{.*}}, %arg1
// CHECK-NOT: loop.while
// CHECK: return
kernel.func @copies(%x: memref<16xi32>, %y: memref<8xi32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c2 = arith.constant 2 : index
  %c15 = arith.constant 15 : index
  %s = kernel.shared : memref<16xi32>
  %t = kernel.thread_id x
  %at = arith.muli %t, %c2 : index
  kernel.async_copy %x[%at] to %s[%at] elements = 2 : memref<16xi32>, memref<16xi32>
  kernel.async_commit
  kernel.async_wait pending = 0
  kernel.barrier
  %from = arith.subi %c15, %at : index
  %v = mem.load %s[%from] : memref<16xi32>
  mem.store %v, %y[%t] : memref<8xi32>
  kernel.return
}
