// A calibration says what bytes and waiting cost, and loops are chosen by it: code that does little but copy is worth a thread sooner where bytes are dear.
// RUN: tfopt %s --target=x86-64-v3 --schedule | FileCheck %s --check-prefix=USUAL
// RUN: tfopt %s --target=x86-64-v3 --calibration=%S/Inputs/dear-bytes.calibration --schedule | FileCheck %s --check-prefix=DEAR
// RUN: not tfopt %s --calibration=%S/Inputs/damaged.calibration --schedule 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: not tfopt %s --calibration=%S/Inputs/none.calibration --schedule 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tfrun %s --entry=negated --calibration=%S/Inputs/damaged.calibration --random 2>&1 | FileCheck %s --check-prefix=DAMAGED
// RUN: tfrun %s --entry=negated --calibration=%S/Inputs/dear-bytes.calibration --no-cache --random --print | FileCheck %s --check-prefix=PRINTS

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
