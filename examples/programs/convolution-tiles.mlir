// A convolution of 3 x 3 over images of 64 channels by tiles: a part of three rows with its edge, which is filled with zeros, and panels of 32 of the output
// channels; 8 x 32 sums at a time are added up in registers. Nothing but tiles is copied.
//   tfrun convolution-tiles.mlir --random --dim b=8 --dim h=56 --dim w=56 --bench 20
func.func @convolution(%x: tensor<?{b}x?{h}x?{w}x64xf32>, %w: tensor<3x3x64x64xf32>) -> tensor<?{b}x?{h}x?{w}x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xr = arith.constant 8 : index
  %nr = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %b = tensor.extent [b] : index
  %h = tensor.extent [h] : index
  %width = tensor.extent [w] : index
  %z = arith.constant 0.0 : f32
  %zeros = tensor.splat %z : tensor<?{b}x?{h}x?{w}x64xf32>
  %wp = tensor.tile_read %w[0, 0, 0, 0] layout affine_map<(r, s, c, f) -> (f floordiv 32, r, s, c, f mod 32)> : tensor<3x3x64x64xf32> to tensor<3x3x64x64xf32>
  %out = loop.parallel (%i0, %y0) = (%c0, %c0) to (%b, %h) step (%c1, %c1) shared(%d0 = %zeros) -> (tensor<?{b}x?{h}x?{w}x64xf32>) {
    %r0 = loop.for %x0 = %c0 to %width step %xr iter_args(%d1 = %d0) -> (tensor<?{b}x?{h}x?{w}x64xf32>) {
      %rows = tensor.tile_read %x[%i0, %y0 - 1, %x0 - 1, 0] fill(%z) : tensor<?{b}x?{h}x?{w}x64xf32> to tensor<1x3x10x64xf32>
      %r1 = loop.for %f0 = %c0 to %c64 step %nr iter_args(%d2 = %d1) -> (tensor<?{b}x?{h}x?{w}x64xf32>) {
        %t = tensor.compute (%i, %j, %k, %l) in [1, 1, 8, 32] attributes {schedule = #tensor.schedule<order(i, j, k, l, r, s, c), jam(k, 8), vectorize(l, 32), unroll(c, 4)>} {
          %sum = tensor.fold (%r) = 0 to 3 add fastmath<reassoc, contract> attributes {axis = "r"} {
            %row = tensor.fold (%s) = 0 to 3 add fastmath<reassoc, contract> attributes {axis = "s"} {
              %q = tensor.fold (%c) = 0 to 64 add fastmath<reassoc, contract> attributes {axis = "c"} {
                %u = tensor.at %rows[0, %r, %k + %s, %c] : tensor<1x3x10x64xf32>
                %v = tensor.at %wp[%r, %s, %c, %f0 + %l] clamp : tensor<3x3x64x64xf32>
                %uv = arith.mulf %u, %v fastmath<contract> : f32
                tensor.yield %uv : f32
              } : f32
              tensor.yield %q : f32
            } : f32
            tensor.yield %row : f32
          } : f32
          tensor.yield %sum : f32
        } : tensor<1x1x8x32xf32>
        %d3 = tensor.tile_write %t into %d2[%i0, %y0, %x0, %f0] drop : tensor<1x1x8x32xf32> into tensor<?{b}x?{h}x?{w}x64xf32>
        loop.yield %d3 : tensor<?{b}x?{h}x?{w}x64xf32>
      }
      loop.yield %r1 : tensor<?{b}x?{h}x?{w}x64xf32>
    }
    loop.yield %r0 : tensor<?{b}x?{h}x?{w}x64xf32>
  }
  return %out : tensor<?{b}x?{h}x?{w}x64xf32>
}
