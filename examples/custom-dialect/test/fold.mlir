// Generic passes work on the dialect by its interfaces: constants fold, equal code is shared, dead code goes.
// RUN: fixed-opt %s --pass-pipeline='func.func(canonicalize,cse)' | FileCheck %s

// CHECK-LABEL: func.func @constants
func.func @constants() -> !fixed.q<4> {
  // 1.5 * -2.0625 is -3.09375, rounded down to -3.125; plus 0.25.
  // CHECK: %[[C:.*]] = fixed.constant #fixed.value<-2.875> : !fixed.q<4>
  // CHECK-NEXT: return %[[C]]
  %a = fixed.constant #fixed.value<1.5> : !fixed.q<4>
  %b = fixed.constant #fixed.value<-2.0625> : !fixed.q<4>
  %c = fixed.constant #fixed.value<0.125> : !fixed.q<4>
  %p = fixed.mul %a, %b : !fixed.q<4>
  %d = fixed.shift %c by 1 : !fixed.q<4>
  %s = fixed.add %p, %d : !fixed.q<4>
  return %s : !fixed.q<4>
}

// CHECK-LABEL: func.func @neutral
func.func @neutral(%x: !fixed.q<4>) -> !fixed.q<4> {
  // CHECK-NEXT: return %arg0
  %zero = fixed.constant #fixed.value<0.0> : !fixed.q<4>
  %one = fixed.constant #fixed.value<1.0> : !fixed.q<4>
  %a = fixed.add %x, %zero : !fixed.q<4>
  %b = fixed.mul %one, %a : !fixed.q<4>
  %c = fixed.shift %b by 0 : !fixed.q<4>
  return %c : !fixed.q<4>
}

// CHECK-LABEL: func.func @other
func.func @other(%x: !fixed.q<4>, %y: !fixed.q<4>) -> !fixed.q<4> {
  // CHECK: %[[S:.*]] = fixed.add %arg0, %arg1
  // CHECK-NEXT: %[[P:.*]] = fixed.mul %[[S]], %[[S]]
  // CHECK-NEXT: return %[[P]]
  %a = fixed.add %x, %y : !fixed.q<4>
  %b = fixed.add %x, %y : !fixed.q<4>
  %unused = fixed.mul %x, %y : !fixed.q<4>
  %c = fixed.mul %a, %b : !fixed.q<4>
  return %c : !fixed.q<4>
}
