// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(apply-numerics)' --disable-rule=apply-numerics.decides | FileCheck %s --check-prefix=OFF

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

// Roundings to whole numbers and conversions decide; square roots and their reciprocals are settled as quotients are.
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

// Nothing decides in a function whose results are given to whoever called it from outside; a private one may be asked by its callers.
// CHECK-LABEL: func.func private @inner
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func private @inner(%x: f32, %y: f32) -> f32 {
  %q = arith.divf %x, %y : f32
  return %q : f32
}

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

// Fast programs take what is fast.
// CHECK-LABEL: func.func @fast
// CHECK: arith.divf {{.*}} fastmath<fast> : f32
func.func @fast(%x: f32, %y: f32) -> i1 attributes {tf.numerics = "fast"} {
  %q = arith.divf %x, %y : f32
  %c = arith.cmpf olt, %q, %y : f32
  return %c : i1
}
