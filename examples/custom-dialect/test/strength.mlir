// RUN: fixed-opt %s --pass-pipeline='func.func(fixed-strength)' | FileCheck %s --check-prefixes=CHECK,FAR
// RUN: fixed-opt %s --pass-pipeline='func.func(fixed-strength{max-shift=2})' | FileCheck %s --check-prefixes=CHECK,NEAR
// RUN: not fixed-opt %s --pass-pipeline='func.func(fixed-strength{max-shift=-1})' 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: max-shift cannot be -1

// CHECK-LABEL: func.func @powers
func.func @powers(%x: !fixed.q<8>) -> (!fixed.q<8>, !fixed.q<8>, !fixed.q<8>) {
  %four = fixed.constant #fixed.value<4.0> : !fixed.q<8>
  %eighth = fixed.constant #fixed.value<0.125> : !fixed.q<8>
  %three = fixed.constant #fixed.value<3.0> : !fixed.q<8>
  // CHECK: fixed.shift %arg0 by 2
  %a = fixed.mul %x, %four : !fixed.q<8>
  // FAR: fixed.shift %arg0 by -3
  // NEAR: fixed.mul
  %b = fixed.mul %eighth, %x : !fixed.q<8>
  // CHECK: fixed.mul %arg0
  %c = fixed.mul %x, %three : !fixed.q<8>
  return %a, %b, %c : !fixed.q<8>, !fixed.q<8>, !fixed.q<8>
}
