// Scalars as numbers; truth is a word or a bit. A number must fit its type, sign included.
// RUN: tfrun %s --device=interp --in on=1 --in off=false --in k=-1 --in u=255 | FileCheck %s
// RUN: tfrun %s --device=interp --in on=True --in off=0 --in k=-1 --in u=255 | FileCheck %s
// RUN: not tfrun %s --device=interp --in on=2 --in off=0 --in k=0 --in u=1 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tfrun %s --device=interp --in on=1 --in off=0 --in k=255 --in u=1 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: not tfrun %s --device=interp --in on=1 --in off=0 --in k=1 --in u=-1 2>&1 | FileCheck %s --check-prefix=BELOW
// CHECK: r0: tensor<i1>
// CHECK-NEXT: True
// CHECK-NEXT: r1: tensor<i8>
// CHECK-NEXT: -1
// CHECK-NEXT: r2: tensor<u8>
// CHECK-NEXT: 255
// TWO: argument 'on' of 'f' is i1, which cannot represent 2
// ABOVE: argument 'k' of 'f' is i8, which cannot represent 255
// BELOW: argument 'u' of 'f' is u8, which cannot represent -1
func.func @f(%on: i1 {tf.name = "on"}, %off: i1 {tf.name = "off"}, %k: i8 {tf.name = "k"},
    %u: i8 {tf.name = "u", tf.element = ui8}) -> (i1, i8, i8 {tf.element = ui8}) {
  %0 = arith.xori %on, %off : i1
  return %0, %k, %u : i1, i8, i8
}
