// RUN: tfopt %s --split-at-binds --check-semantics -o /dev/null
// GOLDEN: tfopt %s --split-at-binds

func.func @cut(%x: tensor<?{n}xf32>, %count: index) -> (tensor<?{k}xf32>, index) {
  %square = arith.muli %count, %count : index
  tensor.bind [k] = %count : index
  %y = tensor.compute (%i) in [k] {
    %v = tensor.at %x[%i] clamp : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{k}xf32>
  return %y, %square : tensor<?{k}xf32>, index
}
