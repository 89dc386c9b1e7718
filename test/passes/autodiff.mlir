// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// The gradient of a matrix product is two sums, of no temporary but the seed, without conditions.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[A:.*]]: tensor<?{n}x?{p}xf32>, %[[B:.*]]: tensor<?{p}x?{m}xf32>,
func.func @matmul(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>, %g: tensor<?{n}x?{m}xf32>)
// FULL: module {
// FULL-NEXT:   func.func @matmul(%[[ARG0:.*]]: tensor<?{n}x?{p}xf32>, %[[ARG1:.*]]: tensor<?{p}x?{m}xf32>, %[[ARG2:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG2]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n, p] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to m add {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[J_1]], %[[K]]] : tensor<?{p}x?{m}xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{p}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]], %[[J_3:.*]]) in [p, m] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to n add {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[K]], %[[J_3]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[K]], %[[I_2]]] : tensor<?{n}x?{p}xf32>
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{p}x?{m}xf32>
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>
// FULL-NEXT:   }
    -> (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) {
  // CHECK-NOT: loop.if
  // CHECK: tensor.compute (%[[I:.*]], %[[K:.*]]) in [n, p] {
  // CHECK-NEXT: tensor.fold (%[[J:.*]]) = 0 to m add {
  // CHECK: tensor.at %[[B]][%[[K]], %[[J]]]
  // CHECK: tensor.compute (%[[K:.*]], %[[J:.*]]) in [p, m] {
  // CHECK-NEXT: tensor.fold (%[[I:.*]]) = 0 to n add {
  // CHECK: tensor.at %[[A]][%[[I]], %[[K]]]
  // CHECK-NOT: loop.if
  // CHECK: return
  %y, %da, %db = tensor.vjp (%u = %a, %v = %b) seed(%g)
      : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>) {
    %s = tensor.contract "ij,jk->ik" %u, %v : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
    tensor.yield %s : tensor<?{n}x?{m}xf32>
  }
  return %da, %db : tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>
}

// A sum over windows becomes a sum over what reaches an element, with zeros behind the edges.
// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<8xf32>, %w: tensor<3xf32>, %g: tensor<6xf32>) -> tensor<8xf32> {
  // CHECK: tensor.compute (%[[A:.*]]) in [8] {
  // CHECK: tensor.fold (%[[P:.*]]) = 0 to 3 add {
  // CHECK: tensor.at %{{.*}}[%[[A]] + %[[P]] - 2] fill(%{{.*}}) : tensor<6xf32>
  // CHECK: tensor.at %{{.*}}[-%[[P]] + 2] : tensor<3xf32>
  // CHECK-NOT: loop.if
  // CHECK: return
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<8xf32>) -> (tensor<6xf32>) {
    %s = tensor.compute (%i) in [6] {
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<8xf32>
        %q = tensor.at %w[%k] : tensor<3xf32>
        %r = arith.mulf %p, %q : f32
        tensor.yield %r : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<6xf32>
    tensor.yield %s : tensor<6xf32>
  }
  return %dx : tensor<8xf32>
}
// FULL-NEXT:   func.func @windows(%[[ARG0:.*]]: tensor<8xf32>, %[[ARG1:.*]]: tensor<3xf32>, %[[ARG2:.*]]: tensor<6xf32>) -> tensor<8xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [6] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG2]][%[[I]]] : tensor<6xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<6xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K:.*]]) = 0 to 3 add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[V0]][%[[I_0]] + %[[K]] - 2] fill(%[[CST]]) : tensor<6xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][-%[[K]] + 2] : tensor<3xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     return %[[V1]] : tensor<8xf32>
// FULL-NEXT:   }

// Every other element is reached: the rest is guarded, not multiplied by 0.
// CHECK-LABEL: func.func @strided
func.func @strided(%x: tensor<9xf32>, %g: tensor<5xf32>) -> tensor<9xf32> {
  // CHECK: tensor.compute (%[[A:.*]]) in [9] {
  // CHECK: loop.if
  // CHECK: tensor.at %{{.*}}[%[[A]] floordiv 2]
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<9xf32>) -> (tensor<5xf32>) {
    %s = tensor.slice %u [0:9:2] : tensor<9xf32> to tensor<5xf32>
    tensor.yield %s : tensor<5xf32>
  }
  return %dx : tensor<9xf32>
}
// FULL-NEXT:   func.func @strided(%[[ARG0:.*]]: tensor<9xf32>, %[[ARG1:.*]]: tensor<5xf32>) -> tensor<9xf32> {
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [5] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<5xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<5xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [9] {
// FULL-NEXT:       %[[V2]] = arith.floordivsi %[[I_0]], %[[C2]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.muli %[[V2]], %[[C2]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.cmpi eq, %[[I_0]], %[[V3]] : index
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V0]][%[[I_0]] floordiv 2] : tensor<5xf32>
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V1]] : tensor<9xf32>
// FULL-NEXT:   }

// What the region takes from outside is constant, even where a variable has the same value.
// CHECK-LABEL: func.func @captured
// CHECK-SAME: (%[[X:.*]]: f32, %[[G:.*]]: f32)
func.func @captured(%x: f32, %g: f32) -> f32 {
  // CHECK: %[[D:.*]] = arith.mulf %[[G]], %[[X]]
  // CHECK-NEXT: return %[[D]]
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = arith.mulf %v, %x : f32
    tensor.yield %s : f32
  }
  return %dx : f32
}
// FULL-NEXT:   func.func @captured(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG1]], %[[ARG0]] : f32
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// No index runs over the axis once: elements are put.
// CHECK-LABEL: func.func @wrapped_twice
func.func @wrapped_twice(%x: tensor<?{n}xf32>, %g: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  // CHECK: tensor.put %{{.*}} into %{{.*}}[%{{.*}} * 2] wrap :
  // CHECK: return
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    %s = tensor.compute (%i) in [n] {
      %a = tensor.at %u[%i * 2] wrap : tensor<?{n}xf32>
      %p = arith.mulf %a, %a : f32
      tensor.yield %p : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  }
  return %dx : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @wrapped_twice(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] * 2] wrap : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[V3]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V5]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[V1]] : tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.put %[[V3]] into %[[ACC]][%[[I_0]] * 2] wrap : memref<?{n}xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// No index is one modulo 0: along an axis without elements, what wraps around has a gradient without any.
// CHECK-LABEL: func.func @wraps_around_nothing
// CHECK-NOT: mod 0
// CHECK: return %{{.*}} : tensor<0xf32>
func.func @wraps_around_nothing(%x: tensor<0xf32>, %g: tensor<0xf32>) -> tensor<0xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<0xf32>) -> (tensor<0xf32>) {
    %s = tensor.compute (%i) in [0] {
      %a = tensor.at %v[%i + 1] wrap : tensor<0xf32>
      tensor.yield %a : f32
    } : tensor<0xf32>
    tensor.yield %s : tensor<0xf32>
  }
  return %dx : tensor<0xf32>
}
// FULL-NEXT:   func.func @wraps_around_nothing(%[[ARG0:.*]]: tensor<0xf32>, %[[ARG1:.*]]: tensor<0xf32>) -> tensor<0xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<0xf32>
// FULL-NEXT:     return %[[V0]] : tensor<0xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
