// RUN: tfopt --name-extents %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: not tfopt --pass-pipeline='func.func(name-extents)' %s 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: tfrun %s --entry mixed --random --dim arg0_0=2 --dim arg0_1=3 --device=interp | FileCheck %s --check-prefix=ARRAY
// COMPLETE: FULL

// Extents without names get some, and what follows from them does: results of ops and of the function.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: tensor<?{arg0_0}x3xf32>) -> tensor<?{arg0_0}xf16>
// CHECK: arith.mulf %[[A]], %[[A]] : tensor<?{arg0_0}x3xf32>
// CHECK: tensor.transpose %{{.*}} perm = [1, 0] : tensor<?{arg0_0}x3xf32> to tensor<3x?{arg0_0}xf32>
// CHECK: tensor.reduce add %{{.*}} dims = [0] : tensor<3x?{arg0_0}xf32> to tensor<?{arg0_0}xf32>
// CHECK: arith.truncf %{{.*}} : tensor<?{arg0_0}xf32> to tensor<?{arg0_0}xf16>
func.func @chain(%a: tensor<?x3xf32>) -> tensor<?xf16> {
  %0 = arith.mulf %a, %a : tensor<?x3xf32>
  %1 = tensor.transpose %0 perm = [1, 0] : tensor<?x3xf32> to tensor<3x?xf32>
  %2 = tensor.reduce add %1 dims = [0] : tensor<3x?xf32> to tensor<?xf32>
  %3 = arith.truncf %2 : tensor<?xf32> to tensor<?xf16>
  return %3 : tensor<?xf16>
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: tensor<?{arg0_0}x3xf32>) -> tensor<?{arg0_0}xf16> {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] : tensor<?{arg0_0}x3xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.transpose %[[V0]] perm = [1, 0] : tensor<?{arg0_0}x3xf32> to tensor<3x?{arg0_0}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce add %[[V1]] dims = [0] : tensor<3x?{arg0_0}xf32> to tensor<?{arg0_0}xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.truncf %[[V2]] : tensor<?{arg0_0}xf32> to tensor<?{arg0_0}xf16>
// FULL-NEXT:     return %[[V3]] : tensor<?{arg0_0}xf16>
// FULL-NEXT:   }

// Operands of one elementwise op have to agree: the call checks it.
// CHECK-LABEL: func.func @mixed
// CHECK-SAME: (%[[A:.*]]: tensor<?{arg0_0}x?{arg0_1}xf32>, %[[B:.*]]: tensor<?{arg1_0}x?{arg1_1}xf32>)
// CHECK-SAME: -> tensor<?{arg0_0}x?{arg0_1}xi1>
// CHECK: %[[C:.*]] = tensor.cast %[[B]] : tensor<?{arg1_0}x?{arg1_1}xf32> to tensor<?{arg0_0}x?{arg0_1}xf32>
// CHECK: arith.cmpf olt, %[[A]], %[[C]] : tensor<?{arg0_0}x?{arg0_1}xf32>
// ARRAY: tensor<2x3xi1>
func.func @mixed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xi1> {
  %0 = arith.cmpf olt, %a, %b : tensor<?x?xf32>
  return %0 : tensor<?x?xi1>
}
// FULL-NEXT:   func.func @mixed(%[[ARG0:.*]]: tensor<?{arg0_0}x?{arg0_1}xf32>, %[[ARG1:.*]]: tensor<?{arg1_0}x?{arg1_1}xf32>) -> tensor<?{arg0_0}x?{arg0_1}xi1> {
// FULL-NEXT:     %[[V0:.*]] = tensor.cast %[[ARG1]] : tensor<?{arg1_0}x?{arg1_1}xf32> to tensor<?{arg0_0}x?{arg0_1}xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.cmpf olt, %[[ARG0]], %[[V0]] : tensor<?{arg0_0}x?{arg0_1}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{arg0_0}x?{arg0_1}xi1>
// FULL-NEXT:   }

// Extents that have names keep them, and functions without others stay.
// CHECK-LABEL: func.func @named
// CHECK-SAME: tensor<?{n}x?{arg0_1}xf32>
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: tensor<?{n}xf32>
func.func @named(%a: tensor<?{n}x?xf32>) -> tensor<?{n}x?xf32> {
  return %a : tensor<?{n}x?xf32>
}
// FULL-NEXT:   func.func @named(%[[ARG0:.*]]: tensor<?{n}x?{arg0_1}xf32>) -> tensor<?{n}x?{arg0_1}xf32> {
// FULL-NEXT:     return %[[ARG0]] : tensor<?{n}x?{arg0_1}xf32>
// FULL-NEXT:   }
func.func @nothing(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  return %a : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @nothing(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     return %[[ARG0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// What a loop carries keeps its extents; what comes in with others is checked.
// CHECK-LABEL: func.func @loops
// CHECK-SAME: -> (tensor<?{arg0_0}xf32>, tensor<?{arg0_0}xf32>)
// CHECK: loop.for {{.*}} iter_args(%[[A:.*]] = %arg0) -> (tensor<?{arg0_0}xf32>) {
// CHECK: %[[Y:.*]] = tensor.cast %arg1 : tensor<?{arg1_0}xf32> to tensor<?{arg0_0}xf32>
// CHECK-NEXT: loop.condition %{{.*}}, %[[Y]] : tensor<?{arg0_0}xf32>
// CHECK: loop.while (%{{.*}} = %{{.*}}) : (tensor<?{arg0_0}xf32>) -> (tensor<?{arg0_0}xf32>) {
// CHECK: } do (%[[B:.*]]: tensor<?{arg0_0}xf32>) {
// CHECK: arith.addf %[[B]], %[[B]] : tensor<?{arg0_0}xf32>
func.func @loops(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index, %c: i1) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = arith.constant 1 : index
  %0 = loop.for %i = %one to %n step %one iter_args(%a = %x) -> (tensor<?xf32>) {
    loop.condition %c, %y : tensor<?xf32>
  }
  %1 = loop.while (%a = %0) : (tensor<?xf32>) -> (tensor<?xf32>) {
    loop.condition %c, %a : tensor<?xf32>
  } do (%b: tensor<?xf32>) {
    %2 = arith.addf %b, %b : tensor<?xf32>
    loop.yield %2 : tensor<?xf32>
  }
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
// FULL-NEXT:   func.func @loops(%[[ARG0:.*]]: tensor<?{arg0_0}xf32>, %[[ARG1:.*]]: tensor<?{arg1_0}xf32>, %[[ARG2:.*]]: index, %[[ARG3:.*]]: i1) -> (tensor<?{arg0_0}xf32>, tensor<?{arg0_0}xf32>) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (tensor<?{arg0_0}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.cast %[[ARG1]] : tensor<?{arg1_0}xf32> to tensor<?{arg0_0}xf32>
// FULL-NEXT:       loop.condition %[[ARG3]], %[[V2]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.while (%[[ARG4]] = %[[V0]]) : (tensor<?{arg0_0}xf32>) -> (tensor<?{arg0_0}xf32>) {
// FULL-NEXT:       loop.condition %[[ARG3]], %[[ARG4]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     } do (%[[ARG4]]: tensor<?{arg0_0}xf32>) {
// FULL-NEXT:       %[[V2]] = arith.addf %[[ARG4]], %[[ARG4]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{arg0_0}xf32>, tensor<?{arg0_0}xf32>
// FULL-NEXT:   }

// Branches agree.
// CHECK-LABEL: func.func @branches
// CHECK: %[[R:.*]] = loop.if %{{.*}} -> (tensor<?{arg0_0}xf32>) {
// CHECK: arith.negf %arg0 : tensor<?{arg0_0}xf32>
// CHECK: %[[Y:.*]] = tensor.cast %arg1 : tensor<?{arg1_0}xf32> to tensor<?{arg0_0}xf32>
// CHECK-NEXT: loop.yield %[[Y]] : tensor<?{arg0_0}xf32>
// CHECK: loop.switch %{{.*}} -> (tensor<?{arg0_0}xf32>)
func.func @branches(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: i1, %k: index) -> tensor<?xf32> {
  %0 = loop.if %c -> (tensor<?xf32>) {
    %1 = arith.negf %x : tensor<?xf32>
    loop.yield %1 : tensor<?xf32>
  } else {
    loop.yield %y : tensor<?xf32>
  }
  %2 = loop.switch %k -> (tensor<?xf32>) case 3 {
    loop.yield %0 : tensor<?xf32>
  } default {
    loop.yield %y : tensor<?xf32>
  }
  return %2 : tensor<?xf32>
}
// FULL-NEXT:   func.func @branches(%[[ARG0:.*]]: tensor<?{arg0_0}xf32>, %[[ARG1:.*]]: tensor<?{arg1_0}xf32>, %[[ARG2:.*]]: i1, %[[ARG3:.*]]: index) -> tensor<?{arg0_0}xf32> {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG2]] -> (tensor<?{arg0_0}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = arith.negf %[[ARG0]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[V2]] = tensor.cast %[[ARG1]] : tensor<?{arg1_0}xf32> to tensor<?{arg0_0}xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.switch %[[ARG3]] -> (tensor<?{arg0_0}xf32>) case 3 {
// FULL-NEXT:       loop.yield %[[V0]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     } default {
// FULL-NEXT:       %[[V2]] = tensor.cast %[[ARG1]] : tensor<?{arg1_0}xf32> to tensor<?{arg0_0}xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{arg0_0}xf32>
// FULL-NEXT:   }

// Called functions come first, wherever they stand; alone, a function cannot know what it calls.
// ALONE: [[# @LINE + 7]]:8: error: 'func.call' op calls a function with unnamed extents: run name-extents on the module
// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%{{.*}}: tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32>
// CHECK: call @turned(%{{.*}}) : (tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32>
// CHECK-LABEL: func.func private @turned
// CHECK-SAME: (%{{.*}}: tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32>
func.func @calls(%x: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %0 = func.call @turned(%x) : (tensor<4x?xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// FULL-NEXT:   func.func @calls(%[[ARG0:.*]]: tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = call @turned(%[[ARG0]]) : (tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{arg0_1}x4xf32>
// FULL-NEXT:   }
func.func private @turned(%x: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %0 = tensor.transpose %x perm = [1, 0] : tensor<4x?xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
// FULL-NEXT:   func.func private @turned(%[[ARG0:.*]]: tensor<4x?{arg0_1}xf32>) -> tensor<?{arg0_1}x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.transpose %[[ARG0]] perm = [1, 0] : tensor<4x?{arg0_1}xf32> to tensor<?{arg0_1}x4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{arg0_1}x4xf32>
// FULL-NEXT:   }

// What accumulates keeps its extents, and so do what is differentiated and its cotangents.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: -> (tensor<?{arg0_0}xf32>, tensor<?{arg1_0}xf32>, tensor<?{arg1_0}xf32>)
// CHECK: tensor.put %{{.*}} into %{{.*}} drop : memref<?{arg0_0}xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?{arg0_0}xf32> to tensor<?{arg1_0}xf32>
// CHECK: tensor.vjp
func.func @regions(%x: tensor<?xf32>, %y: tensor<?xf32>, %s: f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.compute (%i) in [3] accumulate(add %a = %x : tensor<?xf32>) {
    tensor.put %s into %a[%i] drop : memref<?xf32>
    tensor.yield
  }
  %1:2 = tensor.vjp (%a = %y) seed(%x) : (tensor<?xf32>) -> (tensor<?xf32>) {
    %2 = arith.mulf %a, %a : tensor<?xf32>
    tensor.yield %2 : tensor<?xf32>
  }
  return %0, %1#0, %1#1 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// FULL-NEXT:   func.func @regions(%[[ARG0:.*]]: tensor<?{arg0_0}xf32>, %[[ARG1:.*]]: tensor<?{arg1_0}xf32>, %[[ARG2:.*]]: f32) -> (tensor<?{arg0_0}xf32>, tensor<?{arg1_0}xf32>, tensor<?{arg1_0}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [3] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<?{arg0_0}xf32>) {
// FULL-NEXT:       tensor.put %[[ARG2]] into %[[ACC]][%[[I]]] drop : memref<?{arg0_0}xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.cast %[[ARG0]] : tensor<?{arg0_0}xf32> to tensor<?{arg1_0}xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.vjp (%[[ARG3:.*]] = %[[ARG1]]) seed(%[[V1]]) : (tensor<?{arg1_0}xf32>) -> (tensor<?{arg1_0}xf32>) {
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[ARG3]], %[[ARG3]] : tensor<?{arg1_0}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<?{arg1_0}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V2]]#0, %[[V2]]#1 : tensor<?{arg0_0}xf32>, tensor<?{arg1_0}xf32>, tensor<?{arg1_0}xf32>
// FULL-NEXT:   }

// Names that the function has are not given again.
// CHECK-LABEL: func.func @taken
// CHECK-SAME: (%{{.*}}: tensor<?{arg0_0_0}xf32>, %{{.*}}: tensor<?{arg0_0}xf32>)
func.func @taken(%x: tensor<?xf32>, %y: tensor<?{arg0_0}xf32>) {
  return
}
// FULL-NEXT:   func.func @taken(%[[ARG0:.*]]: tensor<?{arg0_0_0}xf32>, %[[ARG1:.*]]: tensor<?{arg0_0}xf32>) {
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
