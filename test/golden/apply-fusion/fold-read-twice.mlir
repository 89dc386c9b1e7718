// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize

func.func @fold_read_twice(%a: tensor<?{n}x?{m}xf32>, %b: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.reduce add %a dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  %t = arith.mulf %s, %b : tensor<?{n}xf32>
  %u = arith.addf %s, %b : tensor<?{n}xf32>
  return %t, %u : tensor<?{n}xf32>, tensor<?{n}xf32>
}
