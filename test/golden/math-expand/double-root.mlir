// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @double_root(%x: f64) -> f64 {
  %0 = math.cbrt %x : f64
  return %0 : f64
}
