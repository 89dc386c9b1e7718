// RUN: not fixed-opt %s 2>&1 | FileCheck %s

func.func @step() -> !fixed.q<2> {
  // CHECK: invalid-step.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: 'fixed.constant' op has the value 0.125, which 32 bits do not hold in steps of 2^-2
  %c = fixed.constant #fixed.value<0.125> : !fixed.q<2>
  return %c : !fixed.q<2>
}
