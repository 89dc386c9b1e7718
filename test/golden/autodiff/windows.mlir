// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))'

func.func @windows(%x: tensor<8xf32>, %w: tensor<3xf32>, %g: tensor<6xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<8xf32>) -> (tensor<6xf32>) {
    %s = tensor.compute (%i) in [6] {
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<8xf32>
        %q = tensor.at %w[%k] : tensor<3xf32>
        %r = arith.mulf %p, %q : f32
        tensor.yield %r : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<6xf32>
    tensor.yield %s : tensor<6xf32>
  }
  return %dx : tensor<8xf32>
}
