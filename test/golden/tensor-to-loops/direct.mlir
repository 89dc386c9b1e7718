// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

func.func @direct(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = arith.addf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
