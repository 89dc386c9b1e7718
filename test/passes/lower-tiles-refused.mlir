// RUN: tfopt --lower-tiles --split-input-file --verify-diagnostics %s

func.func @whole(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-note @below {{the tile}}
  %t = tensor.tile_read %x[2] layout affine_map<(i) -> (i mod 2, i floordiv 2)> : tensor<8xf32> to tensor<4xf32>
  // expected-error @below {{'func.return' op uses a tile with a layout as a whole: read it by tensor.at or tensor.tile_read, or leave the layout out}}
  return %t : tensor<4xf32>
}

// -----

func.func @outside(%x: tensor<8xf32>, %i: index) -> f32 {
  // expected-note @below {{the tile}}
  %t = tensor.tile_read %x[2] layout affine_map<(i) -> (i mod 2, i floordiv 2)> : tensor<8xf32> to tensor<4xf32>
  // expected-error @below {{'tensor.at' op reads a tile with a layout with the policy clamp, and is not proved to be in bounds: apply the policy where the tile is read from its tensor}}
  %e = tensor.at %t[%i] clamp : tensor<4xf32>
  return %e : f32
}
