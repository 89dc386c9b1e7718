// Ways of the first cache bound how many rows lanes go down; an attribute that says nothing of them means eight, on every machine.
// RUN: tfopt %s --schedule | FileCheck %s

// CHECK-LABEL: func.func @usual(
// CHECK: vectorize(j, 8)
func.func @usual(%a: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %c = tensor.compute (%i, %j) in [4096, 4096] {
    %x = tensor.at %a[%j, %i] : tensor<4096x4096xf32>
    tensor.yield %x : f32
  } : tensor<4096x4096xf32>
  return %c : tensor<4096x4096xf32>
}

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
