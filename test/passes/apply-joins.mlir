// Folds over one range, of which some need what others come to, share their trips where laws say what becomes of a part as the others grow.
// RUN: tfopt --apply-joins --canonicalize --cse %s | FileCheck %s
// RUN: tfopt --apply-joins --check-semantics %s -o /dev/null

// The exponential of how far a value is from the greatest one. Where nothing but -inf was met, terms are as far from 0; a part that was made so is 0, and stays.
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

// A linear map of such terms moves as they do; what is divided by the sum of all is divided once. Steps for other loops stay.
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
