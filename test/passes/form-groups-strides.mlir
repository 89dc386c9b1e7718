// Poolings share loops with what they read: the image in front of them, which has more points than the
// result, is computed in parts while these are in a cache.
// RUN: tfopt %s --target=x86-64-v4 --form-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v4 --form-groups --apply-groups --verify-each | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: FileCheck %s --check-prefix=FULL_LOOPS --match-full-lines < %t.loops
// COMPLETE: FULL, FULL_LOOPS

// A pooling of 2 x 2 behind code that costs much: rows are shared, and a trip needs twice as many of those
// that are read.
// CHECK-LABEL: func.func @pool(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), order(i.0), parallel(i.0)>} {
// CHECK: tensor.compute ({{.*}}) in [2048, 2048] attributes {axes = ["i", "j"]} {
// CHECK: tensor.compute ({{.*}}) in [1024, 1024] attributes {axes = ["i", "j"]} {
// CHECK: } : tensor<1024x1024xf32>
// LOOPS-LABEL: func.func @pool(
// LOOPS: loop.parallel
// LOOPS: tensor.compute ({{.*}}) in [8, 2048] {
// LOOPS: tensor.compute ({{.*}}) in [4, 1024] {
func.func @pool(%x: tensor<2048x2048xf32>) -> tensor<1024x1024xf32> {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    %c = arith.mulf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j] : tensor<2048x2048xf32>
    %c = tensor.at %r[2 * %i, 2 * %j + 1] : tensor<2048x2048xf32>
    %d = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %e = arith.maximumf %a, %b : f32
    %f = arith.maximumf %c, %d : f32
    %g = arith.maximumf %e, %f : f32
    tensor.yield %g : f32
  } : tensor<1024x1024xf32>
  return %s : tensor<1024x1024xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @pool(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4:.*]] = math.erf %[[V3]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [1024, 1024] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]] * 2, %[[J_1]] * 2] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]] * 2 + 1, %[[J_1]] * 2] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_0]] * 2, %[[J_1]] * 2 + 1] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V1]][%[[I_0]] * 2 + 1, %[[J_1]] * 2 + 1] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.maximumf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.maximumf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         %[[V9:.*]] = arith.maximumf %[[V7]], %[[V8]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : tensor<1024x1024xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<1024x1024xf32>
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_LOOPS: module {
// FULL_LOOPS-NEXT:   func.func @pool(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_LOOPS-NEXT:     %[[C1024:.*]] = arith.constant 1024 : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V1:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C1024]]) step (%[[C4]]) shared(%[[ARG1:.*]] = %[[V0]]) -> (tensor<1024x1024xf32>) {
// FULL_LOOPS-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [8, 2048] {
// FULL_LOOPS-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[I_0]], %[[J]]] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:         %[[V6:.*]] = math.erf %[[V5]] : f32
// FULL_LOOPS-NEXT:         %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V7]] : f32
// FULL_LOOPS-NEXT:       } : tensor<8x2048xf32>
// FULL_LOOPS-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [4, 1024] {
// FULL_LOOPS-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[I_1]] * 2, %[[J_2]] * 2] : tensor<8x2048xf32>
// FULL_LOOPS-NEXT:         %[[V6]] = tensor.at %[[V2]][%[[I_1]] * 2 + 1, %[[J_2]] * 2] : tensor<8x2048xf32>
// FULL_LOOPS-NEXT:         %[[V7]] = tensor.at %[[V2]][%[[I_1]] * 2, %[[J_2]] * 2 + 1] : tensor<8x2048xf32>
// FULL_LOOPS-NEXT:         %[[V8:.*]] = tensor.at %[[V2]][%[[I_1]] * 2 + 1, %[[J_2]] * 2 + 1] : tensor<8x2048xf32>
// FULL_LOOPS-NEXT:         %[[V9:.*]] = arith.maximumf %[[V5]], %[[V6]] : f32
// FULL_LOOPS-NEXT:         %[[V10:.*]] = arith.maximumf %[[V7]], %[[V8]] : f32
// FULL_LOOPS-NEXT:         %[[V11:.*]] = arith.maximumf %[[V9]], %[[V10]] : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V11]] : f32
// FULL_LOOPS-NEXT:       } : tensor<4x1024xf32>
// FULL_LOOPS-NEXT:       %[[V4:.*]] = tensor.tile_write %[[V3]] into %[[ARG1]][%[[I]], 0] drop : tensor<4x1024xf32> into tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:       loop.yield %[[V4]] : tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V1]] : tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:   }

// A level of a pyramid, along rows whose number is not known: the row that the next trip reads, too, waits in
// a window of three.
// CHECK-LABEL: func.func @pyramid(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}, 1]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// LOOPS-LABEL: func.func @pyramid(
// LOOPS: tensor.empty : tensor<3x?{m}xf32>
// LOOPS: tensor.compute ({{.*}}) in [2, m] accumulate
func.func @pyramid(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{m}xf32> {
  %r = tensor.compute (%i, %j) in [n, m] {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<?{n}x?{m}xf32>
    %b = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  %s = tensor.compute (%i, %j) in [(n + 1) floordiv 2, m] {
    %a = tensor.at %r[2 * %i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %b = tensor.at %r[2 * %i, %j] clamp : tensor<?{n}x?{m}xf32>
    %c = tensor.at %r[2 * %i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
  return %s : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
}
// FULL-NEXT:   func.func @pyramid(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [64, 1]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] - 1] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [(n + 1) floordiv 2, m] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V1]][%[[I_0]] * 2 - 1, %[[J_1]]] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]] * 2, %[[J_1]]] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[I_0]] * 2 + 1, %[[J_1]]] clamp : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V6]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL-NEXT:     } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL-NEXT:   }
// FULL_LOOPS-NEXT:   func.func @pyramid(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL_LOOPS-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.extent [(n + 1) floordiv 2] : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V2:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V1]]) step (%[[C64]]) shared(%[[ARG1:.*]] = %[[V0]]) -> (tensor<?{(n + 1) floordiv 2}x?{m}xf32>) {
// FULL_LOOPS-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [1, m] {
// FULL_LOOPS-NEXT:         %[[V10:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[I_0]] - 1, %[[J]] - 1] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:         %[[V11:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[I_0]] - 1, %[[J]]] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:         %[[V12:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[I_0]] - 1, %[[J]] + 1] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:         %[[V13:.*]] = arith.addf %[[V10]], %[[V11]] : f32
// FULL_LOOPS-NEXT:         %[[V14:.*]] = arith.addf %[[V13]], %[[V12]] : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V14]] : f32
// FULL_LOOPS-NEXT:       } : tensor<1x?{m}xf32>
// FULL_LOOPS-NEXT:       %[[V4:.*]] = tensor.empty : tensor<3x?{m}xf32>
// FULL_LOOPS-NEXT:       %[[V5:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [1, m] accumulate(set unique %[[ACC:.*]] = %[[V4]] : tensor<3x?{m}xf32>) {
// FULL_LOOPS-NEXT:         %[[V10]] = tensor.at %[[V3]][%[[I_1]], %[[J_2]]] : tensor<1x?{m}xf32>
// FULL_LOOPS-NEXT:         tensor.put %[[V10]] into %[[ACC]][2, %[[J_2]]] : memref<3x?{m}xf32>
// FULL_LOOPS-NEXT:         tensor.yield
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:       %[[V6:.*]] = tensor.extent [(n + 1) floordiv 2] : index
// FULL_LOOPS-NEXT:       %[[V7:.*]] = arith.subi %[[V6]], %[[I]] : index
// FULL_LOOPS-NEXT:       %[[C64_3:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:       %[[V8:.*]] = arith.minsi %[[V7]], %[[C64_3]] : index
// FULL_LOOPS-NEXT:       %[[C0_4:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:       %[[V9:.*]]:2 = loop.for %[[I_5:.*]] = %[[C0_4]] to %[[V8]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]], %[[ARG3:.*]] = %[[V5]]) -> (tensor<?{(n + 1) floordiv 2}x?{m}xf32>, tensor<3x?{m}xf32>) {
// FULL_LOOPS-NEXT:         %[[V10]] = tensor.compute (%[[I_6:.*]], %[[J_7:.*]]) in [2, m] accumulate(set unique %[[ACC_8:.*]] = %[[ARG3]] : tensor<3x?{m}xf32>) {
// FULL_LOOPS-NEXT:           %[[V14]] = tensor.at %[[ARG0]][(%[[I]] + %[[I_5]]) * 2 + %[[I_6]], %[[J_7]] - 1] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[V15:.*]] = tensor.at %[[ARG0]][(%[[I]] + %[[I_5]]) * 2 + %[[I_6]], %[[J_7]]] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[V16:.*]] = tensor.at %[[ARG0]][(%[[I]] + %[[I_5]]) * 2 + %[[I_6]], %[[J_7]] + 1] clamp : tensor<?{n}x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[V17:.*]] = arith.addf %[[V14]], %[[V15]] : f32
// FULL_LOOPS-NEXT:           %[[V18:.*]] = arith.addf %[[V17]], %[[V16]] : f32
// FULL_LOOPS-NEXT:           tensor.put %[[V18]] into %[[ACC_8]][(%[[I_5]] * 2 + %[[I_6]]) mod 3, %[[J_7]]] : memref<3x?{m}xf32>
// FULL_LOOPS-NEXT:           tensor.yield
// FULL_LOOPS-NEXT:         }
// FULL_LOOPS-NEXT:         %[[V11]] = tensor.compute (%[[I_9:.*]]) in [m] {
// FULL_LOOPS-NEXT:           %[[C0_12:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[V14]] = tensor.extent [n] : index
// FULL_LOOPS-NEXT:           %[[C0_13:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[V15]] = arith.cmpi sge, %[[C0_13]], %[[C0_12]] : index
// FULL_LOOPS-NEXT:           %[[V16]] = arith.cmpi slt, %[[C0_13]], %[[V14]] : index
// FULL_LOOPS-NEXT:           %[[V17]] = arith.andi %[[V15]], %[[V16]] : i1
// FULL_LOOPS-NEXT:           %[[C0_14:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[C1_15:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:           %[[V18]] = tensor.extent [n] : index
// FULL_LOOPS-NEXT:           %[[V19:.*]] = arith.subi %[[V18]], %[[C1_15]] : index
// FULL_LOOPS-NEXT:           %[[V20:.*]] = arith.addi %[[I]], %[[I_5]] : index
// FULL_LOOPS-NEXT:           %[[C2:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:           %[[V21:.*]] = arith.muli %[[V20]], %[[C2]] : index
// FULL_LOOPS-NEXT:           %[[C:.*]]-1 = arith.constant -1 : index
// FULL_LOOPS-NEXT:           %[[V22:.*]] = arith.addi %[[V21]], %[[C]]-1 : index
// FULL_LOOPS-NEXT:           %[[V23:.*]] = arith.minsi %[[V22]], %[[V19]] : index
// FULL_LOOPS-NEXT:           %[[V24:.*]] = arith.maxsi %[[V23]], %[[C0_14]] : index
// FULL_LOOPS-NEXT:           %[[V25:.*]] = tensor.at %[[V10]][(%[[V24]] - %[[I]] * 2) mod 3, %[[I_9]]] clamp : tensor<3x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LOOPS-NEXT:           %[[V26:.*]] = arith.select %[[V17]], %[[V25]], %[[CST]] : f32
// FULL_LOOPS-NEXT:           %[[V27:.*]] = tensor.at %[[V10]][(%[[I_5]] * 2) mod 3, %[[I_9]]] clamp : tensor<3x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[C0_16:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[V28:.*]] = tensor.extent [n] : index
// FULL_LOOPS-NEXT:           %[[C0_17:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[V29:.*]] = arith.cmpi sge, %[[C0_17]], %[[C0_16]] : index
// FULL_LOOPS-NEXT:           %[[V30:.*]] = arith.cmpi slt, %[[C0_17]], %[[V28]] : index
// FULL_LOOPS-NEXT:           %[[V31:.*]] = arith.andi %[[V29]], %[[V30]] : i1
// FULL_LOOPS-NEXT:           %[[C0_18:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:           %[[C1_19:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:           %[[V32:.*]] = tensor.extent [n] : index
// FULL_LOOPS-NEXT:           %[[V33:.*]] = arith.subi %[[V32]], %[[C1_19]] : index
// FULL_LOOPS-NEXT:           %[[V34:.*]] = arith.addi %[[I]], %[[I_5]] : index
// FULL_LOOPS-NEXT:           %[[C2_20:.*]] = arith.constant 2 : index
// FULL_LOOPS-NEXT:           %[[V35:.*]] = arith.muli %[[V34]], %[[C2_20]] : index
// FULL_LOOPS-NEXT:           %[[C1_21:.*]] = arith.constant 1 : index
// FULL_LOOPS-NEXT:           %[[V36:.*]] = arith.addi %[[V35]], %[[C1_21]] : index
// FULL_LOOPS-NEXT:           %[[V37:.*]] = arith.minsi %[[V36]], %[[V33]] : index
// FULL_LOOPS-NEXT:           %[[V38:.*]] = arith.maxsi %[[V37]], %[[C0_18]] : index
// FULL_LOOPS-NEXT:           %[[V39:.*]] = tensor.at %[[V10]][(%[[V38]] - %[[I]] * 2) mod 3, %[[I_9]]] clamp : tensor<3x?{m}xf32>
// FULL_LOOPS-NEXT:           %[[CST_22:.*]] = arith.constant 0.000000e+00 : f32
// FULL_LOOPS-NEXT:           %[[V40:.*]] = arith.select %[[V31]], %[[V39]], %[[CST_22]] : f32
// FULL_LOOPS-NEXT:           %[[V41:.*]] = arith.addf %[[V26]], %[[V27]] : f32
// FULL_LOOPS-NEXT:           %[[V42:.*]] = arith.addf %[[V41]], %[[V40]] : f32
// FULL_LOOPS-NEXT:           tensor.yield %[[V42]] : f32
// FULL_LOOPS-NEXT:         } : tensor<?{m}xf32>
// FULL_LOOPS-NEXT:         %[[V12]] = tensor.compute (%[[I_10:.*]], %[[J_11:.*]]) in [1, m] {
// FULL_LOOPS-NEXT:           %[[V14]] = tensor.at %[[V11]][%[[J_11]]] : tensor<?{m}xf32>
// FULL_LOOPS-NEXT:           tensor.yield %[[V14]] : f32
// FULL_LOOPS-NEXT:         } : tensor<1x?{m}xf32>
// FULL_LOOPS-NEXT:         %[[V13]] = tensor.tile_write %[[V12]] into %[[ARG2]][%[[I]] + %[[I_5]], 0] drop : tensor<1x?{m}xf32> into tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL_LOOPS-NEXT:         loop.yield %[[V13]], %[[V10]] : tensor<?{(n + 1) floordiv 2}x?{m}xf32>, tensor<3x?{m}xf32>
// FULL_LOOPS-NEXT:       }
// FULL_LOOPS-NEXT:       loop.yield %[[V9]]#0 : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return %[[V2]] : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
// FULL_LOOPS-NEXT:   }

// What is needed behind the loops, too, is written as a whole.
// CHECK-LABEL: func.func @both(
// CHECK-NOT: tensor.group
func.func @both(%x: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    tensor.yield %b : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %c = arith.maximumf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<1024x1024xf32>
  return %r, %s : tensor<2048x2048xf32>, tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @both(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3:.*]] = math.erf %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<2048x2048xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [1024, 1024] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] * 2, %[[J_1]] * 2] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]] * 2 + 1, %[[J_1]] * 2 + 1] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.maximumf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<2048x2048xf32>, tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_LOOPS-NEXT:   func.func @both(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [2048, 2048] {
// FULL_LOOPS-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V3:.*]] = math.erf %[[V2]] : f32
// FULL_LOOPS-NEXT:       tensor.yield %[[V3]] : f32
// FULL_LOOPS-NEXT:     } : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [1024, 1024] {
// FULL_LOOPS-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] * 2, %[[J_1]] * 2] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]] * 2 + 1, %[[J_1]] * 2 + 1] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V4:.*]] = arith.maximumf %[[V2]], %[[V3]] : f32
// FULL_LOOPS-NEXT:       tensor.yield %[[V4]] : f32
// FULL_LOOPS-NEXT:     } : tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:     return %[[V0]], %[[V1]] : tensor<2048x2048xf32>, tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:   }

// Every second point, and the transposed: only those who agree share loops.
// CHECK-LABEL: func.func @disagree(
// CHECK: tensor.group attributes {axes = ["i"]
// CHECK: tensor.compute ({{.*}}) in [2048, 2048]
// CHECK: tensor.compute ({{.*}}) in [2048, 2048]
// CHECK: } : tensor<2048x2048xf32>, tensor<2048x2048xf32>
// CHECK: tensor.compute ({{.*}}) in [1024, 1024] {
func.func @disagree(%x: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    tensor.yield %b : f32
  } : tensor<2048x2048xf32>
  %t = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[%j, %i] : tensor<2048x2048xf32>
    tensor.yield %a : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %c = arith.maximumf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<1024x1024xf32>
  return %t, %s : tensor<2048x2048xf32>, tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @disagree(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [64]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [2048, 2048] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I_0]], %[[J_1]]] : tensor<2048x2048xf32>
// FULL-NEXT:         %[[V5:.*]] = math.erf %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[J_2:.*]], %[[I_3:.*]]) in [2048, 2048] attributes {axes = ["j", "i"]} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_3]], %[[J_2]]] : tensor<2048x2048xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<2048x2048xf32>
// FULL-NEXT:       tensor.yield %[[V2]], %[[V3]] : tensor<2048x2048xf32>, tensor<2048x2048xf32>
// FULL-NEXT:     } : tensor<2048x2048xf32>, tensor<2048x2048xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]]#0[%[[I]] * 2, %[[J]] * 2] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]]#0[%[[I]] * 2 + 1, %[[J]] * 2 + 1] : tensor<2048x2048xf32>
// FULL-NEXT:       %[[V4]] = arith.maximumf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]]#1, %[[V1]] : tensor<2048x2048xf32>, tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_LOOPS-NEXT:   func.func @disagree(%[[ARG0:.*]]: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = tensor.empty : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:     %[[V1:.*]] = tensor.empty : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_LOOPS-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// FULL_LOOPS-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_LOOPS-NEXT:     %[[V2:.*]]:2 = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C2048]]) step (%[[C64]]) shared(%[[ARG1:.*]] = %[[V0]], %[[ARG2:.*]] = %[[V1]]) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
// FULL_LOOPS-NEXT:       %[[V4:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [64, 2048] {
// FULL_LOOPS-NEXT:         %[[V8:.*]] = tensor.at %[[ARG0]][%[[I]] + %[[I_1]], %[[J_2]]] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:         %[[V9:.*]] = math.erf %[[V8]] : f32
// FULL_LOOPS-NEXT:         tensor.yield %[[V9]] : f32
// FULL_LOOPS-NEXT:       } : tensor<64x2048xf32>
// FULL_LOOPS-NEXT:       %[[V5:.*]] = tensor.tile_write %[[V4]] into %[[ARG1]][%[[I]], 0] drop : tensor<64x2048xf32> into tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V6:.*]] = tensor.compute (%[[I_3:.*]], %[[J_4:.*]]) in [2048, 64] {
// FULL_LOOPS-NEXT:         %[[V8]] = tensor.at %[[V4]][%[[J_4]], %[[I_3]]] : tensor<64x2048xf32>
// FULL_LOOPS-NEXT:         tensor.yield %[[V8]] : f32
// FULL_LOOPS-NEXT:       } : tensor<2048x64xf32>
// FULL_LOOPS-NEXT:       %[[V7:.*]] = tensor.tile_write %[[V6]] into %[[ARG2]][0, %[[I]]] drop : tensor<2048x64xf32> into tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       loop.yield %[[V5]], %[[V7]] : tensor<2048x2048xf32>, tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL_LOOPS-NEXT:       %[[V4]] = tensor.at %[[V2]]#0[%[[I_0]] * 2, %[[J]] * 2] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V5]] = tensor.at %[[V2]]#0[%[[I_0]] * 2 + 1, %[[J]] * 2 + 1] : tensor<2048x2048xf32>
// FULL_LOOPS-NEXT:       %[[V6]] = arith.maximumf %[[V4]], %[[V5]] : f32
// FULL_LOOPS-NEXT:       tensor.yield %[[V6]] : f32
// FULL_LOOPS-NEXT:     } : tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:     return %[[V2]]#1, %[[V3]] : tensor<2048x2048xf32>, tensor<1024x1024xf32>
// FULL_LOOPS-NEXT:   }
// FULL_LOOPS-NEXT: }
