// RUN: tfopt %s --split-at-binds --check-semantics -o /dev/null
// GOLDEN: tfopt %s --split-at-binds

func.func @two(%count: index) -> tensor<?{k}x?{m}xf32> {
  tensor.bind [k] = %count : index
  %m = tensor.extent [2*k] : index
  tensor.bind [m] = %m : index
  %z = arith.constant 0.0 : f32
  %x = tensor.splat %z : tensor<?{k}x?{m}xf32>
  return %x : tensor<?{k}x?{m}xf32>
}
