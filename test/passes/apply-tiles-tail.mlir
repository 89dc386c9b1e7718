// Ends of loops over tiles: nests of their own, a last tile that begins before the end, loops that are unrolled.
// RUN: tfopt %s --apply-tiles --split-input-file 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: tfopt %s --apply-tiles --lower-tiles --split-input-file --check-semantics -o %t 2>&1

// The tile of the rest has as many points as are left.
// CHECK-LABEL: func.func @peel
// CHECK: loop.for %{{.*}} = %c0 to %c28 step %c4
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
// CHECK: tensor.tile_write
// CHECK-NOT: loop.for
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [3, 8]
// CHECK: tensor.tile_write
func.func @peel(%a: tensor<31x40xf32>, %b: tensor<40x8xf32>) -> tensor<31x8xf32> {
  %t = tensor.compute (%i, %j) in [31, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = peel), order(i.0), vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<31x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<31x8xf32>
  return %t : tensor<31x8xf32>
}

// -----

// Threads share whole tiles; the last one is whole, too, and begins before the end.
// CHECK-LABEL: func.func @overlap
// CHECK: loop.parallel
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
// CHECK: loop.for %{{.*}} step %c1
// CHECK-NOT: loop.parallel
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8]
func.func @overlap(%a: tensor<?{m}x40xf32>, %b: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = overlap), order(i.0), parallel(i.0), vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}

// -----

// Loops over tiles are unrolled where their step says so, those of a tile where its own does.
// CHECK-LABEL: func.func @unroll
// CHECK: loop.for {{.*}} attributes {unroll = 2 : i64}
// CHECK: schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 4)>
func.func @unroll(%a: tensor<?{m}x40xf32>, %b: tensor<40x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4]), split(k, [8]), order(i.0, k.0), vectorize(j, 8), unroll(k.1, 4), unroll(k.0, 2)>} {
    %s = tensor.fold (%k) = 0 to 40 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x40xf32>
      %y = tensor.at %b[%k, %j] : tensor<40x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}

// -----

// What would be added up twice is not.
// REMARK: remark: the schedule's loops over tiles are left out: split(k, …, tail = overlap) would combine terms of the fold twice
func.func @fold(%a: tensor<?{m}x30xf32>, %b: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4]), split(k, [8], tail = overlap), order(i.0, k.0)>} {
    %s = tensor.fold (%k) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x30xf32>
      %y = tensor.at %b[%k, %j] : tensor<30x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}

// -----

// REMARK: remark: the schedule's loops over tiles are left out: split(i, …, tail = overlap) would add up some points twice, because their fold is split
func.func @parts(%a: tensor<?{m}x30xf32>, %b: tensor<30x8xf32>) -> tensor<?{m}x8xf32> {
  %t = tensor.compute (%i, %j) in [m, 8] attributes {schedule = #tensor.schedule<split(i, [4], tail = overlap), split(k, [8]), order(i.0, k.0)>} {
    %s = tensor.fold (%k) = 0 to 30 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x30xf32>
      %y = tensor.at %b[%k, %j] : tensor<30x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x8xf32>
  return %t : tensor<?{m}x8xf32>
}
