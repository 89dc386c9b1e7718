// A fold whose terms are inside of a tensor but for its ends: the loop in the middle asks nothing.
// RUN: tfopt %s --split-loops --canonicalize --cse | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @window(%[[ARG0:.*]]: memref<40xf32>, %[[ARG1:.*]]: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C39:.*]] = arith.constant 39 : index
// FULL-NEXT:     %[[C37:.*]] = arith.constant 37 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V5:.*]] = arith.addi %[[I_0]], %[[C]]-2 : index
// FULL-NEXT:         %[[V6:.*]] = arith.addi %[[I_0]], %[[C1]] : index
// FULL-NEXT:         %[[V7:.*]] = arith.cmpi sge, %[[V5]], %[[C0]] {likely} : index
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi slt, %[[V6]], %[[C40]] {likely} : index
// FULL-NEXT:         %[[V9:.*]] = loop.if %[[V7]] -> (f32) {
// FULL-NEXT:           %[[V13:.*]] = mem.load %[[ARG0]][%[[V5]]] : memref<40xf32>
// FULL-NEXT:           loop.yield %[[V13]] : f32
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield %[[CST]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V10:.*]] = loop.if %[[V8]] -> (f32) {
// FULL-NEXT:           %[[V13]] = mem.load %[[ARG0]][%[[V6]]] : memref<40xf32>
// FULL-NEXT:           loop.yield %[[V13]] : f32
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield %[[CST]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[V9]], %[[V10]] : f32
// FULL-NEXT:         %[[V12:.*]] = arith.addf %[[ARG2]], %[[V11]] : f32
// FULL-NEXT:         loop.yield %[[V12]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C2]] to %[[C39]] step %[[C1]] iter_args(%[[ARG2]] = %[[V0]]) -> (f32) {
// FULL-NEXT:         %[[V5]] = arith.addi %[[I_1]], %[[C]]-2 : index
// FULL-NEXT:         %[[V6]] = arith.addi %[[I_1]], %[[C1]] : index
// FULL-NEXT:         %[[V7]] = mem.load %[[ARG0]][%[[V5]]] : memref<40xf32>
// FULL-NEXT:         %[[V8]] = mem.load %[[ARG0]][%[[V6]]] : memref<40xf32>
// FULL-NEXT:         %[[V9]] = arith.addf %[[V7]], %[[V8]] : f32
// FULL-NEXT:         %[[V10]] = arith.addf %[[ARG2]], %[[V9]] : f32
// FULL-NEXT:         loop.yield %[[V10]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V2:.*]] = mem.load %[[ARG0]][%[[C37]]] : memref<40xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V2]], %[[CST]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V1]], %[[V3]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[ARG1]][%[[I]]] : memref<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @unknown(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<32xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<32xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C:.*]]-3 = arith.constant -3 : index
// FULL-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[V0]], %[[C]]-3 : index
// FULL-NEXT:       %[[V2:.*]] = arith.minsi %[[V0]], %[[V1]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.minsi %[[V0]], %[[C0]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.maxsi %[[V2]], %[[V3]] : index
// FULL-NEXT:       %[[V5:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[V3]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V8:.*]] = arith.addi %[[I_0]], %[[C3]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.cmpi sgt, %[[V0]], %[[V8]] {likely} : index
// FULL-NEXT:         %[[V10:.*]] = loop.if %[[V9]] -> (f32) {
// FULL-NEXT:           %[[V12:.*]] = mem.load %[[ARG0]][%[[V8]]] : memref<?{n}xf32>
// FULL-NEXT:           loop.yield %[[V12]] : f32
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield %[[CST]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[ARG2]], %[[V10]] : f32
// FULL-NEXT:         loop.yield %[[V11]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V6:.*]] = loop.for %[[I_1:.*]] = %[[V3]] to %[[V4]] step %[[C1]] iter_args(%[[ARG2]] = %[[V5]]) -> (f32) {
// FULL-NEXT:         %[[V8]] = arith.addi %[[I_1]], %[[C3]] : index
// FULL-NEXT:         %[[V9]] = mem.load %[[ARG0]][%[[V8]]] : memref<?{n}xf32>
// FULL-NEXT:         %[[V10]] = arith.addf %[[ARG2]], %[[V9]] : f32
// FULL-NEXT:         loop.yield %[[V10]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V7:.*]] = loop.for %[[I_2:.*]] = %[[V4]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2]] = %[[V6]]) -> (f32) {
// FULL-NEXT:         %[[V8]] = arith.addi %[[I_2]], %[[C3]] : index
// FULL-NEXT:         %[[V9]] = arith.cmpi sgt, %[[V0]], %[[V8]] {likely} : index
// FULL-NEXT:         %[[V10]] = loop.if %[[V9]] -> (f32) {
// FULL-NEXT:           %[[V12]] = mem.load %[[ARG0]][%[[V8]]] : memref<?{n}xf32>
// FULL-NEXT:           loop.yield %[[V12]] : f32
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield %[[CST]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V11]] = arith.addf %[[ARG2]], %[[V10]] : f32
// FULL-NEXT:         loop.yield %[[V11]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V7]], %[[ARG1]][%[[I]]] : memref<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Not of a short loop, whose ends are most of it; of none that is in no vector; of a comparison that nobody
// called likely; of one with what changes in the loop.
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
// FULL-NEXT:   func.func @none(%[[ARG0:.*]]: memref<40xf32>, %[[ARG1:.*]]: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] attributes {vector_width = 4 : i64} {
// FULL-NEXT:       %[[V1:.*]] = loop.for %[[I_2:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V2:.*]] = arith.cmpi slt, %[[I_2]], %[[C1]] {likely} : index
// FULL-NEXT:         %[[V3:.*]] = arith.select %[[V2]], %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:         loop.yield %[[V3]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I]]] : memref<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ARG2]] = %[[CST]]) -> (f32) {
// FULL-NEXT:       %[[V1]] = arith.cmpi slt, %[[I_0]], %[[C4]] {likely} : index
// FULL-NEXT:       %[[V2]] = arith.select %[[V1]], %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     loop.for %[[I_1:.*]] = %[[C0]] to %[[C32]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V1]] = loop.for %[[I_2]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ARG2]] = %[[V0]]) -> (f32) {
// FULL-NEXT:         %[[V2]] = arith.cmpi slt, %[[I_2]], %[[C4]] : index
// FULL-NEXT:         %[[V3]] = arith.addi %[[I_2]], %[[I_2]] : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi slt, %[[I_2]], %[[V3]] {likely} : index
// FULL-NEXT:         %[[V5:.*]] = arith.andi %[[V2]], %[[V4]] : i1
// FULL-NEXT:         %[[V6:.*]] = arith.select %[[V5]], %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V1]], %[[ARG1]][%[[I_1]]] : memref<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @lanes(%[[ARG0:.*]]: memref<40xf32>, %[[ARG1:.*]]: memref<32xf32>) attributes {tf.signature = (tensor<40xf32>) -> tensor<32xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C40:.*]] = arith.constant 40 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C32]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C40]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V1:.*]] = arith.addi %[[I_0]], %[[I]] : index
// FULL-NEXT:         %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[C40]] {likely} : index
// FULL-NEXT:         %[[V3:.*]] = loop.if %[[V2]] -> (f32) {
// FULL-NEXT:           %[[V5:.*]] = mem.load %[[ARG0]][%[[V1]]] : memref<40xf32>
// FULL-NEXT:           loop.yield %[[V5]] : f32
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield %[[CST]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V4:.*]] = arith.addf %[[ARG2]], %[[V3]] : f32
// FULL-NEXT:         loop.yield %[[V4]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V0]], %[[ARG1]][%[[I]]] : memref<32xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// A loop whose iterations become lanes: the one iteration at each of its ends in which a neighbour is missing
// runs alone.
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
// FULL-NEXT:   func.func @edges(%[[ARG0:.*]]: memref<512xf32>, %[[ARG1:.*]]: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:     %[[C511:.*]] = arith.constant 511 : index
// FULL-NEXT:     %[[C510:.*]] = arith.constant 510 : index
// FULL-NEXT:     %[[V0:.*]] = mem.load %[[ARG0]][%[[C0]]] : memref<512xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.load %[[ARG0]][%[[C1]]] : memref<512xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.addf %[[V0]], %[[V1]] : f32
// FULL-NEXT:     mem.store %[[V2]], %[[ARG1]][%[[C0]]] : memref<512xf32>
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C1]] to %[[C511]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V6:.*]] = arith.addi %[[I]], %[[C]]-1 : index
// FULL-NEXT:       %[[V7:.*]] = mem.load %[[ARG0]][%[[V6]]] : memref<512xf32>
// FULL-NEXT:       %[[V8:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V9:.*]] = mem.load %[[ARG0]][%[[V8]]] : memref<512xf32>
// FULL-NEXT:       %[[V10:.*]] = arith.addf %[[V7]], %[[V9]] : f32
// FULL-NEXT:       mem.store %[[V10]], %[[ARG1]][%[[I]]] : memref<512xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = mem.load %[[ARG0]][%[[C510]]] : memref<512xf32>
// FULL-NEXT:     %[[V4:.*]] = mem.load %[[ARG0]][%[[C511]]] : memref<512xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:     mem.store %[[V5]], %[[ARG1]][%[[C511]]] : memref<512xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @long_edges(%[[ARG0:.*]]: memref<512xf32>, %[[ARG1:.*]]: memref<512xf32>) attributes {tf.signature = (tensor<512xf32>) -> tensor<512xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C:.*]]-8 = arith.constant -8 : index
// FULL-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[C512]] step %[[C1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:       %[[V0:.*]] = arith.addi %[[I]], %[[C]]-8 : index
// FULL-NEXT:       %[[V1:.*]] = arith.cmpi sge, %[[V0]], %[[C0]] {likely} : index
// FULL-NEXT:       %[[V2:.*]] = arith.select %[[V1]], %[[V0]], %[[C0]] : index
// FULL-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[V2]]] : memref<512xf32>
// FULL-NEXT:       mem.store %[[V3]], %[[ARG1]][%[[I]]] : memref<512xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
