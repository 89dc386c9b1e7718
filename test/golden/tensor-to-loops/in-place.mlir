// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

func.func @in_place(%a: tensor<?{n}xf32>, %t: index) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<?{n}xf32>) {
    %c = tensor.compute (%i) in [n] {
      %e = tensor.at %x[%i] : tensor<?{n}xf32>
      %y = arith.addf %e, %e : f32
      tensor.yield %y : f32
    } : tensor<?{n}xf32>
    loop.yield %c : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}
