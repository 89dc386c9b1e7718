// RUN: tfopt %s --split-input-file --verify-diagnostics --split-at-binds

func.func private @f(%count: index) -> tensor<?{k}xf32> {
  tensor.bind [k] = %count : index
  %z = arith.constant 0.0 : f32
  %x = tensor.splat %z : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
func.func @g(%n: index, %y: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  // expected-error @below {{'func.call' op calls '@f', which binds extents: such a call is compiled only if it is inlined, that is, directly in}}
  %x = call @f(%n) : (index) -> tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
