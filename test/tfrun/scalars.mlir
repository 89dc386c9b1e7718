// Scalars as numbers; truth is a word or a bit.
// RUN: tfrun %s --device=interp --in on=1 --in off=false --in k=255 | FileCheck %s
// RUN: tfrun %s --device=interp --in on=True --in off=0 --in k=-1 | FileCheck %s
// RUN: not tfrun %s --device=interp --in on=2 --in off=0 --in k=0 2>&1 | FileCheck %s --check-prefix=TWO
// CHECK: r0: tensor<i1>
// CHECK-NEXT: True
// CHECK-NEXT: r1: tensor<i8>
// CHECK-NEXT: -1
// TWO: argument 'on' of 'f' is i1, which does not hold 2
func.func @f(%on: i1 {tf.name = "on"}, %off: i1 {tf.name = "off"}, %k: i8 {tf.name = "k"}) -> (i1, i8) {
  %0 = arith.xori %on, %off : i1
  return %0, %k : i1, i8
}
