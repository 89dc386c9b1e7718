// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v3},tile-time))' --explain-fusion %s 2>&1 | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v3},tile-time))' --disable-rule=tile-time.time %s | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// NONE-NOT: tensor.group
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-target{level=x86-64-v4},tile-time))' --explain-fusion %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BANDS
// COMPLETE: FULL, FULL_NONE

// Short bands would compute as much again around them as in them, long ones leave the cache: a few rows at a
// time with those around them kept are best.
// BANDS: remark: time: {{8|16}} iterations of the loop over bands of 512 rows, {{[248]}} at a time in sliding windows:{{.*}}; they run together

// Steps over a matrix that leaves the caches run together where nobody asks; over a small one they do not.
// CHECK: remark: time: {{[0-9]+}} iterations of the loop over bands of {{[0-9]+}} rows{{.*}}: cost {{.*}} one by one, {{.*}} together, in additions; they run together
// CHECK: remark: time: {{.*}}; they run one by one
// CHECK-LABEL: func.func @large
// CHECK: tensor.group
func.func @large(%u: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<4096x2048xf32>) {
    %w = tensor.compute (%i, %j) in [4096, 2048] {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<4096x2048xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<4096x2048xf32>
      %e = tensor.at %v[%i, %j + 1] clamp : tensor<4096x2048xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %e : f32
      tensor.yield %2 : f32
    } : tensor<4096x2048xf32>
    loop.yield %w : tensor<4096x2048xf32>
  }
  return %r : tensor<4096x2048xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @large(%[[ARG0:.*]]: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C10_0:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_3:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0_2]] to %[[C1_1]] step %[[C1_3]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<4096x2048xf32>) {
// FULL-NEXT:       %[[C8_7:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[V7:.*]] = arith.muli %[[I]], %[[C8_7]] : index
// FULL-NEXT:       %[[V8:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [512, 4]), order(i.0, i.1), parallel(i.0), place(m0, m1, m2, m3, m4, m5, m6, at = i.1, keep = i.0)>} {
// FULL-NEXT:         %[[C0_8:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[V7]], %[[C0_8]] : index
// FULL-NEXT:         %[[V10:.*]] = arith.muli %[[V9]], %[[C1]] : index
// FULL-NEXT:         %[[V11:.*]] = arith.addi %[[C0]], %[[V10]] : index
// FULL-NEXT:         %[[V12:.*]] = tensor.compute (%[[I_9:.*]], %[[J:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m0"} {
// FULL-NEXT:           %[[V41:.*]] = tensor.at %[[ARG1]][%[[I_9]] - 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42:.*]] = tensor.at %[[ARG1]][%[[I_9]] + 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43:.*]] = tensor.at %[[ARG1]][%[[I_9]], %[[J]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44:.*]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45:.*]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C1_10:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V13:.*]] = arith.addi %[[V7]], %[[C1_10]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.muli %[[V13]], %[[C1]] : index
// FULL-NEXT:         %[[V15:.*]] = arith.addi %[[C0]], %[[V14]] : index
// FULL-NEXT:         %[[V16:.*]] = tensor.compute (%[[I_11:.*]], %[[J_12:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m1"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V12]][%[[I_11]] - 1, %[[J_12]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V12]][%[[I_11]] + 1, %[[J_12]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V12]][%[[I_11]], %[[J_12]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:         %[[V17:.*]] = arith.addi %[[V7]], %[[C2]] : index
// FULL-NEXT:         %[[V18:.*]] = arith.muli %[[V17]], %[[C1]] : index
// FULL-NEXT:         %[[V19:.*]] = arith.addi %[[C0]], %[[V18]] : index
// FULL-NEXT:         %[[V20:.*]] = tensor.compute (%[[I_13:.*]], %[[J_14:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m2"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V16]][%[[I_13]] - 1, %[[J_14]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V16]][%[[I_13]] + 1, %[[J_14]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V16]][%[[I_13]], %[[J_14]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:         %[[V21:.*]] = arith.addi %[[V7]], %[[C3]] : index
// FULL-NEXT:         %[[V22:.*]] = arith.muli %[[V21]], %[[C1]] : index
// FULL-NEXT:         %[[V23:.*]] = arith.addi %[[C0]], %[[V22]] : index
// FULL-NEXT:         %[[V24:.*]] = tensor.compute (%[[I_15:.*]], %[[J_16:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m3"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V20]][%[[I_15]] - 1, %[[J_16]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V20]][%[[I_15]] + 1, %[[J_16]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V20]][%[[I_15]], %[[J_16]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:         %[[V25:.*]] = arith.addi %[[V7]], %[[C4]] : index
// FULL-NEXT:         %[[V26:.*]] = arith.muli %[[V25]], %[[C1]] : index
// FULL-NEXT:         %[[V27:.*]] = arith.addi %[[C0]], %[[V26]] : index
// FULL-NEXT:         %[[V28:.*]] = tensor.compute (%[[I_17:.*]], %[[J_18:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m4"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V24]][%[[I_17]] - 1, %[[J_18]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V24]][%[[I_17]] + 1, %[[J_18]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V24]][%[[I_17]], %[[J_18]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:         %[[V29:.*]] = arith.addi %[[V7]], %[[C5]] : index
// FULL-NEXT:         %[[V30:.*]] = arith.muli %[[V29]], %[[C1]] : index
// FULL-NEXT:         %[[V31:.*]] = arith.addi %[[C0]], %[[V30]] : index
// FULL-NEXT:         %[[V32:.*]] = tensor.compute (%[[I_19:.*]], %[[J_20:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m5"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V28]][%[[I_19]] - 1, %[[J_20]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V28]][%[[I_19]] + 1, %[[J_20]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V28]][%[[I_19]], %[[J_20]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:         %[[V33:.*]] = arith.addi %[[V7]], %[[C6]] : index
// FULL-NEXT:         %[[V34:.*]] = arith.muli %[[V33]], %[[C1]] : index
// FULL-NEXT:         %[[V35:.*]] = arith.addi %[[C0]], %[[V34]] : index
// FULL-NEXT:         %[[V36:.*]] = tensor.compute (%[[I_21:.*]], %[[J_22:.*]]) in [4096, 2048] attributes {axes = ["i", "j"], member = "m6"} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V32]][%[[I_21]] - 1, %[[J_22]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V32]][%[[I_21]] + 1, %[[J_22]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V32]][%[[I_21]], %[[J_22]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:         %[[V37:.*]] = arith.addi %[[V7]], %[[C7]] : index
// FULL-NEXT:         %[[V38:.*]] = arith.muli %[[V37]], %[[C1]] : index
// FULL-NEXT:         %[[V39:.*]] = arith.addi %[[C0]], %[[V38]] : index
// FULL-NEXT:         %[[V40:.*]] = tensor.compute (%[[I_23:.*]], %[[J_24:.*]]) in [4096, 2048] attributes {axes = ["i", "j"]} {
// FULL-NEXT:           %[[V41]] = tensor.at %[[V36]][%[[I_23]] - 1, %[[J_24]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V42]] = tensor.at %[[V36]][%[[I_23]] + 1, %[[J_24]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V43]] = tensor.at %[[V36]][%[[I_23]], %[[J_24]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:           %[[V44]] = arith.addf %[[V41]], %[[V42]] : f32
// FULL-NEXT:           %[[V45]] = arith.addf %[[V44]], %[[V43]] : f32
// FULL-NEXT:           tensor.yield %[[V45]] : f32
// FULL-NEXT:         } : tensor<4096x2048xf32>
// FULL-NEXT:         tensor.yield %[[V40]] : tensor<4096x2048xf32>
// FULL-NEXT:       } : tensor<4096x2048xf32>
// FULL-NEXT:       loop.yield %[[V8]] : tensor<4096x2048xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[C10_4:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[V1:.*]] = arith.muli %[[C1_5]], %[[C8]] : index
// FULL-NEXT:     %[[V2:.*]] = arith.muli %[[V1]], %[[C1]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.addi %[[C0]], %[[V2]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi eq, %[[V1]], %[[C10_4]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.select %[[V4]], %[[C10]], %[[V3]] : index
// FULL-NEXT:     %[[V6:.*]] = loop.for %[[I_6:.*]] = %[[V5]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1]] = %[[V0]]) -> (tensor<4096x2048xf32>) {
// FULL-NEXT:       %[[V7]] = tensor.compute (%[[I_7:.*]], %[[J]]) in [4096, 2048] {
// FULL-NEXT:         %[[V8]] = tensor.at %[[ARG1]][%[[I_7]] - 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:         %[[V9]] = tensor.at %[[ARG1]][%[[I_7]] + 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL-NEXT:         %[[V10]] = tensor.at %[[ARG1]][%[[I_7]], %[[J]] + 1] clamp : tensor<4096x2048xf32>
// FULL-NEXT:         %[[V11]] = arith.addf %[[V8]], %[[V9]] : f32
// FULL-NEXT:         %[[V12]] = arith.addf %[[V11]], %[[V10]] : f32
// FULL-NEXT:         tensor.yield %[[V12]] : f32
// FULL-NEXT:       } : tensor<4096x2048xf32>
// FULL-NEXT:       loop.yield %[[V7]] : tensor<4096x2048xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V6]] : tensor<4096x2048xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @large(%[[ARG0:.*]]: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<4096x2048xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4096, 2048] {
// FULL_NONE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]] - 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I_0]] + 1, %[[J]]] clamp : tensor<4096x2048xf32>
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]] + 1] clamp : tensor<4096x2048xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : tensor<4096x2048xf32>
// FULL_NONE-NEXT:       loop.yield %[[V1]] : tensor<4096x2048xf32>
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<4096x2048xf32>
// FULL_NONE-NEXT:   }

// CHECK-LABEL: func.func @small
// CHECK-NOT: tensor.group
// CHECK: return
func.func @small(%u: tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<64x2048xf32>) {
    %w = tensor.compute (%i, %j) in [64, 2048] {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<64x2048xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<64x2048xf32>
      %e = tensor.at %v[%i, %j + 1] clamp : tensor<64x2048xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %e : f32
      tensor.yield %2 : f32
    } : tensor<64x2048xf32>
    loop.yield %w : tensor<64x2048xf32>
  }
  return %r : tensor<64x2048xf32>
}
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<64x2048xf32>) -> tensor<64x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<64x2048xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [64, 2048] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]] - 1, %[[J]]] clamp : tensor<64x2048xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I_0]] + 1, %[[J]]] clamp : tensor<64x2048xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]] + 1] clamp : tensor<64x2048xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<64x2048xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<64x2048xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<64x2048xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<64x2048xf32>) -> tensor<64x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<64x2048xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [64, 2048] {
// FULL_NONE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]] - 1, %[[J]]] clamp : tensor<64x2048xf32>
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I_0]] + 1, %[[J]]] clamp : tensor<64x2048xf32>
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]] + 1] clamp : tensor<64x2048xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : tensor<64x2048xf32>
// FULL_NONE-NEXT:       loop.yield %[[V1]] : tensor<64x2048xf32>
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<64x2048xf32>
// FULL_NONE-NEXT:   }

// No stencil: each point goes its own way.
// CHECK-LABEL: func.func @points
// CHECK-NOT: tensor.group
// CHECK: return
func.func @points(%u: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<4096x2048xf32>) {
    %w = tensor.compute (%i, %j) in [4096, 2048] {
      %n = tensor.at %v[%i, %j] : tensor<4096x2048xf32>
      %s = arith.addf %n, %n : f32
      tensor.yield %s : f32
    } : tensor<4096x2048xf32>
    loop.yield %w : tensor<4096x2048xf32>
  }
  return %r : tensor<4096x2048xf32>
}
// FULL-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<4096x2048xf32>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4096, 2048] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]]] : tensor<4096x2048xf32>
// FULL-NEXT:         %[[V3:.*]] = arith.addf %[[V2]], %[[V2]] : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<4096x2048xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<4096x2048xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4096x2048xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @points(%[[ARG0:.*]]: tensor<4096x2048xf32>) -> tensor<4096x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_NONE-NEXT:     %[[C10:.*]] = arith.constant 10 : index
// FULL_NONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C10]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[ARG0]]) -> (tensor<4096x2048xf32>) {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4096, 2048] {
// FULL_NONE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]]] : tensor<4096x2048xf32>
// FULL_NONE-NEXT:         %[[V3:.*]] = arith.addf %[[V2]], %[[V2]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : tensor<4096x2048xf32>
// FULL_NONE-NEXT:       loop.yield %[[V1]] : tensor<4096x2048xf32>
// FULL_NONE-NEXT:     }
// FULL_NONE-NEXT:     return %[[V0]] : tensor<4096x2048xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
