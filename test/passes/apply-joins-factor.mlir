// What is the same for all terms is a factor of their sum.
// RUN: tfopt --apply-joins --canonicalize --cse %s 2>/dev/null | FileCheck %s
// RUN: tfopt --apply-joins %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS

// A factor alone: nothing is corrected. That there is neither NaN nor infinity is promised: else a product of zero and an infinity would be lost.
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
