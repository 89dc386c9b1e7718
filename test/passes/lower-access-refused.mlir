// RUN: tfopt --lower-access --verify-diagnostics %s

func.func @unnamed(%a: tensor<?xf32>, %i: index) -> f32 {
  // expected-error @below {{accesses a tensor with an unnamed extent (run `name-extents` first)}}
  %x = tensor.at %a[%i] clamp : tensor<?xf32>
  return %x : f32
}
