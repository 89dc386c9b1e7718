// Members that are read at multiples of the points of a loop: a trip needs as many times the points of them.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: tfopt %s --check-semantics --apply-groups -o /dev/null
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(apply-groups,lower-tiles,canonicalize,cse)' -o /dev/null
// GOLDEN: cat %t.check

// A pooling of pairs: eight points of a trip need sixteen, none of them twice.
// CHECK-LABEL: func.func @pairs(
// CHECK: loop.for %[[T:[a-z0-9_]+]] =
// CHECK: %[[R:.*]] = tensor.compute (%[[I:.*]]) in [16] {
// CHECK: tensor.at %{{.*}}[%[[T]] * 2 + %[[I]]] clamp
// CHECK: tensor.compute (%[[P:.*]]) in [8] {
// CHECK: tensor.at %[[R]][%[[P]] * 2] : tensor<16xf32>
// CHECK: tensor.at %[[R]][%[[P]] * 2 + 1] : tensor<16xf32>
func.func @pairs(%x: tensor<46xf32>) -> tensor<23xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), place(r, at = i.0)>} {
    %r = tensor.compute (%i) in [46] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<46xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<46xf32>
    %s = tensor.compute (%i) in [23] attributes {axes = ["i"]} {
      %a = tensor.at %r[2 * %i] : tensor<46xf32>
      %b = tensor.at %r[2 * %i + 1] : tensor<46xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<23xf32>
    tensor.yield %s : tensor<23xf32>
  } : tensor<23xf32>
  return %y : tensor<23xf32>
}

// Windows of 3 x 3 with a stride of 2 over an odd number of points that is not known, with numbers behind the
// edges. The last of a trip is the first of the next one.
// CHECK-LABEL: func.func @overlapping(
// CHECK: %[[R:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [9, 7] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 3] {
func.func @overlapping(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{(m + 1) floordiv 2}xf32> {
  %z = arith.constant 0xFF800000 : f32
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [3]), order(i.0, j.0), parallel(i.0, j.0), place(r, at = j.0)>} {
    %r = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"], member = "r"} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x?{m}xf32>
    %s = tensor.compute (%i, %j) in [(n + 1) floordiv 2, (m + 1) floordiv 2] attributes {axes = ["i", "j"]} {
      %f = tensor.fold (%p) = 0 to 3 maximumf {
        %g = tensor.fold (%q) = 0 to 3 maximumf {
          %a = tensor.at %r[2 * %i + %p - 1, 2 * %j + %q - 1] fill(%z) : tensor<?{n}x?{m}xf32>
          tensor.yield %a : f32
        } : f32
        tensor.yield %g : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{(n + 1) floordiv 2}x?{(m + 1) floordiv 2}xf32>
    tensor.yield %s : tensor<?{(n + 1) floordiv 2}x?{(m + 1) floordiv 2}xf32>
  } : tensor<?{(n + 1) floordiv 2}x?{(m + 1) floordiv 2}xf32>
  return %y : tensor<?{(n + 1) floordiv 2}x?{(m + 1) floordiv 2}xf32>
}

// The edge is clamped where the whole ends, which may be in front of the last point that is read: with five
// points more than half of them, four of the results are the last point.
// CHECK-LABEL: func.func @clamped(
// CHECK: tensor.compute (%{{.*}}) in [18] {
func.func @clamped(%x: tensor<?{n}xf32>) -> tensor<?{n floordiv 2 + 5}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), place(r, at = i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "r"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n floordiv 2 + 5] attributes {axes = ["i"]} {
      %a = tensor.at %r[2 * %i - 1] clamp : tensor<?{n}xf32>
      %b = tensor.at %r[2 * %i + 2] clamp : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n floordiv 2 + 5}xf32>
    tensor.yield %s : tensor<?{n floordiv 2 + 5}xf32>
  } : tensor<?{n floordiv 2 + 5}xf32>
  return %y : tensor<?{n floordiv 2 + 5}xf32>
}

// Two poolings: the stencil in front of the first one moves by four points, and is computed for those around
// a trip, too.
// CHECK-LABEL: func.func @pyramid(
// CHECK: tensor.compute (%{{.*}}) in [21] {
// CHECK: tensor.compute (%{{.*}}) in [19] {
// CHECK: tensor.compute (%{{.*}}) in [9] {
// CHECK: tensor.compute (%{{.*}}) in [4] {
func.func @pyramid(%x: tensor<103xf32>) -> tensor<26xf32> {
  %z = arith.constant 0.0 : f32
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
    %r = tensor.compute (%i) in [103] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<103xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<103xf32>
    %t = tensor.compute (%i) in [103] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i - 1] clamp : tensor<103xf32>
      %b = tensor.at %r[%i + 1] clamp : tensor<103xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<103xf32>
    %p = tensor.compute (%i) in [52] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 3 maximumf {
        %a = tensor.at %t[2 * %i + %k - 1] clamp : tensor<103xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<52xf32>
    %q = tensor.compute (%i) in [26] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 3 maximumf {
        %a = tensor.at %p[2 * %i + %k - 1] fill(%z) : tensor<52xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<26xf32>
    tensor.yield %q : tensor<26xf32>
  } : tensor<26xf32>
  return %y : tensor<26xf32>
}

// Windows: of the rows of an overlapping pooling a trip computes eight, and finds one; of the rows that those
// are made of, two.
// CHECK-LABEL: func.func @kept(
// CHECK: tensor.empty : tensor<10x?{m}xf32>
// CHECK: tensor.empty : tensor<9x?{m}xf32>
// CHECK: loop.for
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, m] accumulate
// CHECK: tensor.put {{.*}} mod 10
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, m] accumulate
// CHECK: tensor.put {{.*}} mod 9
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, m] {
func.func @kept(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{m}xf32> {
  %z = arith.constant 0.0 : f32
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0), place(r, t, at = i.1, keep = i.0)>} {
    %r = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"], member = "r"} {
      %a = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x?{m}xf32>
    %t = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"], member = "t"} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}x?{m}xf32>
    %s = tensor.compute (%i, %j) in [(n + 1) floordiv 2, m] attributes {axes = ["i", "j"]} {
      %f = tensor.fold (%k) = 0 to 3 maximumf {
        %a = tensor.at %t[2 * %i + %k - 1, %j] fill(%z) : tensor<?{n}x?{m}xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
    tensor.yield %s : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
  } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
  return %y : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
}

// Only the edges that a read may be behind are asked for: columns are read at the own point.
// CHECK-LABEL: func.func @columns(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [9, 8] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 8] {
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK-NOT: arith.minsi
// CHECK: tensor.tile_write
func.func @columns(%x: tensor<46x50xf32>) -> tensor<23x50xf32> {
  %y = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [4]), split(j, [8]), order(i.0, j.0)>} {
    %r = tensor.compute (%i, %j) in [46, 50] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<46x50xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<46x50xf32>
    %s = tensor.compute (%i, %j) in [23, 50] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[2 * %i - 1, %j] clamp : tensor<46x50xf32>
      %b = tensor.at %r[2 * %i + 1, %j] : tensor<46x50xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<23x50xf32>
    tensor.yield %s : tensor<23x50xf32>
  } : tensor<23x50xf32>
  return %y : tensor<23x50xf32>
}
