// Members of no points and of one point: what is clamped to none is zero, and an axis of one point has edges.
// RUN: tfopt %s --apply-groups --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// RUN: tfopt %s --apply-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @none(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n floordiv 4 + 1}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n floordiv 4 + 1}xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.extent [n floordiv 4 + 1] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<?{n floordiv 4 + 1}xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [14] {
// FULL-NEXT:         tensor.yield %[[ARG1]] : f32
// FULL-NEXT:       } : tensor<14xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [4] {
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V6:.*]] = tensor.extent [n] : index
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V7:.*]] = arith.cmpi sge, %[[C0_3]], %[[C0_2]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi slt, %[[C0_3]], %[[V6]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL-NEXT:         %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V10:.*]] = tensor.extent [n] : index
// FULL-NEXT:         %[[V11:.*]] = arith.subi %[[V10]], %[[C1]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.addi %[[I]], %[[I_1]] : index
// FULL-NEXT:         %[[C4_5:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[V13:.*]] = arith.muli %[[V12]], %[[C4_5]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.minsi %[[V13]], %[[V11]] : index
// FULL-NEXT:         %[[V15:.*]] = arith.maxsi %[[V14]], %[[C0_4]] : index
// FULL-NEXT:         %[[V16:.*]] = tensor.at %[[V3]][%[[V15]] - %[[I]] * 4 + 1] clamp : tensor<14xf32>
// FULL-NEXT:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[V17:.*]] = arith.select %[[V9]], %[[V16]], %[[CST]] : f32
// FULL-NEXT:         tensor.yield %[[V17]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]]] drop : tensor<4xf32> into tensor<?{n floordiv 4 + 1}xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<?{n floordiv 4 + 1}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{n floordiv 4 + 1}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @as_long(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [5] {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]] - 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.negf %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<5xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [4] {
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V6]] = tensor.extent [n] : index
// FULL-NEXT:         %[[V7]] = arith.subi %[[V6]], %[[C1]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.addi %[[I]], %[[I_1]] : index
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[V8]], %[[C]]-1 : index
// FULL-NEXT:         %[[V10:.*]] = arith.minsi %[[V9]], %[[V7]] : index
// FULL-NEXT:         %[[V11:.*]] = arith.maxsi %[[V10]], %[[C0_2]] : index
// FULL-NEXT:         %[[V12:.*]] = tensor.at %[[V3]][%[[V11]] - %[[I]] + 1] clamp : tensor<5xf32>
// FULL-NEXT:         tensor.yield %[[V12]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG1]][%[[I]]] drop : tensor<4xf32> into tensor<?{n}xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @longer(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n + 2}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n + 2}xf32>
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.extent [n + 2] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V2:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C4]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<?{n + 2}xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]]) in [6] {
// FULL-NEXT:         tensor.yield %[[ARG1]] : f32
// FULL-NEXT:       } : tensor<6xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]]) in [4] {
// FULL-NEXT:         %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V6:.*]] = tensor.extent [n] : index
// FULL-NEXT:         %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V7:.*]] = arith.cmpi sge, %[[C0_3]], %[[C0_2]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.cmpi slt, %[[C0_3]], %[[V6]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.andi %[[V7]], %[[V8]] : i1
// FULL-NEXT:         %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V10:.*]] = tensor.extent [n] : index
// FULL-NEXT:         %[[V11:.*]] = arith.subi %[[V10]], %[[C1]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.addi %[[I]], %[[I_1]] : index
// FULL-NEXT:         %[[V13:.*]] = arith.minsi %[[V12]], %[[V11]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.maxsi %[[V13]], %[[C0_4]] : index
// FULL-NEXT:         %[[V15:.*]] = tensor.at %[[V3]][%[[V14]] - %[[I]] + 2] clamp : tensor<6xf32>
// FULL-NEXT:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[V16:.*]] = arith.select %[[V9]], %[[V15]], %[[CST]] : f32
// FULL-NEXT:         tensor.yield %[[V16]] : f32
// FULL-NEXT:       } : tensor<4xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]]] drop : tensor<4xf32> into tensor<?{n + 2}xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<?{n + 2}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{n + 2}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @one(%[[ARG0:.*]]: tensor<9x5xf32>) -> tensor<3x1xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<3x1xf32>
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C3]] step %[[C2]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<3x1xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [3] {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[I_0]], 0] : tensor<9x5xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<3xf32>
// FULL-NEXT:       %[[C2_1:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V3:.*]] = loop.for %[[I_3:.*]] = %[[C0_2]] to %[[C1]] step %[[C2_1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<3x1xf32>) {
// FULL-NEXT:         %[[V4]] = tensor.compute (%[[I_4:.*]], %[[J:.*]]) in [2, 2] {
// FULL-NEXT:           %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:           %[[V6:.*]] = arith.addi %[[I_3]], %[[J]] : index
// FULL-NEXT:           %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:           %[[V7:.*]] = arith.muli %[[V6]], %[[C4]] : index
// FULL-NEXT:           %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:           %[[V8:.*]] = arith.addi %[[V7]], %[[C]]-2 : index
// FULL-NEXT:           %[[V9:.*]] = arith.cmpi sge, %[[V8]], %[[C0_5]] : index
// FULL-NEXT:           %[[V10:.*]] = arith.cmpi slt, %[[V8]], %[[C1_6]] : index
// FULL-NEXT:           %[[V11:.*]] = arith.andi %[[V9]], %[[V10]] : i1
// FULL-NEXT:           %[[V12:.*]] = tensor.at %[[V2]][%[[I_4]] * 2] fill(%[[CST]]) : tensor<3xf32>
// FULL-NEXT:           %[[V13:.*]] = arith.select %[[V11]], %[[V12]], %[[CST]] : f32
// FULL-NEXT:           tensor.yield %[[V13]] : f32
// FULL-NEXT:         } : tensor<2x2xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]], %[[I_3]]] drop : tensor<2x2xf32> into tensor<3x1xf32>
// FULL-NEXT:         loop.yield %[[V5]] : tensor<3x1xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V3]] : tensor<3x1xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<3x1xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @one_beside(%[[ARG0:.*]]: tensor<3x5xf32>) -> tensor<3x1xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<3x1xf32>
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C3]] step %[[C2]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<3x1xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [2] {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_0]], 0] clamp : tensor<3x5xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<2xf32>
// FULL-NEXT:       %[[C2_1:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V3:.*]] = loop.for %[[I_3:.*]] = %[[C0_2]] to %[[C1]] step %[[C2_1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (tensor<3x1xf32>) {
// FULL-NEXT:         %[[V4]] = tensor.compute (%[[I_4:.*]], %[[J:.*]]) in [2, 2] {
// FULL-NEXT:           %[[C0_5:.*]] = arith.constant 0 : index
// FULL-NEXT:           %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:           %[[V6:.*]] = arith.addi %[[I_3]], %[[J]] : index
// FULL-NEXT:           %[[C:.*]]-2 = arith.constant -2 : index
// FULL-NEXT:           %[[V7:.*]] = arith.addi %[[V6]], %[[C]]-2 : index
// FULL-NEXT:           %[[V8:.*]] = arith.cmpi sge, %[[V7]], %[[C0_5]] : index
// FULL-NEXT:           %[[V9:.*]] = arith.cmpi slt, %[[V7]], %[[C1_6]] : index
// FULL-NEXT:           %[[V10:.*]] = arith.andi %[[V8]], %[[V9]] : i1
// FULL-NEXT:           %[[V11:.*]] = tensor.at %[[V2]][%[[I_4]]] fill(%[[CST]]) : tensor<2xf32>
// FULL-NEXT:           %[[V12:.*]] = arith.select %[[V10]], %[[V11]], %[[CST]] : f32
// FULL-NEXT:           tensor.yield %[[V12]] : f32
// FULL-NEXT:         } : tensor<2x2xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG2]][%[[I]], %[[I_3]]] drop : tensor<2x2xf32> into tensor<3x1xf32>
// FULL-NEXT:         loop.yield %[[V5]] : tensor<3x1xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V3]] : tensor<3x1xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<3x1xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @in_front(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n + 5] attributes {axes = ["i"], member = "q"} {
// FULL-NEXT:       %[[V4:.*]] = tensor.extent [n] : index
// FULL-NEXT:       %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:       %[[V5:.*]] = arith.muli %[[I]], %[[C2]] : index
// FULL-NEXT:       %[[V6:.*]] = arith.floordivsi %[[V5]], %[[V4]] : index
// FULL-NEXT:       %[[V7:.*]] = arith.muli %[[V6]], %[[V4]] : index
// FULL-NEXT:       %[[V8:.*]] = arith.subi %[[V5]], %[[V7]] : index
// FULL-NEXT:       %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V9:.*]] = tensor.extent [n] : index
// FULL-NEXT:       %[[V10:.*]] = arith.cmpi sgt, %[[V9]], %[[C0_1]] : index
// FULL-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[V11:.*]] = loop.if %[[V10]] -> (f32) {
// FULL-NEXT:         %[[V12:.*]] = tensor.at %[[ARG0]][%[[V8]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:         %[[V13:.*]] = arith.addf %[[V12]], %[[V12]] : f32
// FULL-NEXT:         loop.yield %[[V13]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V11]] : f32
// FULL-NEXT:     } : tensor<?{n + 5}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.empty : tensor<?{n}xf32>
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[V2:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V3:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[V2]] step %[[C3]] iter_args(%[[ARG1:.*]] = %[[V1]]) -> (tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V4]] = tensor.compute (%[[I_1:.*]]) in [3] {
// FULL-NEXT:         %[[V6]] = tensor.at %[[V0]][%[[I_0]] + %[[I_1]]] : tensor<?{n + 5}xf32>
// FULL-NEXT:         %[[V7]] = arith.negf %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<3xf32>
// FULL-NEXT:       %[[V5]] = tensor.tile_write %[[V4]] into %[[ARG1]][%[[I_0]]] drop : tensor<3xf32> into tensor<?{n}xf32>
// FULL-NEXT:       loop.yield %[[V5]] : tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V3]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @outer(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: f32) -> tensor<?{n + 1}x?{m + 1}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
// FULL-NEXT:       tensor.yield %[[ARG1]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n + 1, m + 1] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]] + 2] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n + 1}x?{m + 1}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n + 1}x?{m + 1}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
