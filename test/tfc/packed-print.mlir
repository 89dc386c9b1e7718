// What a packed program prints, by the processor's code as by the interpreter.
// RUN: mkdir -p %t && tfc %s -o %t/p.tfx --gpu=none
// RUN: tfrun %t/p.tfx --in 'arg0=7' --device=cpu 2>&1 | FileCheck %s
// RUN: tfrun %t/p.tfx --in 'arg0=7' --device=interp 2>&1 | FileCheck %s
// RUN: not tfrun %t/p.tfx --in 'arg0=200' --device=cpu 2>&1 | FileCheck %s --check-prefix=STOP

// CHECK: begins
// CHECK-NEXT: 7 and f32[3] [1.0, 2.0, 3.0]
// CHECK: [2. 4. 6.]
// STOP: begins
// STOP-NEXT: packed-print.mlir:[[#@LINE+6]]:{{.*}} 200 is too much
func.func @doubled(%n: i32) -> tensor<3xf32> {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %most = arith.constant 100 : i32
  %fits = arith.cmpi sle, %n, %most : i32
  tensor.print "begins"
  tensor.assert %fits, "{} is too much" %n : i32
  tensor.print "{} and {}" %n, %x : i32, tensor<3xf32>
  %y = arith.addf %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
