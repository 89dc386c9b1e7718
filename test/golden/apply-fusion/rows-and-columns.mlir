// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize

func.func @rows_and_columns(%a: tensor<?{n}x?{n}xf32>, %b: tensor<?{n}x?{n}xf32>) -> (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) {
  %c = tensor.contract "ij,jk->ik" %a, %b : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  %d = tensor.contract "ij,kj->ik" %b, %a : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  return %c, %d : tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>
}
