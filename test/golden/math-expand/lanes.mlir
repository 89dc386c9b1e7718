// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @lanes(%x: f32) -> f32 {
  %v = vector.broadcast %x : vector<8xf32>
  %0 = math.log2 %v : vector<8xf32>
  %1 = vector.reduce maximumf %0 : vector<8xf32>
  return %1 : f32
}
