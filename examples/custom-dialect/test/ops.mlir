// RUN: fixed-opt %s | FileCheck %s
// RUN: fixed-opt %s > %t && fixed-opt %t | FileCheck %s

// CHECK-LABEL: func.func @ops
// CHECK-SAME: (%arg0: f32, %arg1: !fixed.q<8>) -> (f64, !fixed.q<8>)
func.func @ops(%x: f32, %q: !fixed.q<8>) -> (f64, !fixed.q<8>) {
  // CHECK: %0 = fixed.constant #fixed.value<-2.5> : !fixed.q<8>
  %c = fixed.constant #fixed.value<-2.5> : !fixed.q<8>
  // CHECK: %1 = fixed.from_float %arg0 : f32 to !fixed.q<8>
  %a = fixed.from_float %x : f32 to !fixed.q<8>
  // CHECK: %2 = fixed.add %1, %arg1 : !fixed.q<8>
  %s = fixed.add %a, %q : !fixed.q<8>
  // CHECK: %3 = fixed.mul %2, %0 : !fixed.q<8>
  %m = fixed.mul %s, %c : !fixed.q<8>
  // CHECK: %4 = fixed.shift %3 by -3 : !fixed.q<8>
  %d = fixed.shift %m by -3 : !fixed.q<8>
  // CHECK: %5 = fixed.to_float %4 : !fixed.q<8> to f64
  %f = fixed.to_float %d : !fixed.q<8> to f64
  return %f, %d : f64, !fixed.q<8>
}
