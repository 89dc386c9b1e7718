// RUN: tfopt --choose-rfactors --split-reductions --canonicalize %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A product of a tall matrix, transposed, and another one: a chunk of both operands stays in a cache, and
// what is left behind the last one is added at the end.
// CHECK-LABEL: func.func @tall
// CHECK: %[[P:.*]] = tensor.compute (%[[C:.*]], %[[I:.*]], %[[J:.*]]) in [16, 96, 100] {
// CHECK-NEXT: tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc>
// CHECK-NEXT: tensor.at %{{.*}}[%[[C]] * 512 + %[[K]], %[[I]]]
// CHECK-NEXT: tensor.at %{{.*}}[%[[C]] * 512 + %[[K]], %[[J]]]
// CHECK: tensor.compute (%{{.*}}) in [96, 100] {
// CHECK-NEXT: tensor.fold (%[[D:.*]]) = 0 to 16 add fastmath<reassoc>
// CHECK: tensor.fold (%{{.*}}) = 8192 to 8200 add fastmath<reassoc>
func.func @tall(%a: tensor<8200x96xf32>, %b: tensor<8200x100xf32>) -> tensor<96x100xf32> {
  %r = tensor.compute (%i, %j) in [96, 100] {
    %s = tensor.fold (%k) = 0 to 8200 add fastmath<reassoc> {
      %x = tensor.at %a[%k, %i] : tensor<8200x96xf32>
      %y = tensor.at %b[%k, %j] : tensor<8200x100xf32>
      %p = arith.mulf %x, %y fastmath<reassoc> : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<96x100xf32>
  return %r : tensor<96x100xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @tall(%[[ARG0:.*]]: tensor<8200x96xf32>, %[[ARG1:.*]]: tensor<8200x100xf32>) -> tensor<96x100xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [16, 96, 100] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_2:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] * 512 + %[[K_2]], %[[J]]] : tensor<8200x96xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]] * 512 + %[[K_2]], %[[K]]] : tensor<8200x100xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16x96x100xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [96, 100] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K_2]]) = 0 to 16 add fastmath<reassoc> {
// FULL-NEXT:         %[[V5]] = tensor.at %[[V0]][%[[K_2]], %[[I_0]], %[[J_1]]] : tensor<16x96x100xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K_3:.*]]) = 8192 to 8200 add fastmath<reassoc> {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[K_3]], %[[I_0]]] : tensor<8200x96xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG1]][%[[K_3]], %[[J_1]]] : tensor<8200x100xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4]] = arith.addf %[[V2]], %[[V3]] fastmath<reassoc> : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<96x100xf32>
// FULL-NEXT:     return %[[V1]] : tensor<96x100xf32>
// FULL-NEXT:   }

// Not where chunks would be few, where the order is fixed, or where threads share the products of a batch.
// CHECK-LABEL: func.func @short
// CHECK: tensor.fold (%{{.*}}) = 0 to 8000
func.func @short(%a: tensor<8000x96xf32>, %b: tensor<8000x100xf32>) -> tensor<96x100xf32> {
  %r = tensor.compute (%i, %j) in [96, 100] {
    %s = tensor.fold (%k) = 0 to 8000 add fastmath<reassoc> {
      %x = tensor.at %a[%k, %i] : tensor<8000x96xf32>
      %y = tensor.at %b[%k, %j] : tensor<8000x100xf32>
      %p = arith.mulf %x, %y fastmath<reassoc> : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<96x100xf32>
  return %r : tensor<96x100xf32>
}
// FULL-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<8000x96xf32>, %[[ARG1:.*]]: tensor<8000x100xf32>) -> tensor<96x100xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [96, 100] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8000 add fastmath<reassoc> {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<8000x96xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<8000x100xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<96x100xf32>
// FULL-NEXT:     return %[[V0]] : tensor<96x100xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @in_order_of_a_product
// CHECK: tensor.fold (%{{.*}}) = 0 to 8192
func.func @in_order_of_a_product(%a: tensor<8192x96xf32>, %b: tensor<8192x100xf32>) -> tensor<96x100xf32> {
  %r = tensor.compute (%i, %j) in [96, 100] {
    %s = tensor.fold (%k) = 0 to 8192 add {
      %x = tensor.at %a[%k, %i] : tensor<8192x96xf32>
      %y = tensor.at %b[%k, %j] : tensor<8192x100xf32>
      %p = arith.mulf %x, %y : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<96x100xf32>
  return %r : tensor<96x100xf32>
}
// FULL-NEXT:   func.func @in_order_of_a_product(%[[ARG0:.*]]: tensor<8192x96xf32>, %[[ARG1:.*]]: tensor<8192x100xf32>) -> tensor<96x100xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [96, 100] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<8192x96xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<8192x100xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<96x100xf32>
// FULL-NEXT:     return %[[V0]] : tensor<96x100xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @batch
// CHECK: tensor.fold (%{{.*}}) = 0 to 8192
func.func @batch(%a: tensor<4x8192x96xf32>, %b: tensor<4x8192x100xf32>) -> tensor<4x96x100xf32> {
  %r = tensor.compute (%n, %i, %j) in [4, 96, 100] {
    %s = tensor.fold (%k) = 0 to 8192 add fastmath<reassoc> {
      %x = tensor.at %a[%n, %k, %i] : tensor<4x8192x96xf32>
      %y = tensor.at %b[%n, %k, %j] : tensor<4x8192x100xf32>
      %p = arith.mulf %x, %y fastmath<reassoc> : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x96x100xf32>
  return %r : tensor<4x96x100xf32>
}
// FULL-NEXT:   func.func @batch(%[[ARG0:.*]]: tensor<4x8192x96xf32>, %[[ARG1:.*]]: tensor<4x8192x100xf32>) -> tensor<4x96x100xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [4, 96, 100] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 8192 add fastmath<reassoc> {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]], %[[J]]] : tensor<4x8192x96xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K_0]], %[[K]]] : tensor<4x8192x100xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4x96x100xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4x96x100xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
