// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff))' %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What takes a value with a derivative and has no rule is refused, whatever it gives: its results may carry
// what was lost.

func.func @foreign_type(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'foo.wrap' op cannot be differentiated backwards: it has no derivative rule: register one with the op (the interface Differentiable), or detach its operands (tensor.detach)}}
    %w = "foo.wrap"(%v) : (f32) -> !foo.t
    %u = "foo.unwrap"(%w) : (!foo.t) -> f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

func.func @integer(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'foo.pack' op cannot be differentiated backwards: it has no derivative rule}}
    %w = "foo.pack"(%v) : (f32) -> i64
    %u = arith.sitofp %w : i64 to f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

func.func @truth(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'foo.test' op cannot be differentiated backwards: it has no derivative rule}}
    %t = "foo.test"(%v) : (f32) -> i1
    %c = arith.constant 1.0 : f32
    %u = arith.select %t, %v, %c : f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

func.func @no_result(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'foo.store' op cannot be differentiated backwards: it has no derivative rule}}
    "foo.store"(%v) : (f32) -> ()
    %u = "foo.load"() : () -> f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

func.func @float_forwards(%x: f32, %g: f32) -> f32 {
  %y, %dy = tensor.jvp (%v = %x) tangent(%g) : (f32) -> (f32) {
    // expected-error @below {{'foo.pack' op cannot be differentiated forwards: it has no derivative rule}}
    %w = "foo.pack"(%v) : (f32) -> i64
    %u = arith.sitofp %w : i64 to f32
    tensor.yield %u : f32
  }
  return %dy : f32
}

// -----

func.func private @count(f32) -> i32
func.func @call(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'func.call' op cannot be differentiated backwards: it is a call: run `inline` before `autodiff`}}
    %n = func.call @count(%v) : (f32) -> i32
    %u = arith.sitofp %n : i32 to f32
    %s = arith.mulf %u, %v : f32
    tensor.yield %s : f32
  }
  return %dx : f32
}

// -----

func.func @in_branch(%x: f32, %p: i1, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %w = loop.if %p -> (i64) {
      // expected-error @below {{'foo.pack' op cannot be differentiated backwards: it has no derivative rule}}
      %n = "foo.pack"(%v) : (f32) -> i64
      loop.yield %n : i64
    } else {
      %n = arith.constant 0 : i64
      loop.yield %n : i64
    }
    %u = arith.sitofp %w : i64 to f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

// The float reaches the op in the second trip only.
func.func @through_a_loop(%x: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i64
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %r:2 = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %zero, %n = %none) -> (f32, i64) {
      // expected-error @below {{'foo.pack' op cannot be differentiated backwards: it has no derivative rule}}
      %m = "foo.pack"(%a) : (f32) -> i64
      %b = arith.addf %a, %v : f32
      loop.yield %b, %m : f32, i64
    }
    %u = arith.sitofp %r#1 : i64 to f32
    tensor.yield %u : f32
  }
  return %dx : f32
}

// -----

func.func @at_points(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %s = tensor.compute (%i) in [4] {
      %e = tensor.at %v[%i] : tensor<4xf32>
      // expected-error @below {{'foo.wrap' op cannot be differentiated backwards: it has no derivative rule}}
      %w = "foo.wrap"(%e) : (f32) -> !foo.t
      %u = "foo.unwrap"(%w) : (!foo.t) -> f32
      tensor.yield %u : f32
    } : tensor<4xf32>
    tensor.yield %s : tensor<4xf32>
  }
  return %dx : tensor<4xf32>
}

// -----

func.func @mapped(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %s = tensor.vmap (%e = %v) axes [0] -> [0] : (tensor<4xf32>) -> (tensor<4xf32>) {
      %f = tensor.at %e[] : tensor<f32>
      // expected-error @below {{'foo.pack' op cannot be differentiated backwards: it has no derivative rule}}
      %n = "foo.pack"(%f) : (f32) -> i64
      %u = arith.sitofp %n : i64 to f32
      %w = tensor.splat %u : tensor<f32>
      tensor.yield %w : tensor<f32>
    }
    tensor.yield %s : tensor<4xf32>
  }
  return %dx : tensor<4xf32>
}

// -----

// Only one direction has a rule: the other is its transpose, and that is refused.
func.func @custom(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = tensor.custom %v : (f32) -> (f32) {
    ^bb0(%a: f32):
      %b = "foo.opaque"(%a) : (f32) -> f32
      tensor.yield %b : f32
    } jvp {
    ^bb0(%a: f32, %b: f32, %t: f32):
      // expected-error @below {{'foo.pack' op cannot be differentiated backwards: it has no derivative rule}}
      %n = "foo.pack"(%t) : (f32) -> i64
      %u = arith.sitofp %n : i64 to f32
      tensor.yield %u : f32
    }
    tensor.yield %s : f32
  }
  return %dx : f32
}

// -----

// A loop runs its code again on the way back.
func.func @random_in_a_loop(%x: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %r = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %v) -> (f32) {
      // expected-error @below {{'foo.random' op cannot be differentiated backwards: the backward pass runs it again, but it may have side effects}}
      %m = "foo.random"() : () -> f32
      %b = arith.mulf %a, %m : f32
      loop.yield %b : f32
    }
    tensor.yield %r : f32
  }
  return %dx : f32
}

// -----

// What is detached, what takes integers and what gives steps is no reason to refuse.
func.func @fine(%x: f32, %n: i64, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %d = tensor.detach %v : f32
    %w = "foo.wrap"(%d) : (f32) -> !foo.t
    %u = "foo.unwrap"(%w) : (!foo.t) -> f32
    %m = "foo.next"(%n) : (i64) -> i64
    %k = arith.sitofp %m : i64 to f32
    %i = arith.fptosi %v : f32 to i32
    %b = arith.bitcast %v : f32 to i32
    %q = arith.cmpi slt, %i, %b : i32
    %z = arith.select %q, %u, %k : f32
    %s = arith.mulf %z, %v : f32
    tensor.yield %s : f32
  }
  return %dx : f32
}
