// What is computed before a loop and read in it stays before the loop, unless a point costs next to nothing
// or each iteration reads other points.
// RUN: tfopt %s --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL
// SAME: 7 functions compared

// A row sum that every iteration reads.
// CHECK-LABEL: func.func @sum(
// CHECK: tensor.fold
// CHECK: loop.for
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @sum(%m: tensor<8x16xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %s = tensor.fold (%k) = 0 to 16 add {
      %e = tensor.at %m[%i, %k] : tensor<8x16xf32>
      tensor.yield %e : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<8x16xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 16 add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<8x16xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V2]] = tensor.compute (%[[I_1:.*]]) in [8] {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<8xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[V0]][%[[I_1]]] : tensor<8xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<8xf32>
// FULL-NEXT:   }

// A function of elements, in the condition of a loop and in its body.
// CHECK-LABEL: func.func @condition(
// CHECK: math.exp
// CHECK: loop.while
// CHECK-NOT: math.exp
// CHECK: return
func.func @condition(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %y = tensor.compute () in [] {
    %e = tensor.at %x[] : tensor<f32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %n, %r = loop.while (%t = %c0, %a = %z) : (i32, tensor<f32>) -> (i32, tensor<f32>) {
    %low = arith.cmpi slt, %t, %c9 : i32
    %less = tensor.compute () in [] {
      %p = tensor.at %a[] : tensor<f32>
      %q = tensor.at %y[] : tensor<f32>
      %l = arith.cmpf olt, %p, %q : f32
      %both = arith.andi %l, %low : i1
      tensor.yield %both : i1
    } : tensor<i1>
    %c = tensor.at %less[] : tensor<i1>
    loop.condition %c, %t, %a : i32, tensor<f32>
  } do (%t: i32, %a: tensor<f32>) {
    %u = arith.addi %t, %c1 : i32
    %b = tensor.compute () in [] {
      %p = tensor.at %a[] : tensor<f32>
      %q = tensor.at %y[] : tensor<f32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<f32>
    loop.yield %u, %b : i32, tensor<f32>
  }
  return %r : tensor<f32>
}
// FULL-NEXT:   func.func @condition(%[[ARG0:.*]]: tensor<f32>, %[[ARG1:.*]]: tensor<f32>) -> tensor<f32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][] : tensor<f32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[C9_I32:.*]] = arith.constant 9 : i32
// FULL-NEXT:     %[[V1:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[C0_I32]], %[[ARG3:.*]] = %[[ARG1]]) : (i32, tensor<f32>) -> (i32, tensor<f32>) {
// FULL-NEXT:       %[[V2]] = arith.cmpi slt, %[[ARG2]], %[[C9_I32]] : i32
// FULL-NEXT:       %[[V3]] = tensor.compute () in [] {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG3]][] : tensor<f32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V0]][] : tensor<f32>
// FULL-NEXT:         %[[V7:.*]] = arith.cmpf olt, %[[V5]], %[[V6]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.andi %[[V7]], %[[V2]] : i1
// FULL-NEXT:         tensor.yield %[[V8]] : i1
// FULL-NEXT:       } : tensor<i1>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[V3]][] : tensor<i1>
// FULL-NEXT:       loop.condition %[[V4]], %[[ARG2]], %[[ARG3]] : i32, tensor<f32>
// FULL-NEXT:     } do (%[[ARG2]]: i32, %[[ARG3]]: tensor<f32>) {
// FULL-NEXT:       %[[V2]] = arith.addi %[[ARG2]], %[[C1_I32]] : i32
// FULL-NEXT:       %[[V3]] = tensor.compute () in [] {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG3]][] : tensor<f32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V0]][] : tensor<f32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<f32>
// FULL-NEXT:       loop.yield %[[V2]], %[[V3]] : i32, tensor<f32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]]#1 : tensor<f32>
// FULL-NEXT:   }

// Two operations for a read may run again.
// CHECK-LABEL: func.func @cheap(
// CHECK-NOT: tensor.compute
// CHECK: loop.for
// CHECK: tensor.compute
// CHECK: arith.mulf
// CHECK: return
func.func @cheap(%m: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = arith.mulf %e, %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @cheap(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<8xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<8xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }

// Three may not, as a chain neither.
// CHECK-LABEL: func.func @chain(
// CHECK: tensor.compute
// CHECK: loop.for
// CHECK: return
func.func @chain(%m: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = arith.mulf %e, %e : f32
    %g = arith.mulf %f, %e : f32
    tensor.yield %g : f32
  } : tensor<8xf32>
  %z = tensor.compute (%i) in [8] {
    %e = tensor.at %y[%i] : tensor<8xf32>
    %f = arith.addf %e, %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %z[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V2]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V4]], %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V2]] = tensor.compute (%[[I_1:.*]]) in [8] {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG2]][%[[I_1]]] : tensor<8xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_1]]] : tensor<8xf32>
// FULL-NEXT:         %[[V5]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<8xf32>
// FULL-NEXT:   }

// Each iteration of a counted loop reads another row: no point is evaluated twice.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: math.exp
// CHECK: loop.for
// CHECK: math.exp
// CHECK: return
func.func @rows(%m: tensor<9x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i, %j) in [9, 8] {
    %e = tensor.at %m[%i, %j] : tensor<9x8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9x8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%t, %i] : tensor<9x8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<9x8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG2]][%[[I_0]]] : tensor<8xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_0]]] : tensor<9x8xf32>
// FULL-NEXT:         %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }

// The same in a loop that does so again.
// CHECK-LABEL: func.func @rows_again(
// CHECK: math.exp
// CHECK: loop.for
// CHECK-NOT: math.exp
// CHECK: return
func.func @rows_again(%m: tensor<9x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i, %j) in [9, 8] {
    %e = tensor.at %m[%i, %j] : tensor<9x8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9x8xf32>
  %r = loop.for %u = %c0 to %c9 step %c1 iter_args(%o = %x) -> (tensor<8xf32>) {
    %w = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %o) -> (tensor<8xf32>) {
      %b = tensor.compute (%i) in [8] {
        %p = tensor.at %a[%i] : tensor<8xf32>
        %q = tensor.at %y[%t, %i] : tensor<9x8xf32>
        %s = arith.addf %p, %q : f32
        tensor.yield %s : f32
      } : tensor<8xf32>
      loop.yield %b : tensor<8xf32>
    }
    loop.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @rows_again(%[[ARG0:.*]]: tensor<9x8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [9, 8] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<9x8xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<9x8xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V2]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C9]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (tensor<8xf32>) {
// FULL-NEXT:         %[[V3]] = tensor.compute (%[[I_2:.*]]) in [8] {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[ARG3]][%[[I_2]]] : tensor<8xf32>
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[V0]][%[[I_1]], %[[I_2]]] : tensor<9x8xf32>
// FULL-NEXT:           %[[V6:.*]] = arith.addf %[[V4]], %[[V5]] : f32
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : tensor<8xf32>
// FULL-NEXT:         loop.yield %[[V3]] : tensor<8xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<8xf32>
// FULL-NEXT:   }

// A conditional is no loop.
// CHECK-LABEL: func.func @branch(
// CHECK-NOT: math.exp
// CHECK: loop.if
// CHECK: math.exp
// CHECK: return
func.func @branch(%m: tensor<8xf32>, %x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.if %c -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %x[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  } else {
    loop.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL-NEXT:   func.func @branch(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<8xf32>, %[[ARG2:.*]]: i1) -> tensor<8xf32> {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG2]] -> (tensor<8xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:         %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<8xf32>
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : tensor<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
