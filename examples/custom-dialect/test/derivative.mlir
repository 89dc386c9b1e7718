// RUN: not fixed-opt %s --pass-pipeline='func.func(autodiff)' 2>&1 | FileCheck %s

// The ops have no rule: the derivative is refused, not zero.
func.func @gradient(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    // CHECK: derivative.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: 'fixed.from_float' op cannot be differentiated backwards: it has no derivative rule
    %a = fixed.from_float %v : f32 to !fixed.q<8>
    %b = fixed.to_float %a : !fixed.q<8> to f32
    tensor.yield %b : f32
  }
  return %dx : f32
}
