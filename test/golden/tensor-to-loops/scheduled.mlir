// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

func.func @scheduled(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<parallel(i, grain = 4), vectorize(j, 16)>} {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}
