// Ways of the first cache bound how many rows lanes go down; an attribute that says nothing of them means
// eight, on every machine.
// RUN: tfopt %s --schedule | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @usual(
// CHECK: vectorize(j, 8)
func.func @usual(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %c = tensor.compute (%i, %j) in [4096, 4096] {
    %x = tensor.at %a[%j, %i] : tensor<4096x4096xf32>
    tensor.yield %x : f32
  } : tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @usual(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: order(j, i), parallel(j, grain = 3), vectorize(j, 8)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<4096x4096xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x4096xf32>
// FULL-NEXT:   }

// Four rows are too few for lanes: they go along the rows that are read.
// CHECK-LABEL: func.func @four_ways(
// CHECK: vectorize(i, 64)
func.func @four_ways(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 32768 : i64, l1_ways = 4 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %c = tensor.compute (%i, %j) in [4096, 4096] {
    %x = tensor.at %a[%j, %i] : tensor<4096x4096xf32>
    tensor.yield %x : f32
  } : tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}
// FULL-NEXT:   func.func @four_ways(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 32768 : i64, l1_ways = 4 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: order(j, i), parallel(j, grain = 3), vectorize(i, 64)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<4096x4096xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x4096xf32>
// FULL-NEXT:   }

// Twelve are no number of lanes: eight are.
// CHECK-LABEL: func.func @twelve_ways(
// CHECK: vectorize(j, 8)
func.func @twelve_ways(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 49152 : i64, l1_ways = 12 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %c = tensor.compute (%i, %j) in [4096, 4096] {
    %x = tensor.at %a[%j, %i] : tensor<4096x4096xf32>
    tensor.yield %x : f32
  } : tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}
// FULL-NEXT:   func.func @twelve_ways(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 49152 : i64, l1_ways = 12 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: order(j, i), parallel(j, grain = 3), vectorize(j, 8)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<4096x4096xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x4096xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
