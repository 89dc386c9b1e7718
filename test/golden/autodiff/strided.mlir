// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))'

func.func @strided(%x: tensor<9xf32>, %g: tensor<5xf32>) -> tensor<9xf32> {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<9xf32>) -> (tensor<5xf32>) {
    %s = tensor.slice %u [0:9:2] : tensor<9xf32> to tensor<5xf32>
    tensor.yield %s : tensor<5xf32>
  }
  return %dx : tensor<9xf32>
}
