// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @exact_root(%x: f32) -> f32 {
  %r = math.rsqrt %x : f32
  return %r : f32
}
