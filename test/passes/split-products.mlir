// RUN: tfopt --split-reductions --canonicalize %s | FileCheck %s

// A product of a tall matrix, transposed, and another one: a chunk of both operands stays in a cache, and what is left behind the last one is added at the end.
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
