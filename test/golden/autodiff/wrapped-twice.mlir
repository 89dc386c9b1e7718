// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))'

func.func @wrapped_twice(%x: tensor<?{n}xf32>, %g: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    %s = tensor.compute (%i) in [n] {
      %a = tensor.at %u[%i * 2] wrap : tensor<?{n}xf32>
      %p = arith.mulf %a, %a : f32
      tensor.yield %p : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  }
  return %dx : tensor<?{n}xf32>
}
