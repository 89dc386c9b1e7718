// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op expects the attribute 'tf.local' to be "often" or "rare"}}
func.func private @form(%x: f32) -> f32 attributes {tf.local = "seldom"} {
  return %x : f32
}

// -----

// expected-error @below {{'func.func' op must be private, as it has the attribute 'tf.local'}}
func.func @public(%x: f32) -> f32 attributes {tf.local = "often"} {
  return %x : f32
}

// -----

// expected-error @below {{'func.func' op takes and returns scalars and vectors only, as it has the attribute 'tf.local'}}
func.func private @memory(%x: f32, %y: memref<4xf32>) -> f32 attributes {tf.local = "rare"} {
  return %x : f32
}

// -----

// expected-error @below {{'func.func' op takes and returns scalars and vectors only, as it has the attribute 'tf.local'}}
func.func private @tensors(%x: f32) -> tensor<4xf32> attributes {tf.local = "rare"} {
  %0 = tensor.splat %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
