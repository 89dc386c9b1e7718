// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @arguments(%x: f32, %k: i32) {
  // expected-error @below {{'tensor.checkpoint' op has a region of arguments (i32) for inputs (f32)}}
  %0 = "tensor.checkpoint"(%x) ({
  ^bb0(%a: i32):
    tensor.yield %x : f32
  }) : (f32) -> f32
  return
}

// -----

func.func @yields(%x: f32, %k: i32) {
  // expected-error @below {{'tensor.checkpoint' op has a region that yields (f32, i32) for results (f32)}}
  %0 = tensor.checkpoint (%a = %x) : (f32) -> (f32) {
    // expected-note @below {{yielded here}}
    tensor.yield %a, %k : f32, i32
  }
  return
}

// -----

func.func @types(%x: f32, %k: i32) {
  // expected-error @below {{1 operand(s) but 2 type(s)}}
  %0 = tensor.checkpoint (%a = %x) : (f32, i32) -> (f32) {
    tensor.yield %a : f32
  }
  return
}

// -----

func.func @waits_for_nothing(%x: f32) {
  // expected-error @below {{'tensor.after' op has no values to wait for: name at least one}}
  %0 = "tensor.after"(%x) : (f32) -> f32
  return
}

// -----

func.func @another_type(%x: f32, %g: f64) {
  // expected-error @below {{'tensor.after' op has a result of type (f64) for a value of type (f32)}}
  %0 = "tensor.after"(%x, %g) : (f32, f64) -> f64
  return
}
