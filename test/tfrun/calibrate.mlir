// What bytes cost is measured, written, and read back.
// RUN: tfrun --calibrate=%t.calibration 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: FileCheck %s --input-file=%t.calibration --check-prefix=RATES
// RUN: tfrun %s --calibration=%t.calibration --no-cache --in x=3 2>&1 | FileCheck %s
// RUN: not tfrun %s --calibrate=%t.calibration 2>&1 | FileCheck %s --check-prefix=ALONE

// SAYS: the calibration is in '{{.*}}.calibration'
// RATES: tensorforge calibration 1
// RATES: {{^}}l2_byte = {{[0-9]}}
// RATES: {{^}}l3_byte = {{[0-9]}}
// RATES: {{^}}memory_byte = {{[0-9]}}
// RATES: {{^}}share_out = 40000
// ALONE: option '--calibrate' cannot be combined with a program or other options
// CHECK: 6
func.func @twice(%x: f32 {tf.name = "x"}) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}
