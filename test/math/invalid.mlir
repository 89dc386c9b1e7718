// RUN: tfopt --verify-diagnostics --split-input-file %s

func.func @float_op_on_ints(%a: i32) {
  // expected-error @below {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.exp %a : i32
  return
}

// -----

func.func @int_op_on_floats(%a: vector<4xf32>) {
  // expected-error @below {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = math.ctpop %a : vector<4xf32>
  return
}

// -----

func.func @float_op_on_memref(%a: memref<4xf32>) {
  // expected-error @below {{'math.sqrt' op operand #0 must be floating-point-like, but got 'memref<4xf32>'}}
  %0 = math.sqrt %a : memref<4xf32>
  return
}

// -----

func.func @one_type(%a: f32) {
  // expected-error @below {{'math.sin' op requires the same type for all operands and results}}
  %0 = "math.sin"(%a) : (f32) -> f64
  return
}

// -----

func.func @one_type_of_three(%a: f32, %b: f64) {
  // expected-error @below {{'math.fma' op requires the same type for all operands and results}}
  %0 = "math.fma"(%a, %a, %b) : (f32, f32, f64) -> f32
  return
}

// -----

func.func @one_int_type(%a: i32, %b: i64) {
  // expected-error @below {{'math.ipowi' op requires the same type for all operands and results}}
  %0 = "math.ipowi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @class_result(%a: tensor<4xf32>) {
  // expected-error @below {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%a) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

func.func @class_result_element(%a: f32) {
  // expected-error @below {{'math.isinf' op result #0 must be bool-like, but got 'f32'}}
  %0 = "math.isinf"(%a) : (f32) -> f32
  return
}

// -----

func.func @sine_and_cosine(%a: f32) {
  // expected-error @below {{'math.sincos' op failed to verify that all of {operand, sin, cos} have same type}}
  %0:2 = "math.sincos"(%a) : (f32) -> (f32, f64)
  return
}

// -----

func.func @power_result(%a: f32, %n: i32) {
  // expected-error @below {{'math.fpowi' op failed to verify that all of {lhs, result} have same type}}
  %0 = "math.fpowi"(%a, %n) : (f32, i32) -> f64
  return
}

// -----

func.func @power_shape(%a: vector<4xf32>, %n: i32) {
  // expected-error @below {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %a, %n : vector<4xf32>, i32
  return
}

// -----

func.func @power_of_float(%a: f32) {
  // expected-error @below {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = math.fpowi %a, %a : f32, f32
  return
}

// -----

func.func @fastmath(%a: f32) {
  // expected-error @below {{'math.exp' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %0 = "math.exp"(%a) <{fastmath = 1 : i32}> : (f32) -> f32
  return
}

// -----

func.func @class_flags(%a: f32) {
  // expected-error @below {{expected ':' but found 'fastmath'}}
  %0 = math.isnan %a fastmath<nnan> : f32
  return
}

// -----

func.func @clamp_syntax(%a: f32) {
  // expected-error @below {{expected 'to' but found ','}}
  %0 = math.clampf %a, %a, %a : f32
  return
}

// -----

func.func @unknown(%a: f32) {
  // expected-error @below {{math.cosine}}
  %0 = math.cosine %a : f32
  return
}
