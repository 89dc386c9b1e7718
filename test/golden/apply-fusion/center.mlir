// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize

func.func @center(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %r = tensor.reduce maximumf %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %b = tensor.broadcast %r dims = [0] : tensor<?{n}xf32> to tensor<?{n}x?{m}xf32>
  %s = arith.subf %a, %b : tensor<?{n}x?{m}xf32>
  return %s : tensor<?{n}x?{m}xf32>
}
