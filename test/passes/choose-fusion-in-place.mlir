// What is put into a tensor and made of other elements of it is made before, so that the tensor can change in
// its memory.
// RUN: tfopt %s --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --apply-fusion --tensor-to-loops | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt %s --choose-fusion --apply-fusion --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL
// GOLDEN: cat %t.loops
// SAME: 7 functions compared

// A row from the one before it, of which nothing else is known: to a row of its own.
// CHECK-LABEL: func.func @row(
// CHECK: loop.for
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @row(
// LOOPS: mem.alloc : memref<40xf32>
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @row(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @row(%[[ARG0:.*]]: tensor<9x40xf32>, %[[ARG1:.*]]: index) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG2]][%[[ARG1]], %[[I_0]] - 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<9x40xf32>
// FULL-NEXT:   }

// The elements that the points change, and an element from which one point is made: where they are put.
// CHECK-LABEL: func.func @own(
// CHECK: loop.for
// CHECK-NOT: in [8, 39] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, 39] accumulate
// LOOPS-LABEL: func.func @own(
// LOOPS-NOT: mem.alloc
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @own(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i, %j) in [8, 39] {
      %l = tensor.at %a[%i + 1, %j + 1] : tensor<9x40xf32>
      %d = math.exp %l : f32
      tensor.yield %d : f32
    } : tensor<8x39xf32>
    %y = tensor.compute (%i, %j) in [8, 39] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i, %j] : tensor<8x39xf32>
      tensor.put %e into %acc[%i + 1, %j + 1] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @own(%[[ARG0:.*]]: tensor<9x40xf32>) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [8, 39] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]] + 1, %[[J]] + 1] : tensor<9x40xf32>
// FULL-NEXT:         %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I_0]] + 1, %[[J]] + 1] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V1]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<9x40xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @element(
// CHECK: loop.for
// CHECK-NOT: in [] {
// CHECK: tensor.compute () in [] accumulate
// LOOPS-LABEL: func.func @element(
// LOOPS-NOT: mem.alloc
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @element(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute () in [] {
      %l = tensor.at %a[%s, %s] clamp : tensor<9x40xf32>
      %d = math.exp %l : f32
      tensor.yield %d : f32
    } : tensor<f32>
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[] : tensor<f32>
      tensor.put %e into %acc[%t, 3] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @element(%[[ARG0:.*]]: tensor<9x40xf32>, %[[ARG1:.*]]: index) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG2]][%[[ARG1]], %[[ARG1]]] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]], 3] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V1]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<9x40xf32>
// FULL-NEXT:   }

// Whoever needs the old tensor as well has it copied: then it may be read anywhere.
// CHECK-LABEL: func.func @needed(
// CHECK: loop.for
// CHECK-NOT: in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
func.func @needed(%x: tensor<9x40xf32>, %s: index) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %o = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y, %a : tensor<9x40xf32>, tensor<9x40xf32>
  }
  return %r, %o : tensor<9x40xf32>, tensor<9x40xf32>
}
// FULL-NEXT:   func.func @needed(%[[ARG0:.*]]: tensor<9x40xf32>, %[[ARG1:.*]]: index) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]]:2 = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG2]][%[[ARG1]], %[[I_0]] - 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V3:.*]] = arith.addf %[[V2]], %[[V2]] : f32
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_0]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V1]], %[[ARG2]] : tensor<9x40xf32>, tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<9x40xf32>, tensor<9x40xf32>
// FULL-NEXT:   }

// Points in another order than the elements.
// CHECK-LABEL: func.func @turned(
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @turned(
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @turned(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%t, 39 - %i] : tensor<9x40xf32>
      tensor.yield %l : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @turned(%[[ARG0:.*]]: tensor<9x40xf32>) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]], -%[[I_0]] + 39] : tensor<9x40xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<9x40xf32>
// FULL-NEXT:   }

// A place that is in memory, but always the same.
// CHECK-LABEL: func.func @same_place(
// CHECK: loop.for
// CHECK-NOT: in [8, 40] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, 40] accumulate
func.func @same_place(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant dense<1> : tensor<i32>
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i, %j) in [8, 40] {
      %l = tensor.at %a[%i + 1, %j] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<8x40xf32>
    %y = tensor.compute (%i, %j) in [8, 40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %p = tensor.at %one[] : tensor<i32>
      %at = arith.index_cast %p : i32 to index
      %e = tensor.at %v[%i, %j] : tensor<8x40xf32>
      tensor.put %e into %acc[%at + %i, %j] drop : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @same_place(%[[ARG0:.*]]: tensor<9x40xf32>) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1> : tensor<i32>
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [8, 40] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[CST]][] : tensor<i32>
// FULL-NEXT:         %[[V3:.*]] = arith.index_cast %[[V2]] : i32 to index
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]] + 1, %[[J]]] : tensor<9x40xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[V3]] + %[[I_0]], %[[J]]] drop : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V1]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<9x40xf32>
// FULL-NEXT:   }

// A tensor that a conditional has made, of which a part changes.
// CHECK-LABEL: func.func @after_branch(
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @after_branch(
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @after_branch(%x: tensor<9x40xf32>, %p: tensor<i1>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %ph = tensor.at %p[] : tensor<i1>
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %b = loop.if %ph -> (tensor<9x40xf32>) {
      %u = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
        %l = tensor.at %a[%t, 3] : tensor<9x40xf32>
        tensor.put %l into %acc[%t, 4] : memref<9x40xf32>
        tensor.yield
      }
      loop.yield %u : tensor<9x40xf32>
    } else {
      loop.yield %a : tensor<9x40xf32>
    }
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %b[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %b : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
// FULL-NEXT:   func.func @after_branch(%[[ARG0:.*]]: tensor<9x40xf32>, %[[ARG1:.*]]: tensor<i1>, %[[ARG2:.*]]: index) -> tensor<9x40xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[ARG1]][] : tensor<i1>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C8]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (tensor<9x40xf32>) {
// FULL-NEXT:       %[[V2:.*]] = loop.if %[[V0]] -> (tensor<9x40xf32>) {
// FULL-NEXT:         %[[V5:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC_2:.*]] = %[[ARG3]] : tensor<9x40xf32>) {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG3]][%[[I]], 3] : tensor<9x40xf32>
// FULL-NEXT:           tensor.put %[[V6]] into %[[ACC_2]][%[[I]], 4] : memref<9x40xf32>
// FULL-NEXT:           tensor.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield %[[V5]] : tensor<9x40xf32>
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[ARG3]] : tensor<9x40xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [40] {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[ARG2]], %[[I_0]] - 1] clamp : tensor<9x40xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<40xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [40] accumulate(set unique %[[ACC:.*]] = %[[V2]] : tensor<9x40xf32>) {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V3]][%[[I_1]]] : tensor<40xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], %[[I_1]]] : memref<9x40xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V4]] : tensor<9x40xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<9x40xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
