// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

func.func @together(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<jam(i, 2)>} {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
