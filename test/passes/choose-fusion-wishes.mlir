// What a program says of fusion stands against the price, and --explain-fusion says what was looked at.
// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --tensor-decompose --choose-fusion --apply-fusion -o /dev/null
// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=QUIET
// COMPLETE: FULL

// QUIET-NOT: remark

// CHECK-LABEL: func.func @cheap(
// CHECK: tensor.compute
// CHECK: math.absf
// CHECK: arith.negf
// CHECK-NOT: tensor.compute
// SAYS: :[[#@LINE+2]]:8: remark: fusion: the compute is inlined: it is cheap; it is read 1 times by 1 computes; a point costs {{[0-9]+}} operations
func.func @cheap(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = math.absf %x : tensor<?{n}xf32>
  %z = arith.negf %y : tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @cheap(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = math.absf %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.negf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @kept(
// CHECK: %[[Y:.*]] = tensor.compute (%{{.*}}) in [n] attributes {tf.fusion = "keep"} {
// CHECK: math.absf
// CHECK: tensor.compute
// CHECK: tensor.at %[[Y]]
// SAYS: :[[#@LINE+2]]:8: remark: fusion: the compute is stored: the program specifies keep
func.func @kept(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = math.absf %x {tf.fusion = "keep"} : tensor<?{n}xf32>
  %z = arith.negf %y : tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @kept(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {tf.fusion = "keep"} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = math.absf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3]] = arith.negf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// Sums of rows, which two computes read: they are stored, unless the program wants each to add up for itself.
// CHECK-LABEL: func.func @sums(
// CHECK: tensor.fold
// CHECK-NOT: tensor.fold
// CHECK-LABEL: func.func @sums_fused(
// CHECK: tensor.fold
// CHECK: tensor.fold
// SAYS: :[[#@LINE+2]]:8: remark: fusion: the compute is stored: {{.*}}; it is read 2 times by 2 computes
func.func @sums(%x: tensor<?{n}x64xf32>, %u: tensor<?{n}xf32>, %v: tensor<?{n}x3xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x3xf32>) {
  %s = tensor.reduce add %x dims = [1] : tensor<?{n}x64xf32> to tensor<?{n}xf32>
  %a = arith.mulf %s, %u : tensor<?{n}xf32>
  %b = tensor.broadcast %s dims = [0] : tensor<?{n}xf32> to tensor<?{n}x3xf32>
  %c = arith.mulf %b, %v : tensor<?{n}x3xf32>
  return %a, %c : tensor<?{n}xf32>, tensor<?{n}x3xf32>
}
// FULL-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}x64xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<?{n}x3xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x3xf32>) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x64xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V2]], %[[V4]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [n, 3] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]]#0[%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG2]][%[[I_0]], %[[J]]] : tensor<?{n}x3xf32>
// FULL-NEXT:       %[[V4]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x3xf32>
// FULL-NEXT:     return %[[V0]]#1, %[[V1]] : tensor<?{n}xf32>, tensor<?{n}x3xf32>
// FULL-NEXT:   }

// SAYS: :[[#@LINE+2]]:8: remark: fusion: the compute is inlined: the program specifies fuse
func.func @sums_fused(%x: tensor<?{n}x64xf32>, %u: tensor<?{n}xf32>, %v: tensor<?{n}x3xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x3xf32>) {
  %s = tensor.reduce add %x dims = [1] {tf.fusion = "fuse"} : tensor<?{n}x64xf32> to tensor<?{n}xf32>
  %a = arith.mulf %s, %u : tensor<?{n}xf32>
  %b = tensor.broadcast %s dims = [0] : tensor<?{n}xf32> to tensor<?{n}x3xf32>
  %c = arith.mulf %b, %v : tensor<?{n}x3xf32>
  return %a, %c : tensor<?{n}xf32>, tensor<?{n}x3xf32>
}
// FULL-NEXT:   func.func @sums_fused(%[[ARG0:.*]]: tensor<?{n}x64xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<?{n}x3xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x3xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x64xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [n, 3] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K]]) = 0 to 64 add {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[I_0]], %[[K]]] : tensor<?{n}x64xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG2]][%[[I_0]], %[[J]]] : tensor<?{n}x3xf32>
// FULL-NEXT:       %[[V4]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x3xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
