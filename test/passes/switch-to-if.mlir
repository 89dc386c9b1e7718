// RUN: tfopt %s --switch-to-if | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --switch-to-if --canonicalize -o /dev/null
// COMPLETE: FULL

// Consecutive cases: the place is a difference, three regions are two decisions deep.
// CHECK-LABEL: func.func @consecutive
func.func @consecutive(%i: index, %x: f32) -> f32 {
  // CHECK: %[[C2:.*]] = arith.constant 2 : index
  // CHECK: %[[C5:.*]] = arith.constant 5 : index
  // CHECK: %[[D:.*]] = arith.subi %arg0, %[[C5]] : index
  // CHECK: %[[P:.*]] = arith.minui %[[D]], %[[C2]] : index
  // CHECK: %[[A:.*]] = arith.cmpi slt, %[[P]], %{{.*}} : index
  // CHECK: %[[R:.*]] = loop.if %[[A]] -> (f32) {
  // CHECK-NEXT: math.sin
  // CHECK: } else {
  // CHECK: %[[B:.*]] = arith.cmpi slt, %[[P]], %{{.*}} : index
  // CHECK-NEXT: loop.if %[[B]] -> (f32) {
  // CHECK-NEXT: math.cos
  // CHECK: } else {
  // CHECK-NEXT: math.exp
  // CHECK: return %[[R]]
  %r = loop.switch %i -> (f32) case 5 {
    %a = math.sin %x : f32
    loop.yield %a : f32
  } case 6 {
    %a = math.cos %x : f32
    loop.yield %a : f32
  } default {
    %a = math.exp %x : f32
    loop.yield %a : f32
  }
  return %r : f32
}
// FULL: module {
// FULL-NEXT:   func.func @consecutive(%[[ARG0:.*]]: index, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[V0:.*]] = arith.subi %[[ARG0]], %[[C5]] : index
// FULL-NEXT:     %[[V1:.*]] = arith.minui %[[V0]], %[[C2]] : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[C1]] : index
// FULL-NEXT:     %[[V3:.*]] = loop.if %[[V2]] -> (f32) {
// FULL-NEXT:       %[[V4:.*]] = math.sin %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V4]] : f32
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[C2_0:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V4]] = arith.cmpi slt, %[[V1]], %[[C2_0]] : index
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:         %[[V6:.*]] = math.cos %[[ARG1]] : f32
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         %[[V6]] = math.exp %[[ARG1]] : f32
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V5]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V3]] : f32
// FULL-NEXT:   }

// Other cases are looked up; switches nest; effects stay inside.
// CHECK-LABEL: func.func @scattered
func.func @scattered(%i: i8, %k: index, %x: f32, %m: memref<f32>) {
  // CHECK: arith.cmpi eq, %arg0, %{{.*}} : i8
  // CHECK: arith.select
  // CHECK: arith.cmpi eq, %arg0, %{{.*}} : i8
  // CHECK: %[[P:.*]] = arith.select
  // CHECK-NOT: loop.switch
  // CHECK: loop.if
  // CHECK: mem.store
  // CHECK: mem.store
  // CHECK-NOT: mem.store
  loop.switch %i : i8 case -7 {
    loop.switch %k case 0 {
      mem.store %x, %m[] : memref<f32>
      loop.yield
    } default {
      loop.yield
    }
    loop.yield
  } case 100 {
    mem.store %x, %m[] : memref<f32>
    loop.yield
  } default {
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @scattered(%[[ARG0:.*]]: i8, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: memref<f32>) {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C:.*]]-7_i8 = arith.constant -7 : i8
// FULL-NEXT:     %[[V0:.*]] = arith.cmpi eq, %[[ARG0]], %[[C]]-7_i8 : i8
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = arith.select %[[V0]], %[[C0]], %[[C2]] : index
// FULL-NEXT:     %[[C100_I8:.*]] = arith.constant 100 : i8
// FULL-NEXT:     %[[V2:.*]] = arith.cmpi eq, %[[ARG0]], %[[C100_I8]] : i8
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V3:.*]] = arith.select %[[V2]], %[[C1]], %[[V1]] : index
// FULL-NEXT:     %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi slt, %[[V3]], %[[C1_0]] : index
// FULL-NEXT:     loop.if %[[V4]] {
// FULL-NEXT:       %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V5:.*]] = arith.cmpi eq, %[[ARG1]], %[[C0_1]] : index
// FULL-NEXT:       loop.if %[[V5]] {
// FULL-NEXT:         mem.store %[[ARG2]], %[[ARG3]][] : memref<f32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[C2_1:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V5]] = arith.cmpi slt, %[[V3]], %[[C2_1]] : index
// FULL-NEXT:       loop.if %[[V5]] {
// FULL-NEXT:         mem.store %[[ARG2]], %[[ARG3]][] : memref<f32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
