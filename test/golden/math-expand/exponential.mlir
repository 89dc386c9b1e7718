// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @exponential(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
