// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v3},settle-contraction)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v2},settle-contraction)' | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v3},settle-contraction)' --disable-rule=settle-contraction.settle | FileCheck %s --check-prefix=OFF

// A sum that decides is one operation with its own product; nothing contracts later.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: arith.mulf
// CHECK: %[[V:.*]] = math.fma %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xf32>
// CHECK: tensor.reduce maximumf %[[V]]
// NONE-LABEL: func.func @sum
// NONE: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xf32>
// NONE: arith.addf %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xf32>
// OFF-LABEL: func.func @sum
// OFF: arith.mulf {{.*}} fastmath<contract>
// OFF: arith.addf {{.*}} fastmath<contract>
func.func @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<f32> {
  %p = arith.mulf %x, %y fastmath<contract> : tensor<4xf32>
  %v = arith.addf %y, %p fastmath<contract> : tensor<4xf32>
  %m = tensor.reduce maximumf %v dims = [0] : tensor<4xf32> to tensor<f32>
  return %m : tensor<f32>
}

// Differences, of either side; of two products the first.
// CHECK-LABEL: func.func @differences
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32)
// CHECK: %[[N:.*]] = arith.negf %[[Y]] : f32
// CHECK: math.fma %[[X]], %[[X]], %[[N]] : f32
// CHECK: %[[M:.*]] = arith.negf %[[X]] : f32
// CHECK: math.fma %[[M]], %[[Y]], %[[Y]] : f32
// CHECK: %[[Q:.*]] = arith.mulf %[[Y]], %[[Y]] : f32
// CHECK: math.fma %[[X]], %[[Y]], %[[Q]] : f32
func.func @differences(%x: f32, %y: f32) -> (i1, i1) {
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %a = arith.subf %p, %y fastmath<contract> : f32
  %q = arith.mulf %x, %y fastmath<contract> : f32
  %b = arith.subf %y, %q fastmath<contract> : f32
  %c = arith.cmpf olt, %a, %b : f32
  %r = arith.mulf %x, %y fastmath<contract> : f32
  %s = arith.mulf %y, %y fastmath<contract> : f32
  %t = arith.addf %r, %s fastmath<contract> : f32
  %d = arith.cmpf oeq, %t, %x : f32
  return %c, %d : i1, i1
}

// A product that something else needs stays one, and so does what may not contract; neither contracts later.
// CHECK-LABEL: func.func @shared
// CHECK-NOT: math.fma
// CHECK-NOT: contract
// CHECK: return
func.func @shared(%x: f32, %y: f32) -> (i1, f32, i1) {
  %p = arith.mulf %x, %y fastmath<contract> : f32
  %v = arith.addf %p, %y fastmath<contract> : f32
  %c = arith.cmpf olt, %v, %x : f32
  %q = arith.mulf %x, %x : f32
  %w = arith.addf %q, %y fastmath<contract> : f32
  %d = arith.cmpf olt, %w, %x : f32
  return %c, %p, %d : i1, f32, i1
}

// Where nothing is decided, code generators contract as they like; so they do in fast programs.
// CHECK-LABEL: func.func @open
// CHECK: arith.mulf {{.*}} fastmath<contract>
// CHECK: arith.addf {{.*}} fastmath<contract>
// CHECK: arith.mulf {{.*}} fastmath<fast>
// CHECK: arith.addf {{.*}} fastmath<fast>
func.func @open(%x: f32, %y: f32) -> (f32, i1) {
  %p = arith.mulf %x, %y fastmath<contract> : f32
  %v = arith.addf %p, %y fastmath<contract> : f32
  %q = arith.mulf %x, %y fastmath<fast> : f32
  %w = arith.addf %q, %y fastmath<fast> : f32
  %c = arith.cmpf olt, %w, %x : f32
  return %v, %c : f32, i1
}

// Halves are multiplied and added in f32, and rounded twice.
// CHECK-LABEL: func.func @halves
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f16
// CHECK: arith.addf %{{[^ ]*}}, %{{[^ ]*}} : f16
func.func @halves(%x: f16, %y: f16) -> i1 {
  %p = arith.mulf %x, %y fastmath<contract> : f16
  %v = arith.addf %p, %y fastmath<contract> : f16
  %c = arith.cmpf olt, %v, %x : f16
  return %c : i1
}

// Terms of a sum that is evaluated once contract with it.
// CHECK-LABEL: func.func @terms
// CHECK: arith.mulf {{.*}} fastmath<contract> : tensor<4xf32>
// CHECK: tensor.reduce add {{.*}} fastmath<reassoc,contract>
// CHECK: arith.mulf {{.*}} fastmath<contract> : f32
func.func @terms(%x: tensor<4xf32>) -> i1 {
  %p = arith.mulf %x, %x fastmath<contract> : tensor<4xf32>
  %s = tensor.reduce add %p dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
  %t = tensor.compute () in [] {
    %f = tensor.fold (%k) = 0 to 4 add fastmath<reassoc,contract> {
      %e = tensor.at %x[%k] : tensor<4xf32>
      %q = arith.mulf %e, %e fastmath<contract> : f32
      tensor.yield %q : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<f32>
  %a = tensor.at %s[] : tensor<f32>
  %b = tensor.at %t[] : tensor<f32>
  %c = arith.cmpf olt, %a, %b : f32
  return %c : i1
}
