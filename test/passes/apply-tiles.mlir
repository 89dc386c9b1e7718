// Schedules that split loops become loops over tiles: what is staged is made once where the step says, ragged
// ends are filled and dropped.
// RUN: tfopt %s --apply-tiles | tee %t.check | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(apply-tiles,lower-tiles,schedule)' --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --target=x86-64-v3 --check-semantics -o /dev/null
// GOLDEN: cat %t.check

// The elementwise code on a factor runs as its tile is made; what is behind the fold, where that is cut, is a
// compute of its own.
// CHECK-LABEL: func.func @product(
// CHECK: loop.for
// CHECK: loop.for
// CHECK: tensor.compute {{.*}} in [2, 5, 4]
// CHECK: tensor.at %arg1[{{.*}}] fill
// CHECK: loop.parallel {{.*}} shared
// CHECK: tensor.compute {{.*}} in [2, 5, 3]
// CHECK: math.absf
// CHECK: arith.minsi
// CHECK: tensor.compute {{.*}} in [3, 4] {{.*}}<vectorize(j, 4), jam(i, 3)>
// CHECK: tensor.fold (%{{.*}}) = 0 to %{{.*}} add
// CHECK-NOT: math.absf
// CHECK: tensor.tile_write add {{.*}} drop
// CHECK: tensor.compute {{.*}} in [m, n]
// CHECK: arith.addf
func.func @product(%a: tensor<?{m}x?{p}xf32>, %b: tensor<?{p}x?{n}xf32>, %c: tensor<?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), split(k, [5]), order(j.0, k.0, i.0, j.1, i.1), parallel(i.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 4), jam(i, 3)>} {
    %s = tensor.fold (%k) = 0 to p add fastmath<reassoc, contract> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x?{p}xf32>
      %sx = math.absf %x : f32
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{n}xf32>
      %xy = arith.mulf %sx, %y fastmath<contract> : f32
      tensor.yield %xy : f32
    } : f32
    %d = tensor.at %c[%j] : tensor<?{n}xf32>
    %e = arith.addf %d, %s : f32
    tensor.yield %e : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// A fold that is not cut: what is behind it runs on the tile, and no order is needed but its own.
// CHECK-LABEL: func.func @whole(
// CHECK: loop.parallel
// CHECK: tensor.compute {{.*}} in [3, 4]
// CHECK: tensor.fold (%{{.*}}) = 0 to 20 add
// CHECK: arith.addf
// CHECK: tensor.tile_write %{{.*}} drop
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @whole(%a: tensor<?{m}x20xf32>, %b: tensor<20x?{n}xf32>, %c: tensor<?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), order(i.0, j.0, j.1, i.1), parallel(i.0, j.0), stage(k, j, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 3), vectorize(j, 4)>} {
    %s = tensor.fold (%k) = 0 to 20 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xf32>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    %d = tensor.at %c[%j] : tensor<?{n}xf32>
    %e = arith.addf %d, %s : f32
    tensor.yield %e : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// A batch whose size is not known; both factors transposed, and largest instead of sums.
// CHECK-LABEL: func.func @batch(
// CHECK: loop.parallel
// CHECK: tensor.tile_write maximumf
func.func @batch(%a: tensor<?{b}x7x?{m}xf32>, %b: tensor<?{b}x?{n}x7xf32>) -> tensor<?{b}x?{m}x?{n}xf32> {
  %t = tensor.compute (%l, %i, %j) in [b, m, n] attributes {schedule = #tensor.schedule<split(l, [1]), split(i, [4]), split(j, [4]), split(k, [4]), order(l.0, j.0, k.0, i.0), parallel(l.0), stage(l, k, j, at = k.0), stage(l, i, k, at = i.0, panels = i)>} {
    %s = tensor.fold (%k) = 0 to 7 maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%l, %k, %i] : tensor<?{b}x7x?{m}xf32>
      %y = tensor.at %b[%l, %j, %k] : tensor<?{b}x?{n}x7xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{b}x?{m}x?{n}xf32>
  return %t : tensor<?{b}x?{m}x?{n}xf32>
}

// The tile of a convolution's input has the rows that its points read: 8 + 3 - 1.
// CHECK-LABEL: func.func @convolution(
// CHECK: tensor.compute {{.*}} in [2, 3, 3, 4, 4]
// CHECK: loop.parallel
// CHECK: tensor.compute {{.*}} in [3, 10, 4]
// CHECK: tensor.compute {{.*}} in [1, 8, 4]
func.func @convolution(%x: tensor<?{h}x?{w}x4xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<?{h}x?{w}x8xf32> {
  %z = arith.constant 0.0 : f32
  %t = tensor.compute (%i, %j, %f) in [h, w, 8] attributes {schedule = #tensor.schedule<split(i, [1]), split(j, [8]), split(f, [4]), order(i.0, j.0, f.0), parallel(i.0), stage(f, r, s, c, panels = f), stage(i, j, r, s, c, at = j.0)>} {
    %a = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> attributes {axis = "r"} {
      %b = tensor.fold (%s) = 0 to 3 add fastmath<reassoc> attributes {axis = "s"} {
        %d = tensor.fold (%c) = 0 to 4 add fastmath<reassoc> attributes {axis = "c"} {
          %u = tensor.at %x[%i + %r - 1, %j + %s - 1, %c] fill(%z) : tensor<?{h}x?{w}x4xf32>
          %v = tensor.at %k[%r, %s, %c, %f] : tensor<3x3x4x8xf32>
          %uv = arith.mulf %u, %v : f32
          tensor.yield %uv : f32
        } : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %b : f32
    } : f32
    tensor.yield %a : f32
  } : tensor<?{h}x?{w}x8xf32>
  return %t : tensor<?{h}x?{w}x8xf32>
}
