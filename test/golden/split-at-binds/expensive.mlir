// RUN: tfopt %s --split-at-binds --check-semantics -o /dev/null
// GOLDEN: tfopt %s --split-at-binds

func.func @expensive(%x: tensor<?{n}xf32>) -> (tensor<?{k}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.scan add %x dim = 0 : tensor<?{n}xf32>
  %c0 = arith.constant 0 : index
  %last = tensor.at %s[%c0] clamp : tensor<?{n}xf32>
  %i = arith.fptosi %last : f32 to i64
  %count = arith.index_cast %i : i64 to index
  tensor.bind [k] = %count : index
  %y = tensor.compute (%j) in [k] {
    %v = tensor.at %s[%j] clamp : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{k}xf32>
  return %y, %s, %x : tensor<?{k}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
}
