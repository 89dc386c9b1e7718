// RUN: tfopt %s --target=x86-64-v4 --schedule --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v4 --schedule

func.func @row_sums(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
