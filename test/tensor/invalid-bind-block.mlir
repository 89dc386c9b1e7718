// RUN: tfopt %s --allow-unregistered-dialect --verify-diagnostics

// An extent is known from the beginning of its function on: other blocks may not run.
func.func @later(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  // expected-error @below {{'tensor.bind' op must be in the first block of its function}}
  tensor.bind [k] = %n : index
  return %x : tensor<4xf32>
}
