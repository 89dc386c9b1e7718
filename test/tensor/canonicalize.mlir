// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// Nothing is left of moves that move nothing.
// CHECK-LABEL: func.func @identities
func.func @identities(%x: tensor<?{n}x1xf32>, %y: tensor<?{n}x1xi32>) -> (tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xi32>) {
  // CHECK-NEXT: return %[[X:.*]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %{{.*}} :
  %0 = tensor.transpose %x perm = [0, 1] : tensor<?{n}x1xf32> to tensor<?{n}x1xf32>
  %1 = tensor.broadcast %x dims = [0, 1] : tensor<?{n}x1xf32> to tensor<?{n}x1xf32>
  %2 = tensor.reshape %x : tensor<?{n}x1xf32> to tensor<?{n}x1xf32>
  %3 = tensor.slice %x [0:n, 0:1] : tensor<?{n}x1xf32> to tensor<?{n}x1xf32>
  %4 = tensor.reverse %x dims = [1] : tensor<?{n}x1xf32>
  %5 = tensor.cast %x : tensor<?{n}x1xf32> to tensor<?{n}x1xf32>
  %6:2 = tensor.reduce [add, mul] %x, %y dims = [] : tensor<?{n}x1xf32>, tensor<?{n}x1xi32> to tensor<?{n}x1xf32>, tensor<?{n}x1xi32>
  %7 = tensor.contract "ij->ij" %6#0 : (tensor<?{n}x1xf32>) -> tensor<?{n}x1xf32>
  return %0, %1, %2, %3, %4, %5, %7, %6#1 : tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @identities(%[[ARG0:.*]]: tensor<?{n}x1xf32>, %[[ARG1:.*]]: tensor<?{n}x1xi32>) -> (tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xi32>) {
// FULL-NEXT:     return %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG1]] : tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xf32>, tensor<?{n}x1xi32>
// FULL-NEXT:   }

// What moves stays.
// CHECK-LABEL: func.func @moves
func.func @moves(%x: tensor<4x4xf32>, %z: tensor<?{n}xf32>, %like: tensor<?{m}xi1>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<?{m}xf32>) {
  // CHECK-NEXT: tensor.transpose
  // CHECK-NEXT: tensor.reverse
  // CHECK-NEXT: tensor.contract "ij->ji"
  // CHECK-NEXT: tensor.reduce
  // CHECK-NEXT: tensor.slice
  // CHECK-NEXT: tensor.cast
  %0 = tensor.transpose %x perm = [1, 0] : tensor<4x4xf32> to tensor<4x4xf32>
  %1 = tensor.reverse %x dims = [1] : tensor<4x4xf32>
  %2 = tensor.contract "ij->ji" %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %c = tensor.reduce add %x dims = [1] : tensor<4x4xf32> to tensor<4xf32>
  %3 = tensor.slice %c [1:3] : tensor<4xf32> to tensor<2xf32>
  %4 = tensor.cast %z : tensor<?{n}xf32> to tensor<?{m}xf32>
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<?{m}xf32>
}
// FULL-NEXT:   func.func @moves(%[[ARG0:.*]]: tensor<4x4xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<?{m}xi1>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.transpose %[[ARG0]] perm = [1, 0] : tensor<4x4xf32> to tensor<4x4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reverse %[[ARG0]] dims = [1] : tensor<4x4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.contract "ij->ji" %[[ARG0]] : (tensor<4x4xf32>) -> tensor<4x4xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.reduce add %[[ARG0]] dims = [1] : tensor<4x4xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.slice %[[V3]] [1:3] : tensor<4xf32> to tensor<2xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.cast %[[ARG1]] : tensor<?{n}xf32> to tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V4]], %[[V5]] : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<2xf32>, tensor<?{m}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @chains
// CHECK-SAME: (%[[X:.*]]: tensor<?{n}x6x?{m}xf32>)
func.func @chains(%x: tensor<?{n}x6x?{m}xf32>) -> (tensor<?{m}x?{n}x6xf32>, tensor<?{n}x2x3x?{m}xf32>, tensor<2x?{n}x6x4x?{m}xf32>, tensor<?{n}x2x?{m}xf32>, tensor<?{n}x6x?{m}xf32>, tensor<?{n}x6x?{m}xf32>) {
  // CHECK-NEXT: %[[A:.*]] = tensor.transpose %[[X]] perm = [2, 0, 1] : tensor<?{n}x6x?{m}xf32> to tensor<?{m}x?{n}x6xf32>
  %0 = tensor.transpose %x perm = [1, 0, 2] : tensor<?{n}x6x?{m}xf32> to tensor<6x?{n}x?{m}xf32>
  %1 = tensor.transpose %0 perm = [2, 1, 0] : tensor<6x?{n}x?{m}xf32> to tensor<?{m}x?{n}x6xf32>
  // CHECK-NEXT: %[[B:.*]] = tensor.reshape %[[X]] : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x2x3x?{m}xf32>
  %2 = tensor.reshape %x : tensor<?{n}x6x?{m}xf32> to tensor<?{6*n*m}xf32>
  %3 = tensor.reshape %2 : tensor<?{6*n*m}xf32> to tensor<?{n}x2x3x?{m}xf32>
  // CHECK-NEXT: %[[C:.*]] = tensor.broadcast %[[X]] dims = [1, 2, 4] : tensor<?{n}x6x?{m}xf32> to tensor<2x?{n}x6x4x?{m}xf32>
  %4 = tensor.broadcast %x dims = [1, 2, 3] : tensor<?{n}x6x?{m}xf32> to tensor<2x?{n}x6x?{m}xf32>
  %5 = tensor.broadcast %4 dims = [0, 1, 2, 4] : tensor<2x?{n}x6x?{m}xf32> to tensor<2x?{n}x6x4x?{m}xf32>
  // CHECK-NEXT: %[[D:.*]] = tensor.slice %[[X]] [0:n, 1:4:2, 0:m] : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x2x?{m}xf32>
  %6 = tensor.slice %x [0:n, 1:6, 0:m] : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x5x?{m}xf32>
  %7 = tensor.slice %6 [0:n, 0:3:2, 0:m] : tensor<?{n}x5x?{m}xf32> to tensor<?{n}x2x?{m}xf32>
  // CHECK-NEXT: %[[E:.*]] = tensor.reverse %[[X]] dims = [0, 2] : tensor<?{n}x6x?{m}xf32>
  %8 = tensor.reverse %x dims = [0, 1] : tensor<?{n}x6x?{m}xf32>
  %9 = tensor.reverse %8 dims = [1, 2] : tensor<?{n}x6x?{m}xf32>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[X]]
  %10 = tensor.reverse %x dims = [0, 1] : tensor<?{n}x6x?{m}xf32>
  %11 = tensor.reverse %10 dims = [1, 0] : tensor<?{n}x6x?{m}xf32>
  return %1, %3, %5, %7, %9, %11 : tensor<?{m}x?{n}x6xf32>, tensor<?{n}x2x3x?{m}xf32>, tensor<2x?{n}x6x4x?{m}xf32>, tensor<?{n}x2x?{m}xf32>, tensor<?{n}x6x?{m}xf32>, tensor<?{n}x6x?{m}xf32>
}
// FULL-NEXT:   func.func @chains(%[[ARG0:.*]]: tensor<?{n}x6x?{m}xf32>) -> (tensor<?{m}x?{n}x6xf32>, tensor<?{n}x2x3x?{m}xf32>, tensor<2x?{n}x6x4x?{m}xf32>, tensor<?{n}x2x?{m}xf32>, tensor<?{n}x6x?{m}xf32>, tensor<?{n}x6x?{m}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.transpose %[[ARG0]] perm = [2, 0, 1] : tensor<?{n}x6x?{m}xf32> to tensor<?{m}x?{n}x6xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reshape %[[ARG0]] : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x2x3x?{m}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.broadcast %[[ARG0]] dims = [1, 2, 4] : tensor<?{n}x6x?{m}xf32> to tensor<2x?{n}x6x4x?{m}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.slice %[[ARG0]] [0:n, 1:4:2, 0:m] : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x2x?{m}xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.reverse %[[ARG0]] dims = [0, 2] : tensor<?{n}x6x?{m}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[ARG0]] : tensor<?{m}x?{n}x6xf32>, tensor<?{n}x2x3x?{m}xf32>, tensor<2x?{n}x6x4x?{m}xf32>, tensor<?{n}x2x?{m}xf32>, tensor<?{n}x6x?{m}xf32>, tensor<?{n}x6x?{m}xf32>
// FULL-NEXT:   }

// A slice of a slice with steps.
// CHECK-LABEL: func.func @slices
func.func @slices(%x: tensor<20xf32>) -> tensor<3xf32> {
  // Elements 1, 4, 7, 10, 13, 16, 19, of these 1, 3, 5: 4, 10, 16.
  // CHECK-NEXT: tensor.slice %{{.*}} [4:17:6] : tensor<20xf32> to tensor<3xf32>
  %0 = tensor.slice %x [1:20:3] : tensor<20xf32> to tensor<7xf32>
  %1 = tensor.slice %0 [1:7:2] : tensor<7xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}
// FULL-NEXT:   func.func @slices(%[[ARG0:.*]]: tensor<20xf32>) -> tensor<3xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.slice %[[ARG0]] [4:17:6] : tensor<20xf32> to tensor<3xf32>
// FULL-NEXT:     return %[[V0]] : tensor<3xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @policies
func.func @policies(%x: tensor<?{n}xf32>, %v: f32) -> tensor<?{n}xf32> {
  %0 = tensor.compute (%i) in [n] {
    // A proof makes the policy go, and the value to fill with.
    // CHECK: tensor.at %{{.*}}[%[[I:.*]]] : tensor<?{n}xf32>
    %a = tensor.at %x[%i] clamp : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[-%[[I]] + n - 1] : tensor<?{n}xf32>
    %b = tensor.at %x[n - 1 - %i] fill(%v) : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + 1] clamp : tensor<?{n}xf32>
    %c = tensor.at %x[%i + 1] clamp : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] - 1] fill(%{{.*}}) : tensor<?{n}xf32>
    %d = tensor.at %x[%i - 1] fill(%v) : tensor<?{n}xf32>
    %e = arith.addf %a, %b : f32
    %f = arith.addf %c, %d : f32
    %g = arith.addf %e, %f : f32
    tensor.yield %g : f32
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @policies(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][-%[[I]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] fill(%[[ARG1]]) : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// A subscript modulo the extent of its axis wraps, if that is a constant only near it; modulo anything else it stays.
// CHECK-LABEL: func.func @modulo
func.func @modulo(%x: tensor<?{n}x?{m}xf32>, %y: tensor<8xf32>) -> tensor<?{n}x?{m}xf32> {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
  %0 = tensor.compute (%i, %j) in [n, m] {
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + 1, %[[J]]] wrap : tensor<?{n}x?{m}xf32>
    %a = tensor.at %x[(%i + 1) mod n, %j] : tensor<?{n}x?{m}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[(%[[I]] + 2) mod m, %[[J]]] clamp : tensor<?{n}x?{m}xf32>
    %b = tensor.at %x[(%i + 2) mod m, %j] clamp : tensor<?{n}x?{m}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] mod 8] : tensor<8xf32>
    %c = tensor.at %y[%i mod 8] : tensor<8xf32>
    // CHECK: tensor.fold (%[[K:.*]]) = 0 to 8 add {
    // CHECK-NEXT: tensor.at %{{.*}}[%[[K]] - 7] wrap : tensor<8xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[(%[[K]] * 3) mod 8] : tensor<8xf32>
    %k = tensor.fold (%k) = 0 to 8 add {
      %p = tensor.at %y[(%k - 7) mod 8] : tensor<8xf32>
      %q = tensor.at %y[(%k * 3) mod 8] : tensor<8xf32>
      %r = arith.mulf %p, %q : f32
      tensor.yield %r : f32
    } : f32
    %d = arith.addf %a, %b : f32
    %f = arith.addf %c, %k : f32
    %e = arith.addf %f, %d : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  return %0 : tensor<?{n}x?{m}xf32>
}
// FULL-NEXT:   func.func @modulo(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<?{n}x?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] wrap : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][(%[[I]] + 2) mod m, %[[J]]] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]] mod 8] : tensor<8xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8 add {
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[ARG1]][%[[K]] - 7] wrap : tensor<8xf32>
// FULL-NEXT:         %[[V9:.*]] = tensor.at %[[ARG1]][(%[[K]] * 3) mod 8] : tensor<8xf32>
// FULL-NEXT:         %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }

// Arithmetic on indices goes into the map, except where it may wrap around.
// CHECK-LABEL: func.func @index_arithmetic
func.func @index_arithmetic(%x: tensor<?{n}xf32>, %at: tensor<?{n}xindex>) -> tensor<?{n}xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.extent [n] : index
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  %0 = tensor.compute (%i) in [n] {
    // CHECK-NEXT: tensor.at %{{.*}}[-%[[I]] + n - 1] : tensor<?{n}xf32>
    %0 = arith.subi %n, %i : index
    %1 = arith.subi %0, %c1 : index
    %2 = tensor.at %x[%1] clamp : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] * 2 + (%[[I]] + 1) floordiv 2 + 1] clamp : tensor<?{n}xf32>
    %3 = arith.muli %i, %c2 : index
    %4 = arith.addi %i, %c1 : index
    %5 = arith.floordivsi %4, %c2 : index
    %6 = tensor.at %x[%3 + %5 + %c1] clamp : tensor<?{n}xf32>
    // CHECK-NEXT: %[[D:.*]] = tensor.at
    // CHECK-NEXT: %[[E:.*]] = arith.addi %[[D]], %{{.*}} : index
    // CHECK-NEXT: tensor.at %{{.*}}[%[[E]] - %[[I]] + n] wrap : tensor<?{n}xf32>
    %d = tensor.at %at[%i] : tensor<?{n}xindex>
    %e = arith.addi %d, %c1 : index
    %7 = tensor.at %x[%e - %i + %n] wrap : tensor<?{n}xf32>
    // CHECK-NEXT: tensor.fold (%{{.*}}) = %[[I]] + 1 to n add {
    %8 = tensor.fold (%k) = %4 to %n add {
      %y = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %y : f32
    } : f32
    %9 = arith.addf %2, %6 : f32
    %10 = arith.addf %7, %8 : f32
    %11 = arith.addf %9, %10 : f32
    tensor.yield %11 : f32
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @index_arithmetic(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xindex>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][-%[[I]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + (%[[I]] + 1) floordiv 2 + 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[C1]] : index
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[V4]] - %[[I]] + n] wrap : tensor<?{n}xf32>
// FULL-NEXT:       %[[V6:.*]] = tensor.fold (%[[K:.*]]) = %[[I]] + 1 to n add {
// FULL-NEXT:         %[[V10:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V10]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V7]], %[[V8]] : f32
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @constants
func.func @constants(%v: f32, %i: index) -> (f32, f32, f32, f32, f32, index) {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7.000000e+00 : f32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: return %[[TWO]], %[[SEVEN]], %[[SEVEN]], %arg0, %[[ZERO]], %[[FIVE]]
  %t = arith.constant dense<2.0> : tensor<4xf32>
  %u = arith.constant dense<[[5.0, 6.0], [7.0, 8.0]]> : tensor<2x2xf32>
  %z = arith.constant dense<3.0> : tensor<0xf32>
  %0 = tensor.at %t[%i] clamp : tensor<4xf32>
  %1 = tensor.at %u[1, 0] : tensor<2x2xf32>
  %2 = tensor.at %u[9, -2] clamp : tensor<2x2xf32>
  %3 = tensor.at %u[2, 0] fill(%v) : tensor<2x2xf32>
  %4 = tensor.at %z[%i] wrap : tensor<0xf32>
  %5 = tensor.extent [5] : index
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, index
}
// FULL-NEXT:   func.func @constants(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index) -> (f32, f32, f32, f32, f32, index) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 2.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 7.000000e+00 : f32
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     return %[[CST]], %[[CST_0]], %[[CST_0]], %[[ARG0]], %[[CST_1]], %[[C5]] : f32, f32, f32, f32, f32, index
// FULL-NEXT:   }

// CHECK-LABEL: func.func @results
func.func @results(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  // Unused results go, equal ones become one.
  // CHECK: %[[R:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {dialect.mark} {
  // CHECK-NEXT: %[[F:.*]]:2 = tensor.fold (%{{.*}}) = 0 to n [maximumf, add] {
  // CHECK-NEXT: %[[V:.*]] = tensor.at
  // CHECK-NEXT: tensor.yield %[[V]], %[[V]] : f32, f32
  // CHECK-NEXT: } : f32, f32
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[F]]#1, %[[F]]#1 : f32
  // CHECK-NEXT: tensor.yield %[[F]]#0, %[[S]] : f32, f32
  // CHECK-NEXT: } : tensor<?{n}xf32>, tensor<?{n}xf32>
  // CHECK-NEXT: return %[[R]]#0, %[[R]]#1, %[[R]]#1
  %0:4 = tensor.compute (%i) in [n] attributes {dialect.mark} {
    %f:4 = tensor.fold (%k) = 0 to n [maximumf, mul, add, add] {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v, %v, %v, %v : f32, f32, f32, f32
    } : f32, f32, f32, f32
    %s = arith.addf %f#2, %f#3 : f32
    tensor.yield %f#0, %s, %f#1, %s : f32, f32, f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
  return %0#0, %0#1, %0#3 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @results(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {dialect.mark} {
// FULL-NEXT:       %[[V1:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to n [maximumf, add] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V3]], %[[V3]] : f32, f32
// FULL-NEXT:       } : f32, f32
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]]#1, %[[V1]]#1 : f32
// FULL-NEXT:       tensor.yield %[[V1]]#0, %[[V2]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @empty_fold
func.func @empty_fold(%x: tensor<4xf32>, %s: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
  // CHECK-DAG: %[[INF:.*]] = arith.constant 0xFF800000 : f32
  // CHECK-DAG: %[[MAX:.*]] = arith.constant 127 : i8
  // CHECK: tensor.yield %[[INF]], %[[MAX]] : f32, i8
  %0:2 = tensor.compute (%i) in [4] {
    %f:2 = tensor.fold (%k) = 3 to 3 [maximumf, minsi] {
      %v = tensor.at %x[%i] : tensor<4xf32>
      %w = tensor.at %s[%i] : tensor<4xi8>
      tensor.yield %v, %w : f32, i8
    } : f32, i8
    tensor.yield %f#0, %f#1 : f32, i8
  } : tensor<4xf32>, tensor<4xi8>
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi8>
}
// FULL-NEXT:   func.func @empty_fold(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xi8>) -> (tensor<4xf32>, tensor<4xi8>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[C127_I8:.*]] = arith.constant 127 : i8
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       tensor.yield %[[CST]], %[[C127_I8]] : f32, i8
// FULL-NEXT:     } : tensor<4xf32>, tensor<4xi8>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<4xf32>, tensor<4xi8>
// FULL-NEXT:   }

// What may stop the call stays, used or not; what does not, goes.
// CHECK-LABEL: func.func @unused
func.func @unused(%x: tensor<?{n}xf32>, %i: index) {
  // CHECK-NEXT: tensor.at %{{.*}}[%{{.*}}] trap : tensor<?{n}xf32>
  // CHECK-NEXT: tensor.cast
  // CHECK-NEXT: return
  %0 = tensor.at %x[%i] trap : tensor<?{n}xf32>
  %1 = tensor.at %x[%i] clamp : tensor<?{n}xf32>
  %2 = tensor.cast %x : tensor<?{n}xf32> to tensor<4xf32>
  %3 = tensor.compute (%k) in [n] {
    %v = tensor.at %x[%k] : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{n}xf32>
  return
}
// FULL-NEXT:   func.func @unused(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index) {
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[ARG0]][%[[ARG1]]] trap : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.cast %[[ARG0]] : tensor<?{n}xf32> to tensor<4xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @moves_of_nothing
func.func @moves_of_nothing(%x: tensor<?{n}x4xf32>, %v: f32, %i: index, %u: tensor<?{n}x4xf32>) -> (tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>) {
  // CHECK-SAME: (%[[X:.*]]: tensor<?{n}x4xf32>, %{{.*}}: f32, %{{.*}}: index, %[[U:.*]]: tensor<?{n}x4xf32>)
  // CHECK-NEXT: return %[[X]], %[[X]], %[[X]], %[[U]], %[[X]]
  %0 = tensor.pad %x, %v low = [0, 0] high = [0, 0] : tensor<?{n}x4xf32> to tensor<?{n}x4xf32>
  %1 = tensor.concat %x dim = 0 : tensor<?{n}x4xf32> to tensor<?{n}x4xf32>
  %2 = tensor.dynamic_slice %x[%i, %i] : tensor<?{n}x4xf32> to tensor<?{n}x4xf32>
  %3 = tensor.update_slice %u, %x[%i, %i] : tensor<?{n}x4xf32> into tensor<?{n}x4xf32>
  %4 = tensor.bitcast %x : tensor<?{n}x4xf32> to tensor<?{n}x4xf32>
  return %0, %1, %2, %3, %4 : tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>
}
// FULL-NEXT:   func.func @moves_of_nothing(%[[ARG0:.*]]: tensor<?{n}x4xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index, %[[ARG3:.*]]: tensor<?{n}x4xf32>) -> (tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>) {
// FULL-NEXT:     return %[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG3]], %[[ARG0]] : tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>, tensor<?{n}x4xf32>
// FULL-NEXT:   }

// A tile that is the whole tensor is the tensor, unless it lies in memory in another way; elsewhere in it, or with other extents, it is not.
// CHECK-LABEL: func.func @whole_tiles
func.func @whole_tiles(%x: tensor<4xf32>, %u: tensor<4xf32>, %i: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[U:.*]]: tensor<4xf32>, %{{.*}}: index)
  // CHECK-NEXT: %[[A:.*]] = tensor.tile_read %[[X]][%{{.*}}] clamp
  // CHECK-NEXT: %[[B:.*]] = tensor.tile_write %[[U]] into %[[X]][1] drop
  // CHECK-NEXT: %[[C:.*]] = tensor.tile_read %[[X]][0] layout
  // CHECK-NEXT: %[[D:.*]] = tensor.tile_write add %[[U]] into %[[X]][0]
  // CHECK-NEXT: return %[[X]], %[[U]], %[[A]], %[[B]], %[[C]], %[[D]]
  %0 = tensor.tile_read %x[0] : tensor<4xf32> to tensor<4xf32>
  %1 = tensor.tile_write %u into %x[0] : tensor<4xf32> into tensor<4xf32>
  %2 = tensor.tile_read %x[%i] clamp : tensor<4xf32> to tensor<4xf32>
  %3 = tensor.tile_write %u into %x[1] drop : tensor<4xf32> into tensor<4xf32>
  %4 = tensor.tile_read %x[0] layout affine_map<(i) -> (i mod 2, i floordiv 2)> : tensor<4xf32> to tensor<4xf32>
  %5 = tensor.tile_write add %u into %x[0] : tensor<4xf32> into tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @whole_tiles(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.tile_read %[[ARG0]][%[[ARG2]]] clamp : tensor<4xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.tile_write %[[ARG1]] into %[[ARG0]][1] drop : tensor<4xf32> into tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.tile_read %[[ARG0]][0] layout affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)> : tensor<4xf32> to tensor<4xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.tile_write add %[[ARG1]] into %[[ARG0]][0] : tensor<4xf32> into tensor<4xf32>
// FULL-NEXT:     return %[[ARG0]], %[[ARG1]], %[[V0]], %[[V1]], %[[V2]], %[[V3]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @moves_of_tensors
func.func @moves_of_tensors(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>, %z: tensor<9x4xf32>, %q: tensor<?{n}x2xi16>, %i: index) -> (tensor<?{2*n + m}xf32>, tensor<2x4xf32>, tensor<?{n}xf32>, tensor<?{2*n}xf32>, tensor<?{3*n}xf32>) {
  %c20 = arith.constant 20 : index
  // CHECK: %[[A:.*]] = tensor.concat %[[X:.*]], %{{.*}}, %[[X]] dim = 0 : tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{n}xf32>
  %0 = tensor.concat %x, %y dim = 0 : tensor<?{n}xf32>, tensor<?{m}xf32> to tensor<?{n + m}xf32>
  %1 = tensor.concat %0, %x dim = 0 : tensor<?{n + m}xf32>, tensor<?{n}xf32> to tensor<?{2*n + m}xf32>
  // A start that is too large is moved inside.
  // CHECK: tensor.slice %{{.*}} [7:9, 0:4] : tensor<9x4xf32> to tensor<2x4xf32>
  %2 = tensor.dynamic_slice %z[%c20, %i] : tensor<9x4xf32> to tensor<2x4xf32>
  // CHECK: tensor.bitcast %{{.*}} : tensor<?{n}x2xi16> to tensor<?{n}xf32>
  %3 = tensor.bitcast %q : tensor<?{n}x2xi16> to tensor<?{n}xi32>
  %4 = tensor.bitcast %3 : tensor<?{n}xi32> to tensor<?{n}xf32>
  // A concat that something else uses stays.
  // CHECK: %[[D:.*]] = tensor.concat %[[X]], %[[X]] dim = 0
  // CHECK: tensor.concat %[[D]], %[[X]] dim = 0
  %5 = tensor.concat %x, %x dim = 0 : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<?{2*n}xf32>
  %6 = tensor.concat %5, %x dim = 0 : tensor<?{2*n}xf32>, tensor<?{n}xf32> to tensor<?{3*n}xf32>
  return %1, %2, %4, %5, %6 : tensor<?{2*n + m}xf32>, tensor<2x4xf32>, tensor<?{n}xf32>, tensor<?{2*n}xf32>, tensor<?{3*n}xf32>
}
// FULL-NEXT:   func.func @moves_of_tensors(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>, %[[ARG2:.*]]: tensor<9x4xf32>, %[[ARG3:.*]]: tensor<?{n}x2xi16>, %[[ARG4:.*]]: index) -> (tensor<?{m + 2*n}xf32>, tensor<2x4xf32>, tensor<?{n}xf32>, tensor<?{2*n}xf32>, tensor<?{3*n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.concat %[[ARG0]], %[[ARG1]], %[[ARG0]] dim = 0 : tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{n}xf32> to tensor<?{m + 2*n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.slice %[[ARG2]] [7:9, 0:4] : tensor<9x4xf32> to tensor<2x4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.bitcast %[[ARG3]] : tensor<?{n}x2xi16> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.concat %[[ARG0]], %[[ARG0]] dim = 0 : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<?{2*n}xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.concat %[[V3]], %[[ARG0]] dim = 0 : tensor<?{2*n}xf32>, tensor<?{n}xf32> to tensor<?{3*n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]] : tensor<?{m + 2*n}xf32>, tensor<2x4xf32>, tensor<?{n}xf32>, tensor<?{2*n}xf32>, tensor<?{3*n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @writes
func.func @writes(%x: tensor<?{n}xf32>, %y: tensor<4xf32>, %v: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<4xf32>) {
  %one = arith.constant 1 : index
  // CHECK: %[[R:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(set %[[A:.*]] = %[[X:.*]] : tensor<?{n}xf32>) {
  // CHECK-NEXT: tensor.put %{{.*}} into %[[A]][%[[I]]] : memref<?{n}xf32>
  // CHECK-NEXT: tensor.put %{{.*}} into %[[A]][%[[I]] + 1] drop : memref<?{n}xf32>
  %0 = tensor.compute (%i) in [n] accumulate(set %a = %x : tensor<?{n}xf32>) {
    tensor.put %v into %a[%i] clamp : memref<?{n}xf32>
    %j = arith.addi %i, %one : index
    tensor.put %v into %a[%j] drop : memref<?{n}xf32>
    tensor.yield
  }
  // Nothing is put, or nothing runs.
  // CHECK-NOT: tensor.compute
  %1 = tensor.compute (%i) in [n] accumulate(add %a = %x : tensor<?{n}xf32>) {
    tensor.yield
  }
  %2 = tensor.compute (%i, %j) in [n, 0] accumulate(add %a = %y : tensor<4xf32>) {
    tensor.put %v into %a[0] : memref<4xf32>
    tensor.yield
  }
  // Nobody uses what is accumulated.
  %3 = tensor.compute (%i) in [n] accumulate(add %a = %x : tensor<?{n}xf32>) {
    tensor.put %v into %a[%i] : memref<?{n}xf32>
    tensor.yield
  }
  // CHECK: return %[[R]], %[[X]], %{{.*}}
  return %0, %1, %2 : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<4xf32>
}
// FULL-NEXT:   func.func @writes(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: f32) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(set %[[ACC:.*]] = %[[ARG0]] : tensor<?{n}xf32>) {
// FULL-NEXT:       tensor.put %[[ARG2]] into %[[ACC]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       tensor.put %[[ARG2]] into %[[ACC]][%[[I]] + 1] drop : memref<?{n}xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[ARG0]], %[[ARG1]] : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
