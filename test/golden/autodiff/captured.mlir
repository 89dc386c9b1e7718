// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))'

func.func @captured(%x: f32, %g: f32) -> f32 {
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = arith.mulf %v, %x : f32
    tensor.yield %s : f32
  }
  return %dx : f32
}
