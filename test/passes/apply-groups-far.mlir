// RUN: tfopt %s --check-semantics --apply-groups | FileCheck %s

// A reader asks for points far outside of a member, which is computed where it is read: what is not there is not computed, as its own subscripts would
// leave 64 bits.
// CHECK-LABEL: func.func @far(
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: loop.if
func.func @far(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  %one = arith.constant 1.0 : f32
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), place(rows, inline)>} {
    %r = tensor.compute (%i, %j) in [37, 5] attributes {axes = ["i", "j"], member = "rows"} {
      %a = tensor.at %x[%i + 4611686018427387904, %j] clamp : tensor<37x5xf32>
      tensor.yield %a : f32
    } : tensor<37x5xf32>
    %s = tensor.compute (%i, %j) in [37, 5] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i + 4611686018427387904, %j] fill(%one) : tensor<37x5xf32>
      tensor.yield %a : f32
    } : tensor<37x5xf32>
    tensor.yield %s : tensor<37x5xf32>
  } : tensor<37x5xf32>
  return %y : tensor<37x5xf32>
}
