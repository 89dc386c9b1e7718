// A fold whose terms are inside of a tensor but for its ends: the loop in the middle asks nothing.
// RUN: tfopt %s --split-loops --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @window
// CHECK-SAME: (%[[A:.*]]: memref<40xf32>, %[[R:.*]]: memref<32xf32>)
// CHECK: loop.for %[[I:.*]] = %c0 to %c32 step %c1 attributes {vector_width = 16 : i64} {
// CHECK:   %[[FIRST:.*]] = loop.for {{.*}} = %c0 to %c2 step %c1 iter_args(%{{.*}} = %cst) -> (f32) {
// CHECK:     arith.cmpi sge
// CHECK:     loop.if
// CHECK:   %[[MIDDLE:.*]] = loop.for %[[K:.*]] = %c2 to %c39 step %c1 iter_args(%{{.*}} = %[[FIRST]]) -> (f32) {
// CHECK-NOT: cmpi
// CHECK-NOT: loop.if
// CHECK:     mem.load %[[A]]
// CHECK:     mem.load %[[A]]
// CHECK:   %[[X:.*]] = mem.load %[[A]][%c37]
// CHECK:   %[[LAST:.*]] = arith.addf %[[MIDDLE]], %{{.*}} : f32
// CHECK:   mem.store %[[LAST]], %[[R]][%[[I]]]
func.func @window(%a: memref<40xf32>, %r: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c-2 = arith.constant -2 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c32 step %c1 attributes {vector_width = 16 : i64} {
    %s = loop.for %k = %c0 to %c40 step %c1 iter_args(%sum = %zero) -> (f32) {
      %before = arith.addi %k, %c-2 : index
      %behind = arith.addi %k, %c1 : index
      %low = arith.cmpi sge, %before, %c0 {likely} : index
      %high = arith.cmpi slt, %behind, %c40 {likely} : index
      %x = loop.if %low -> (f32) {
        %v = mem.load %a[%before] : memref<40xf32>
        loop.yield %v : f32
      } else {
        loop.yield %zero : f32
      }
      %y = loop.if %high -> (f32) {
        %v = mem.load %a[%behind] : memref<40xf32>
        loop.yield %v : f32
      } else {
        loop.yield %zero : f32
      }
      %xy = arith.addf %x, %y : f32
      %t = arith.addf %sum, %xy : f32
      loop.yield %t : f32
    }
    mem.store %s, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}

// The bound of a tensor whose extent is known at run time, and the index on the other side.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[N:.*]] = mem.extent [n] : index
// CHECK: loop.for {{.*}} attributes {vector_width = 16 : i64} {
// CHECK:   %[[END:.*]] = arith.addi %[[N]], %c-3 : index
// CHECK:   %[[TO:.*]] = arith.minsi %[[N]], %[[END]]
// CHECK:   %[[UP:.*]] = arith.maxsi %[[TO]], %{{.*}}
// CHECK:   loop.for {{.*}} to %[[UP]] step %c1
// CHECK-NOT: cmpi
// CHECK:   loop.for {{.*}} = %[[UP]] to %[[N]] step %c1
// CHECK:     arith.cmpi
func.func @unknown(%a: memref<?{n}xf32>, %r: memref<32xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<32xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %n = mem.extent [n] : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c32 step %c1 attributes {vector_width = 16 : i64} {
    %s = loop.for %k = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
      %behind = arith.addi %k, %c3 : index
      %high = arith.cmpi sgt, %n, %behind {likely} : index
      %x = loop.if %high -> (f32) {
        %v = mem.load %a[%behind] : memref<?{n}xf32>
        loop.yield %v : f32
      } else {
        loop.yield %zero : f32
      }
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    mem.store %s, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}

// Not of a short loop, whose ends are most of it; of none that is in no vector; of a comparison that nobody called likely; of one with what changes in the loop.
// CHECK-LABEL: func.func @none
// CHECK-COUNT-5: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @none(%a: memref<40xf32>, %r: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c4 step %c1 attributes {vector_width = 4 : i64} {
    %s = loop.for %k = %c0 to %c4 step %c1 iter_args(%sum = %zero) -> (f32) {
      %high = arith.cmpi slt, %k, %c1 {likely} : index
      %x = arith.select %high, %sum, %zero : f32
      loop.yield %x : f32
    }
    mem.store %s, %r[%i] : memref<32xf32>
    loop.yield
  }
  %u = loop.for %k = %c0 to %c40 step %c1 iter_args(%sum = %zero) -> (f32) {
    %high = arith.cmpi slt, %k, %c4 {likely} : index
    %x = arith.select %high, %sum, %zero : f32
    loop.yield %x : f32
  }
  loop.for %i = %c0 to %c32 step %c1 attributes {vector_width = 16 : i64} {
    %s = loop.for %k = %c0 to %c40 step %c1 iter_args(%sum = %u) -> (f32) {
      %some = arith.cmpi slt, %k, %c4 : index
      %twice = arith.addi %k, %k : index
      %changes = arith.cmpi slt, %k, %twice {likely} : index
      %both = arith.andi %some, %changes : i1
      %x = arith.select %both, %sum, %zero : f32
      loop.yield %x : f32
    }
    mem.store %s, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}

// What is compared moves with the lanes: where the middle begins would be another place for each of them.
// CHECK-LABEL: func.func @lanes
// CHECK: loop.for {{.*}} attributes {vector_width = 16 : i64} {
// CHECK: loop.for
// CHECK: arith.cmpi slt
// CHECK-NOT: loop.for
// CHECK: return
func.func @lanes(%a: memref<40xf32>, %r: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  loop.for %i = %c0 to %c32 step %c1 attributes {vector_width = 16 : i64} {
    %s = loop.for %k = %c0 to %c40 step %c1 iter_args(%sum = %zero) -> (f32) {
      %at = arith.addi %k, %i : index
      %low = arith.cmpi slt, %at, %c40 {likely} : index
      %x = loop.if %low -> (f32) {
        %v = mem.load %a[%at] : memref<40xf32>
        loop.yield %v : f32
      } else {
        loop.yield %zero : f32
      }
      %t = arith.addf %sum, %x : f32
      loop.yield %t : f32
    }
    mem.store %s, %r[%i] : memref<32xf32>
    loop.yield
  }
  return
}

// A loop whose iterations become lanes: the one iteration at each of its ends in which a neighbour is missing runs alone.
// CHECK-LABEL: func.func @edges
// CHECK-NOT: loop.for
// CHECK: mem.store %{{.*}}[%c0]
// CHECK: loop.for %[[I:.*]] = %c1 to %c511 step %c1 attributes {vector_width = 16 : i64} {
// CHECK-NOT: cmpi
// CHECK:   arith.addf
// CHECK:   loop.yield
// CHECK-NOT: loop.for
// CHECK: mem.store %{{.*}}[%c511]
// CHECK-LABEL: func.func @long_edges
func.func @edges(%a: memref<512xf32>, %r: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c-1 = arith.constant -1 : index
  %c511 = arith.constant 511 : index
  %c512 = arith.constant 512 : index
  loop.for %i = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
    %before = arith.addi %i, %c-1 : index
    %inside = arith.cmpi sge, %before, %c0 {likely} : index
    %from = arith.select %inside, %before, %c0 : index
    %x = mem.load %a[%from] : memref<512xf32>
    %far = arith.cmpi slt, %i, %c511 {likely} : index
    %behind = arith.addi %i, %c1 : index
    %to = arith.select %far, %behind, %c511 : index
    %y = mem.load %a[%to] : memref<512xf32>
    %sum = arith.addf %x, %y : f32
    mem.store %sum, %r[%i] : memref<512xf32>
    loop.yield
  }
  return
}

// As many iterations as half of a vector are not for one lane each.
// CHECK: loop.for %{{.*}} = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
// CHECK: return
func.func @long_edges(%a: memref<512xf32>, %r: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c-8 = arith.constant -8 : index
  %c512 = arith.constant 512 : index
  loop.for %i = %c0 to %c512 step %c1 attributes {vector_width = 16 : i64} {
    %before = arith.addi %i, %c-8 : index
    %inside = arith.cmpi sge, %before, %c0 {likely} : index
    %from = arith.select %inside, %before, %c0 : index
    %x = mem.load %a[%from] : memref<512xf32>
    mem.store %x, %r[%i] : memref<512xf32>
    loop.yield
  }
  return
}
