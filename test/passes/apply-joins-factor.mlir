// What is the same for all terms is a factor of their sum.
// RUN: tfopt --apply-joins --canonicalize --cse %s 2>/dev/null | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --apply-joins %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// COMPLETE: FULL

// A factor alone: nothing is corrected. That there is neither NaN nor infinity is promised: else a product of
// zero and an infinity would be lost.
// CHECK-LABEL: func.func @factor(
// CHECK: %[[R:.*]]:2 = tensor.fold
// CHECK: arith.mulf %[[R]]#1, %[[R]]#0 : f32
func.func @factor(%x: tensor<16x24xf32>, %y: tensor<24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %s = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %y[%k] : tensor<24xf32>
      %d = arith.mulf %v, %s fastmath<nnan,ninf> : f32
      tensor.yield %d : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @factor(%[[ARG0:.*]]: tensor<16x24xf32>, %[[ARG1:.*]]: tensor<24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to 3 [add, add] {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 8 + %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 8 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:           %[[V5]] = tensor.at %[[ARG1]][%[[K]] * 8 + %[[K_1]]] : tensor<24xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]], %[[V4]] : f32, f32
// FULL-NEXT:       } : f32, f32
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]]#1, %[[V1]]#0 : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }


// SAYS: remark: the folds are not joined: no law corrects l when a fold that it depends on changes
// CHECK-LABEL: func.func @infinite(
// CHECK-NOT: combine
func.func @infinite(%x: tensor<16x24xf32>, %y: tensor<24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %s = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %y[%k] : tensor<24xf32>
      %d = arith.mulf %v, %s : f32
      tensor.yield %d : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @infinite(%[[ARG0:.*]]: tensor<16x24xf32>, %[[ARG1:.*]]: tensor<24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG1]][%[[K_0]]] : tensor<24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
