// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op has an attribute 'tf.extent' at argument #0 that names no extent: it is a text such as "n"}}
func.func @name(%n: index {tf.extent = "2n"}) {
  return
}

// -----

// expected-error @below {{'func.func' op has an attribute 'tf.extent' at argument #1 of type f32: extents are given by an index or an integer of 8 to 64 bits}}
func.func @type(%x: f32, %n: f32 {tf.extent = "n"}) {
  return
}

// -----

func.func @unbound(%n: index {tf.extent = "n"}) {
  %z = arith.constant 0.0 : f32
  // expected-error @below {{uses the extent 'm', which nothing binds}}
  %x = tensor.splat %z : tensor<?{m}xf32>
  return
}
