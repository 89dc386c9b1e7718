// Chains of stencils: computes that read each other around their own points share loops over bands of rows,
// in windows that slide along chunks of these, or with the rows around a band computed again, if that costs
// less than the memory between them.
// RUN: tfopt %s --target=x86-64-v4 --form-groups --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v4 --form-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v4 --form-groups --apply-groups --verify-each -o /dev/null
// RUN: tfopt %s --target=x86-64-v4 --disable-rule=form-groups.share --form-groups | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// COMPLETE: FULL, FULL_NONE

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
// FULL: module {
// FULL-NEXT:   func.func @blur(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [256, 4]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]] - 3, %[[J_1]]] clamp : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]], %[[J_1]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_0]] + 3, %[[J_1]]] clamp : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<2048x2048xf32>
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2048x2048xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @blur(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 3, %[[J_1]]] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 3, %[[J_1]]] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:   }

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
// FULL-NEXT:   func.func @dynamic(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [64, 1]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n, m] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]] - 1, %[[J_1]]] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]], %[[J_1]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_0]] + 1, %[[J_1]]] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @dynamic(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n, m] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] fill(%[[CST]]) : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<?{n}x?{m}xf32>
// FULL_NONE-NEXT:   }

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
// FULL-NEXT:   func.func @ring(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [64, 4]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] wrap : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] wrap : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]] - 1, %[[J_1]]] wrap : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]], %[[J_1]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_0]] + 1, %[[J_1]]] wrap : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<2048x2048xf32>
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2048x2048xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @ring(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] wrap : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] wrap : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] wrap : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] wrap : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:   }

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
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 32] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<32x32xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x32xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<32x32xf32>
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<32x32xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [32, 32] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<32x32xf32>
// FULL-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<32x32xf32>
// FULL-NEXT:     return %[[V1]] : tensor<32x32xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 32] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [32, 32] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<32x32xf32>
// FULL_NONE-NEXT:   }

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
// FULL-NEXT:   func.func @small_bands(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [16]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[J:.*]], %[[I:.*]]) in [32, 32] attributes {axes = ["j", "i"], tf.fusion = "bands"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] - 1] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<32x32xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] + 1] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<32x32xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[J_0:.*]], %[[I_1:.*]]) in [32, 32] attributes {axes = ["j", "i"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[J_0]] - 1, %[[I_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[J_0]], %[[I_1]]] : tensor<32x32xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[J_0]] + 1, %[[I_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<32x32xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<32x32xf32>
// FULL-NEXT:     } : tensor<32x32xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x32xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small_bands(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 32] attributes {tf.fusion = "bands"} {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [32, 32] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<32x32xf32>
// FULL_NONE-NEXT:   }

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
// FULL-NEXT:   func.func @small_window(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [32]), order(i.0), place(m0, at = i.0, keep = root)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[J:.*]], %[[I:.*]]) in [32, 32] attributes {axes = ["j", "i"], member = "m0", tf.fusion = "window"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] - 1] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<32x32xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]] + 1] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<32x32xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[J_0:.*]], %[[I_1:.*]]) in [32, 32] attributes {axes = ["j", "i"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[J_0]] - 1, %[[I_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[J_0]], %[[I_1]]] : tensor<32x32xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[J_0]] + 1, %[[I_1]]] clamp : tensor<32x32xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<32x32xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<32x32xf32>
// FULL-NEXT:     } : tensor<32x32xf32>
// FULL-NEXT:     return %[[V0]] : tensor<32x32xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small_window(%[[ARG0:.*]]: tensor<32x32xf32>) -> tensor<32x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [32, 32] attributes {tf.fusion = "window"} {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [32, 32] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] clamp : tensor<32x32xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<32x32xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<32x32xf32>
// FULL_NONE-NEXT:   }

// Neighbours of which one is at the other end are not near: the program is told that it does not get what it
// wants.
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
// FULL-NEXT:   func.func @turned(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] attributes {tf.fusion = "bands"} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][-%[[I_0]] + 2047, -%[[J_1]] + 2047] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[J_1]], %[[I_0]]] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @turned(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] attributes {tf.fusion = "bands"} {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][-%[[I_0]] + 2047, -%[[J_1]] + 2047] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[J_1]], %[[I_0]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:   }

// Each band of three rows would need more than ten times as many around it: members that read so far away
// stay apart.
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
// FULL-NEXT:   func.func @far(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 70, %[[J_1]] - 70] clamp : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]] + 70, %[[J_1]] + 70] clamp : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @far(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 70, %[[J_1]] - 70] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]] + 70, %[[J_1]] + 70] clamp : tensor<2048x2048xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<2048x2048xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<2048x2048xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
