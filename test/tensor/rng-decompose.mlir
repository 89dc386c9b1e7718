// RUN: tfopt %s --tensor-decompose --canonicalize --cse | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// The hash of the counter plus the number of the element.
// CHECK-LABEL: func.func @pcg
func.func @pcg(%s: tensor<1xi64>, %like: tensor<?{n}xi1>) -> (tensor<1xi64>, tensor<?{n}xi32>) {
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK: %[[C:.*]] = tensor.at %{{.*}}[0] : tensor<1xi64>
  // CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
  // CHECK: arith.trunci %[[S]] : i64 to i32
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: arith.shrui
  // CHECK: arith.xori
  %0:2 = tensor.rng pcg %s : (tensor<1xi64>) -> (tensor<1xi64>, tensor<?{n}xi32>)
  return %0#0, %0#1 : tensor<1xi64>, tensor<?{n}xi32>
}

// Ten rounds of two products each, and the counter grows by a block for four words.
// CHECK-LABEL: func.func @philox
func.func @philox(%s: tensor<3xi64>, %like: tensor<?{n}xi1>) -> (tensor<3xi64>, tensor<?{n}xi32>) {
  // CHECK-COUNT-20: arith.extui %{{.*}} : i32 to i64
  // CHECK: tensor.compute (%{{.*}}) in [3] {
  // CHECK: tensor.extent [(n + 3) floordiv 4] : index
  %0:2 = tensor.rng philox4x32 %s : (tensor<3xi64>) -> (tensor<3xi64>, tensor<?{n}xi32>)
  return %0#0, %0#1 : tensor<3xi64>, tensor<?{n}xi32>
}
