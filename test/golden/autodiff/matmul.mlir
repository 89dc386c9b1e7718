// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))'

func.func @matmul(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>, %g: tensor<?{n}x?{m}xf32>)
    -> (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) {
  %y, %da, %db = tensor.vjp (%u = %a, %v = %b) seed(%g)
      : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>) {
    %s = tensor.contract "ij,jk->ik" %u, %v : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
    tensor.yield %s : tensor<?{n}x?{m}xf32>
  }
  return %da, %db : tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>
}
