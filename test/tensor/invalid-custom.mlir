// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @no_rule(%x: f32) {
  // expected-error @below {{'tensor.custom' op has no derivative rule: give it a region vjp or jvp}}
  %0 = tensor.custom %x : (f32) -> (f32) {
  ^bb0(%a: f32):
    tensor.yield %a : f32
  }
  return
}

// -----

func.func @arguments(%x: f32) {
  // expected-error @below {{'tensor.custom' op has a vjp region of arguments (f32, f32) instead of (f32, f32, f32)}}
  %0 = tensor.custom %x : (f32) -> (f32) {
  ^bb0(%a: f32):
    tensor.yield %a : f32
  } vjp {
  ^bb0(%a: f32, %g: f32):
    tensor.yield %g : f32
  }
  return
}

// -----

func.func @yields(%x: f32, %k: i32) {
  // expected-error @below {{'tensor.custom' op has a vjp region that yields (f32, i32) instead of (f32)}}
  %0 = tensor.custom %x, %k : (f32, i32) -> (f32) {
  ^bb0(%a: f32, %l: i32):
    tensor.yield %a : f32
  } vjp {
  ^bb0(%a: f32, %l: i32, %y: f32, %g: f32):
    // expected-note @below {{yielded here}}
    tensor.yield %g, %l : f32, i32
  }
  return
}

// -----

func.func @code(%x: f32) {
  // expected-error @below {{'tensor.custom' op has a code region of arguments (f64) instead of (f32)}}
  %0 = tensor.custom %x : (f32) -> (f64) {
  ^bb0(%a: f64):
    tensor.yield %a : f64
  } jvp {
  ^bb0(%a: f32, %y: f64, %t: f32):
    tensor.yield %y : f64
  }
  return
}

// -----

func.func @axes(%x: tensor<3xf32>) {
  // expected-error @below {{'tensor.vmap' op maps over axis 2 of operand #0, which tensor<3xf32> does not have}}
  %0 = "tensor.vmap"(%x) <{in_axes = array<i64: 2>, out_axes = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    tensor.yield %a : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @extents(%x: tensor<3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{'tensor.vmap' op maps over axes of different extents: axis 0 of tensor<3xf32> and axis 1 of tensor<2x4xf32>}}
  %0 = tensor.vmap (%a = %x, %b = %y) axes [0, 1] -> [0] : (tensor<3xf32>, tensor<2x4xf32>) -> (tensor<3xf32>) {
    tensor.yield %a : tensor<f32>
  }
  return
}

// -----

func.func @slices(%x: tensor<3x2xf32>) {
  // expected-error @below {{'tensor.vmap' op has a region of arguments (tensor<3xf32>) instead of (tensor<2xf32>), its operands without the mapped axes}}
  %0 = "tensor.vmap"(%x) <{in_axes = array<i64: 0>, out_axes = array<i64: 0>}> ({
  ^bb0(%a: tensor<3xf32>):
    tensor.yield %a : tensor<3xf32>
  }) : (tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @stacked(%x: tensor<3x2xf32>) {
  // expected-error @below {{'tensor.vmap' op has result #0 of type tensor<3x2xf32>, but stacks to tensor<2x3xf32>}}
  %0 = tensor.vmap (%a = %x) axes [0] -> [1] : (tensor<3x2xf32>) -> (tensor<3x2xf32>) {
    tensor.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @scalar(%x: tensor<3xf32>) {
  // expected-error @below {{'tensor.vmap' op yields f32 as value #0: only tensors can be stacked}}
  %0 = tensor.vmap (%a = %x) axes [0] -> [0] : (tensor<3xf32>) -> (tensor<3xf32>) {
    %s = tensor.at %a[] : tensor<f32>
    tensor.yield %s : f32
  }
  return
}
