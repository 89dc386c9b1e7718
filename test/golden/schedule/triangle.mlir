// RUN: tfopt %s --target=x86-64-v4 --schedule --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v4 --schedule

func.func @triangle(%a: tensor<?{n}x?{n}xf32>, %b: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %c = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{n}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{n}x?{n}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{n}xf32>
  return %c : tensor<?{n}x?{n}xf32>
}
