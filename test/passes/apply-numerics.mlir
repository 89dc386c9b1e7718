// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics)' --disable-rule=apply-numerics.decides | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_OFF

// A quotient that goes into a maximum, and into a compare with it, is IEEE's; another one beside it is not.
// CHECK-LABEL: func.func @largest
// CHECK: %[[V:.*]] = arith.divf %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xf32>
// CHECK: arith.mulf {{.*}} fastmath<contract,afn> : tensor<4xf32>
// CHECK: arith.cmpf oeq
// CHECK: arith.divf {{.*}} fastmath<arcp,contract,afn> : tensor<4xf32>
// OFF-LABEL: func.func @largest
// OFF-COUNT-2: arith.divf {{.*}} fastmath<arcp,contract,afn> : tensor<4xf32>
func.func @largest(%x: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>) {
  %v = arith.divf %x, %s : tensor<4xf32>
  %w = arith.mulf %v, %v : tensor<4xf32>
  %m = tensor.reduce maximumf %w dims = [0] : tensor<4xf32> to tensor<f32>
  %b = tensor.broadcast %m dims = [] : tensor<f32> to tensor<4xf32>
  %e = arith.cmpf oeq, %w, %b : tensor<4xf32>
  %q = arith.divf %b, %s : tensor<4xf32>
  return %e, %q : tensor<4xi1>, tensor<4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @largest(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>) {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.mulf %[[V0]], %[[V0]] fastmath<contract,afn> : tensor<4xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce maximumf %[[V1]] dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
// FULL-NEXT:     %[[V3:.*]] = tensor.broadcast %[[V2]] dims = [] : tensor<f32> to tensor<4xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.cmpf oeq, %[[V1]], %[[V3]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.divf %[[V3]], %[[ARG1]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL-NEXT:     return %[[V4]], %[[V5]] : tensor<4xi1>, tensor<4xf32>
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @largest(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xf32>) {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.mulf %[[V0]], %[[V0]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = tensor.reduce maximumf %[[V1]] dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
// FULL_OFF-NEXT:     %[[V3:.*]] = tensor.broadcast %[[V2]] dims = [] : tensor<f32> to tensor<4xf32>
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.cmpf oeq, %[[V1]], %[[V3]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.divf %[[V3]], %[[ARG1]] fastmath<arcp,contract,afn> : tensor<4xf32>
// FULL_OFF-NEXT:     return %[[V4]], %[[V5]] : tensor<4xi1>, tensor<4xf32>
// FULL_OFF-NEXT:   }

// Roundings to whole numbers and conversions decide; square roots and their reciprocals are settled as
// quotients are.
// CHECK-LABEL: func.func @whole
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: math.sqrt %{{[^ ]*}} : f32
// CHECK: math.rsqrt %{{[^ ]*}} : f32
// CHECK: math.rsqrt {{.*}} fastmath<arcp,contract,afn> : f32
func.func @whole(%x: f32, %y: f32) -> (f32, i32, i32, f32) {
  %q = arith.divf %x, %y : f32
  %f = math.floor %q : f32
  %s = math.sqrt %x : f32
  %i = arith.fptosi %s : f32 to i32
  %r = math.rsqrt %y : f32
  %j = arith.bitcast %r : f32 to i32
  %t = math.rsqrt %x : f32
  return %f, %i, %j, %t : f32, i32, i32, f32
}
// FULL-NEXT:   func.func @whole(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, i32, i32, f32) {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V1:.*]] = math.floor %[[V0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V2:.*]] = math.sqrt %[[ARG0]] : f32
// FULL-NEXT:     %[[V3:.*]] = arith.fptosi %[[V2]] : f32 to i32
// FULL-NEXT:     %[[V4:.*]] = math.rsqrt %[[ARG1]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.bitcast %[[V4]] : f32 to i32
// FULL-NEXT:     %[[V6:.*]] = math.rsqrt %[[ARG0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     return %[[V1]], %[[V3]], %[[V5]], %[[V6]] : f32, i32, i32, f32
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @whole(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, i32, i32, f32) {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = math.floor %[[V0]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     %[[V2:.*]] = math.sqrt %[[ARG0]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.fptosi %[[V2]] : f32 to i32
// FULL_OFF-NEXT:     %[[V4:.*]] = math.rsqrt %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.bitcast %[[V4]] : f32 to i32
// FULL_OFF-NEXT:     %[[V6:.*]] = math.rsqrt %[[ARG0]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     return %[[V1]], %[[V3]], %[[V5]], %[[V6]] : f32, i32, i32, f32
// FULL_OFF-NEXT:   }

// Through code of computes, elements, folds, and values that loops carry.
// CHECK-LABEL: func.func @through
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: tensor.fold
// CHECK: math.sqrt %{{[^ ]*}} : f32
// CHECK: loop.for
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: arith.cmpf
// CHECK: arith.divf {{.*}} fastmath<arcp,contract,afn> : f32
func.func @through(%x: tensor<8x8xf32>, %d: f32, %n: index) -> (i1, f32) {
  %v = tensor.compute (%i, %j) in [8, 8] {
    %e = tensor.at %x[%i, %j] : tensor<8x8xf32>
    %q = arith.divf %e, %d : f32
    tensor.yield %q : f32
  } : tensor<8x8xf32>
  %s = tensor.compute (%i) in [8] {
    %f = tensor.fold (%k) = 0 to 8 add {
      %e = tensor.at %v[%i, %k] : tensor<8x8xf32>
      %r = math.sqrt %e : f32
      tensor.yield %r : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = tensor.at %s[%zero] : tensor<8xf32>
  %o:2 = loop.for %k = %zero to %n step %one iter_args(%a = %first, %b = %d) -> (f32, f32) {
    %p = arith.divf %a, %d : f32
    loop.yield %p, %b : f32, f32
  }
  %c = arith.cmpf olt, %o#0, %d : f32
  %u = arith.divf %o#1, %d : f32
  return %c, %u : i1, f32
}
// FULL-NEXT:   func.func @through(%[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (i1, f32) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8, 8] {
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<8x8xf32>
// FULL-NEXT:       %[[V7:.*]] = arith.divf %[[V6]], %[[ARG1]] : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<8x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL-NEXT:       %[[V6]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc,contract> {
// FULL-NEXT:         %[[V7]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<8x8xf32>
// FULL-NEXT:         %[[V8:.*]] = math.sqrt %[[V7]] : f32
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V2:.*]] = tensor.at %[[V1]][%[[C0]]] : tensor<8xf32>
// FULL-NEXT:     %[[V3:.*]]:2 = loop.for %[[I_1:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[V2]], %[[ARG4:.*]] = %[[ARG1]]) -> (f32, f32) {
// FULL-NEXT:       %[[V6]] = arith.divf %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V6]], %[[ARG4]] : f32, f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V3]]#0, %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     %[[V5:.*]] = arith.divf %[[V3]]#1, %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     return %[[V4]], %[[V5]] : i1, f32
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @through(%[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (i1, f32) {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8, 8] {
// FULL_OFF-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<8x8xf32>
// FULL_OFF-NEXT:       %[[V7:.*]] = arith.divf %[[V6]], %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:       tensor.yield %[[V7]] : f32
// FULL_OFF-NEXT:     } : tensor<8x8xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [8] {
// FULL_OFF-NEXT:       %[[V6]] = tensor.fold (%[[K:.*]]) = 0 to 8 add fastmath<reassoc,contract> {
// FULL_OFF-NEXT:         %[[V7]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<8x8xf32>
// FULL_OFF-NEXT:         %[[V8:.*]] = math.sqrt %[[V7]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:         tensor.yield %[[V8]] : f32
// FULL_OFF-NEXT:       } : f32
// FULL_OFF-NEXT:       tensor.yield %[[V6]] : f32
// FULL_OFF-NEXT:     } : tensor<8xf32>
// FULL_OFF-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_OFF-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_OFF-NEXT:     %[[V2:.*]] = tensor.at %[[V1]][%[[C0]]] : tensor<8xf32>
// FULL_OFF-NEXT:     %[[V3:.*]]:2 = loop.for %[[I_1:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[V2]], %[[ARG4:.*]] = %[[ARG1]]) -> (f32, f32) {
// FULL_OFF-NEXT:       %[[V6]] = arith.divf %[[ARG3]], %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:       loop.yield %[[V6]], %[[ARG4]] : f32, f32
// FULL_OFF-NEXT:     }
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V3]]#0, %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.divf %[[V3]]#1, %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     return %[[V4]], %[[V5]] : i1, f32
// FULL_OFF-NEXT:   }

// Nothing decides in a function whose results are given to whoever called it from outside; a private one may
// be asked by its callers.
// CHECK-LABEL: func.func private @inner
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func private @inner(%x: f32, %y: f32) -> f32 {
  %q = arith.divf %x, %y : f32
  return %q : f32
}
// FULL-NEXT:   func.func private @inner(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] : f32
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func private @inner(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     return %[[V0]] : f32
// FULL_OFF-NEXT:   }

// In precise programs, quotients and roots are IEEE's everywhere; other functions are as in standard ones.
// CHECK-LABEL: func.func @precise
// CHECK: arith.divf {{.*}} fastmath<contract> : f32
// CHECK: math.sqrt {{.*}} fastmath<contract> : f32
// CHECK: math.tanh {{.*}} fastmath<arcp,contract,afn> : f32
func.func @precise(%x: f32, %y: f32) -> f32 attributes {tf.numerics = "precise"} {
  %q = arith.divf %x, %y : f32
  %s = math.sqrt %q : f32
  %t = math.tanh %s : f32
  return %t : f32
}
// FULL-NEXT:   func.func @precise(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL-NEXT:     %[[V1:.*]] = math.sqrt %[[V0]] fastmath<contract> : f32
// FULL-NEXT:     %[[V2:.*]] = math.tanh %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:     return %[[V2]] : f32
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @precise(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> f32 attributes {tf.numerics = "precise"} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = math.sqrt %[[V0]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V2:.*]] = math.tanh %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL_OFF-NEXT:     return %[[V2]] : f32
// FULL_OFF-NEXT:   }

// Fast programs take what is fast.
// CHECK-LABEL: func.func @fast
// CHECK: arith.divf {{.*}} fastmath<fast> : f32
func.func @fast(%x: f32, %y: f32) -> i1 attributes {tf.numerics = "fast"} {
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf olt, %q, %y : f32
  return %c : i1
}
// FULL-NEXT:   func.func @fast(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> i1 attributes {tf.numerics = "fast"} {
// FULL-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL-NEXT:     %[[V1:.*]] = arith.cmpf olt, %[[V0]], %[[ARG1]] fastmath<fast> : f32
// FULL-NEXT:     return %[[V1]] : i1
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @fast(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> i1 attributes {tf.numerics = "fast"} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.divf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.cmpf olt, %[[V0]], %[[ARG1]] fastmath<fast> : f32
// FULL_OFF-NEXT:     return %[[V1]] : i1
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
