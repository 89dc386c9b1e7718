// An update that sets every element at its own point is the new tensor: what it starts from is not read.
// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --canonicalize --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL
// SAME: 9 functions compared

// CHECK-LABEL: func.func @whole(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 5] {
// CHECK-NOT: tensor.put
// CHECK: tensor.yield %{{.*}} : f32
func.func @whole(%x: tensor<4x5xf32>, %v: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %y = tensor.compute (%i, %j) in [4, 5] accumulate(set unique %acc = %x : tensor<4x5xf32>) {
    %e = tensor.at %v[%i, %j] : tensor<4x5xf32>
    %f = arith.addf %e, %e : f32
    tensor.put %f into %acc[%i, %j] : memref<4x5xf32>
    tensor.yield
  }
  return %y : tensor<4x5xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @whole(%[[ARG0:.*]]: tensor<4x5xf32>, %[[ARG1:.*]]: tensor<4x5xf32>) -> tensor<4x5xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 5] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]], %[[J]]] : tensor<4x5xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4x5xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4x5xf32>
// FULL-NEXT:   }

// Without the promise, of extents that are not known, where the new elements are made of the old ones.
// CHECK-LABEL: func.func @named(
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: return
func.func @named(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.compute (%i) in [n] accumulate(set %acc = %x : tensor<?{n}xf32>) {
    %e = tensor.at %x[%i - 1] wrap : tensor<?{n}xf32>
    tensor.put %e into %acc[%i] : memref<?{n}xf32>
    tensor.yield
  }
  return %y : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @named(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] wrap : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// Of several results.
// CHECK-LABEL: func.func @several(
// CHECK: %{{.*}}:3 = tensor.compute (%{{.*}}) in [4] {
// CHECK: tensor.yield %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32
func.func @several(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %w, %y, %u = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>, set %bcc = %z : tensor<4xf32>) {
    %e = tensor.at %z[%i] : tensor<4xf32>
    %f = arith.addf %e, %e : f32
    %g = arith.mulf %f, %e : f32
    tensor.put %f into %acc[%i] : memref<4xf32>
    tensor.put %g into %bcc[%i] : memref<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %w, %y, %u : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @several(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]]:3 = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]], %[[V3]] : f32, f32, f32
// FULL-NEXT:     } : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1, %[[V0]]#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:   }

// What is left of these is not whole: a sum, a part, another place, a condition, axes in another order, one
// of two.
// CHECK-LABEL: func.func @added(
// CHECK: accumulate(add
func.func @added(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [4] accumulate(add %acc = %x : tensor<4xf32>) {
    %e = tensor.at %x[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}
// FULL-NEXT:   func.func @added(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @part(
// CHECK: accumulate(set
func.func @part(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [3] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}
// FULL-NEXT:   func.func @part(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [3] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @shifted(
// CHECK: accumulate(set
func.func @shifted(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i + 1] drop : memref<4xf32>
    tensor.yield
  }
  return %y : tensor<4xf32>
}
// FULL-NEXT:   func.func @shifted(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[I]] + 1] drop : memref<4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @turned(
// CHECK: accumulate(set
func.func @turned(%x: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %y = tensor.compute (%i, %j) in [4, 4] accumulate(set %acc = %x : tensor<4x4xf32>) {
    %e = tensor.at %v[%i, %j] : tensor<4x4xf32>
    tensor.put %e into %acc[%j, %i] : memref<4x4xf32>
    tensor.yield
  }
  return %y : tensor<4x4xf32>
}
// FULL-NEXT:   func.func @turned(%[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: tensor<4x4xf32>) -> tensor<4x4xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 4] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<4x4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]], %[[J]]] : tensor<4x4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[J]], %[[I]]] : memref<4x4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4x4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @sometimes(
// CHECK: accumulate(set
func.func @sometimes(%x: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %y = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>) {
    %e = tensor.at %v[%i] : tensor<4xf32>
    %c = arith.cmpf olt, %e, %zero : f32
    loop.if %c {
      tensor.put %e into %acc[%i] : memref<4xf32>
      loop.yield
    } else {
      loop.yield
    }
    tensor.yield
  }
  return %y : tensor<4xf32>
}
// FULL-NEXT:   func.func @sometimes(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[CST]] : f32
// FULL-NEXT:       loop.if %[[V2]] {
// FULL-NEXT:         tensor.put %[[V1]] into %[[ACC]][%[[I]]] : memref<4xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @one_of_two(
// CHECK: accumulate(set
func.func @one_of_two(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y, %u = tensor.compute (%i) in [4] accumulate(set %acc = %x : tensor<4xf32>, add %bcc = %z : tensor<4xf32>) {
    %e = tensor.at %z[%i] : tensor<4xf32>
    tensor.put %e into %acc[%i] : memref<4xf32>
    tensor.put %e into %bcc[%i] : memref<4xf32>
    tensor.yield
  }
  return %y, %u : tensor<4xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @one_of_two(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [4] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<4xf32>, add %[[ACC_0:.*]] = %[[ARG1]] : tensor<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       tensor.put %[[V1]] into %[[ACC_0]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
