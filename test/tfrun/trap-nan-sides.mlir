// Where NaN trap, both sides of a select are evaluated on the processor, too, as by the interpreter.
// RUN: not tfrun %s --random --device=interp --trap-nan 2>&1 | FileCheck %s
// RUN: not tfrun %s --random --device=cpu --trap-nan 2>&1 | FileCheck %s
// RUN: tfopt %s --cpu --target=x86-64-v3 | FileCheck %s --check-prefix=SIDES

// CHECK: trap-nan-sides.mlir:[[#@LINE+5]]:{{.*}}error
// SIDES: loop.if
func.func @main(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %q = arith.divf %x, %z : tensor<4xf32>
  %l = math.log %q : tensor<4xf32>
  %e = math.exp %l : tensor<4xf32>
  %c = arith.cmpi eq, %n, %n : i32
  %d = arith.cmpi sgt, %n, %c0 : i32
  %r = arith.select %d, %e, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
