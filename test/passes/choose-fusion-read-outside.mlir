// What is proved of elements that a compute makes is proved of them in a group, too: choose-fusion makes one
// of computes that share a nest, and a subscript that is read from its results stays inside.
// RUN: tfopt %s --choose-fusion --verify-each | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --cpu --target=x86-64-v3 --check-semantics -o /dev/null
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @main(%[[ARG0:.*]]: tensor<1xi32>) -> tensor<i32> {
// FULL-NEXT:     %[[C3_I32:.*]] = arith.constant 3 : i32
// FULL-NEXT:     %[[C7477_I32:.*]] = arith.constant 7477 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.at %[[ARG0]][0] clamp : tensor<1xi32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:       %[[V7:.*]] = tensor.compute () in [] {
// FULL-NEXT:         %[[V10:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add fastmath<reassoc,contract> {
// FULL-NEXT:           %[[V11:.*]] = arith.index_cast %[[K]] : index to i32
// FULL-NEXT:           %[[V12:.*]] = arith.muli %[[V11]], %[[C7477_I32]] : i32
// FULL-NEXT:           %[[V13:.*]] = arith.xori %[[V12]], %[[V0]] : i32
// FULL-NEXT:           tensor.yield %[[V13]] : i32
// FULL-NEXT:         } : i32
// FULL-NEXT:         tensor.yield %[[V10]] : i32
// FULL-NEXT:       } : tensor<i32>
// FULL-NEXT:       %[[V8:.*]] = tensor.compute () in [] attributes {member = "m0"} {
// FULL-NEXT:         tensor.yield %[[C3_I32]] : i32
// FULL-NEXT:       } : tensor<i32>
// FULL-NEXT:       %[[V9:.*]] = tensor.compute () in [] {
// FULL-NEXT:         %[[V10]] = tensor.at %[[V7]][] : tensor<i32>
// FULL-NEXT:         %[[V11]] = tensor.at %[[V8]][] : tensor<i32>
// FULL-NEXT:         %[[V12]] = arith.remui %[[V10]], %[[V11]] : i32
// FULL-NEXT:         tensor.yield %[[V12]] : i32
// FULL-NEXT:       } : tensor<i32>
// FULL-NEXT:       tensor.yield %[[V7]], %[[V9]] : tensor<i32>, tensor<i32>
// FULL-NEXT:     } : tensor<i32>, tensor<i32>
// FULL-NEXT:     %[[V2:.*]] = tensor.from_elements %[[V0]], %[[C7477_I32]], %[[C3_I32]] : tensor<3xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.at %[[V1]]#1[] : tensor<i32>
// FULL-NEXT:     %[[V4:.*]] = arith.index_castui %[[V3]] : i32 to index
// FULL-NEXT:     %[[V5:.*]] = tensor.at %[[V2]][%[[V4]]] : tensor<3xi32>
// FULL-NEXT:     %[[V6:.*]] = tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, inline)>} {
// FULL-NEXT:       %[[V7]] = tensor.compute () in [] attributes {member = "m0"} {
// FULL-NEXT:         tensor.yield %[[V5]] : i32
// FULL-NEXT:       } : tensor<i32>
// FULL-NEXT:       %[[V8]] = tensor.compute () in [] {
// FULL-NEXT:         %[[V9]] = tensor.at %[[V1]]#0[] : tensor<i32>
// FULL-NEXT:         %[[V10]] = tensor.at %[[V7]][] : tensor<i32>
// FULL-NEXT:         %[[V11]] = arith.xori %[[V9]], %[[V10]] : i32
// FULL-NEXT:         tensor.yield %[[V11]] : i32
// FULL-NEXT:       } : tensor<i32>
// FULL-NEXT:       tensor.yield %[[V8]] : tensor<i32>
// FULL-NEXT:     } : tensor<i32>
// FULL-NEXT:     return %[[V6]] : tensor<i32>
// FULL-NEXT:   }
// FULL-NEXT: }
