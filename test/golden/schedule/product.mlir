// RUN: tfopt %s --target=x86-64-v4 --schedule --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v4 --schedule

func.func @product(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{k}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %s = tensor.fold (%k) = 0 to k add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{k}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{k}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}
