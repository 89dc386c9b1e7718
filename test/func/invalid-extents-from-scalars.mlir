// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op needs the name of an extent, such as "n", as the attribute 'tf.extent' of argument #0}}
func.func @name(%n: index {tf.extent = "2n"}) {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'tf.extent' at argument #1 of type f32: only an index or an integer of 8 to 64 bits can bind an extent}}
func.func @type(%x: f32, %n: f32 {tf.extent = "n"}) {
  return
}

// -----

func.func @unbound(%n: index {tf.extent = "n"}) {
  %z = arith.constant 0.0 : f32
  // expected-error @below {{uses the unbound extent 'm': give an argument of the function the extent m or the}}
  %x = tensor.splat %z : tensor<?{m}xf32>
  return
}
