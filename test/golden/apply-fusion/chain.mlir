// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize

func.func @chain(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.broadcast %b dims = [1] : tensor<?{m}xf32> to tensor<?{n}x?{m}xf32>
  %d = arith.addf %a, %c : tensor<?{n}x?{m}xf32>
  %e = arith.mulf %d, %d : tensor<?{n}x?{m}xf32>
  %f = math.sqrt %e : tensor<?{n}x?{m}xf32>
  %g = arith.subf %f, %a : tensor<?{n}x?{m}xf32>
  return %g : tensor<?{n}x?{m}xf32>
}
