// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v3},settle-contraction)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v2},settle-contraction)' | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt %s --pass-pipeline='func.func(set-target{level=x86-64-v3},settle-contraction)' --disable-rule=settle-contraction.settle | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// COMPLETE: FULL, FULL_NONE, FULL_OFF

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
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<f32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = math.fma %[[ARG0]], %[[ARG1]], %[[ARG1]] : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce maximumf %[[V0]] dims = [0] : tensor<4xf32> to tensor<f32>
// FULL-NEXT:     return %[[V1]] : tensor<f32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<f32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : tensor<4xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.addf %[[ARG1]], %[[V0]] : tensor<4xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.reduce maximumf %[[V1]] dims = [0] : tensor<4xf32> to tensor<f32>
// FULL_NONE-NEXT:     return %[[V2]] : tensor<f32>
// FULL_NONE-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<f32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.addf %[[ARG1]], %[[V0]] fastmath<contract> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = tensor.reduce maximumf %[[V1]] dims = [0] : tensor<4xf32> to tensor<f32>
// FULL_OFF-NEXT:     return %[[V2]] : tensor<f32>
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @differences(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = arith.negf %[[ARG1]] : f32
// FULL-NEXT:     %[[V1:.*]] = math.fma %[[ARG0]], %[[ARG0]], %[[V0]] : f32
// FULL-NEXT:     %[[V2:.*]] = arith.negf %[[ARG0]] : f32
// FULL-NEXT:     %[[V3:.*]] = math.fma %[[V2]], %[[ARG1]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V1]], %[[V3]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.mulf %[[ARG1]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V6:.*]] = math.fma %[[ARG0]], %[[ARG1]], %[[V5]] : f32
// FULL-NEXT:     %[[V7:.*]] = arith.cmpf oeq, %[[V6]], %[[ARG0]] : f32
// FULL-NEXT:     return %[[V4]], %[[V7]] : i1, i1
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @differences(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.subf %[[V0]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V3:.*]] = arith.subf %[[ARG1]], %[[V2]] : f32
// FULL_NONE-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V1]], %[[V3]] : f32
// FULL_NONE-NEXT:     %[[V5:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V6:.*]] = arith.mulf %[[ARG1]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] : f32
// FULL_NONE-NEXT:     %[[V8:.*]] = arith.cmpf oeq, %[[V7]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     return %[[V4]], %[[V8]] : i1, i1
// FULL_NONE-NEXT:   }
// FULL_OFF-NEXT:   func.func @differences(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.subf %[[V0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.subf %[[ARG1]], %[[V2]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V1]], %[[V3]] : f32
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V6:.*]] = arith.mulf %[[ARG1]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V7:.*]] = arith.addf %[[V5]], %[[V6]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V8:.*]] = arith.cmpf oeq, %[[V7]], %[[ARG0]] : f32
// FULL_OFF-NEXT:     return %[[V4]], %[[V8]] : i1, i1
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @shared(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f32
// FULL-NEXT:     %[[V3:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] : f32
// FULL-NEXT:     %[[V4:.*]] = arith.addf %[[V3]], %[[ARG1]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V4]], %[[ARG0]] : f32
// FULL-NEXT:     return %[[V2]], %[[V0]], %[[V5]] : i1, f32, i1
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @shared(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     %[[V3:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     %[[V4:.*]] = arith.addf %[[V3]], %[[ARG1]] : f32
// FULL_NONE-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V4]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     return %[[V2]], %[[V0]], %[[V5]] : i1, f32, i1
// FULL_NONE-NEXT:   }
// FULL_OFF-NEXT:   func.func @shared(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (i1, f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f32
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] : f32
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.addf %[[V3]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V4]], %[[ARG0]] : f32
// FULL_OFF-NEXT:     return %[[V2]], %[[V0]], %[[V5]] : i1, f32, i1
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @open(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] fastmath<contract> : f32
// FULL-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL-NEXT:     %[[V3:.*]] = arith.addf %[[V2]], %[[ARG1]] fastmath<fast> : f32
// FULL-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V3]], %[[ARG0]] : f32
// FULL-NEXT:     return %[[V1]], %[[V4]] : f32, i1
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @open(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] fastmath<contract> : f32
// FULL_NONE-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL_NONE-NEXT:     %[[V3:.*]] = arith.addf %[[V2]], %[[ARG1]] fastmath<fast> : f32
// FULL_NONE-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V3]], %[[ARG0]] : f32
// FULL_NONE-NEXT:     return %[[V1]], %[[V4]] : f32, i1
// FULL_NONE-NEXT:   }
// FULL_OFF-NEXT:   func.func @open(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, i1) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] fastmath<contract> : f32
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<fast> : f32
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.addf %[[V2]], %[[ARG1]] fastmath<fast> : f32
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.cmpf olt, %[[V3]], %[[ARG0]] : f32
// FULL_OFF-NEXT:     return %[[V1]], %[[V4]] : f32, i1
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @halves(%[[ARG0:.*]]: f16, %[[ARG1:.*]]: f16) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f16
// FULL-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] : f16
// FULL-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f16
// FULL-NEXT:     return %[[V2]] : i1
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @halves(%[[ARG0:.*]]: f16, %[[ARG1:.*]]: f16) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] : f16
// FULL_NONE-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] : f16
// FULL_NONE-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f16
// FULL_NONE-NEXT:     return %[[V2]] : i1
// FULL_NONE-NEXT:   }
// FULL_OFF-NEXT:   func.func @halves(%[[ARG0:.*]]: f16, %[[ARG1:.*]]: f16) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG1]] fastmath<contract> : f16
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.addf %[[V0]], %[[ARG1]] fastmath<contract> : f16
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.cmpf olt, %[[V1]], %[[ARG0]] : f16
// FULL_OFF-NEXT:     return %[[V2]] : i1
// FULL_OFF-NEXT:   }

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
// FULL-NEXT:   func.func @terms(%[[ARG0:.*]]: tensor<4xf32>) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] fastmath<contract> : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute () in [] {
// FULL-NEXT:       %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add fastmath<reassoc,contract> {
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<4xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V7]] fastmath<contract> : f32
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     %[[V3:.*]] = tensor.at %[[V1]][] : tensor<f32>
// FULL-NEXT:     %[[V4:.*]] = tensor.at %[[V2]][] : tensor<f32>
// FULL-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V3]], %[[V4]] : f32
// FULL-NEXT:     return %[[V5]] : i1
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @terms(%[[ARG0:.*]]: tensor<4xf32>) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] fastmath<contract> : tensor<4xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute () in [] {
// FULL_NONE-NEXT:       %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add fastmath<reassoc,contract> {
// FULL_NONE-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<4xf32>
// FULL_NONE-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V7]] fastmath<contract> : f32
// FULL_NONE-NEXT:         tensor.yield %[[V8]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<f32>
// FULL_NONE-NEXT:     %[[V3:.*]] = tensor.at %[[V1]][] : tensor<f32>
// FULL_NONE-NEXT:     %[[V4:.*]] = tensor.at %[[V2]][] : tensor<f32>
// FULL_NONE-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V3]], %[[V4]] : f32
// FULL_NONE-NEXT:     return %[[V5]] : i1
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
// FULL_OFF-NEXT:   func.func @terms(%[[ARG0:.*]]: tensor<4xf32>) -> i1 attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.mulf %[[ARG0]], %[[ARG0]] fastmath<contract> : tensor<4xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.reduce add %[[V0]] dims = [0] fastmath<reassoc,contract> : tensor<4xf32> to tensor<f32>
// FULL_OFF-NEXT:     %[[V2:.*]] = tensor.compute () in [] {
// FULL_OFF-NEXT:       %[[V6:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4 add fastmath<reassoc,contract> {
// FULL_OFF-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<4xf32>
// FULL_OFF-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V7]] fastmath<contract> : f32
// FULL_OFF-NEXT:         tensor.yield %[[V8]] : f32
// FULL_OFF-NEXT:       } : f32
// FULL_OFF-NEXT:       tensor.yield %[[V6]] : f32
// FULL_OFF-NEXT:     } : tensor<f32>
// FULL_OFF-NEXT:     %[[V3:.*]] = tensor.at %[[V1]][] : tensor<f32>
// FULL_OFF-NEXT:     %[[V4:.*]] = tensor.at %[[V2]][] : tensor<f32>
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V3]], %[[V4]] : f32
// FULL_OFF-NEXT:     return %[[V5]] : i1
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
