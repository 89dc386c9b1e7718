// Members of no points and of one point: what is clamped to none is zero, and an axis of one point has edges.
// RUN: tfopt %s --apply-groups --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --apply-groups | FileCheck %s

// The image may be empty where its reader is not: then there is no point of which a part could be made.
// CHECK-LABEL: func.func @none(
// CHECK: loop.for
// CHECK: arith.select %{{.*}}, %{{.*}}, %cst
// CHECK: return
func.func @none(%x: tensor<?{n}xf32>, %v: f32) -> tensor<?{n floordiv 4 + 1}xf32> {
  %0 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %1 = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      tensor.yield %v : f32
    } : tensor<?{n}xf32>
    %2 = tensor.compute (%i) in [n floordiv 4 + 1] attributes {axes = ["i"]} {
      %3 = tensor.at %1[%i * 4] clamp : tensor<?{n}xf32>
      tensor.yield %3 : f32
    } : tensor<?{n floordiv 4 + 1}xf32>
    tensor.yield %2 : tensor<?{n floordiv 4 + 1}xf32>
  } : tensor<?{n floordiv 4 + 1}xf32>
  return %0 : tensor<?{n floordiv 4 + 1}xf32>
}

// As long as its reader, it has points where that has some: nothing is asked.
// CHECK-LABEL: func.func @as_long(
// CHECK-NOT: arith.select
// CHECK: return
func.func @as_long(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %1 = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = arith.negf %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %2 = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %3 = tensor.at %1[%i - 1] clamp : tensor<?{n}xf32>
      tensor.yield %3 : f32
    } : tensor<?{n}xf32>
    tensor.yield %2 : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}

// Longer by two than what it reads.
// CHECK-LABEL: func.func @longer(
// CHECK: return
func.func @longer(%x: tensor<?{n}xf32>, %v: f32) -> tensor<?{n + 2}xf32> {
  %0 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %1 = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      tensor.yield %v : f32
    } : tensor<?{n}xf32>
    %2 = tensor.compute (%i) in [n + 2] attributes {axes = ["i"]} {
      %3 = tensor.at %1[%i] clamp : tensor<?{n}xf32>
      tensor.yield %3 : f32
    } : tensor<?{n + 2}xf32>
    tensor.yield %2 : tensor<?{n + 2}xf32>
  } : tensor<?{n + 2}xf32>
  return %0 : tensor<?{n + 2}xf32>
}

// What is behind the edge of an axis of one point, which the part of a member leaves out.
// CHECK-LABEL: func.func @one(
// CHECK: return
func.func @one(%x: tensor<9x5xf32>) -> tensor<3x1xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [2]), split(j, [2]), order(i.0, j.0), place(m1, at = i.0)>} {
    %1 = tensor.compute (%i, %j) in [9, 1] attributes {axes = ["i", "j"], member = "m1"} {
      %3 = tensor.at %x[%i, %j] : tensor<9x5xf32>
      tensor.yield %3 : f32
    } : tensor<9x1xf32>
    %2 = tensor.compute (%i, %j) in [3, 1] attributes {axes = ["i", "j"]} {
      %3 = tensor.at %1[%i * 2, %j * 4 - 2] fill(%z) : tensor<9x1xf32>
      tensor.yield %3 : f32
    } : tensor<3x1xf32>
    tensor.yield %2 : tensor<3x1xf32>
  } : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// The same without strides.
func.func @one_beside(%x: tensor<3x5xf32>) -> tensor<3x1xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [2]), split(j, [2]), order(i.0, j.0), place(m1, at = i.0)>} {
    %1 = tensor.compute (%i, %j) in [3, 1] attributes {axes = ["i", "j"], member = "m1"} {
      %3 = tensor.at %x[%i, %j] : tensor<3x5xf32>
      tensor.yield %3 : f32
    } : tensor<3x1xf32>
    %2 = tensor.compute (%i, %j) in [3, 1] attributes {axes = ["i", "j"]} {
      %3 = tensor.at %1[%i, %j - 2] fill(%z) : tensor<3x1xf32>
      tensor.yield %3 : f32
    } : tensor<3x1xf32>
    tensor.yield %2 : tensor<3x1xf32>
  } : tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// A member in front of the group reads around what is copied into it.
// CHECK-LABEL: func.func @in_front(
// CHECK: loop.if
// CHECK: tensor.at %arg0[{{.*}}] clamp
// CHECK: return
func.func @in_front(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [3]), order(i.0), place(p, inline), place(q, root)>} {
    %p = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "p"} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %q = tensor.compute (%i) in [n + 5] attributes {axes = ["i"], member = "q"} {
      %a = tensor.at %p[2 * %i] wrap : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n + 5}xf32>
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %q[%i] : tensor<?{n + 5}xf32>
      %b = arith.negf %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// As programs have it: a reader that is longer along both axes.
func.func @outer(%x: tensor<?{n}x?{m}xf32>, %v: f32) -> tensor<?{n + 1}x?{m + 1}xf32> {
  %0 = tensor.compute (%i, %j) in [n, m] {
    tensor.yield %v : f32
  } : tensor<?{n}x?{m}xf32>
  %1 = tensor.compute (%i, %j) in [n + 1, m + 1] {
    %2 = tensor.at %0[%i, %j + 2] clamp : tensor<?{n}x?{m}xf32>
    tensor.yield %2 : f32
  } : tensor<?{n + 1}x?{m + 1}xf32>
  return %1 : tensor<?{n + 1}x?{m + 1}xf32>
}
