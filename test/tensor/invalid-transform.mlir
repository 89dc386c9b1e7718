// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @empty(%x: f32, %g: f32) {
  // expected-error @below {{'tensor.vjp' op has an empty region: it needs a block}}
  %0:2 = "tensor.vjp"(%x, %g) <{variables = 1 : i64}> ({}) : (f32, f32) -> (f32, f32)
  return
}

// -----

func.func @no_variable(%g: f32) {
  // expected-error @below {{'tensor.vjp' op needs at least one variable, and a value for each}}
  %0 = "tensor.vjp"(%g) <{variables = 0 : i64}> ({
    tensor.yield %g : f32
  }) : (f32) -> f32
  return
}

// -----

func.func @argument_type(%x: f32, %g: f64) {
  // expected-error @below {{'tensor.vjp' op has variables of types (f32) but region arguments of types (f64)}}
  %0:2 = "tensor.vjp"(%x, %g) <{variables = 1 : i64}> ({
  ^bb0(%v: f64):
    tensor.yield %v : f64
  }) : (f32, f64) -> (f64, f32)
  return
}

// -----

func.func @integer(%x: i32, %g: f32) {
  // expected-error @below {{'tensor.vjp' op has a variable of type i32: only floats and tensors of floats have derivatives; capture the value instead of binding it}}
  %0:2 = tensor.vjp (%v = %x) seed(%g) : (i32) -> (f32) {
    tensor.yield %g : f32
  }
  return
}

// -----

func.func @seeds(%x: f32, %g: f64) {
  // expected-error @below {{'tensor.vjp' op has seeds of types (f64) instead of (f32)}}
  %0:2 = "tensor.vjp"(%x, %g) <{variables = 1 : i64}> ({
  ^bb0(%v: f32):
    tensor.yield %v : f32
  }) : (f32, f64) -> (f32, f32)
  return
}

// -----

func.func @tangents(%x: f32, %g: f64) {
  // expected-error @below {{'tensor.jvp' op has tangents of types (f64) instead of (f32)}}
  %0:2 = "tensor.jvp"(%x, %g) <{variables = 1 : i64}> ({
  ^bb0(%v: f32):
    tensor.yield %v : f32
  }) : (f32, f64) -> (f32, f32)
  return
}

// -----

func.func @results(%x: f32, %g: f32) {
  // expected-error @below {{'tensor.vjp' op has results of types (f32, f64), but its region computes (f32, f32)}}
  %0:2 = "tensor.vjp"(%x, %g) <{variables = 1 : i64}> ({
  ^bb0(%v: f32):
    tensor.yield %v : f32
  }) : (f32, f32) -> (f32, f64)
  return
}

// -----

func.func @count(%x: f32, %g: f32) {
  // expected-error @below {{expected 1 seeds, one for each float yielded, not 2, but found '{'}}
  %0:2 = tensor.vjp (%v = %x) seed(%g, %g) : (f32) -> (f32) {
    tensor.yield %v : f32
  }
  return
}

// -----

func.func @detach(%x: f32) {
  // expected-error @below {{'tensor.detach' op needs operands and a result of one type, not f32 and f64}}
  %0 = "tensor.detach"(%x) : (f32) -> f64
  return
}

// -----

func.func @straight_through(%x: f32, %y: f64) {
  // expected-error @below {{'tensor.straight_through' op needs operands and a result of one type, not f32 and f64}}
  %0 = "tensor.straight_through"(%x, %y) : (f32, f64) -> f32
  return
}
