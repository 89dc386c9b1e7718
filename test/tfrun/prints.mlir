// RUN: tfrun %s --in=x=2.0 2>&1 | FileCheck %s
// RUN: tfrun %s --in=x=2.0 --device=interp 2>&1 | FileCheck %s
// RUN: not tfrun %s --in=x=-3.0 2>&1 | FileCheck %s --check-prefix=STOPPED
// RUN: not tfrun %s --in=x=-3.0 --device=interp 2>&1 | FileCheck %s --check-prefix=STOPPED
// RUN: not tfrun %s --in=x=0.0 --trap-nan 2>&1 | FileCheck %s --check-prefix=TRAPPED
// RUN: not tfrun %s --in=x=0.0 --trap-nan --device=interp 2>&1 | FileCheck %s --check-prefix=TRAPPED

// CHECK: x is 2.0
// CHECK: trip 0
// CHECK-NEXT: trip 1
// STOPPED: x is -3.0
// STOPPED-NOT: trip
// STOPPED: prints.mlir:[[@LINE+10]]:3: error: an assertion failed: x is negative: -3.0 [E0601]
// TRAPPED: prints.mlir:[[@LINE+14]]:8: error: 'arith.divf' computes a NaN or an infinity from 1.0 and 0.0 [E0601]
func.func @main(%x: f32 {tf.name = "x"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %good = arith.cmpf oge, %x, %zero : f32
  tensor.print "x is {}" %x : f32
  tensor.assert %good, "x is negative: {}" %x : f32
  loop.for %i = %c0 to %c2 step %c1 {
    tensor.print "trip {}" %i : index
    loop.yield
  }
  %y = arith.divf %one, %x : f32
  return %y : f32
}
