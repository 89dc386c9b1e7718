// RUN: tfopt --target=x86-64-v4 --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse,tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,schedule))' %s \
// RUN:   | FileCheck %s --implicit-check-not=tensor.put --implicit-check-not='accumulate(' --implicit-check-not=tensor.compute

// The derivatives of a convolution are sums as those of a product are: in three nests, each with a schedule of its own. That by what it reads is a convolution
// with the schedule of one; rows of the kernel share what they read of the cotangent.
// CHECK-LABEL: func.func @convolution
// CHECK: tensor.compute ({{.*}}) in [8, 56, 56, 64] attributes {{{.*}}schedule = #tensor.schedule<by heuristic: parallel({{.*}}), vectorize(l, {{.*}}>}
// CHECK: tensor.compute ({{.*}}) in [8, 56, 56, 64] attributes {{{.*}}schedule = #tensor.schedule<by heuristic: parallel({{.*}}), vectorize(l, {{.*}}>}
// CHECK: tensor.compute ({{.*}}) in [3, 3, 64, 64] attributes {{{.*}}vectorize(l, {{.*}}), jam(k, {{[0-9]+}})>}
// CHECK: return
func.func @convolution(%x: tensor<8x56x56x64xf32>, %w: tensor<3x3x64x64xf32>, %g: tensor<8x56x56x64xf32>)
    -> (tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) {
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g)
      : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> (tensor<8x56x56x64xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %v low = [1, 1] high = [1, 1] : (tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<8x56x56x64xf32>
    tensor.yield %c : tensor<8x56x56x64xf32>
  }
  return %y, %dx, %dw : tensor<8x56x56x64xf32>, tensor<8x56x56x64xf32>, tensor<3x3x64x64xf32>
}
