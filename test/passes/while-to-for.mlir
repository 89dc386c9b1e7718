// RUN: tfopt %s --while-to-for --canonicalize --cse | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --while-to-for --simplify-indices --canonicalize -o /dev/null
// COMPLETE: FULL

// A counter in a tensor of rank 0, as StableHLO has it: reads of it become the index.
// CHECK-LABEL: func.func @scan
func.func @scan(%x: tensor<8xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %start = arith.constant dense<0.0> : tensor<f32>
  // CHECK: loop.for %[[I:.*]] = %c0 to %c8 step %c1 iter_args(%[[S:.*]] = %{{.*}}) -> (tensor<f32>) {
  // CHECK-NEXT: %[[A:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK-NEXT: %[[B:.*]] = arith.index_cast %[[A]] : i32 to index
  // CHECK-NEXT: tensor.dynamic_slice %arg0[%[[B]]]
  %r:2 = loop.while (%i = %zero, %s = %start) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>) {
    %n = arith.constant dense<8> : tensor<i32>
    %t = arith.cmpi slt, %i, %n : tensor<i32>
    %go = tensor.at %t[] : tensor<i1>
    loop.condition %go, %i, %s : tensor<i32>, tensor<f32>
  } do (%i: tensor<i32>, %s: tensor<f32>) {
    %one = arith.constant dense<1> : tensor<i32>
    %k = tensor.at %i[] : tensor<i32>
    %at = arith.index_cast %k : i32 to index
    %p = tensor.dynamic_slice %x[%at] : tensor<8xf32> to tensor<1xf32>
    %e = tensor.reshape %p : tensor<1xf32> to tensor<f32>
    %u = arith.addf %s, %e : tensor<f32>
    %j = arith.addi %i, %one : tensor<i32>
    loop.yield %j, %u : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// FULL: module {
// FULL-NEXT:   func.func @scan(%[[ARG0:.*]]: tensor<8xf32>) -> tensor<f32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[CST]]) -> (tensor<f32>) {
// FULL-NEXT:       %[[V1:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V2:.*]] = arith.index_cast %[[V1]] : i32 to index
// FULL-NEXT:       %[[V3:.*]] = tensor.dynamic_slice %[[ARG0]][%[[V2]]] : tensor<8xf32> to tensor<1xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.reshape %[[V3]] : tensor<1xf32> to tensor<f32>
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[ARG1]], %[[V4]] : tensor<f32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<f32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<f32>
// FULL-NEXT:   }

// The bound is an argument; the last count is used, and so is a second counter.
// CHECK-LABEL: func.func @argument
// CHECK: %[[A:.*]] = arith.index_cast %arg0 : i32 to index
// CHECK: %[[B:.*]] = arith.index_cast %arg1 : i32 to index
// CHECK: loop.for %{{.*}} = %[[A]] to %[[B]] step %c1 iter_args(%{{.*}} = %arg2) -> (f32)
// CHECK: arith.maxsi %[[A]], %[[B]] : index
func.func @argument(%a: i32, %b: i32, %x: f32) -> (i32, i32, f32) {
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %r:4 = loop.while (%i = %a, %n = %b, %s = %seven, %y = %x) : (i32, i32, i32, f32) -> (i32, i32, i32, f32) {
    %t = arith.cmpi sgt, %n, %i : i32
    loop.condition %t, %i, %n, %s, %y : i32, i32, i32, f32
  } do (%i: i32, %n: i32, %s: i32, %y: f32) {
    %j = arith.addi %one, %i : i32
    %k = arith.addi %s, %seven : i32
    %v = arith.sitofp %k : i32 to f32
    %z = arith.addf %y, %v : f32
    loop.yield %j, %n, %k, %z : i32, i32, i32, f32
  }
  return %r#0, %r#2, %r#3 : i32, i32, f32
}
// FULL-NEXT:   func.func @argument(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32) -> (i32, i32, f32) {
// FULL-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C14_I32:.*]] = arith.constant 14 : i32
// FULL-NEXT:     %[[V0:.*]] = arith.index_cast %[[ARG0]] : i32 to index
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[ARG1]] : i32 to index
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[V0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (f32) {
// FULL-NEXT:       %[[V9:.*]] = arith.subi %[[I]], %[[V0]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.index_cast %[[V9]] : index to i32
// FULL-NEXT:       %[[V11:.*]] = arith.muli %[[V10]], %[[C7_I32]] : i32
// FULL-NEXT:       %[[V12:.*]] = arith.addi %[[V11]], %[[C14_I32]] : i32
// FULL-NEXT:       %[[V13:.*]] = arith.sitofp %[[V12]] : i32 to f32
// FULL-NEXT:       %[[V14:.*]] = arith.addf %[[ARG3]], %[[V13]] : f32
// FULL-NEXT:       loop.yield %[[V14]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = arith.maxsi %[[V0]], %[[V1]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.subi %[[V3]], %[[V0]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : index to i32
// FULL-NEXT:     %[[V6:.*]] = arith.muli %[[V5]], %[[C7_I32]] : i32
// FULL-NEXT:     %[[V7:.*]] = arith.addi %[[V6]], %[[C7_I32]] : i32
// FULL-NEXT:     %[[V8:.*]] = arith.index_cast %[[V3]] : index to i32
// FULL-NEXT:     return %[[V8]], %[[V7]], %[[V2]] : i32, i32, f32
// FULL-NEXT:   }

// Down, by more than one.
// CHECK-LABEL: func.func @down
// CHECK: loop.for %[[I:.*]] = %c0 to %c4 step %c1
// CHECK: arith.muli %[[I]], %c-3
func.func @down(%x: f32) -> f32 {
  %ten = arith.constant 10 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  %r:2 = loop.while (%i = %ten, %y = %x) : (i64, f32) -> (i64, f32) {
    %t = arith.cmpi sgt, %i, %zero : i64
    loop.condition %t, %i, %y : i64, f32
  } do (%i: i64, %y: f32) {
    %j = arith.subi %i, %three : i64
    %v = arith.sitofp %i : i64 to f32
    %z = arith.addf %y, %v : f32
    loop.yield %j, %z : i64, f32
  }
  return %r#1 : f32
}
// FULL-NEXT:   func.func @down(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C:.*]]-3 = arith.constant -3 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = arith.muli %[[I]], %[[C]]-3 : index
// FULL-NEXT:       %[[V2:.*]] = arith.addi %[[V1]], %[[C10]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.index_cast %[[V2]] : index to i64
// FULL-NEXT:       %[[V4:.*]] = arith.sitofp %[[V3]] : i64 to f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[ARG1]], %[[V4]] : f32
// FULL-NEXT:       loop.yield %[[V5]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// A loop that nothing uses goes.
// CHECK-LABEL: func.func @unused
// CHECK-NOT: loop.
func.func @unused(%x: f32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 100000 : i32
  %r:2 = loop.while (%i = %zero, %y = %x) : (i32, f32) -> (i32, f32) {
    %t = arith.cmpi ult, %i, %n : i32
    loop.condition %t, %i, %y : i32, f32
  } do (%i: i32, %y: f32) {
    %j = arith.addi %i, %one : i32
    %z = math.sin %y : f32
    loop.yield %j, %z : i32, f32
  }
  return %x : f32
}
// FULL-NEXT:   func.func @unused(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     return %[[ARG0]] : f32
// FULL-NEXT:   }

// Not where the counter may wrap around: a bound that is met, or passed.
// CHECK-LABEL: func.func @wraps
// CHECK-COUNT-2: loop.while
func.func @wraps(%n: i8) -> (i8, i8) {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %two = arith.constant 2 : i8
  %r = loop.while (%i = %zero) : (i8) -> (i8) {
    %t = arith.cmpi sle, %i, %n : i8
    loop.condition %t, %i : i8
  } do (%i: i8) {
    %j = arith.addi %i, %one : i8
    loop.yield %j : i8
  }
  %q = loop.while (%i = %zero) : (i8) -> (i8) {
    %t = arith.cmpi slt, %i, %n : i8
    loop.condition %t, %i : i8
  } do (%i: i8) {
    %j = arith.addi %i, %two : i8
    loop.yield %j : i8
  }
  return %r, %q : i8, i8
}
// FULL-NEXT:   func.func @wraps(%[[ARG0:.*]]: i8) -> (i8, i8) {
// FULL-NEXT:     %[[C0_I8:.*]] = arith.constant 0 : i8
// FULL-NEXT:     %[[C1_I8:.*]] = arith.constant 1 : i8
// FULL-NEXT:     %[[C2_I8:.*]] = arith.constant 2 : i8
// FULL-NEXT:     %[[V0:.*]] = loop.while (%[[ARG1:.*]] = %[[C0_I8]]) : (i8) -> (i8) {
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sle, %[[ARG1]], %[[ARG0]] : i8
// FULL-NEXT:       loop.condition %[[V2]], %[[ARG1]] : i8
// FULL-NEXT:     } do (%[[ARG1]]: i8) {
// FULL-NEXT:       %[[V2]] = arith.addi %[[ARG1]], %[[C1_I8]] : i8
// FULL-NEXT:       loop.yield %[[V2]] : i8
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.while (%[[ARG1]] = %[[C0_I8]]) : (i8) -> (i8) {
// FULL-NEXT:       %[[V2]] = arith.cmpi slt, %[[ARG1]], %[[ARG0]] : i8
// FULL-NEXT:       loop.condition %[[V2]], %[[ARG1]] : i8
// FULL-NEXT:     } do (%[[ARG1]]: i8) {
// FULL-NEXT:       %[[V2]] = arith.addi %[[ARG1]], %[[C2_I8]] : i8
// FULL-NEXT:       loop.yield %[[V2]] : i8
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]] : i8, i8
// FULL-NEXT:   }

// Not where the bound changes, the condition has more terms, or the step varies.
// CHECK-LABEL: func.func @varies
// CHECK-COUNT-3: loop.while
func.func @varies(%a: i32, %x: f32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = loop.while (%i = %zero, %n = %a) : (i32, i32) -> (i32, i32) {
    %t = arith.cmpi slt, %i, %n : i32
    loop.condition %t, %i, %n : i32, i32
  } do (%i: i32, %n: i32) {
    %j = arith.addi %i, %one : i32
    %m = arith.subi %n, %one : i32
    loop.yield %j, %m : i32, i32
  }
  %q:2 = loop.while (%i = %zero, %y = %x) : (i32, f32) -> (i32, f32) {
    %t = arith.cmpi slt, %i, %a : i32
    %u = arith.cmpf olt, %y, %x : f32
    %b = arith.andi %t, %u : i1
    loop.condition %b, %i, %y : i32, f32
  } do (%i: i32, %y: f32) {
    %j = arith.addi %i, %one : i32
    %z = math.sin %y : f32
    loop.yield %j, %z : i32, f32
  }
  %p = loop.while (%i = %one) : (i32) -> (i32) {
    %t = arith.cmpi slt, %i, %a : i32
    loop.condition %t, %i : i32
  } do (%i: i32) {
    %j = arith.addi %i, %i : i32
    loop.yield %j : i32
  }
  return %r#0, %q#0, %p : i32, i32, i32
}
// FULL-NEXT:   func.func @varies(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: f32) -> (i32, i32, i32) {
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[C:.*]]-1_i32 = arith.constant -1 : i32
// FULL-NEXT:     %[[V0:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[C0_I32]], %[[ARG3:.*]] = %[[ARG0]]) : (i32, i32) -> (i32, i32) {
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[ARG2]], %[[ARG3]] : i32
// FULL-NEXT:       loop.condition %[[V3]], %[[ARG2]], %[[ARG3]] : i32, i32
// FULL-NEXT:     } do (%[[ARG2]]: i32, %[[ARG3]]: i32) {
// FULL-NEXT:       %[[V3]] = arith.addi %[[ARG2]], %[[C1_I32]] : i32
// FULL-NEXT:       %[[V4:.*]] = arith.addi %[[ARG3]], %[[C]]-1_i32 : i32
// FULL-NEXT:       loop.yield %[[V3]], %[[V4]] : i32, i32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]]:2 = loop.while (%[[ARG2]] = %[[C0_I32]], %[[ARG3]] = %[[ARG1]]) : (i32, f32) -> (i32, f32) {
// FULL-NEXT:       %[[V3]] = arith.cmpi slt, %[[ARG2]], %[[ARG0]] : i32
// FULL-NEXT:       %[[V4]] = arith.cmpf olt, %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.andi %[[V3]], %[[V4]] : i1
// FULL-NEXT:       loop.condition %[[V5]], %[[ARG2]], %[[ARG3]] : i32, f32
// FULL-NEXT:     } do (%[[ARG2]]: i32, %[[ARG3]]: f32) {
// FULL-NEXT:       %[[V3]] = arith.addi %[[ARG2]], %[[C1_I32]] : i32
// FULL-NEXT:       %[[V4]] = math.sin %[[ARG3]] : f32
// FULL-NEXT:       loop.yield %[[V3]], %[[V4]] : i32, f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = loop.while (%[[ARG2]] = %[[C1_I32]]) : (i32) -> (i32) {
// FULL-NEXT:       %[[V3]] = arith.cmpi slt, %[[ARG2]], %[[ARG0]] : i32
// FULL-NEXT:       loop.condition %[[V3]], %[[ARG2]] : i32
// FULL-NEXT:     } do (%[[ARG2]]: i32) {
// FULL-NEXT:       %[[V3]] = arith.addi %[[ARG2]], %[[ARG2]] : i32
// FULL-NEXT:       loop.yield %[[V3]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V1]]#0, %[[V2]] : i32, i32, i32
// FULL-NEXT:   }

// A tensor that never changes is not carried: the loop would copy it in each iteration.
// CHECK-LABEL: func.func @unchanged
// CHECK: loop.for %{{.*}} = %c0 to %c4 step %c1 iter_args(%{{.*}} = %arg1) -> (tensor<8xf32>) {
// CHECK: return %{{.*}}, %arg0
func.func @unchanged(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:3 = loop.while (%i = %c0, %a = %x, %b = %y) : (index, tensor<8xf32>, tensor<8xf32>) -> (index, tensor<8xf32>, tensor<8xf32>) {
    %t = arith.cmpi slt, %i, %c4 : index
    loop.condition %t, %i, %a, %b : index, tensor<8xf32>, tensor<8xf32>
  } do (%i: index, %a: tensor<8xf32>, %b: tensor<8xf32>) {
    %j = arith.addi %i, %c1 : index
    %d = arith.addf %a, %b : tensor<8xf32>
    loop.yield %j, %a, %d : index, tensor<8xf32>, tensor<8xf32>
  }
  return %r#2, %r#1 : tensor<8xf32>, tensor<8xf32>
}
// FULL-NEXT:   func.func @unchanged(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V1:.*]] = arith.addf %[[ARG0]], %[[ARG2]] : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[ARG0]] : tensor<8xf32>, tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
