// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

func.func @window(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to 3 add {
      %x = tensor.at %a[%i + %k - 1] clamp : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
