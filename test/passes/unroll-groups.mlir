// Short loops of a group's members are written out; the names of their other loops stay, by which the group knows what it shares. Its own loops stay, however short.
// RUN: tfopt %s --target=x86-64-v3 --choose-unroll --apply-unroll | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --check-semantics --choose-unroll --apply-unroll --apply-groups | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @short(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [37, 40] attributes {axes = ["i", "j"]
// CHECK: tensor.from_elements
// CHECK: tensor.compute (%{{.*}}) in [40] attributes {axes = ["j"]
// CHECK: tensor.fold {{.*}} attributes {axis = "i"}
// LOOPS-LABEL: func.func @short(
// LOOPS: loop.for
func.func @short(%x: tensor<37x40xf32>) -> (tensor<37x40x2xf32>, tensor<40xf32>) {
  %y, %s = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %r = tensor.compute (%i, %j, %c) in [37, 40, 2] attributes {axes = ["i", "j", "c"]} {
      %a = tensor.at %x[%i, %j] : tensor<37x40xf32>
      %n = arith.index_cast %c : index to i32
      %b = arith.sitofp %n : i32 to f32
      %d = arith.addf %a, %b : f32
      tensor.yield %d : f32
    } : tensor<37x40x2xf32>
    %t = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%i) = 0 to 37 add fastmath<reassoc> attributes {axis = "i"} {
        %a = tensor.at %r[%i, %j, 1] : tensor<37x40x2xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %r, %t : tensor<37x40x2xf32>, tensor<40xf32>
  } : tensor<37x40x2xf32>, tensor<40xf32>
  return %y, %s : tensor<37x40x2xf32>, tensor<40xf32>
}

// A loop of four trips that members share, called k as the first fold would be.
// CHECK-LABEL: func.func @shared(
// CHECK: tensor.fold {{.*}} attributes {axis = "k"}
// LOOPS-LABEL: func.func @shared(
// LOOPS: loop.for
func.func @shared(%x: tensor<4x40xf32>, %w: tensor<3xf32>) -> tensor<40xf32> {
  %s = tensor.group attributes {axes = ["k"], schedule = #tensor.schedule<split(k, [2]), order(k.0)>} {
    %r = tensor.compute (%k, %j) in [4, 40] attributes {axes = ["k", "j"]} {
      %f = tensor.fold (%c) = 0 to 3 add fastmath<reassoc> {
        %a = tensor.at %x[%k, %j + %c] wrap : tensor<4x40xf32>
        %b = tensor.at %w[%c] : tensor<3xf32>
        %d = arith.mulf %a, %b : f32
        tensor.yield %d : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<4x40xf32>
    %t = tensor.compute (%j) in [40] attributes {axes = ["j"]} {
      %f = tensor.fold (%k) = 0 to 4 add fastmath<reassoc> attributes {axis = "k"} {
        %g = tensor.fold (%c) = 0 to 3 add fastmath<reassoc> {
          %b = tensor.at %w[%c] : tensor<3xf32>
          %a = tensor.at %r[%k, %j] : tensor<4x40xf32>
          %d = arith.mulf %a, %b : f32
          tensor.yield %d : f32
        } : f32
        tensor.yield %g : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<40xf32>
    tensor.yield %t : tensor<40xf32>
  } : tensor<40xf32>
  return %s : tensor<40xf32>
}
