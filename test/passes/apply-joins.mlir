// Folds over one range, of which some need what others come to, share their trips where laws say what becomes
// of a part as the others grow.
// RUN: tfopt --apply-joins --canonicalize --cse %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --apply-joins --check-semantics %s -o /dev/null
// COMPLETE: FULL

// The exponential of how far a value is from the greatest one. Where nothing but -inf was met, terms are as
// far from 0; a part that was made so is 0, and stays.
// CHECK-LABEL: func.func @exponential(
// CHECK: tensor.compute (%[[I:.*]]) in [n]
// CHECK-NOT: schedule
// CHECK: %[[R:.*]]:2 = tensor.fold (%[[T:.*]]) = 0 to (m + 3) floordiv 4 init(
// CHECK: %[[M:.*]] = tensor.fold (%[[K:.*]]) = 0 to %{{.*}} maximumf fastmath<reassoc> attributes {axis = "k"} {
// CHECK: tensor.at %arg0[%[[I]], %[[T]] * 4 + %[[K]]]
// CHECK: %[[IS:.*]] = arith.cmpf oeq, %[[M]], %{{.*}} : f32
// CHECK: %[[REF:.*]] = arith.select %[[IS]], %{{.*}}, %[[M]] : f32
// CHECK: %[[L:.*]] = tensor.fold ({{.*}}) = 0 to %{{.*}} add fastmath<reassoc> attributes {axis = "l"} {
// CHECK: arith.subf %{{.*}}, %[[REF]] : f32
// CHECK: math.exp
// CHECK: tensor.yield %[[M]], %[[L]] : f32, f32
// CHECK: combine (%[[A:.*]]: f32, %[[LA:.*]]: f32, %[[B:.*]]: f32, %[[LB:.*]]: f32) associative commutative {
// CHECK: %[[ALL:.*]] = arith.maximumf %[[A]], %[[B]]
// CHECK: %[[START:.*]] = arith.cmpf oeq, %[[A]], %{{.*}} : f32
// CHECK: %[[FAR:.*]] = arith.subf %[[A]], %[[ALL]] : f32
// CHECK: %[[E:.*]] = math.exp %[[FAR]] : f32
// CHECK: %[[BY:.*]] = arith.select %[[START]], %{{.*}}, %[[E]] : f32
// CHECK: arith.mulf %[[LA]], %[[BY]] : f32
// CHECK: } : f32, f32
// All terms were -inf: each was the exponential of an infinity less itself.
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[R]]#1 : f32
func.func @exponential(%x: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %a, %b = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<join(k: l, 4)>} {
    %m = tensor.fold (%k) = 0 to m maximumf fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %m, %l : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @exponential(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[CST_2:.*]] = arith.constant 0x7FC00000 : f32
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to (m + 3) floordiv 4 init(%[[CST]], %[[CST_0]]) {
// FULL-NEXT:         %[[V7:.*]] = tensor.extent [m] : index
// FULL-NEXT:         %[[V8:.*]] = arith.muli %[[K]], %[[C4]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.subi %[[V7]], %[[V8]] : index
// FULL-NEXT:         %[[V10:.*]] = arith.minsi %[[V9]], %[[C4]] : index
// FULL-NEXT:         %[[V11:.*]] = tensor.fold (%[[K_3:.*]]) = 0 to %[[V10]] maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V15:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 4 + %[[K_3]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V15]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V12:.*]] = arith.cmpf oeq, %[[V11]], %[[CST]] : f32
// FULL-NEXT:         %[[V13:.*]] = arith.select %[[V12]], %[[CST_0]], %[[V11]] : f32
// FULL-NEXT:         %[[V14:.*]] = tensor.fold (%[[K_4:.*]]) = 0 to %[[V10]] add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:           %[[V15]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 4 + %[[K_4]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V16:.*]] = arith.subf %[[V15]], %[[V13]] : f32
// FULL-NEXT:           %[[V17:.*]] = math.exp %[[V16]] : f32
// FULL-NEXT:           tensor.yield %[[V17]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V11]], %[[V14]] : f32, f32
// FULL-NEXT:       } combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32) associative commutative {
// FULL-NEXT:         %[[V7]] = arith.maximumf %[[ARG1]], %[[ARG3]] fastmath<reassoc> : f32
// FULL-NEXT:         %[[V8]] = arith.cmpf oeq, %[[ARG1]], %[[CST]] : f32
// FULL-NEXT:         %[[V9]] = arith.subf %[[ARG1]], %[[V7]] : f32
// FULL-NEXT:         %[[V10]] = math.exp %[[V9]] : f32
// FULL-NEXT:         %[[V11]] = arith.select %[[V8]], %[[CST_1]], %[[V10]] : f32
// FULL-NEXT:         %[[V12]] = arith.mulf %[[ARG2]], %[[V11]] : f32
// FULL-NEXT:         %[[V13]] = arith.cmpf oeq, %[[ARG3]], %[[CST]] : f32
// FULL-NEXT:         %[[V14]] = arith.subf %[[ARG3]], %[[V7]] : f32
// FULL-NEXT:         %[[V15]] = math.exp %[[V14]] : f32
// FULL-NEXT:         %[[V16]] = arith.select %[[V13]], %[[CST_1]], %[[V15]] : f32
// FULL-NEXT:         %[[V17]] = arith.mulf %[[ARG4]], %[[V16]] : f32
// FULL-NEXT:         %[[V18:.*]] = arith.addf %[[V12]], %[[V17]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V7]], %[[V18]] : f32, f32
// FULL-NEXT:       } : f32, f32
// FULL-NEXT:       %[[V2:.*]] = tensor.extent [m] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi sgt, %[[V2]], %[[C0]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.cmpf oeq, %[[V1]]#0, %[[CST]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.andi %[[V4]], %[[V3]] : i1
// FULL-NEXT:       %[[V6:.*]] = arith.select %[[V5]], %[[CST_2]], %[[V1]]#1 : f32
// FULL-NEXT:       tensor.yield %[[V1]]#0, %[[V6]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

// A linear map of such terms moves as they do; what is divided by the sum of all is divided once. Steps for
// other loops stay.
// CHECK-LABEL: func.func @chain(
// CHECK: schedule = #tensor.schedule<vectorize(k, 4)>
// CHECK: %[[R:.*]]:3 = tensor.fold
// CHECK: tensor.fold {{.*}}axis = "o"
// CHECK-NOT: arith.divf
// CHECK: combine
// CHECK-NOT: arith.divf
// CHECK: } : f32, f32, f32
// CHECK: %[[L:.*]] = arith.select %{{.*}}, %{{.*}}, %[[R]]#1 : f32
// CHECK: %[[O:.*]] = arith.select %{{.*}}, %{{.*}}, %[[R]]#2 : f32
// CHECK: %[[P:.*]] = arith.divf %[[O]], %[[L]] : f32
// The sum of no terms is 0.
// CHECK: arith.select %{{.*}}, %[[P]], %[[R]]#2 : f32
func.func @chain(%x: tensor<?{n}x?{m}xf32>, %v: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<join(k: l, o, 8), vectorize(k, 4)>} {
    %m = tensor.fold (%k) = 0 to m maximumf fastmath<reassoc> attributes {axis = "k"} {
      %u = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %u : f32
    } : f32
    %l = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = "l"} {
      %u = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %u, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    %o = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = "o"} {
      %u = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %u, %m : f32
      %e = math.exp %d : f32
      %p = arith.divf %e, %l : f32
      %w = tensor.at %v[%k] : tensor<?{m}xf32>
      %q = arith.mulf %p, %w : f32
      tensor.yield %q : f32
    } : f32
    tensor.yield %o : f32
  } : tensor<?{n}xf32>
  return %a : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[CST_2:.*]] = arith.constant 0x7FC00000 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k", "l", "o"], schedule = #tensor.schedule<vectorize(k, 4)>} {
// FULL-NEXT:       %[[V1:.*]]:3 = tensor.fold (%[[K:.*]]) = 0 to (m + 7) floordiv 8 init(%[[CST]], %[[CST_0]], %[[CST_0]]) {
// FULL-NEXT:         %[[V10:.*]] = tensor.extent [m] : index
// FULL-NEXT:         %[[V11:.*]] = arith.muli %[[K]], %[[C8]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.subi %[[V10]], %[[V11]] : index
// FULL-NEXT:         %[[V13:.*]] = arith.minsi %[[V12]], %[[C8]] : index
// FULL-NEXT:         %[[V14:.*]] = tensor.fold (%[[K_3:.*]]) = 0 to %[[V13]] maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V19:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 8 + %[[K_3]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V19]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V15:.*]] = arith.cmpf oeq, %[[V14]], %[[CST]] : f32
// FULL-NEXT:         %[[V16:.*]] = arith.select %[[V15]], %[[CST_0]], %[[V14]] : f32
// FULL-NEXT:         %[[V17:.*]] = tensor.fold (%[[K_4:.*]]) = 0 to %[[V13]] add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:           %[[V19]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 8 + %[[K_4]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V20:.*]] = arith.subf %[[V19]], %[[V16]] : f32
// FULL-NEXT:           %[[V21:.*]] = math.exp %[[V20]] : f32
// FULL-NEXT:           tensor.yield %[[V21]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V18:.*]] = tensor.fold (%[[K_5:.*]]) = 0 to %[[V13]] add fastmath<reassoc> attributes {axis = "o"} {
// FULL-NEXT:           %[[V19]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 8 + %[[K_5]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V20]] = arith.subf %[[V19]], %[[V16]] : f32
// FULL-NEXT:           %[[V21]] = math.exp %[[V20]] : f32
// FULL-NEXT:           %[[V22:.*]] = tensor.at %[[ARG1]][%[[K]] * 8 + %[[K_5]]] : tensor<?{m}xf32>
// FULL-NEXT:           %[[V23:.*]] = arith.mulf %[[V21]], %[[V22]] : f32
// FULL-NEXT:           tensor.yield %[[V23]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V14]], %[[V17]], %[[V18]] : f32, f32, f32
// FULL-NEXT:       } combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32, %[[ARG6:.*]]: f32, %[[ARG7:.*]]: f32) associative commutative {
// FULL-NEXT:         %[[V10]] = arith.maximumf %[[ARG2]], %[[ARG5]] fastmath<reassoc> : f32
// FULL-NEXT:         %[[V11]] = arith.cmpf oeq, %[[ARG2]], %[[CST]] : f32
// FULL-NEXT:         %[[V12]] = arith.subf %[[ARG2]], %[[V10]] : f32
// FULL-NEXT:         %[[V13]] = math.exp %[[V12]] : f32
// FULL-NEXT:         %[[V14]] = arith.select %[[V11]], %[[CST_1]], %[[V13]] : f32
// FULL-NEXT:         %[[V15]] = arith.mulf %[[ARG3]], %[[V14]] : f32
// FULL-NEXT:         %[[V16]] = arith.cmpf oeq, %[[ARG5]], %[[CST]] : f32
// FULL-NEXT:         %[[V17]] = arith.subf %[[ARG5]], %[[V10]] : f32
// FULL-NEXT:         %[[V18]] = math.exp %[[V17]] : f32
// FULL-NEXT:         %[[V19]] = arith.select %[[V16]], %[[CST_1]], %[[V18]] : f32
// FULL-NEXT:         %[[V20]] = arith.mulf %[[ARG6]], %[[V19]] : f32
// FULL-NEXT:         %[[V21]] = arith.addf %[[V15]], %[[V20]] fastmath<reassoc> : f32
// FULL-NEXT:         %[[V22]] = arith.mulf %[[ARG4]], %[[V14]] : f32
// FULL-NEXT:         %[[V23]] = arith.mulf %[[ARG7]], %[[V19]] : f32
// FULL-NEXT:         %[[V24:.*]] = arith.addf %[[V22]], %[[V23]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V10]], %[[V21]], %[[V24]] : f32, f32, f32
// FULL-NEXT:       } : f32, f32, f32
// FULL-NEXT:       %[[V2:.*]] = tensor.extent [m] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi sgt, %[[V2]], %[[C0]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.cmpf oeq, %[[V1]]#0, %[[CST]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.andi %[[V4]], %[[V3]] : i1
// FULL-NEXT:       %[[V6:.*]] = arith.select %[[V5]], %[[CST_2]], %[[V1]]#1 : f32
// FULL-NEXT:       %[[V7:.*]] = arith.select %[[V5]], %[[CST_2]], %[[V1]]#2 : f32
// FULL-NEXT:       %[[V8:.*]] = arith.divf %[[V7]], %[[V6]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.select %[[V3]], %[[V8]], %[[V1]]#2 : f32
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// Deviations from whatever follows from the sum are kept about the means of parts.
// CHECK-LABEL: func.func @deviations(
// CHECK: %[[R:.*]]:3 = tensor.fold
// CHECK: combine
// CHECK: } : f32, f32, f32
// CHECK: arith.addf %[[R]]#1
func.func @deviations(%x: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c = arith.constant 0.0625 : f32
  %a, %b = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<join(k: l, 4)>} {
    %s = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %v : f32
    } : f32
    %mean = arith.mulf %s, %c : f32
    %l = tensor.fold (%k) = 0 to m add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %v, %mean : f32
      %e = arith.mulf %d, %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %mean, %l : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @deviations(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 6.250000e-02 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]]:3 = tensor.fold (%[[K:.*]]) = 0 to (m + 3) floordiv 4 init(%[[CST_0]], %[[CST_0]], %[[CST_0]]) {
// FULL-NEXT:         %[[V10:.*]] = tensor.extent [m] : index
// FULL-NEXT:         %[[V11:.*]] = arith.muli %[[K]], %[[C4]] : index
// FULL-NEXT:         %[[V12:.*]] = arith.subi %[[V10]], %[[V11]] : index
// FULL-NEXT:         %[[V13:.*]] = arith.minsi %[[V12]], %[[C4]] : index
// FULL-NEXT:         %[[V14:.*]] = arith.index_cast %[[V13]] : index to i64
// FULL-NEXT:         %[[V15:.*]] = arith.sitofp %[[V14]] : i64 to f32
// FULL-NEXT:         %[[V16:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to %[[V13]] add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V19:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 4 + %[[K_1]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           tensor.yield %[[V19]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V17:.*]] = arith.divf %[[V16]], %[[V15]] : f32
// FULL-NEXT:         %[[V18:.*]] = tensor.fold (%[[K_2:.*]]) = 0 to %[[V13]] add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:           %[[V19]] = tensor.at %[[ARG0]][%[[I]], %[[K]] * 4 + %[[K_2]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V20:.*]] = arith.subf %[[V19]], %[[V17]] : f32
// FULL-NEXT:           %[[V21:.*]] = arith.mulf %[[V20]], %[[V20]] : f32
// FULL-NEXT:           tensor.yield %[[V21]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V16]], %[[V18]], %[[V15]] : f32, f32, f32
// FULL-NEXT:       } combine (%[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: f32, %[[ARG5:.*]]: f32, %[[ARG6:.*]]: f32) associative commutative {
// FULL-NEXT:         %[[V10]] = arith.addf %[[ARG3]], %[[ARG6]] : f32
// FULL-NEXT:         %[[V11]] = arith.addf %[[ARG1]], %[[ARG4]] fastmath<reassoc> : f32
// FULL-NEXT:         %[[V12]] = arith.divf %[[ARG1]], %[[ARG3]] : f32
// FULL-NEXT:         %[[V13]] = arith.divf %[[V11]], %[[V10]] : f32
// FULL-NEXT:         %[[V14]] = arith.subf %[[V12]], %[[V13]] : f32
// FULL-NEXT:         %[[V15]] = arith.mulf %[[V14]], %[[V14]] : f32
// FULL-NEXT:         %[[V16]] = arith.mulf %[[V15]], %[[ARG3]] : f32
// FULL-NEXT:         %[[V17]] = arith.cmpf oeq, %[[ARG3]], %[[CST_0]] : f32
// FULL-NEXT:         %[[V18]] = arith.select %[[V17]], %[[CST_0]], %[[V16]] : f32
// FULL-NEXT:         %[[V19]] = arith.addf %[[ARG2]], %[[V18]] : f32
// FULL-NEXT:         %[[V20]] = arith.divf %[[ARG4]], %[[ARG6]] : f32
// FULL-NEXT:         %[[V21]] = arith.subf %[[V20]], %[[V13]] : f32
// FULL-NEXT:         %[[V22:.*]] = arith.mulf %[[V21]], %[[V21]] : f32
// FULL-NEXT:         %[[V23:.*]] = arith.mulf %[[V22]], %[[ARG6]] : f32
// FULL-NEXT:         %[[V24:.*]] = arith.cmpf oeq, %[[ARG6]], %[[CST_0]] : f32
// FULL-NEXT:         %[[V25:.*]] = arith.select %[[V24]], %[[CST_0]], %[[V23]] : f32
// FULL-NEXT:         %[[V26:.*]] = arith.addf %[[ARG5]], %[[V25]] : f32
// FULL-NEXT:         %[[V27:.*]] = arith.addf %[[V19]], %[[V26]] fastmath<reassoc> : f32
// FULL-NEXT:         tensor.yield %[[V11]], %[[V27]], %[[V10]] : f32, f32, f32
// FULL-NEXT:       } : f32, f32, f32
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]]#0, %[[CST]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.divf %[[V1]]#0, %[[V1]]#2 : f32
// FULL-NEXT:       %[[V4:.*]] = arith.subf %[[V3]], %[[V2]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.mulf %[[V5]], %[[V1]]#2 : f32
// FULL-NEXT:       %[[V7:.*]] = arith.cmpf oeq, %[[V1]]#2, %[[CST_0]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.select %[[V7]], %[[CST_0]], %[[V6]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V1]]#1, %[[V8]] : f32
// FULL-NEXT:       tensor.yield %[[V2]], %[[V9]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

// A fold that is not there any more joins nothing.
// CHECK-LABEL: func.func @gone(
// CHECK-NOT: combine
func.func @gone(%x: tensor<16x24xf32>) -> tensor<16xf32> {
  %a = tensor.compute (%i) in [16] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<join(k: l, 8)>} {
    %s = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<16x24xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16xf32>
  return %a : tensor<16xf32>
}
// FULL-NEXT:   func.func @gone(%[[ARG0:.*]]: tensor<16x24xf32>) -> tensor<16xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16] attributes {axes = ["i"], folds = ["k", "l"]} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 24 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16x24xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
