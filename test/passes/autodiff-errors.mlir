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

func.func @scatter(%x: tensor<8xf32>, %at: tensor<5xindex>, %g: tensor<5xf32>) -> tensor<8xf32> {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<5xf32>) {
    %s = tensor.compute (%i) in [5] {
      %k = tensor.at %at[%i] : tensor<5xindex>
      // expected-error @below {{'tensor.at' op cannot be differentiated backwards: its subscripts are not affine in the indices; the gradient of such a read is a scatter}}
      %e = tensor.at %v[%k] clamp : tensor<8xf32>
      tensor.yield %e : f32
    } : tensor<5xf32>
    tensor.yield %s : tensor<5xf32>
  }
  return %dx : tensor<8xf32>
}
