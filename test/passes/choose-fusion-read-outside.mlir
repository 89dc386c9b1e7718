// What is proved of elements that a compute makes is proved of them in a group, too: choose-fusion makes one of computes that
// share a nest, and a subscript that is read from its results stays inside.
// RUN: tfopt %s --choose-fusion --verify-each | FileCheck %s
// RUN: tfopt %s --cpu --target=x86-64-v3 --check-semantics -o /dev/null

// CHECK: %[[GROUP:.*]]:2 = tensor.group
// CHECK: arith.remui
// CHECK: %[[ELEMENT:.*]] = tensor.at %[[GROUP]]#1[] : tensor<i32>
// CHECK: %[[PLACE:.*]] = arith.index_castui %[[ELEMENT]]
// CHECK: tensor.at %{{.*}}[%[[PLACE]]] : tensor<3xi32>
func.func @main(%arg0: tensor<1xi32>) -> tensor<i32> {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 7477 : i32
  %0 = tensor.at %arg0[0] clamp : tensor<1xi32>
  %3 = tensor.compute () in [] {
    %a = tensor.fold (%k) = 0 to 4 add fastmath<reassoc,contract> {
      %k32 = arith.index_cast %k : index to i32
      %m = arith.muli %k32, %c4 : i32
      %e = arith.xori %m, %0 : i32
      tensor.yield %e : i32
    } : i32
    tensor.yield %a : i32
  } : tensor<i32>
  %4 = tensor.compute () in [] {
    tensor.yield %c3 : i32
  } : tensor<i32>
  %5 = tensor.compute () in [] {
    %a = tensor.at %3[] : tensor<i32>
    %b = tensor.at %4[] : tensor<i32>
    %c = arith.remui %a, %b : i32
    tensor.yield %c : i32
  } : tensor<i32>
  %6 = tensor.from_elements %0, %c4, %c3 : tensor<3xi32>
  %7 = tensor.at %5[] : tensor<i32>
  %8 = arith.index_castui %7 : i32 to index
  %9 = tensor.at %6[%8] : tensor<3xi32>
  %10 = tensor.compute () in [] {
    tensor.yield %9 : i32
  } : tensor<i32>
  %11 = tensor.compute () in [] {
    %a = tensor.at %3[] : tensor<i32>
    %b = tensor.at %10[] : tensor<i32>
    %c = arith.xori %a, %b : i32
    tensor.yield %c : i32
  } : tensor<i32>
  return %11 : tensor<i32>
}
