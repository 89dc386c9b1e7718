// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op names @f_vjp as its tf.vjp, of type (tensor<?{n}xf32>, tensor<?{n}xf32>) -> tensor<?{n}xf32>; it must be (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) -> tensor<?{n}xf32>}}
func.func @f(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.vjp = @f_vjp} {
  return %x : tensor<?{n}xf32>
}
// expected-note @below {{the rule is defined here}}
func.func @f_vjp(%x: tensor<?{n}xf32>, %g: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  return %g : tensor<?{n}xf32>
}

// -----

// expected-error @below {{'func.func' op names @f_jvp as its tf.jvp, of type (f32, i32, f64, f32) -> (f64, i32); it must be (f32, i32, f64, f32) -> f64}}
func.func @f(%x: f32, %k: i32) -> f64 attributes {tf.jvp = @f_jvp} {
  %y = arith.extf %x : f32 to f64
  return %y : f64
}
// expected-note @below {{the rule is defined here}}
func.func @f_jvp(%x: f32, %k: i32, %y: f64, %t: f32) -> (f64, i32) {
  return %y, %k : f64, i32
}

// -----

// expected-note @+2 {{did you mean '@f'?}}
// expected-error @below {{'func.func' op 'g' does not reference a valid function}}
func.func @f(%x: f32) -> f32 attributes {tf.vjp = @g} {
  return %x : f32
}

// -----

// expected-error @below {{'func.func' op needs a function as its attribute tf.vjp, as in @f}}
func.func @f(%x: f32) -> f32 attributes {tf.vjp = "g"} {
  return %x : f32
}
