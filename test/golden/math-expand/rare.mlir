// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @rare(%x: f32) -> (f32, f32) {
  %0 = math.sin %x : f32
  %v = vector.broadcast %0 : vector<4xf32>
  %1 = math.cos %v : vector<4xf32>
  %2 = vector.reduce maximumf %1 : vector<4xf32>
  return %0, %2 : f32, f32
}
