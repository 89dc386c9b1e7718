// The forms that StableHLO's printers write are read; ops are written in generic form, which every tool reads.
// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --verify-roundtrip %s
// COMPLETE: FULL

module @jit attributes {mhlo.num_partitions = 1 : i32} {
// CHECK-LABEL: func.func public @elementwise
func.func public @elementwise(%a: tensor<2xf32> {mhlo.layout_mode = "default"}, %p: tensor<2xi1>) -> (tensor<2xf32> {jax.result_info = ""}) {
  // CHECK: "stablehlo.add"(%{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  // CHECK: "stablehlo.compare"({{.*}}) {compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}
  %1 = stablehlo.compare LT, %0, %a, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: "stablehlo.select"({{.*}}) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.select %1, %0, %a : tensor<2xi1>, tensor<2xf32>
  // CHECK: "chlo.next_after"
  %3 = chlo.next_after %2, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  // CHECK: {exponent_bits = 5 : i32, mantissa_bits = 10 : i32}
  %4 = stablehlo.reduce_precision %3, format = e5m10 : tensor<2xf32>
  return %4 : tensor<2xf32>
}

// CHECK-LABEL: func.func @layout
func.func @layout(%a: tensor<3x8xf32>, %i: tensor<i32>, %u: tensor<1x4xf32>) -> tensor<3x4xf32> {
  // CHECK: "stablehlo.slice"(%{{.*}}) {limit_indices = array<i64: 3, 8>, start_indices = array<i64: 1, 4>, strides = array<i64: 1, 2>}
  %0 = stablehlo.slice %a [1:3, 4:8:2] : (tensor<3x8xf32>) -> tensor<2x2xf32>
  // CHECK: broadcast_dimensions = array<i64: 0, 1>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x2xf32>) -> tensor<2x2x3xf32>
  // CHECK: permutation = array<i64: 1, 0>
  %2 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: "stablehlo.concatenate"({{.*}}) {dimension = 0 : i64}
  %3 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  // CHECK: slice_sizes = array<i64: 3, 4>
  %4 = stablehlo.dynamic_slice %a, %i, %i, sizes = [3, 4] : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %5 = stablehlo.dynamic_update_slice %4, %u, %i, %i : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  // CHECK: iota_dimension = 1 : i64
  %6 = stablehlo.iota dim = 1 : tensor<3x4xui8>
  // CHECK: dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xbf16>
  %7 = stablehlo.constant dense<"0x803F004040408040"> : tensor<4xbf16>
  return %5 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>, %x: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK: dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_batching_dimensions = [0], rhs_contracting_dimensions = [1]>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // CHECK: dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func.func @regions
func.func @regions(%a: tensor<4x8xf32>, %c: tensor<f32>, %n: tensor<i32>) -> tensor<4xf32> {
  // CHECK: "stablehlo.reduce"(%{{.*}}, %{{.*}}) ({
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>):
  // CHECK-NEXT: "stablehlo.add"(%[[A]], %[[B]])
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%a init: %c), (%a init: %c) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>) {
    %2 = stablehlo.maximum %p, %q : tensor<f32>
    %3 = stablehlo.minimum %r, %s : tensor<f32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<f32>
  }
  // CHECK: "stablehlo.while"
  %4:2 = stablehlo.while(%i = %n, %x = %0) : tensor<i32>, tensor<4xf32>
   cond {
    %5 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %5 : tensor<i1>
  } do {
    %6 = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %i, %6 : tensor<i32>, tensor<4xf32>
  }
  stablehlo.custom_call @check.expect_close(%4#1, %1#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: #stablehlo.gather<collapsed_slice_dims = [0], index_vector_dim = 1, offset_dims = [1], start_index_map = [0]>
  %7 = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
  %8 = "stablehlo.gather"(%a, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  return %4#1 : tensor<4xf32>
}
}
// FULL: module @jit attributes {mhlo.num_partitions = 1 : i32} {
// FULL-NEXT:   func.func public @elementwise(%[[ARG0:.*]]: tensor<2xf32> {mhlo.layout_mode = "default"}, %[[ARG1:.*]]: tensor<2xi1>) -> (tensor<2xf32> {jax.result_info = ""}) {
// FULL-NEXT:     %[[V0:.*]] = "stablehlo.add"(%[[ARG0]], %[[ARG0]]) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// FULL-NEXT:     %[[V1:.*]] = "stablehlo.compare"(%[[V0]], %[[ARG0]]) {compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// FULL-NEXT:     %[[V2:.*]] = "stablehlo.select"(%[[V1]], %[[V0]], %[[ARG0]]) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// FULL-NEXT:     %[[V3:.*]] = "chlo.next_after"(%[[V2]], %[[ARG0]]) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// FULL-NEXT:     %[[V4:.*]] = "stablehlo.reduce_precision"(%[[V3]]) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf32>
// FULL-NEXT:     return %[[V4]] : tensor<2xf32>
// FULL-NEXT:   }
// FULL-NEXT:   func.func @layout(%[[ARG0]]: tensor<3x8xf32>, %[[ARG1]]: tensor<i32>, %[[ARG2:.*]]: tensor<1x4xf32>) -> tensor<3x4xf32> {
// FULL-NEXT:     %[[V0]] = "stablehlo.slice"(%[[ARG0]]) {limit_indices = array<i64: 3, 8>, start_indices = array<i64: 1, 4>, strides = array<i64: 1, 2>} : (tensor<3x8xf32>) -> tensor<2x2xf32>
// FULL-NEXT:     %[[V1]] = "stablehlo.broadcast_in_dim"(%[[V0]]) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x2xf32>) -> tensor<2x2x3xf32>
// FULL-NEXT:     %[[V2]] = "stablehlo.transpose"(%[[V0]]) {permutation = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
// FULL-NEXT:     %[[V3]] = "stablehlo.concatenate"(%[[V0]], %[[V2]]) {dimension = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
// FULL-NEXT:     %[[V4]] = "stablehlo.dynamic_slice"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) {slice_sizes = array<i64: 3, 4>} : (tensor<3x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
// FULL-NEXT:     %[[V5:.*]] = "stablehlo.dynamic_update_slice"(%[[V4]], %[[ARG2]], %[[ARG1]], %[[ARG1]]) : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
// FULL-NEXT:     %[[V6:.*]] = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<3x4xui8>
// FULL-NEXT:     %[[V7:.*]] = "stablehlo.constant"() {value = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xbf16>} : () -> tensor<4xbf16>
// FULL-NEXT:     return %[[V5]] : tensor<3x4xf32>
// FULL-NEXT:   }
// FULL-NEXT:   func.func @products(%[[ARG0]]: tensor<2x3x4xf32>, %[[ARG1]]: tensor<2x4x5xf32>, %[[ARG2]]: tensor<1x8x8x2xf32>, %[[ARG3:.*]]: tensor<3x3x2x4xf32>) -> tensor<2x3x5xf32> {
// FULL-NEXT:     %[[V0]] = "stablehlo.dot_general"(%[[ARG0]], %[[ARG1]]) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_batching_dimensions = [0], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
// FULL-NEXT:     %[[V1]] = "stablehlo.convolution"(%[[ARG2]], %[[ARG3]]) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = [array<i64: 1, 1>, array<i64: 1, 1>], window_strides = array<i64: 2, 2>} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x4x4x4xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2x3x5xf32>
// FULL-NEXT:   }
// FULL-NEXT:   func.func @regions(%[[ARG0]]: tensor<4x8xf32>, %[[ARG1]]: tensor<f32>, %[[ARG2]]: tensor<i32>) -> tensor<4xf32> {
// FULL-NEXT:     %[[V0]] = "stablehlo.reduce"(%[[ARG0]], %[[ARG1]]) ({
// FULL-NEXT:     ^bb0(%[[ARG3]]: tensor<f32>, %[[ARG4:.*]]: tensor<f32>):
// FULL-NEXT:       %[[V5]] = "stablehlo.add"(%[[ARG3]], %[[ARG4]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// FULL-NEXT:       "stablehlo.return"(%[[V5]]) : (tensor<f32>) -> ()
// FULL-NEXT:     }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
// FULL-NEXT:     %[[V1]]:2 = "stablehlo.reduce"(%[[ARG0]], %[[ARG0]], %[[ARG1]], %[[ARG1]]) ({
// FULL-NEXT:     ^bb0(%[[ARG3]]: tensor<f32>, %[[ARG4]]: tensor<f32>, %[[ARG5:.*]]: tensor<f32>, %[[ARG6:.*]]: tensor<f32>):
// FULL-NEXT:       %[[V5]] = "stablehlo.maximum"(%[[ARG3]], %[[ARG5]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// FULL-NEXT:       %[[V6]] = "stablehlo.minimum"(%[[ARG4]], %[[ARG6]]) : (tensor<f32>, tensor<f32>) -> tensor<f32>
// FULL-NEXT:       "stablehlo.return"(%[[V5]], %[[V6]]) : (tensor<f32>, tensor<f32>) -> ()
// FULL-NEXT:     }) {dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
// FULL-NEXT:     %[[V2]]:2 = "stablehlo.while"(%[[ARG2]], %[[V0]]) ({
// FULL-NEXT:     ^bb0(%[[ARG3]]: tensor<i32>, %[[ARG4]]: tensor<4xf32>):
// FULL-NEXT:       %[[V5]] = "stablehlo.compare"(%[[ARG3]], %[[ARG2]]) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// FULL-NEXT:       "stablehlo.return"(%[[V5]]) : (tensor<i1>) -> ()
// FULL-NEXT:     }, {
// FULL-NEXT:     ^bb0(%[[ARG3]]: tensor<i32>, %[[ARG4]]: tensor<4xf32>):
// FULL-NEXT:       %[[V5]] = "stablehlo.add"(%[[ARG4]], %[[ARG4]]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// FULL-NEXT:       "stablehlo.return"(%[[ARG3]], %[[V5]]) : (tensor<i32>, tensor<4xf32>) -> ()
// FULL-NEXT:     }) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>)
// FULL-NEXT:     "stablehlo.custom_call"(%[[V2]]#1, %[[V1]]#0) {call_target_name = "check.expect_close", has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
// FULL-NEXT:     %[[V3]] = "stablehlo.constant"() {value = dense<{{\[\[}}0], [1]]> : tensor<2x1xi32>} : () -> tensor<2x1xi32>
// FULL-NEXT:     %[[V4]] = "stablehlo.gather"(%[[ARG0]], %[[V3]]) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], index_vector_dim = 1, offset_dims = [1], start_index_map = [0]>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
// FULL-NEXT:     return %[[V2]]#1 : tensor<4xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
