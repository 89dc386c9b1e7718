// Custom calls @tensorforge.NAME are functions of the library: decompositions have no ops of StableHLO.
// RUN: tfopt --import=stablehlo %s | FileCheck %s
// RUN: tfrun %s | FileCheck %s --check-prefix=OUT
// RUN: tfrun %s --device=interp | FileCheck %s --check-prefix=OUT

// Each is a custom derivative around loops over panels of columns.
// CHECK-LABEL: func.func @main
// CHECK: tensor.custom
// CHECK: loop.for
// CHECK-NOT: custom_call

// The eigenvalues of this matrix are 1 and 3, the singular values 3 and 1.
// OUT: values: tensor<2xf64>
// OUT-NEXT: [{{1\.|0\.99999|1\.0000}}{{[0-9]*}} {{3\.|2\.99999|3\.0000}}{{[0-9]*}}]
// OUT: singular: tensor<2xf64>
// OUT-NEXT: [{{3\.|2\.99999|3\.0000}}{{[0-9]*}} {{1\.|0\.99999|1\.0000}}{{[0-9]*}}]
// OUT: upper: tensor<2x2xf64>
// OUT: pivots: tensor<2xi32>
// OUT-NEXT: [0 1]
// OUT: solution: tensor<2x1xf64>
// The eigenvalues of a turn by a right angle are i and -i.
// OUT: real: tensor<2xf64>
// OUT-NEXT: [{{ *-?}}0. {{-?}}0.]
// OUT: imaginary: tensor<2xf64>
// OUT-NEXT: [ 1. -1.]
func.func @main() -> (tensor<2xf64> {tf.name = "values"}, tensor<2xf64> {tf.name = "singular"}, tensor<2x2xf64> {tf.name = "upper"},
    tensor<2xi32> {tf.name = "pivots"}, tensor<2x1xf64> {tf.name = "solution"},
    tensor<2xf64> {tf.name = "real"}, tensor<2xf64> {tf.name = "imaginary"}) {
  %a = stablehlo.constant dense<[[2.0, 1.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %d = stablehlo.constant dense<2.0> : tensor<2xf64>
  %e = stablehlo.constant dense<1.0> : tensor<2xf64>
  %b = stablehlo.constant dense<3.0> : tensor<2x1xf64>
  %w, %v = stablehlo.custom_call @tensorforge.eigh(%a) : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2x2xf64>)
  %u, %s, %vt = stablehlo.custom_call @tensorforge.svd(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>)
  %q, %r = stablehlo.custom_call @tensorforge.qr(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>)
  %lu, %pivots, %order = stablehlo.custom_call @tensorforge.lu(%a) : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>, tensor<2xi32>)
  %x = stablehlo.custom_call @tensorforge.tridiagonal_solve(%e, %d, %e, %b) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %turn = stablehlo.constant dense<[[0.0, -1.0], [1.0, 0.0]]> : tensor<2x2xf64>
  %re, %im = stablehlo.custom_call @tensorforge.eigvals(%turn) : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %w, %s, %r, %pivots, %x, %re, %im : tensor<2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2xi32>, tensor<2x1xf64>, tensor<2xf64>, tensor<2xf64>
}
