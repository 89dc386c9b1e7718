// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff))' %s --split-input-file --verify-diagnostics

func.func @captured(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (f32) -> (f32) {
    // expected-error @below {{'tensor.custom' op cannot be differentiated: its code captures a value that depends on a variable; pass it as an operand, so that the rule can define its derivative}}
    %v = tensor.custom %u : (f32) -> (f32) {
    ^bb0(%a: f32):
      // expected-note @below {{it is used here}}
      %e = arith.mulf %a, %u : f32
      tensor.yield %e : f32
    } vjp {
    ^bb0(%a: f32, %y: f32, %g0: f32):
      tensor.yield %g0 : f32
    }
    tensor.yield %v : f32
  }
  return %dx : f32
}
