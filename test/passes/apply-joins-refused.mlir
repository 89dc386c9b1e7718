// Folds that cannot share their trips stay apart.
// RUN: tfopt --apply-joins %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt --apply-joins %s 2>/dev/null | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-NOT: combine
// CHECK-NOT: #tensor.schedule

// SAYS: remark: the folds are not joined: the order of l is fixed: it has no reassoc
func.func @in_order(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @in_order(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// The exponential of something else than what the greatest is of might be infinite in between.
// SAYS: remark: the folds are not joined: no law corrects l when a fold that it depends on changes
func.func @another_value(%x: tensor<16x24xf32>, %y: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %y[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @another_value(%[[ARG0:.*]]: tensor<16x24xf32>, %[[ARG1:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG1]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// SAYS: remark: the folds are not joined: no law corrects l when a fold that it depends on changes
func.func @tanh(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.tanh %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @tanh(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.tanh %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// What deviates has no sum among the folds.
// SAYS: remark: the folds are not joined: no law corrects l when a fold that it depends on changes
func.func @no_sum(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = arith.mulf %d, %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @no_sum(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// What moves with another fold, and what does not, have no correction together.
// SAYS: remark: the folds are not joined: no law corrects l when a fold that it depends on changes
func.func @sum_of_both(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      %f = arith.addf %e, %v : f32
      tensor.yield %f : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @sum_of_both(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.addf %[[V5]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// SAYS: remark: the folds are not joined: l has another range than the other folds
func.func @other_range(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 23 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @other_range(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 23 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// SAYS: remark: the folds are not joined: none of them depends on another one
func.func @apart(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    %s = arith.addf %l, %m : f32
    tensor.yield %s : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @apart(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V2]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }

// SAYS: remark: the folds are not joined: k has bounds that overflow 64 bits if they are counted in chunks
func.func @far(%x: tensor<4xf32>) -> tensor<2xf32> {
  %s = tensor.compute (%i) in [2] attributes {folds = ["k", "l"], schedule = #tensor.schedule<join(k: l, 4096)>} {
    %m = tensor.fold (%k) = -9223372036854775807 to 5 maximumf fastmath<reassoc> attributes {axis = "k"} {
      %a = tensor.at %x[%k] clamp : tensor<4xf32>
      tensor.yield %a : f32
    } : f32
    %l = tensor.fold (%k) = -9223372036854775807 to 5 add fastmath<reassoc> attributes {axis = "l"} {
      %a = tensor.at %x[%k] clamp : tensor<4xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<2xf32>
  return %s : tensor<2xf32>
}
// FULL-NEXT:   func.func @far(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<2xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = -9223372036854775807 to 5 maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] clamp : tensor<4xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = -9223372036854775807 to 5 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[K_0]]] clamp : tensor<4xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<2xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2xf32>
// FULL-NEXT:   }

// SAYS: remark: the folds are not joined: k has bounds that overflow 64 bits if they are counted in chunks
func.func @long(%x: tensor<4xf32>) -> tensor<2xf32> {
  %s = tensor.compute (%i) in [2] attributes {folds = ["k", "l"], schedule = #tensor.schedule<join(k: l, 4096)>} {
    %m = tensor.fold (%k) = 0 to 9223372036854775807 maximumf fastmath<reassoc> attributes {axis = "k"} {
      %a = tensor.at %x[%k] clamp : tensor<4xf32>
      tensor.yield %a : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 9223372036854775807 add fastmath<reassoc> attributes {axis = "l"} {
      %a = tensor.at %x[%k] clamp : tensor<4xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<2xf32>
  return %s : tensor<2xf32>
}
// FULL-NEXT:   func.func @long(%[[ARG0:.*]]: tensor<4xf32>) -> tensor<2xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [2] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 9223372036854775807 maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] clamp : tensor<4xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 9223372036854775807 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[K_0]]] clamp : tensor<4xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<2xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
