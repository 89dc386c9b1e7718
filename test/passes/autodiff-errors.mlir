// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff))' %s --split-input-file --verify-diagnostics

func.func private @f(f32) -> f32
func.func @call(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @+2 {{'func.call' op cannot be differentiated backwards: it has no derivative rule}}
    // expected-note @below {{run `inline` before `autodiff`}}
    %s = func.call @f(%v) : (f32) -> f32
    tensor.yield %s : f32
  }
  return %dx : f32
}

// -----

func.func @set(%x: tensor<8xf32>, %u: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    // expected-error @below {{'tensor.compute' op cannot be differentiated backwards: it accumulates by `set`; which of several values that are set at one place is the last is not known backwards; state `set unique`}}
    %s = tensor.compute (%i) in [8] accumulate(set %r = %v : tensor<8xf32>) {
      %e = tensor.at %u[%i] : tensor<8xf32>
      tensor.put %e into %r[%i] : memref<8xf32>
      tensor.yield
    }
    tensor.yield %s : tensor<8xf32>
  }
  return %dx : tensor<8xf32>
}

// -----

func.func @region(%x: tensor<8xf32>, %u: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    // expected-error @below {{'tensor.compute' op cannot be differentiated backwards: it accumulates by `region`; a region says how elements change, and their values in between are not kept; use kinds}}
    %s = tensor.compute (%i) in [8] accumulate(region %r = %v : tensor<8xf32>) {
      %e = tensor.at %u[%i] : tensor<8xf32>
      tensor.put %e into %r[%i] : memref<8xf32> combine (%old, %new) {
        %m = arith.mulf %old, %new : f32
        tensor.yield %m : f32
      }
      tensor.yield
    }
    tensor.yield %s : tensor<8xf32>
  }
  return %dx : tensor<8xf32>
}

// -----

func.func @unnamed(%x: tensor<?xf32>, %g: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{cannot be differentiated: an extent has no name (run `name-extents` first)}}
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<?xf32>) -> (tensor<?xf32>) {
    %s = math.sin %v : tensor<?xf32>
    tensor.yield %s : tensor<?xf32>
  }
  return %dx : tensor<?xf32>
}
