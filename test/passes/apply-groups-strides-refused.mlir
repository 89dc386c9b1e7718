// What groups cannot do with members that are read at multiples of the points of a loop is left out with a remark; the members run one after the other.
// RUN: tfopt %s --apply-groups --split-input-file 2>&1 | FileCheck %s
// RUN: tfopt %s --apply-groups --split-input-file --check-semantics -o /dev/null

// One reader needs every second point, the other one every point: no trip needs a part for both.
// CHECK: remark: the group's loops are left out: the readers of the compute over (i) disagree on its stride along i: 1 and 2
func.func @disagree(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %z = arith.constant 0.0 : f32
      %a = tensor.at %r[%i * 2] fill(%z) : tensor<?{n}xf32>
      %b = tensor.at %r[%i] : tensor<?{n}xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) is a result of the group, but is read at 2 times the points of i: no tile owns the points between
func.func @yielded(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %y:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %z = arith.constant 0.0 : f32
      %a = tensor.at %r[%i * 2] fill(%z) : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s, %r : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %y#0, %y#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: the compute over (i) has a stride of 100 points per iteration of a shared loop, more than 64
func.func @long_strides(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [100 * n] attributes {axes = ["i"]} {
      %c = arith.constant 1.0 : f32
      tensor.yield %c : f32
    } : tensor<?{100 * n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 100] : tensor<?{100 * n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a tile requires more than 2^20 points of the compute over (i): split the loops into smaller parts
func.func @long_parts(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [1048576])>} {
    %r = tensor.compute (%i) in [2 * n] attributes {axes = ["i"]} {
      %c = arith.constant 1.0 : f32
      tensor.yield %c : f32
    } : tensor<?{2 * n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 2] : tensor<?{2 * n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// Behind the edge of a ring that is read at every second point, nothing is known; nor how far in front of the last point a length ends that has nothing to do
// with it.
// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @around(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i * 2] wrap : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}

// -----

// CHECK: remark: the group's loops are left out: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @clamped(%x: tensor<?{n}xf32>, %z: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [m] attributes {axes = ["i"]} {
      %a = tensor.at %r[%i] clamp : tensor<?{n}xf32>
      tensor.yield %a : f32
    } : tensor<?{m}xf32>
    tensor.yield %s : tensor<?{m}xf32>
  } : tensor<?{m}xf32>
  return %y : tensor<?{m}xf32>
}
