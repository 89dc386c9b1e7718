// RUN: tfopt %s --target=x86-64-v4 --schedule --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v4 --schedule

func.func @rows(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    %y = arith.addf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}
