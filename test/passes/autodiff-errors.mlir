// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff))' %s --split-input-file --verify-diagnostics

func.func private @f(f32) -> f32
func.func @call(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'func.call' op cannot be differentiated backwards: it is a call: run `inline` before `autodiff`}}
    %s = func.call @f(%v) : (f32) -> f32
    tensor.yield %s : f32
  }
  return %dx : f32
}

// -----

func.func @set_in_loop(%x: tensor<8xf32>, %u: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    // expected-error @below {{'tensor.compute' op cannot be differentiated backwards: it accumulates by `set`; several iterations may set one element, and the backward pass cannot tell which of their values was the last; specify `set unique` if each element is set once}}
    %s = tensor.compute (%i) in [8] accumulate(set %r = %v : tensor<8xf32>) {
      %e = tensor.at %u[%i] : tensor<8xf32>
      loop.for %k = %c0 to %c3 step %c1 {
        tensor.put %e into %r[%i + %k] drop : memref<8xf32>
        loop.yield
      }
      tensor.yield
    }
    tensor.yield %s : tensor<8xf32>
  }
  return %dx : tensor<8xf32>
}

// -----

func.func @region(%x: tensor<8xf32>, %u: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    // expected-error @below {{'tensor.compute' op cannot be differentiated backwards: it accumulates by `region`; a region updates the elements, and their intermediate values are not stored; use kinds}}
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

// -----

func.func @bits(%x: f16, %g: bf16) -> f16 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f16) -> (bf16) {
    // expected-error @below {{'arith.bitcast' op cannot be differentiated: it reinterprets the bits of a float format, which is not differentiable: convert with arith.extf or arith.truncf, or detach its operand (tensor.detach)}}
    %b = arith.bitcast %v : f16 to bf16
    tensor.yield %b : bf16
  }
  return %dx : f16
}

// -----

func.func @bits_of_tensors(%x: tensor<4xf64>, %g: tensor<4x2xf32>) -> tensor<4xf64> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf64>) -> (tensor<4x2xf32>) {
    // expected-error @below {{'tensor.bitcast' op cannot be differentiated backwards: it reinterprets the bits of a float format, which is not differentiable: convert with arith.extf or arith.truncf, or detach its operand (tensor.detach)}}
    %b = tensor.bitcast %v : tensor<4xf64> to tensor<4x2xf32>
    tensor.yield %b : tensor<4x2xf32>
  }
  return %dx : tensor<4xf64>
}

// -----

func.func @scaled(%x: f8E5M2, %s: f8E8M0FNU, %t: f8E5M2) -> f32 {
  %y, %dy = tensor.jvp (%v = %x) tangent(%t) : (f8E5M2) -> (f32) {
    // expected-error @below {{'arith.scaling_extf' op cannot be differentiated forwards: block-scaled formats have no arithmetic and therefore no derivatives: scale and convert with arith.mulf, arith.extf and arith.truncf}}
    %b = arith.scaling_extf %v, %s : f8E5M2, f8E8M0FNU to f32
    tensor.yield %b : f32
  }
  return %dy : f32
}

// -----

func.func @tensor_at_point(%x: tensor<4xf64>, %g: f64) -> tensor<4xf64> {
  %s = tensor.compute (%i) in [4] {
    // expected-error @below {{'tensor.vjp' op cannot be expanded: at a point of a comprehension, variables are scalars; use the elements as variables, or differentiate the whole comprehension}}
    %q, %d = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf64>) -> (f64) {
      %b = tensor.at %v[%i] : tensor<4xf64>
      tensor.yield %b : f64
    }
    %e = tensor.at %d[%i] : tensor<4xf64>
    tensor.yield %e : f64
  } : tensor<4xf64>
  return %s : tensor<4xf64>
}

// -----

func.func @parallel(%x: tensor<8xf64>, %g: tensor<8xf64>) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf64>) -> (tensor<8xf64>) {
    // expected-error @below {{'loop.parallel' op cannot be differentiated backwards: its iterations run in parallel, and derivatives need a sequential loop: write loop.for with the tensors as iter_args}}
    %r = loop.parallel (%i) = (%c0) to (%c8) step (%c4) shared(%d = %v) -> (tensor<8xf64>) {
      %t = tensor.tile_read %d[%i] : tensor<8xf64> to tensor<4xf64>
      %s = math.sin %t : tensor<4xf64>
      %w = tensor.tile_write %s into %d[%i] : tensor<4xf64> into tensor<8xf64>
      loop.yield %w : tensor<8xf64>
    }
    tensor.yield %r : tensor<8xf64>
  }
  return %dx : tensor<8xf64>
}
