// RUN: not fixed-opt %s 2>&1 | FileCheck %s

func.func @far(%q: !fixed.q<2>) -> !fixed.q<2> {
  // CHECK: invalid-shift.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: 'fixed.shift' op shifts by more than 31 bits
  %c = fixed.shift %q by 32 : !fixed.q<2>
  return %c : !fixed.q<2>
}
