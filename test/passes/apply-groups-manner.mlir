// Who computes members of a group, and how what they make lies in memory.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: tfopt %s --check-semantics --apply-groups -o /dev/null
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(apply-groups,lower-tiles,canonicalize,cse)' -o /dev/null
// GOLDEN: cat %t.check

// A transposed part of the keys: columns of it are rows of what is read.
// CHECK-LABEL: func.func @transposed(
// CHECK: loop.for %[[J:[a-z0-9_]+]] =
// CHECK: %[[KT:.*]] = tensor.compute (%[[D:.*]], %[[R:.*]]) in [5, 4] attributes {by = "all"} {
// CHECK: tensor.at %{{.*}}[%[[J]] + %[[R]], %[[D]]] clamp
// CHECK: loop.parallel
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 5
// CHECK: tensor.at %[[KT]][%[[F]], %{{.*}}] : tensor<5x4xf32>
func.func @transposed(%q: tensor<?{n}x5xf32>, %k: tensor<?{m}x5xf32>) -> tensor<?{n}x?{m}xf32> {
  %y = tensor.group attributes {axes = ["j", "i"], schedule = #tensor.schedule<split(j, [4]), split(i, [3]), order(j.0, i.0), parallel(i.0), place(kt, at = j.0, by = all, in = l1, layout = (j, d) -> (d, j))>} {
    %t = tensor.compute (%j, %d) in [m, 5] attributes {axes = ["j", "d"], member = "kt"} {
      %a = tensor.at %k[%j, %d] : tensor<?{m}x5xf32>
      tensor.yield %a : f32
    } : tensor<?{m}x5xf32>
    %s = tensor.compute (%i, %j) in [n, m] attributes {axes = ["i", "j"]} {
      %f = tensor.fold (%d) = 0 to 5 add {
        %a = tensor.at %q[%i, %d] : tensor<?{n}x5xf32>
        %b = tensor.at %t[%j, %d] : tensor<?{m}x5xf32>
        %c = arith.mulf %a, %b : f32
        tensor.yield %c : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}x?{m}xf32>
    tensor.yield %s : tensor<?{n}x?{m}xf32>
  } : tensor<?{n}x?{m}xf32>
  return %y : tensor<?{n}x?{m}xf32>
}

// Panels of six rows side by side: of 18 rows, which sixteen and those around them are, there are three. The
// parts of indices that trips are multiples of are known.
// CHECK-LABEL: func.func @panels(
// CHECK: loop.parallel (%{{.*}}) =
// CHECK: %[[P:.*]] = tensor.compute (%[[O:.*]], %[[K:.*]], %[[I:.*]]) in [2, 7, 6] attributes {by = "each"} {
// CHECK: tensor.at %{{.*}}[%{{.*}} + %[[O]] * 6 + %[[I]], %[[K]]] clamp
// CHECK: loop.for %[[T:[a-z0-9_]+]] =
// CHECK: tensor.at %[[P]][%[[T]] floordiv 6, %{{.*}}, %{{.*}}] : tensor<2x7x6xf32>
func.func @panels(%x: tensor<?{n}x7xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [12, 6]), order(i.0, i.1), parallel(i.0), place(s, at = i.0, by = each, layout = (i, k) -> (i floordiv 6, k, i mod 6))>} {
    %s = tensor.compute (%i, %k) in [n, 7] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x7xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x7xf32>
    %t = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 7 add {
        %a = tensor.at %s[%i, %k] : tensor<?{n}x7xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    tensor.yield %t : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// What is around a part and its edges: 10 rows are rounded up to 12; what is behind the end of the whole is
// found by the index.
// CHECK-LABEL: func.func @edges(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}, %{{.*}}) in [4, m, 3] {
// CHECK: arith.minsi
func.func @edges(%x: tensor<?{n}x?{m}xi32>) -> (tensor<?{n}x?{m}xi32>, tensor<?{n}x?{m}xi32>) {
  %y:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), place(s, at = i.0, layout = (k, i) -> (i floordiv 3, k, i mod 3))>} {
    %s = tensor.compute (%i, %k) in [n, m] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xi32>
      %b = arith.muli %a, %a : i32
      tensor.yield %b : i32
    } : tensor<?{n}x?{m}xi32>
    %t = tensor.compute (%i, %k) in [n, m] attributes {axes = ["i", "k"]} {
      %c7 = arith.constant 7 : i32
      %a = tensor.at %s[%i - 1, %k + 1] clamp : tensor<?{n}x?{m}xi32>
      %b = tensor.at %s[%i + 1, %k - 1] fill(%c7) : tensor<?{n}x?{m}xi32>
      %c = arith.subi %a, %b : i32
      tensor.yield %c : i32
    } : tensor<?{n}x?{m}xi32>
    tensor.yield %t, %s : tensor<?{n}x?{m}xi32>, tensor<?{n}x?{m}xi32>
  } : tensor<?{n}x?{m}xi32>, tensor<?{n}x?{m}xi32>
  return %y#0, %y#1 : tensor<?{n}x?{m}xi32>, tensor<?{n}x?{m}xi32>
}

// In front of all loops: what the group yields is a copy in order.
// CHECK-LABEL: func.func @root(
// CHECK: %[[S:.*]] = tensor.compute (%{{.*}}, %{{.*}}, %{{.*}}) in [(n + 3) floordiv 4, m, 4] attributes {axes = ["i_outer", "k", "i_inner"], by = "each"
// CHECK: %[[COPY:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [n, m] {
// CHECK: tensor.at %[[S]]
// CHECK: loop.for
// CHECK: tensor.at %[[S]]
// CHECK: return %{{.*}}, %[[COPY]]
func.func @root(%x: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) {
  %y:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0), place(s, root, by = each, layout = (i, k) -> (i floordiv 4, k, i mod 4))>} {
    %s = tensor.compute (%i, %k) in [n, m] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x?{m}xf32>
    %t = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to m maximumf {
        %a = tensor.at %s[%i, %k] : tensor<?{n}x?{m}xf32>
        %b = tensor.at %s[%i - 1, %k + 1] clamp : tensor<?{n}x?{m}xf32>
        %c = arith.addf %a, %b : f32
        tensor.yield %c : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<?{n}xf32>
    tensor.yield %t, %s : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
  return %y#0, %y#1 : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
}

// Two copies: each trip makes what the next one needs, and finds what the one before has made; what the first
// one needs is made in front of the loop.
// CHECK-LABEL: func.func @ahead(
// CHECK: loop.parallel (%[[BAND:[a-z0-9_]+]]) =
// CHECK: %[[FIRST:.*]] = tensor.compute (%[[K0:.*]], %[[I0:.*]]) in [7, 6] {
// CHECK: tensor.at %{{.*}}[%[[BAND]] + %[[I0]] - 1, %[[K0]]] clamp
// CHECK: loop.for %[[T:[a-z0-9_]+]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[NOW:.*]] = %[[FIRST]]) -> (tensor<?{n}x7xf32>, tensor<7x6xf32>) {
// CHECK: %[[NEXT:.*]] = tensor.compute (%[[K:.*]], %[[I:.*]]) in [7, 6] {
// CHECK: tensor.at %{{.*}}[%[[BAND]] + %[[T]] + %[[I]] + 3, %[[K]]] clamp
// CHECK: tensor.at %[[NOW]][
// CHECK: loop.yield %{{.*}}, %[[NEXT]]
func.func @ahead(%x: tensor<?{n}x7xf32>) -> tensor<?{n}x7xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0), place(s, at = i.1, layout = (i, k) -> (k, i), copies = 2)>} {
    %s = tensor.compute (%i, %k) in [n, 7] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x7xf32>
      %b = arith.mulf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}x7xf32>
    %t = tensor.compute (%i, %k) in [n, 7] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i - 1, %k] clamp : tensor<?{n}x7xf32>
      %b = tensor.at %s[%i + 1, %k] clamp : tensor<?{n}x7xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}x7xf32>
    tensor.yield %t : tensor<?{n}x7xf32>
  } : tensor<?{n}x7xf32>
  return %y : tensor<?{n}x7xf32>
}
