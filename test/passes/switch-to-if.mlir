// RUN: tfopt %s --switch-to-if | FileCheck %s
// RUN: tfopt %s --check-semantics --switch-to-if --canonicalize -o /dev/null

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
