// The sums of a fold that is cut begin in the first trip that adds to a tile, and what is behind the fold is
// computed of a tile in the last one.
// RUN: tfopt %s --apply-tiles | tee %t.check | FileCheck %s
// RUN: tfopt %s --apply-tiles --lower-tiles | tee %t.lower | FileCheck %s --check-prefix=LOWER
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// GOLDEN: cat %t.check %t.lower

// The result's memory holds the sums: no pass over it in front of the loops, none behind them.
// CHECK-LABEL: func.func @product(
// CHECK-NEXT: tensor.empty
// CHECK: loop.parallel {{.*}} shared
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[K:.*]], %{{.*}} : index
// CHECK: %[[ONCE:.*]] = arith.select %[[FIRST]]
// CHECK: loop.for {{.*}} to %[[ONCE]]
// CHECK: tensor.compute {{.*}} in [3, 4]
// CHECK-NEXT: arith.constant 0.0
// CHECK: tensor.tile_write %{{.*}} into
// CHECK: tensor.compute {{.*}} in [3, 4] {{.*}}jam(i, 3)
// CHECK: tensor.tile_write add
// CHECK: %[[LAST:.*]] = arith.cmpi sge, %[[K]], %{{.*}} : index
// CHECK: %[[ONCE:.*]] = arith.select %[[LAST]]
// CHECK: loop.for {{.*}} to %[[ONCE]]
// CHECK: tensor.tile_read
// CHECK: tensor.at %arg2
// CHECK: tensor.tile_write %{{.*}} into
// CHECK-NOT: tensor.compute
// CHECK: return

// What is computed of a tile changes it where it is.
// LOWER-LABEL: func.func @product(
// LOWER: accumulate(add unique
// LOWER: accumulate(region unique %[[TO:.*]] =
// LOWER: tensor.put %{{.*}} into %[[TO]]{{.*}} combine (%[[SUM:.*]], %{{.*}}) {
// LOWER-NEXT: arith.addf %{{.*}}, %[[SUM]]
// LOWER: return
func.func @product(%a: tensor<?{m}x20xf32>, %b: tensor<20x?{n}xf32>, %c: tensor<?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<split(i, [6, 3]), split(j, [8, 4]), split(k, [5]), order(j.0, k.0, i.0, j.1, i.1), parallel(i.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 4), jam(i, 3)>} {
    %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc, contract> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x20xf32>
      %y = tensor.at %b[%k, %j] : tensor<20x?{n}xf32>
      %xy = arith.mulf %x, %y fastmath<contract> : f32
      tensor.yield %xy : f32
    } : f32
    %d = tensor.at %c[%j] : tensor<?{n}xf32>
    %e = arith.addf %d, %s : f32
    tensor.yield %e : f32
  } : tensor<?{m}x?{n}xf32>
  return %t : tensor<?{m}x?{n}xf32>
}

// Nothing is behind the fold: the sums are the result.
// CHECK-LABEL: func.func @sums(
// CHECK: arith.cmpi eq
// CHECK: tensor.tile_write add
// CHECK-NOT: arith.cmpi sge
// CHECK: return
func.func @sums(%a: tensor<7x20xf32>, %b: tensor<20x9xf32>) -> tensor<7x9xf32> {
  %t = tensor.compute (%i, %j) in [7, 9] attributes {schedule = #tensor.schedule<split(i, [3], tail = peel), split(j, [4]), split(k, [8]), order(i.0, k.0, j.0), parallel(i.0)>} {
    %s = tensor.fold (%k) = 0 to 20 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<7x20xf32>
      %y = tensor.at %b[%k, %j] : tensor<20x9xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<7x9xf32>
  return %t : tensor<7x9xf32>
}

// Results of another type than the sums, and several of them: the sums are in a tensor of their own, which
// nobody fills beforehand.
// CHECK-LABEL: func.func @several(
// CHECK-COUNT-3: tensor.empty
// CHECK: loop.parallel {{.*}} shared(%{{.*}}, %{{.*}}, %{{.*}}) ->
// CHECK: tensor.tile_write maximumf
// CHECK: arith.cmpi sge
// CHECK: tensor.tile_read
// CHECK: arith.truncf
// CHECK-COUNT-2: tensor.tile_write %{{.*}} into
// CHECK: return
func.func @several(%a: tensor<7x20xf32>) -> (tensor<7xbf16>, tensor<7xf32>) {
  %t, %u = tensor.compute (%i) in [7] attributes {schedule = #tensor.schedule<split(i, [3]), split(k, [8]), order(i.0, k.0), parallel(i.0)>} {
    %s = tensor.fold (%k) = 0 to 20 maximumf attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<7x20xf32>
      tensor.yield %x : f32
    } : f32
    %h = arith.truncf %s : f32 to bf16
    %n = arith.negf %s : f32
    tensor.yield %h, %n : bf16, f32
  } : tensor<7xbf16>, tensor<7xf32>
  return %t, %u : tensor<7xbf16>, tensor<7xf32>
}

// So many parts that they are added up in a wider format.
// CHECK-LABEL: func.func @wide(
// CHECK: tensor.empty : tensor<3xf32>
// CHECK: tensor.empty : tensor<3xf64>
// CHECK: tensor.tile_write add {{.*}} into tensor<3xf64>
// CHECK: arith.truncf
// CHECK: tensor.tile_write %{{.*}} into tensor<3xf32>
// CHECK: return
func.func @wide(%a: tensor<3x500xf32>) -> tensor<3xf32> {
  %t = tensor.compute (%i) in [3] attributes {schedule = #tensor.schedule<split(i, [2]), split(k, [2]), order(k.0, i.0)>} {
    %s = tensor.fold (%k) = 0 to 500 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<3x500xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<3xf32>
  return %t : tensor<3xf32>
}

// Two folds that are cut: the first trip is that of both, and so is the last.
// CHECK-LABEL: func.func @taps(
// CHECK: arith.cmpi eq
// CHECK: arith.cmpi eq
// CHECK: arith.andi
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi sge
// CHECK: arith.andi
// CHECK: return
func.func @taps(%a: tensor<10x5xf32>) -> tensor<6xf32> {
  %t = tensor.compute (%i) in [6] attributes {schedule = #tensor.schedule<split(i, [4]), split(r, [2]), split(c, [3]), order(r.0, c.0, i.0)>} {
    %s = tensor.fold (%r) = 0 to 5 add fastmath<reassoc> attributes {axis = "r"} {
      %q = tensor.fold (%c) = 0 to 5 add fastmath<reassoc> attributes {axis = "c"} {
        %x = tensor.at %a[%i + %r, %c] : tensor<10x5xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %q : f32
    } : f32
    %n = arith.negf %s : f32
    tensor.yield %n : f32
  } : tensor<6xf32>
  return %t : tensor<6xf32>
}

// Of a fold that may have no terms there may be no first trip: the sums begin in front of the loops.
// CHECK-LABEL: func.func @open(
// CHECK: tensor.compute {{.*}} in [6]
// CHECK-NEXT: arith.constant 0.0
// CHECK: loop.for
// CHECK-NOT: arith.cmpi eq
// CHECK: tensor.compute {{.*}} in [6]
// CHECK: arith.negf
// CHECK: return
func.func @open(%a: tensor<6x?{n}xf32>) -> tensor<6xf32> {
  %t = tensor.compute (%i) in [6] attributes {schedule = #tensor.schedule<split(i, [4]), split(k, [3]), order(k.0, i.0)>} {
    %s = tensor.fold (%k) = 0 to n add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<6x?{n}xf32>
      tensor.yield %x : f32
    } : f32
    %n = arith.negf %s : f32
    tensor.yield %n : f32
  } : tensor<6xf32>
  return %t : tensor<6xf32>
}
