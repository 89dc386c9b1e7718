// What only means something once a pass has expanded it has no answers to compare before that; afterwards it
// has.
// RUN: tfopt %s --cpu --check-semantics | FileCheck %s
// RUN: not tfopt %s --autodiff --canonicalize --test-flip-addf --check-semantics 2>&1 | FileCheck %s --check-prefix=BAD
// CHECK-LABEL: func.func @slope
// CHECK-NOT: tensor.vjp
// BAD: error: pass 'test-flip-addf' changes the result of '@slope'
func.func @slope(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = math.sin %v : f32
    %t = arith.addf %s, %v : f32
    tensor.yield %t : f32
  }
  return %dx : f32
}
