// What a program says of a member's own loops holds for the part of it that a trip computes, as far as the part has these loops; threads share those of the group.
// RUN: tfopt %s --verify-roundtrip --apply-groups | FileCheck %s
// RUN: tfopt %s --apply-groups --lower-tiles | FileCheck %s --check-prefix=LOWER
// RUN: tfopt %s --check-semantics --apply-groups --lower-tiles --apply-schedule -o /dev/null

// CHECK-LABEL: func.func @rows(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [6, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), vectorize(j, 8)>} {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
// LOWER-LABEL: func.func @rows(
// LOWER: tensor.compute (%{{.*}}, %{{.*}}) in [4, 40] accumulate({{.*}}) attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
func.func @rows(%x: tensor<37x40xf32>) -> tensor<37x40xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %r = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<order(j, i), parallel(j), vectorize(j, 8)>} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 4)>} {
      %a = tensor.at %r[%i - 1, %j] clamp : tensor<37x40xf32>
      %b = tensor.at %r[%i + 1, %j] clamp : tensor<37x40xf32>
      %c = arith.addf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<37x40xf32>
    tensor.yield %s : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %y : tensor<37x40xf32>
}

// A trip has one row: what is said of rows applies to nothing, what is said of columns and folds does.
// CHECK-LABEL: func.func @one_row(
// CHECK: tensor.compute (%{{.*}}) in [40] attributes {axes = ["j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), unroll(k, 2)>} {
func.func @one_row(%x: tensor<37x40xf32>, %y: tensor<40x40xf32>) -> tensor<37x40xf32> {
  %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [1]), order(i.0)>} {
    %s = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<vectorize(j, 8), jam(i, 2), unroll(k, 2)>} {
      %f = tensor.fold (%k) = 0 to 40 add attributes {axis = "k"} {
        %a = tensor.at %x[%i, %k] : tensor<37x40xf32>
        %b = tensor.at %y[%k, %j] : tensor<40x40xf32>
        %c = arith.mulf %a, %b : f32
        tensor.yield %c : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<37x40xf32>
    %t = tensor.compute (%i, %j) in [37, 40] attributes {axes = ["i", "j"]} {
      %a = tensor.at %s[%i, %j] : tensor<37x40xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<37x40xf32>
    tensor.yield %t : tensor<37x40xf32>
  } : tensor<37x40xf32>
  return %z : tensor<37x40xf32>
}
