// Products of matrices in blocks that fit caches, as a program says them with loops over tiles: blocks of B of 256 x 1024 (L3) are packed into panels of columns,
// blocks of A (L2) into panels of rows by each thread for itself, and blocks of the result are added up in registers. Any extents; ragged ends are filled
// with zeros where they are read and dropped where they are written.
//   tfrun product-tiles.mlir --entry product_6x16 --random --dim m=1000 --dim n=1000 --dim p=1000 --bench 20 --target=x86-64-v3

// 12 registers of 8 numbers hold a block of the result: AVX2 has 16.
func.func @product_6x16(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %c0 = arith.constant 0 : index
  %mr = arith.constant 6 : index
  %nr = arith.constant 16 : index
  %mc = arith.constant 132 : index
  %nc = arith.constant 1024 : index
  %kc = arith.constant 256 : index
  %m = tensor.extent [m] : index
  %n = tensor.extent [n] : index
  %p = tensor.extent [p] : index
  %z = arith.constant 0.0 : f32
  %zeros = tensor.splat %z : tensor<?{m}x?{n}xf32>
  %r = loop.for %j0 = %c0 to %n step %nc iter_args(%e0 = %zeros) -> (tensor<?{m}x?{n}xf32>) {
    %j_left = arith.subi %n, %j0 : index
    %j_end = arith.minsi %j_left, %nc : index
    %r0 = loop.for %k0 = %c0 to %p step %kc iter_args(%d0 = %e0) -> (tensor<?{m}x?{n}xf32>) {
      %bp = tensor.tile_read %b[%k0, %j0] fill(%z) layout affine_map<(k, j) -> (j floordiv 16, k, j mod 16)> : tensor<?{p}x?{n}xf32> to tensor<256x1024xf32>
      %r1 = loop.parallel (%i0) = (%c0) to (%m) step (%mc) shared(%d1 = %d0) -> (tensor<?{m}x?{n}xf32>) {
        %ap = tensor.tile_read %a[%i0, %k0] fill(%z) layout affine_map<(i, k) -> (i floordiv 6, k, i mod 6)> : tensor<?{m}x?{p}xf32> to tensor<132x256xf32>
        %i_left = arith.subi %m, %i0 : index
        %i_end = arith.minsi %i_left, %mc : index
        %r2 = loop.for %j1 = %c0 to %j_end step %nr iter_args(%d2 = %d1) -> (tensor<?{m}x?{n}xf32>) {
          %r3 = loop.for %i1 = %c0 to %i_end step %mr iter_args(%d3 = %d2) -> (tensor<?{m}x?{n}xf32>) {
            %t = tensor.compute (%i, %j) in [6, 16] attributes {schedule = #tensor.schedule<jam(i, 6), vectorize(j, 16), unroll(k, 4)>} {
              %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc, contract> attributes {axis = "k"} {
                %x = tensor.at %ap[%i1 + %i, %k] clamp : tensor<132x256xf32>
                %y = tensor.at %bp[%k, %j1 + %j] clamp : tensor<256x1024xf32>
                %xy = arith.mulf %x, %y fastmath<contract> : f32
                tensor.yield %xy : f32
              } : f32
              tensor.yield %s : f32
            } : tensor<6x16xf32>
            %w = tensor.tile_write add %t into %d3[%i0 + %i1, %j0 + %j1] drop : tensor<6x16xf32> into tensor<?{m}x?{n}xf32>
            loop.yield %w : tensor<?{m}x?{n}xf32>
          }
          loop.yield %r3 : tensor<?{m}x?{n}xf32>
        }
        loop.yield %r2 : tensor<?{m}x?{n}xf32>
      }
      loop.yield %r1 : tensor<?{m}x?{n}xf32>
    }
    loop.yield %r0 : tensor<?{m}x?{n}xf32>
  }
  return %r : tensor<?{m}x?{n}xf32>
}

// 24 registers of 16 numbers: AVX-512 has 32.
func.func @product_12x32(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %c0 = arith.constant 0 : index
  %mr = arith.constant 12 : index
  %nr = arith.constant 32 : index
  %mc = arith.constant 132 : index
  %nc = arith.constant 1024 : index
  %kc = arith.constant 256 : index
  %m = tensor.extent [m] : index
  %n = tensor.extent [n] : index
  %p = tensor.extent [p] : index
  %z = arith.constant 0.0 : f32
  %zeros = tensor.splat %z : tensor<?{m}x?{n}xf32>
  %r = loop.for %j0 = %c0 to %n step %nc iter_args(%e0 = %zeros) -> (tensor<?{m}x?{n}xf32>) {
    %j_left = arith.subi %n, %j0 : index
    %j_end = arith.minsi %j_left, %nc : index
    %r0 = loop.for %k0 = %c0 to %p step %kc iter_args(%d0 = %e0) -> (tensor<?{m}x?{n}xf32>) {
      %bp = tensor.tile_read %b[%k0, %j0] fill(%z) layout affine_map<(k, j) -> (j floordiv 32, k, j mod 32)> : tensor<?{p}x?{n}xf32> to tensor<256x1024xf32>
      %r1 = loop.parallel (%i0) = (%c0) to (%m) step (%mc) shared(%d1 = %d0) -> (tensor<?{m}x?{n}xf32>) {
        %ap = tensor.tile_read %a[%i0, %k0] fill(%z) layout affine_map<(i, k) -> (i floordiv 12, k, i mod 12)> : tensor<?{m}x?{p}xf32> to tensor<132x256xf32>
        %i_left = arith.subi %m, %i0 : index
        %i_end = arith.minsi %i_left, %mc : index
        %r2 = loop.for %j1 = %c0 to %j_end step %nr iter_args(%d2 = %d1) -> (tensor<?{m}x?{n}xf32>) {
          %r3 = loop.for %i1 = %c0 to %i_end step %mr iter_args(%d3 = %d2) -> (tensor<?{m}x?{n}xf32>) {
            %t = tensor.compute (%i, %j) in [12, 32] attributes {schedule = #tensor.schedule<jam(i, 12), vectorize(j, 32)>} {
              %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc, contract> attributes {axis = "k"} {
                %x = tensor.at %ap[%i1 + %i, %k] clamp : tensor<132x256xf32>
                %y = tensor.at %bp[%k, %j1 + %j] clamp : tensor<256x1024xf32>
                %xy = arith.mulf %x, %y fastmath<contract> : f32
                tensor.yield %xy : f32
              } : f32
              tensor.yield %s : f32
            } : tensor<12x32xf32>
            %w = tensor.tile_write add %t into %d3[%i0 + %i1, %j0 + %j1] drop : tensor<12x32xf32> into tensor<?{m}x?{n}xf32>
            loop.yield %w : tensor<?{m}x?{n}xf32>
          }
          loop.yield %r3 : tensor<?{m}x?{n}xf32>
        }
        loop.yield %r2 : tensor<?{m}x?{n}xf32>
      }
      loop.yield %r1 : tensor<?{m}x?{n}xf32>
    }
    loop.yield %r0 : tensor<?{m}x?{n}xf32>
  }
  return %r : tensor<?{m}x?{n}xf32>
}
