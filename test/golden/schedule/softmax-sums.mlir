// RUN: tfopt %s --target=x86-64-v4 --schedule --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v4 --schedule

func.func @softmax_sums(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c:2 = tensor.compute (%i) in [n] {
    %most = tensor.fold (%k) = 0 to m maximumf {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %sum = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %x, %most : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %most, %sum : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}
