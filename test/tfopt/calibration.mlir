// A calibration says what bytes and waiting cost, and loops are chosen by it: code that does little but copy
// is worth a thread sooner where bytes are dear.
// RUN: tfopt %s --target=x86-64-v3 --schedule | tee %t.usual | FileCheck %s --check-prefix=USUAL
// RUN: FileCheck %s --check-prefix=FULL_USUAL --match-full-lines < %t.usual
// RUN: tfopt %s --target=x86-64-v3 --calibration=%S/Inputs/dear-bytes.calibration --schedule | tee %t.dear | FileCheck %s --check-prefix=DEAR
// RUN: FileCheck %s --check-prefix=FULL_DEAR --match-full-lines < %t.dear
// RUN: not tfopt %s --calibration=%S/Inputs/damaged.calibration --schedule 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: not tfopt %s --calibration=%S/Inputs/none.calibration --schedule 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tfrun %s --entry=negated --calibration=%S/Inputs/damaged.calibration --random 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: tfrun %s --entry=negated --calibration=%S/Inputs/dear-bytes.calibration --no-cache --random --print | FileCheck %s --check-prefix=PRINTS
// COMPLETE: FULL_USUAL, FULL_DEAR

// DAMAGED: damaged.calibration:3: unknown rate 'l4_byte'; known are: l2_byte, l3_byte, memory_byte,
// NONE: cannot read '{{.*}}none.calibration': No such file or directory
// PRINTS: r0

// USUAL-LABEL: func.func @negated(
// USUAL-NOT: tf.rates
// USUAL: parallel(i, grain = 51)
// DEAR-LABEL: func.func @negated(
// DEAR-SAME: tf.rates = {far = 4.000000e+00 : f64, {{.*}}l2_byte = 2.500000e+00 : f64
// DEAR: parallel(i, grain = 2)
func.func @negated(%a: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %c = tensor.compute (%i, %j) in [512, 512] {
    %x = tensor.at %a[%i, %j] : tensor<512x512xf32>
    %y = arith.negf %x : f32
    tensor.yield %y : f32
  } : tensor<512x512xf32>
  return %c : tensor<512x512xf32>
}
// FULL_USUAL: module {
// FULL_USUAL-NEXT:   func.func @negated(%[[ARG0:.*]]: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_USUAL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 512] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 51), vectorize(j, 16)>} {
// FULL_USUAL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x512xf32>
// FULL_USUAL-NEXT:       %[[V2:.*]] = arith.negf %[[V1]] : f32
// FULL_USUAL-NEXT:       tensor.yield %[[V2]] : f32
// FULL_USUAL-NEXT:     } : tensor<512x512xf32>
// FULL_USUAL-NEXT:     return %[[V0]] : tensor<512x512xf32>
// FULL_USUAL-NEXT:   }
// FULL_DEAR: module {
// FULL_DEAR-NEXT:   func.func @negated(%[[ARG0:.*]]: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {tf.rates = {far = 4.000000e+00 : f64, jump = 1.800000e+00 : f64, jump_in_memory = 8.000000e+00 : f64, jump_in_third = 8.000000e+00 : f64, l2_byte = 2.500000e+00 : f64, l3_byte = 5.700000e-02 : f64, memory_byte = 2.000000e-01 : f64, page_lookup = 8.000000e+00 : f64, share_out = 4.000000e+04 : f64}, tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEAR-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 512] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 2), vectorize(j, 16)>} {
// FULL_DEAR-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x512xf32>
// FULL_DEAR-NEXT:       %[[V2:.*]] = arith.negf %[[V1]] : f32
// FULL_DEAR-NEXT:       tensor.yield %[[V2]] : f32
// FULL_DEAR-NEXT:     } : tensor<512x512xf32>
// FULL_DEAR-NEXT:     return %[[V0]] : tensor<512x512xf32>
// FULL_DEAR-NEXT:   }

// Functions that say what bytes cost keep what they say.
// DEAR-LABEL: func.func @says_so(
// DEAR-SAME: tf.rates = {l2_byte = 5.000000e-02 : f64}
// DEAR: parallel(i, grain = 51)
func.func @says_so(%a: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {tf.rates = {l2_byte = 0.05 : f64}} {
  %c = tensor.compute (%i, %j) in [512, 512] {
    %x = tensor.at %a[%i, %j] : tensor<512x512xf32>
    %y = arith.negf %x : f32
    tensor.yield %y : f32
  } : tensor<512x512xf32>
  return %c : tensor<512x512xf32>
}
// FULL_USUAL-NEXT:   func.func @says_so(%[[ARG0:.*]]: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {tf.rates = {l2_byte = 5.000000e-02 : f64}, tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_USUAL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 512] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 51), vectorize(j, 16)>} {
// FULL_USUAL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x512xf32>
// FULL_USUAL-NEXT:       %[[V2:.*]] = arith.negf %[[V1]] : f32
// FULL_USUAL-NEXT:       tensor.yield %[[V2]] : f32
// FULL_USUAL-NEXT:     } : tensor<512x512xf32>
// FULL_USUAL-NEXT:     return %[[V0]] : tensor<512x512xf32>
// FULL_USUAL-NEXT:   }
// FULL_USUAL-NEXT: }
// FULL_DEAR-NEXT:   func.func @says_so(%[[ARG0:.*]]: tensor<512x512xf32>) -> tensor<512x512xf32> attributes {tf.rates = {l2_byte = 5.000000e-02 : f64}, tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEAR-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 512] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 51), vectorize(j, 16)>} {
// FULL_DEAR-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x512xf32>
// FULL_DEAR-NEXT:       %[[V2:.*]] = arith.negf %[[V1]] : f32
// FULL_DEAR-NEXT:       tensor.yield %[[V2]] : f32
// FULL_DEAR-NEXT:     } : tensor<512x512xf32>
// FULL_DEAR-NEXT:     return %[[V0]] : tensor<512x512xf32>
// FULL_DEAR-NEXT:   }
// FULL_DEAR-NEXT: }
