// RUN: not fixed-opt %s 2>&1 | FileCheck %s

// CHECK: invalid-type.mlir:[[#@LINE+1]]:{{.*}}has 40 fractional bits: valid are 0 to 30
func.func private @f() -> !fixed.q<40>
