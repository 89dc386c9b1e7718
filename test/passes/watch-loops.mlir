// RUN: tfopt --watch-loops %s | FileCheck %s
// RUN: tfopt --watch-loops --disable-rule=watch-loops.watch %s | FileCheck %s --check-prefix=NONE
// RUN: tfopt --watch-loops %s | tfopt --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
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

func.func @for_ever(%x: memref<1xi32>, %y: memref<2xindex>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  kernel.launch @until grid(%c1) block(%c1) args(%x) : (memref<1xi32>) -> ()
  kernel.launch @years grid(%c1) block(%c1) args(%y) : (memref<2xindex>) -> ()
  kernel.launch @cluster grid(%c2) block(%c1) args(%y, %c2) : (memref<2xindex>, index) -> ()
  return
}
