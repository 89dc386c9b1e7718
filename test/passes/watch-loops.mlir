// RUN: tfopt --watch-loops %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --watch-loops --disable-rule=watch-loops.watch %s | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt --watch-loops %s | tfopt --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// COMPLETE: FULL, FULL_NONE
// NONE-NOT: kernel.end_if_stopped

// A condition alone ends the loop: it looks at the beginning of each so many trips.
// CHECK: kernel.func @until({{.*}}) attributes {tf.watched} {
// CHECK: loop.while
// CHECK-NEXT: kernel.end_if_stopped {every = [[EVERY:[0-9]+]] : i64}
// PTX-LABEL: .visible .entry until(
// PTX: .param .u64 .ptr {{.*}}until_param_0,
// PTX-NEXT: .param .u64 .ptr {{.*}}until_param_1
// PTX: ld.param.b64 %[[PARAM:.*]], [until_param_1];
// PTX: cvta.to.global.u64 %[[WORD:.*]], %[[PARAM]];
// PTX: ld.volatile.global.b32 %[[FOUND:.*]], [%[[WORD]]];
// PTX: setp.{{eq|ne}}.b32 %{{.*}}, %[[FOUND]], 0;
// PTX: exit;
kernel.func @until(%x: memref<1xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  loop.while () : () -> () {
    %v = kernel.load_acquire %x[%c0] : memref<1xi32>
    %on = arith.cmpi eq, %v, %zero : i32
    loop.condition %on
  } do () {
    loop.yield
  }
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @until(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}) attributes {tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     loop.while () : () -> () {
// FULL-NEXT:       kernel.end_if_stopped {every = 13107 : i64}
// FULL-NEXT:       %[[V0:.*]] = kernel.load_acquire %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi eq, %[[V0]], %[[C0_I32]] : i32
// FULL-NEXT:       loop.condition %[[V1]]
// FULL-NEXT:     } do () {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   kernel.func @until(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_NONE-NEXT:     loop.while () : () -> () {
// FULL_NONE-NEXT:       %[[V0:.*]] = kernel.load_acquire %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL_NONE-NEXT:       %[[V1:.*]] = arith.cmpi eq, %[[V0]], %[[C0_I32]] : i32
// FULL_NONE-NEXT:       loop.condition %[[V1]]
// FULL_NONE-NEXT:     } do () {
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// A count ends the loop at the latest: it goes in rounds, and looks between them; a trip is what it was.
// CHECK: kernel.func @counted({{.*}}) attributes {tf.watched} {
// CHECK: %[[ALL:.*]]:2 = loop.while (%[[Z0:.*]] = %{{.*}}, %[[N0:.*]] = %{{.*}}) : (f32, i32) -> (f32, i32) {
// CHECK: arith.cmpi slt, %[[N0]], %[[LIMIT:.*]] : i32
// CHECK: } do (%[[Z1:.*]]: f32, %[[N1:.*]]: i32) {
// CHECK-NEXT: kernel.end_if_stopped {every = 1 : i64}
// CHECK: %[[LEFT:.*]] = arith.subi %[[LIMIT]], %[[N1]] : i32
// CHECK: %[[MORE:.*]] = arith.cmpi ugt, %[[LEFT]], %[[MANY:.*]] : i32
// CHECK: %[[END:.*]] = arith.addi %[[N1]], %[[MANY]] : i32
// CHECK: %[[ROUND:.*]] = arith.select %[[MORE]], %[[END]], %[[LIMIT]] : i32
// CHECK: loop.while (%{{.*}} = %[[Z1]], %[[N2:.*]] = %[[N1]])
// CHECK-NOT: kernel.end_if_stopped
// CHECK: arith.cmpi slt, %{{.*}}, %[[ROUND]] : i32
// CHECK-NOT: kernel.end_if_stopped
// CHECK: mem.store %[[ALL]]#0
kernel.func @counted(%x: memref<1xf32> {kernel.access = "inout"}, %limit: i32) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 4.0 : f32
  %v = mem.load %x[%c0] : memref<1xf32>
  %r:2 = loop.while (%z = %v, %n = %zero) : (f32, i32) -> (f32, i32) {
    %small = arith.cmpf ole, %z, %most : f32
    %more = arith.cmpi slt, %n, %limit : i32
    %on = arith.andi %small, %more : i1
    loop.condition %on, %z, %n : f32, i32
  } do (%z: f32, %n: i32) {
    %w = arith.addf %z, %v : f32
    %m = arith.addi %n, %one : i32
    loop.yield %w, %m : f32, i32
  }
  mem.store %r#0, %x[%c0] : memref<1xf32>
  kernel.return
}
// FULL-NEXT:   kernel.func @counted(%[[ARG0:.*]]: memref<1xf32> {kernel.access = "inout"}, %[[ARG1:.*]]: i32) attributes {tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[CST:.*]] = arith.constant 4.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[C0_I32]]) : (f32, i32) -> (f32, i32) {
// FULL-NEXT:       %[[V2:.*]] = arith.cmpf ole, %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[ARG3]], %[[ARG1]] : i32
// FULL-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:       loop.condition %[[V4]], %[[ARG2]], %[[ARG3]] : f32, i32
// FULL-NEXT:     } do (%[[ARG2]]: f32, %[[ARG3]]: i32) {
// FULL-NEXT:       kernel.end_if_stopped {every = 1 : i64}
// FULL-NEXT:       %[[C8192_I32:.*]] = arith.constant 8192 : i32
// FULL-NEXT:       %[[V2]] = arith.subi %[[ARG1]], %[[ARG3]] : i32
// FULL-NEXT:       %[[V3]] = arith.cmpi ugt, %[[V2]], %[[C8192_I32]] : i32
// FULL-NEXT:       %[[V4]] = arith.addi %[[ARG3]], %[[C8192_I32]] : i32
// FULL-NEXT:       %[[V5:.*]] = arith.select %[[V3]], %[[V4]], %[[ARG1]] : i32
// FULL-NEXT:       %[[V6:.*]]:2 = loop.while (%[[ARG4:.*]] = %[[ARG2]], %[[ARG5:.*]] = %[[ARG3]]) : (f32, i32) -> (f32, i32) {
// FULL-NEXT:         %[[V7:.*]] = arith.cmpf ole, %[[ARG4]], %[[CST]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi slt, %[[ARG5]], %[[V5]] : i32
// FULL-NEXT:         %[[V9:.*]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL-NEXT:         loop.condition %[[V9]], %[[ARG4]], %[[ARG5]] : f32, i32
// FULL-NEXT:       } do (%[[ARG4]]: f32, %[[ARG5]]: i32) {
// FULL-NEXT:         %[[V7]] = arith.addf %[[ARG4]], %[[V0]] : f32
// FULL-NEXT:         %[[V8]] = arith.addi %[[ARG5]], %[[C1_I32]] : i32
// FULL-NEXT:         loop.yield %[[V7]], %[[V8]] : f32, i32
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V6]]#0, %[[V6]]#1 : f32, i32
// FULL-NEXT:     }
// FULL-NEXT:     mem.store %[[V1]]#0, %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @counted(%[[ARG0:.*]]: memref<1xf32> {kernel.access = "inout"}, %[[ARG1:.*]]: i32) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_NONE-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 4.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL_NONE-NEXT:     %[[V1:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[V0]], %[[ARG3:.*]] = %[[C0_I32]]) : (f32, i32) -> (f32, i32) {
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.cmpf ole, %[[ARG2]], %[[CST]] : f32
// FULL_NONE-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[ARG3]], %[[ARG1]] : i32
// FULL_NONE-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL_NONE-NEXT:       loop.condition %[[V4]], %[[ARG2]], %[[ARG3]] : f32, i32
// FULL_NONE-NEXT:     } do (%[[ARG2]]: f32, %[[ARG3]]: i32) {
// FULL_NONE-NEXT:       %[[V2]] = arith.addf %[[ARG2]], %[[V0]] : f32
// FULL_NONE-NEXT:       %[[V3]] = arith.addi %[[ARG3]], %[[C1_I32]] : i32
// FULL_NONE-NEXT:       loop.yield %[[V2]], %[[V3]] : f32, i32
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     mem.store %[[V1]]#0, %[[ARG0]][%[[C0]]] : memref<1xf32>
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// Memory says how many trips there are.
// CHECK: kernel.func @told({{.*}}) attributes {tf.watched} {
// CHECK: loop.for
// CHECK-NEXT: kernel.end_if_stopped {every
kernel.func @told(%x: memref<2xindex> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.load %x[%c0] : memref<2xindex>
  loop.for %i = %c0 to %n step %c1 {
    mem.store %i, %x[%c1] : memref<2xindex>
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @told(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "inout"}) attributes {tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<2xindex>
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL-NEXT:       kernel.end_if_stopped {every = 21845 : i64}
// FULL-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @told(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "inout"}) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<2xindex>
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] {
// FULL_NONE-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// A number does that the caller gives.
// CHECK: kernel.func @given({{.*}}) attributes {tf.watched} {
kernel.func @given(%x: memref<2xindex> {kernel.access = "out"}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 {
    mem.store %i, %x[%c1] : memref<2xindex>
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @given(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) attributes {tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL-NEXT:       kernel.end_if_stopped {every = 21845 : i64}
// FULL-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @given(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL_NONE-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// Years. The loop inside looks at nothing: it is the outer one's that looks.
// CHECK: kernel.func @years({{.*}}) attributes {tf.watched} {
// CHECK: loop.for
// CHECK-NEXT: kernel.end_if_stopped {every
// CHECK: loop.for
// CHECK-NOT: kernel.end_if_stopped
kernel.func @years(%x: memref<2xindex> {kernel.access = "out"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 281474976710656 : index
  %few = arith.constant 100 : index
  loop.for %i = %c0 to %n step %c1 {
    loop.for %j = %c0 to %few step %c1 {
      mem.store %j, %x[%c1] : memref<2xindex>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @years(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}) attributes {tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C281474976710656:.*]] = arith.constant 281474976710656 : index
// FULL-NEXT:     %[[C100:.*]] = arith.constant 100 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C281474976710656]] step %[[C1]] {
// FULL-NEXT:       kernel.end_if_stopped {every = 217 : i64}
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C100]] step %[[C1]] {
// FULL-NEXT:         mem.store %[[I_0]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @years(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[C281474976710656:.*]] = arith.constant 281474976710656 : index
// FULL_NONE-NEXT:     %[[C100:.*]] = arith.constant 100 : index
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C281474976710656]] step %[[C1]] {
// FULL_NONE-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[C100]] step %[[C1]] {
// FULL_NONE-NEXT:         mem.store %[[I_0]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL_NONE-NEXT:         loop.yield
// FULL_NONE-NEXT:       }
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// With a barrier in it, the block ends together.
// CHECK: kernel.func @together({{.*}}) attributes {{.*}}tf.watched
// CHECK: loop.for
// CHECK-NEXT: kernel.end_if_stopped {every = {{.*}}, together}
// PTX-LABEL: .visible .entry together(
// PTX: bar.red.or.pred
// PTX: exit;
kernel.func @together(%x: memref<64xindex> {kernel.access = "inout"}, %n: index) attributes {block_size = array<i64: 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = kernel.thread_id x
  loop.for %i = %c0 to %n step %c1 {
    mem.store %i, %x[%t] : memref<64xindex>
    kernel.barrier
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @together(%[[ARG0:.*]]: memref<64xindex> {kernel.access = "inout"}, %[[ARG1:.*]]: index) attributes {block_size = array<i64: 64>, tf.watched} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL-NEXT:       kernel.end_if_stopped {every = 16384 : i64, together}
// FULL-NEXT:       mem.store %[[I]], %[[ARG0]][%[[V0]]] : memref<64xindex>
// FULL-NEXT:       kernel.barrier
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @together(%[[ARG0:.*]]: memref<64xindex> {kernel.access = "inout"}, %[[ARG1:.*]]: index) attributes {block_size = array<i64: 64>} {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL_NONE-NEXT:       mem.store %[[I]], %[[ARG0]][%[[V0]]] : memref<64xindex>
// FULL_NONE-NEXT:       kernel.barrier
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// Few trips, and those over an extent, end by themselves.
// CHECK: kernel.func @ends(%{{.*}}) {
// CHECK-NOT: kernel.end_if_stopped
kernel.func @ends(%x: memref<?{n}xindex> {kernel.access = "out"}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %few = arith.constant 1000 : index
  %n = mem.extent [n] : index
  %t = kernel.thread_id x
  %d = kernel.block_dim x
  %step = arith.muli %d, %c2 : index
  loop.for %i = %t to %n step %step {
    loop.for %j = %c1 to %few step %c1 {
      mem.store %j, %x[%i] : memref<?{n}xindex>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @ends(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C1000:.*]] = arith.constant 1000 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V2:.*]] = kernel.block_dim x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V2]], %[[C2]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V1]] to %[[V0]] step %[[V3]] {
// FULL-NEXT:       loop.for %[[I_0:.*]] = %[[C1]] to %[[C1000]] step %[[C1]] {
// FULL-NEXT:         mem.store %[[I_0]], %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @ends(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}) {
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_NONE-NEXT:     %[[C1000:.*]] = arith.constant 1000 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_NONE-NEXT:     %[[V1:.*]] = kernel.thread_id x
// FULL_NONE-NEXT:     %[[V2:.*]] = kernel.block_dim x
// FULL_NONE-NEXT:     %[[V3:.*]] = arith.muli %[[V2]], %[[C2]] : index
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[V1]] to %[[V0]] step %[[V3]] {
// FULL_NONE-NEXT:       loop.for %[[I_0:.*]] = %[[C1]] to %[[C1000]] step %[[C1]] {
// FULL_NONE-NEXT:         mem.store %[[I_0]], %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL_NONE-NEXT:         loop.yield
// FULL_NONE-NEXT:       }
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// A number that follows from extents where the kernel is launched is as good as one.
// CHECK: kernel.func @passed(%{{.*}}) {
// CHECK-NOT: kernel.end_if_stopped
kernel.func @passed(%x: memref<?{n}xindex> {kernel.access = "out"}, %count: index) {
  %t = kernel.thread_id x
  %d = kernel.block_dim x
  loop.for %i = %t to %count step %d {
    mem.store %i, %x[%i] : memref<?{n}xindex>
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @passed(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.block_dim x
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V0]] to %[[ARG1]] step %[[V1]] {
// FULL-NEXT:       mem.store %[[I]], %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @passed(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) {
// FULL_NONE-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL_NONE-NEXT:     %[[V1:.*]] = kernel.block_dim x
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[V0]] to %[[ARG1]] step %[[V1]] {
// FULL_NONE-NEXT:       mem.store %[[I]], %[[ARG0]][%[[I]]] : memref<?{n}xindex>
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// Who launches it from elsewhere knows of no word.
// CHECK: kernel.func @alone(%{{.*}}) {
// CHECK-NOT: kernel.end_if_stopped
// PTX-LABEL: .visible .entry alone(
// PTX-NEXT: .param .u64 .ptr {{.*}}alone_param_0
// PTX-NEXT: )
kernel.func @alone(%x: memref<1xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  loop.while () : () -> () {
    %v = kernel.load_acquire %x[%c0] : memref<1xi32>
    %on = arith.cmpi eq, %v, %zero : i32
    loop.condition %on
  } do () {
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @alone(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     loop.while () : () -> () {
// FULL-NEXT:       %[[V0:.*]] = kernel.load_acquire %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi eq, %[[V0]], %[[C0_I32]] : i32
// FULL-NEXT:       loop.condition %[[V1]]
// FULL-NEXT:     } do () {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @alone(%[[ARG0:.*]]: memref<1xi32> {kernel.access = "inout"}) {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_NONE-NEXT:     loop.while () : () -> () {
// FULL_NONE-NEXT:       %[[V0:.*]] = kernel.load_acquire %[[ARG0]][%[[C0]]] : memref<1xi32>
// FULL_NONE-NEXT:       %[[V1:.*]] = arith.cmpi eq, %[[V0]], %[[C0_I32]] : i32
// FULL_NONE-NEXT:       loop.condition %[[V1]]
// FULL_NONE-NEXT:     } do () {
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

// The blocks of a cluster may read the memory of one that has ended.
// CHECK: kernel.func @cluster(%{{.*}}) attributes {cluster_size = array<i64: 2>} {
// CHECK-NOT: kernel.end_if_stopped
kernel.func @cluster(%x: memref<2xindex> {kernel.access = "out"}, %n: index) attributes {cluster_size = array<i64: 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 {
    mem.store %i, %x[%c1] : memref<2xindex>
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @cluster(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) attributes {cluster_size = array<i64: 2>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   kernel.func @cluster(%[[ARG0:.*]]: memref<2xindex> {kernel.access = "out"}, %[[ARG1:.*]]: index) attributes {cluster_size = array<i64: 2>} {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] {
// FULL_NONE-NEXT:       mem.store %[[I]], %[[ARG0]][%[[C1]]] : memref<2xindex>
// FULL_NONE-NEXT:       loop.yield
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     kernel.return
// FULL_NONE-NEXT:   }

func.func @main(%x: memref<1xi32>, %y: memref<2xindex>, %z: memref<64xindex>, %w: memref<?{n}xindex>, %f: memref<1xf32>, %some: index, %limit: i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  kernel.launch @counted grid(%c1) block(%c1) args(%f, %limit) : (memref<1xf32>, i32) -> ()
  kernel.launch @told grid(%c1) block(%c1) args(%y) : (memref<2xindex>) -> ()
  kernel.launch @given grid(%c1) block(%c1) args(%y, %some) : (memref<2xindex>, index) -> ()
  kernel.launch @together grid(%c1) block(%c64) args(%z, %some) : (memref<64xindex>, index) -> ()
  %n = mem.extent [n] : index
  %half = arith.divui %n, %c2 : index
  kernel.launch @passed grid(%c1) block(%c1) args(%w, %half) : (memref<?{n}xindex>, index) -> ()
  kernel.launch @ends grid(%c1) block(%c1) args(%w) : (memref<?{n}xindex>) -> ()
  return
}
// FULL-NEXT:   func.func @main(%[[ARG0:.*]]: memref<1xi32>, %[[ARG1:.*]]: memref<2xindex>, %[[ARG2:.*]]: memref<64xindex>, %[[ARG3:.*]]: memref<?{n}xindex>, %[[ARG4:.*]]: memref<1xf32>, %[[ARG5:.*]]: index, %[[ARG6:.*]]: i32) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     kernel.launch @counted grid(%[[C1]]) block(%[[C1]]) args(%[[ARG4]], %[[ARG6]]) : (memref<1xf32>, i32) -> ()
// FULL-NEXT:     kernel.launch @told grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]]) : (memref<2xindex>) -> ()
// FULL-NEXT:     kernel.launch @given grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]], %[[ARG5]]) : (memref<2xindex>, index) -> ()
// FULL-NEXT:     kernel.launch @together grid(%[[C1]]) block(%[[C64]]) args(%[[ARG2]], %[[ARG5]]) : (memref<64xindex>, index) -> ()
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = arith.divui %[[V0]], %[[C2]] : index
// FULL-NEXT:     kernel.launch @passed grid(%[[C1]]) block(%[[C1]]) args(%[[ARG3]], %[[V1]]) : (memref<?{n}xindex>, index) -> ()
// FULL-NEXT:     kernel.launch @ends grid(%[[C1]]) block(%[[C1]]) args(%[[ARG3]]) : (memref<?{n}xindex>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @main(%[[ARG0:.*]]: memref<1xi32>, %[[ARG1:.*]]: memref<2xindex>, %[[ARG2:.*]]: memref<64xindex>, %[[ARG3:.*]]: memref<?{n}xindex>, %[[ARG4:.*]]: memref<1xf32>, %[[ARG5:.*]]: index, %[[ARG6:.*]]: i32) {
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_NONE-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_NONE-NEXT:     kernel.launch @counted grid(%[[C1]]) block(%[[C1]]) args(%[[ARG4]], %[[ARG6]]) : (memref<1xf32>, i32) -> ()
// FULL_NONE-NEXT:     kernel.launch @told grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]]) : (memref<2xindex>) -> ()
// FULL_NONE-NEXT:     kernel.launch @given grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]], %[[ARG5]]) : (memref<2xindex>, index) -> ()
// FULL_NONE-NEXT:     kernel.launch @together grid(%[[C1]]) block(%[[C64]]) args(%[[ARG2]], %[[ARG5]]) : (memref<64xindex>, index) -> ()
// FULL_NONE-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.divui %[[V0]], %[[C2]] : index
// FULL_NONE-NEXT:     kernel.launch @passed grid(%[[C1]]) block(%[[C1]]) args(%[[ARG3]], %[[V1]]) : (memref<?{n}xindex>, index) -> ()
// FULL_NONE-NEXT:     kernel.launch @ends grid(%[[C1]]) block(%[[C1]]) args(%[[ARG3]]) : (memref<?{n}xindex>) -> ()
// FULL_NONE-NEXT:     return
// FULL_NONE-NEXT:   }

func.func @for_ever(%x: memref<1xi32>, %y: memref<2xindex>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  kernel.launch @until grid(%c1) block(%c1) args(%x) : (memref<1xi32>) -> ()
  kernel.launch @years grid(%c1) block(%c1) args(%y) : (memref<2xindex>) -> ()
  kernel.launch @cluster grid(%c2) block(%c1) args(%y, %c2) : (memref<2xindex>, index) -> ()
  return
}
// FULL-NEXT:   func.func @for_ever(%[[ARG0:.*]]: memref<1xi32>, %[[ARG1:.*]]: memref<2xindex>) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     kernel.launch @until grid(%[[C1]]) block(%[[C1]]) args(%[[ARG0]]) : (memref<1xi32>) -> ()
// FULL-NEXT:     kernel.launch @years grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]]) : (memref<2xindex>) -> ()
// FULL-NEXT:     kernel.launch @cluster grid(%[[C2]]) block(%[[C1]]) args(%[[ARG1]], %[[C2]]) : (memref<2xindex>, index) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @for_ever(%[[ARG0:.*]]: memref<1xi32>, %[[ARG1:.*]]: memref<2xindex>) {
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_NONE-NEXT:     kernel.launch @until grid(%[[C1]]) block(%[[C1]]) args(%[[ARG0]]) : (memref<1xi32>) -> ()
// FULL_NONE-NEXT:     kernel.launch @years grid(%[[C1]]) block(%[[C1]]) args(%[[ARG1]]) : (memref<2xindex>) -> ()
// FULL_NONE-NEXT:     kernel.launch @cluster grid(%[[C2]]) block(%[[C1]]) args(%[[ARG1]], %[[C2]]) : (memref<2xindex>, index) -> ()
// FULL_NONE-NEXT:     return
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
