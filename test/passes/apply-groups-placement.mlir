// Where the members of a group are computed, and what of them is kept from trip to trip.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: tfopt %s --check-semantics --apply-groups -o /dev/null
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(apply-groups,lower-tiles,canonicalize,cse)' -o /dev/null
// GOLDEN: cat %t.check

// Two blurs: the rows that the second one reads around its own wait in a window of six, of which a trip
// computes four. The first two are computed in front of the loop over a band.
// CHECK-LABEL: func.func @blur(
// CHECK: loop.parallel (%[[BAND:.*]]) =
// CHECK: %[[FIRST:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [2, 48] {
// CHECK: %[[W0:.*]] = tensor.empty : tensor<6x48xf32>
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [2, 48]
// CHECK: tensor.at %[[FIRST]]
// CHECK: loop.for %[[T:.*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[W:.*]] = %{{.*}}) -> (tensor<100x48xf32>, tensor<6x48xf32>) {
// CHECK: %[[NEXT:.*]] = tensor.compute (%[[I:.*]], %{{.*}}) in [4, 48] accumulate(set unique %{{.*}} = %[[W]] : tensor<6x48xf32>) {
// CHECK: tensor.put %{{.*}} into %{{.*}}[(%[[T]] + %[[I]]) mod 6, %{{.*}}]
// CHECK: tensor.compute (%[[R:.*]], %{{.*}}) in [4, 48] {
// CHECK: tensor.at %[[NEXT]][(%[[T]] + %[[R]] - 2) mod 6, %{{.*}}] : tensor<6x48xf32>
// CHECK: loop.yield %{{.*}}, %[[NEXT]]
func.func @blur(%x: tensor<102x50xf32>) -> tensor<100x48xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [32, 4]), order(i.0, i.1), parallel(i.0), place(rows, at = i.1, keep = i.0)>} {
    %r = tensor.compute (%i, %j) in [102, 48] attributes {axes = ["i", "j"], member = "rows"} {
      %a = tensor.at %x[%i, %j] : tensor<102x50xf32>
      %b = tensor.at %x[%i, %j + 1] : tensor<102x50xf32>
      %c = tensor.at %x[%i, %j + 2] : tensor<102x50xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      tensor.yield %e : f32
    } : tensor<102x48xf32>
    %s = tensor.compute (%i, %j) in [100, 48] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i, %j] : tensor<102x48xf32>
      %b = tensor.at %r[%i + 1, %j] : tensor<102x48xf32>
      %c = tensor.at %r[%i + 2, %j] : tensor<102x48xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      tensor.yield %e : f32
    } : tensor<100x48xf32>
    tensor.yield %s : tensor<100x48xf32>
  } : tensor<100x48xf32>
  return %y : tensor<100x48xf32>
}

// One window for the whole loop, over columns of a length that is not known; the edges are those of the
// whole.
// CHECK-LABEL: func.func @along(
// CHECK: tensor.empty : tensor<3x?{m}xf32>
// CHECK: loop.for
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [1, m]
// CHECK: tensor.put
func.func @along(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [1]), order(i.0), place(r, at = i.0, keep = root)>} {
    %r = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"], member = "r"} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x?{m}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %f = tensor.fold (%j) = 0 to m maximumf {
        %a = tensor.at %r[%i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
        %b = tensor.at %r[%i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
        %c = arith.addf %a, %b : f32
        tensor.yield %c : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// Further out than it would be: eighteen points at once, of which four trips read six each.
// CHECK-LABEL: func.func @outer(
// CHECK: loop.for
// CHECK: %[[R:.*]] = tensor.compute (%{{.*}}) in [18] {
// CHECK: loop.for
// CHECK-NOT: in [6]
// CHECK: tensor.at %[[R]]
func.func @outer(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), place(r, at = i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i - 1] clamp : tensor<?{n}xf32>
      %b = tensor.at %r[%i + 1] clamp : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// Once in front of the loops, and wherever it is read.
// CHECK-LABEL: func.func @outside(
// CHECK: %[[R:.*]] = tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"], member = "r"}
// CHECK: loop.for
// CHECK: %[[S:.*]] = tensor.compute (%{{.*}}) in [8] {
// CHECK: tensor.at %[[R]]
// CHECK: tensor.at %[[R]]
// CHECK-NOT: tensor.compute
// CHECK: tensor.tile_write %[[S]]
func.func @outside(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), place(r, root), place(t, inline)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %t = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "t"} {
      %a = tensor.at %r[n - 1 - %i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %z = arith.constant 0.0 : f32
      %a = tensor.at %t[%i - 1] clamp : tensor<?{n}xf32>
      %b = tensor.at %t[%i + 1] fill(%z) : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// All of an axis of a length that is known at run time only is written at once.
// CHECK-LABEL: func.func @columns(
// CHECK: loop.parallel
// CHECK: %[[S:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [8, m] {
// CHECK: tensor.tile_write %[[S]] into %{{.*}}[%{{.*}}, 0] drop : tensor<8x?{m}xf32> into tensor<?{n}x?{m}xf32>
func.func @columns(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), parallel(i.0)>} {
    %s = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x?{m}xf32>
    tensor.yield %s : tensor<?{n}x?{m}xf32>
  } : tensor<?{n}x?{m}xf32>
  return %y : tensor<?{n}x?{m}xf32>
}
