// RUN: tfopt --tensor-to-loops --verify-diagnostics %s

func.func @named(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  // expected-error @below {{run tensor-decompose first}}
  %r = tensor.reverse %a dims = [0] : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
