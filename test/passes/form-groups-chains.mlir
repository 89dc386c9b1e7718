// Chains of stencils: computes that read each other around their own points share loops over bands of rows, in windows that slide along chunks of these, or
// with the rows around a band computed again, if that costs less than the memory between them.
// RUN: tfopt %s --target=x86-64-v4 --form-groups --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v4 --form-groups | FileCheck %s
// RUN: tfopt %s --target=x86-64-v4 --form-groups --apply-groups --verify-each -o /dev/null
// RUN: tfopt %s --target=x86-64-v4 --disable-rule=form-groups.share --form-groups | FileCheck %s --check-prefix=NONE

// NONE-NOT: tensor.group

// SAYS: remark: fusion: a group of 2 computes over axes 0 of this one, in tiles of {{[0-9]+}} and chunks of {{[0-9]+}} for threads, 1 of them in sliding windows: cost {{[0-9.e]+}} apart, {{[0-9.e]+}} together, in additions; it would be faster
// SAYS: remark: fusion: a group of 2 computes is formed
// CHECK-LABEL: func.func @blur(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}, {{[0-9]+}}]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// CHECK: tensor.compute ({{.*}}) in [2048, 2048] attributes {axes = ["i", "j"], member = "m0"} {
// CHECK: tensor.compute ({{.*}}) in [2048, 2048] attributes {axes = ["i", "j"]} {
func.func @blur(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<2048x2048xf32>
    %b = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[%i - 3, %j] clamp : tensor<2048x2048xf32>
    %b = tensor.at %r[%i, %j] : tensor<2048x2048xf32>
    %c = tensor.at %r[%i + 3, %j] clamp : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  return %s : tensor<2048x2048xf32>
}

// What lengths are is not known: rows share loops, columns are whole.
// CHECK-LABEL: func.func @dynamic(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{.*}}]), order(i.0{{.*}})
func.func @dynamic(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [n, m] {
    %a = tensor.at %x[%i, %j - 1] fill(%z) : tensor<?{n}x?{m}xf32>
    %b = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
    %c = tensor.at %x[%i, %j + 1] fill(%z) : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  %s = tensor.compute (%i, %j) in [n, m] {
    %a = tensor.at %r[%i - 1, %j] fill(%z) : tensor<?{n}x?{m}xf32>
    %b = tensor.at %r[%i, %j] : tensor<?{n}x?{m}xf32>
    %c = tensor.at %r[%i + 1, %j] fill(%z) : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  return %s : tensor<?{n}x?{m}xf32>
}

// A ring along both axes.
// CHECK-LABEL: func.func @ring(
// CHECK: tensor.group attributes {axes = ["i"]
func.func @ring(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j - 1] wrap : tensor<2048x2048xf32>
    %b = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %c = tensor.at %x[%i, %j + 1] wrap : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[%i - 1, %j] wrap : tensor<2048x2048xf32>
    %b = tensor.at %r[%i, %j] : tensor<2048x2048xf32>
    %c = tensor.at %r[%i + 1, %j] wrap : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  return %s : tensor<2048x2048xf32>
}

// Little memory is in a cache anyway.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: tensor.group
func.func @small(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [32, 32] {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<32x32xf32>
    %b = tensor.at %x[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  %s = tensor.compute (%i, %j) in [32, 32] {
    %a = tensor.at %r[%i - 1, %j] clamp : tensor<32x32xf32>
    %b = tensor.at %r[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %r[%i + 1, %j] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}

// Unless the program wants it.
// CHECK-LABEL: func.func @small_bands(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), order(i.0)
// CHECK-NOT: place
// CHECK: tensor.compute ({{.*}}) in [32, 32] attributes {axes = [{{.*}}], tf.fusion = "bands"} {
func.func @small_bands(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [32, 32] attributes {tf.fusion = "bands"} {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<32x32xf32>
    %b = tensor.at %x[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  %s = tensor.compute (%i, %j) in [32, 32] {
    %a = tensor.at %r[%i - 1, %j] clamp : tensor<32x32xf32>
    %b = tensor.at %r[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %r[%i + 1, %j] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}

// CHECK-LABEL: func.func @small_window(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{.*}}]), order(i.0{{.*}}), place(m0, at = i.{{[01]}}, keep = {{i.0|root}})>} {
func.func @small_window(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [32, 32] attributes {tf.fusion = "window"} {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<32x32xf32>
    %b = tensor.at %x[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  %s = tensor.compute (%i, %j) in [32, 32] {
    %a = tensor.at %r[%i - 1, %j] clamp : tensor<32x32xf32>
    %b = tensor.at %r[%i, %j] : tensor<32x32xf32>
    %c = tensor.at %r[%i + 1, %j] clamp : tensor<32x32xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<32x32xf32>
  return %s : tensor<32x32xf32>
}

// Neighbours of which one is at the other end are not near: the program is told that it does not get what it wants.
// SAYS: remark: the compute shares no loops with its readers: no group of them can be formed
// CHECK-LABEL: func.func @turned(
// CHECK-NOT: tensor.group
func.func @turned(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %r = tensor.compute (%i, %j) in [2048, 2048] attributes {tf.fusion = "bands"} {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[2047 - %i, 2047 - %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[%j, %i] : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    tensor.yield %d : f32
  } : tensor<2048x2048xf32>
  return %s : tensor<2048x2048xf32>
}

// Each band of three rows would need more than ten times as many around it: members that read so far away stay apart.
// CHECK-LABEL: func.func @far(
// CHECK-NOT: tensor.group
func.func @far(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[%i - 70, %j - 70] clamp : tensor<2048x2048xf32>
    %b = tensor.at %r[%i + 70, %j + 70] clamp : tensor<2048x2048xf32>
    %d = arith.addf %a, %b : f32
    tensor.yield %d : f32
  } : tensor<2048x2048xf32>
  return %s : tensor<2048x2048xf32>
}
