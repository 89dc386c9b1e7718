// Products of matrices as loops over tiles, with any extents: both factors are packed into panels, a block of
// the result at a time is added up in registers, and ragged ends are filled and dropped where tiles are read
// and written. examples/programs/product-tiles.mlir has the same with blocks that fit a machine.
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --target=x86-64-v3 | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// Panels and the result's memory are all that is touched: no copies of whole tensors, no tests around what is
// read of panels.
// CHECK-LABEL: func.func @product(
// CHECK-DAG: %[[BP:.*]] = mem.alloc : memref<2x20x4xf32>
// CHECK-DAG: %[[AP:.*]] = mem.alloc : memref<2x20x3xf32>
// CHECK-NOT: mem.copy
// CHECK: %{{.*}}:3 = loop.for
// CHECK-NOT: loop.if
// CHECK: vector.load %[[BP]]
// CHECK-NOT: loop.if
// CHECK: loop.yield %{{.*}} : vector<4xf32>, vector<4xf32>, vector<4xf32>
func.func @product(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %c0 = arith.constant 0 : index
  %mr = arith.constant 3 : index
  %nr = arith.constant 4 : index
  %mc = arith.constant 6 : index
  %nc = arith.constant 8 : index
  %kc = arith.constant 20 : index
  %m = tensor.extent [m] : index
  %n = tensor.extent [n] : index
  %p = tensor.extent [p] : index
  %z = arith.constant 0.0 : f32
  %zeros = tensor.splat %z : tensor<?{m}x?{n}xf32>
  %r = loop.for %j0 = %c0 to %n step %nc iter_args(%e0 = %zeros) -> (tensor<?{m}x?{n}xf32>) {
    %j_left = arith.subi %n, %j0 : index
    %j_end = arith.minsi %j_left, %nc : index
    %r0 = loop.for %k0 = %c0 to %p step %kc iter_args(%d0 = %e0) -> (tensor<?{m}x?{n}xf32>) {
      %bp = tensor.tile_read %b[%k0, %j0] fill(%z) layout affine_map<(k, j) -> (j floordiv 4, k, j mod 4)> : tensor<?{p}x?{n}xf32> to tensor<20x8xf32>
      %r1 = loop.for %i0 = %c0 to %m step %mc iter_args(%d1 = %d0) -> (tensor<?{m}x?{n}xf32>) {
        %ap = tensor.tile_read %a[%i0, %k0] fill(%z) layout affine_map<(i, k) -> (i floordiv 3, k, i mod 3)> : tensor<?{m}x?{p}xf32> to tensor<6x20xf32>
        %i_left = arith.subi %m, %i0 : index
        %i_end = arith.minsi %i_left, %mc : index
        %r2 = loop.for %j1 = %c0 to %j_end step %nr iter_args(%d2 = %d1) -> (tensor<?{m}x?{n}xf32>) {
          %r3 = loop.for %i1 = %c0 to %i_end step %mr iter_args(%d3 = %d2) -> (tensor<?{m}x?{n}xf32>) {
            %t = tensor.compute (%i, %j) in [3, 4] attributes {schedule = #tensor.schedule<jam(i, 3), vectorize(j, 4)>} {
              %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc, contract> attributes {axis = "k"} {
                %x = tensor.at %ap[%i1 + %i, %k] clamp : tensor<6x20xf32>
                %y = tensor.at %bp[%k, %j1 + %j] clamp : tensor<20x8xf32>
                %xy = arith.mulf %x, %y fastmath<contract> : f32
                tensor.yield %xy : f32
              } : f32
              tensor.yield %s : f32
            } : tensor<3x4xf32>
            %w = tensor.tile_write add %t into %d3[%i0 + %i1, %j0 + %j1] drop : tensor<3x4xf32> into tensor<?{m}x?{n}xf32>
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

// The blocks of rows in parallel: each thread packs its own, all share the panels of the other factor.
// CHECK-LABEL: func.func @product_in_parallel(
// CHECK: mem.alloc : memref<2x20x4xf32>
// CHECK: loop.parallel
// CHECK: mem.alloc : memref<2x20x3xf32>
// CHECK-NOT: mem.copy
// CHECK: %{{.*}}:3 = loop.for
func.func @product_in_parallel(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %c0 = arith.constant 0 : index
  %mr = arith.constant 3 : index
  %nr = arith.constant 4 : index
  %mc = arith.constant 6 : index
  %nc = arith.constant 8 : index
  %kc = arith.constant 20 : index
  %m = tensor.extent [m] : index
  %n = tensor.extent [n] : index
  %p = tensor.extent [p] : index
  %z = arith.constant 0.0 : f32
  %zeros = tensor.splat %z : tensor<?{m}x?{n}xf32>
  %r = loop.for %j0 = %c0 to %n step %nc iter_args(%e0 = %zeros) -> (tensor<?{m}x?{n}xf32>) {
    %j_left = arith.subi %n, %j0 : index
    %j_end = arith.minsi %j_left, %nc : index
    %r0 = loop.for %k0 = %c0 to %p step %kc iter_args(%d0 = %e0) -> (tensor<?{m}x?{n}xf32>) {
      %bp = tensor.tile_read %b[%k0, %j0] fill(%z) layout affine_map<(k, j) -> (j floordiv 4, k, j mod 4)> : tensor<?{p}x?{n}xf32> to tensor<20x8xf32>
      %r1 = loop.parallel (%i0) = (%c0) to (%m) step (%mc) shared(%d1 = %d0) -> (tensor<?{m}x?{n}xf32>) {
        %ap = tensor.tile_read %a[%i0, %k0] fill(%z) layout affine_map<(i, k) -> (i floordiv 3, k, i mod 3)> : tensor<?{m}x?{p}xf32> to tensor<6x20xf32>
        %i_left = arith.subi %m, %i0 : index
        %i_end = arith.minsi %i_left, %mc : index
        %r2 = loop.for %j1 = %c0 to %j_end step %nr iter_args(%d2 = %d1) -> (tensor<?{m}x?{n}xf32>) {
          %r3 = loop.for %i1 = %c0 to %i_end step %mr iter_args(%d3 = %d2) -> (tensor<?{m}x?{n}xf32>) {
            %t = tensor.compute (%i, %j) in [3, 4] attributes {schedule = #tensor.schedule<jam(i, 3), vectorize(j, 4)>} {
              %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc, contract> attributes {axis = "k"} {
                %x = tensor.at %ap[%i1 + %i, %k] clamp : tensor<6x20xf32>
                %y = tensor.at %bp[%k, %j1 + %j] clamp : tensor<20x8xf32>
                %xy = arith.mulf %x, %y fastmath<contract> : f32
                tensor.yield %xy : f32
              } : f32
              tensor.yield %s : f32
            } : tensor<3x4xf32>
            %w = tensor.tile_write add %t into %d3[%i0 + %i1, %j0 + %j1] drop : tensor<3x4xf32> into tensor<?{m}x?{n}xf32>
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
