// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --choose-fusion --apply-fusion --check-semantics -o /dev/null
// COMPLETE: FULL

// Whether a member is evaluated at several reads is a matter of the price of the loops: what comes from
// memory is evaluated again,
// CHECK-LABEL: func.func @from_memory
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @from_memory(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %a = arith.mulf %x, %x : tensor<4096x4096xf32>
  %b = arith.addf %a, %x : tensor<4096x4096xf32>
  %c = arith.mulf %b, %a : tensor<4096x4096xf32>
  %d = arith.addf %c, %b : tensor<4096x4096xf32>
  // SAYS: :[[#@LINE+1]]:8: remark: fusion: the compute is inlined: that is cheaper than storing and reading it; it is read 2 times by 1 computes; a point costs 7 operations; cost {{.*}} inlined, {{.*}} stored, in additions
  %e = arith.mulf %d, %c : tensor<4096x4096xf32>
  %t = tensor.transpose %e perm = [1, 0] : tensor<4096x4096xf32> to tensor<4096x4096xf32>
  %r = arith.addf %e, %t : tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @from_memory(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V2]], %[[V1]] : f32
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V2]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V4]], %[[V3]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.mulf %[[V5]], %[[V4]] : f32
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[ARG0]][%[[J]], %[[I]]] : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V8:.*]] = arith.mulf %[[V7]], %[[V7]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:       %[[V10:.*]] = arith.mulf %[[V9]], %[[V8]] : f32
// FULL-NEXT:       %[[V11:.*]] = arith.addf %[[V10]], %[[V9]] : f32
// FULL-NEXT:       %[[V12:.*]] = arith.mulf %[[V11]], %[[V10]] : f32
// FULL-NEXT:       %[[V13:.*]] = arith.addf %[[V6]], %[[V12]] : f32
// FULL-NEXT:       tensor.yield %[[V13]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x4096xf32>
// FULL-NEXT:   }

// and what a near cache keeps is stored, if it takes work: of a chain, all of it counts, however little each
// step costs.
// CHECK-LABEL: func.func @near
// CHECK: %[[E:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [512, 512] {
// CHECK: } : tensor<512x512xf32>
// CHECK: tensor.compute
// CHECK: tensor.compute
func.func @near(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %a = arith.mulf %x, %x : tensor<512x512xf32>
  %b = arith.addf %a, %x : tensor<512x512xf32>
  %c = arith.mulf %b, %a : tensor<512x512xf32>
  %d = arith.addf %c, %b : tensor<512x512xf32>
  %e = arith.mulf %d, %c : tensor<512x512xf32>
  %f = arith.addf %e, %d : tensor<512x512xf32>
  %g = arith.mulf %f, %e : tensor<512x512xf32>
  %h = arith.addf %g, %f : tensor<512x512xf32>
  %i = arith.mulf %h, %g : tensor<512x512xf32>
  %j = arith.addf %i, %h : tensor<512x512xf32>
  %k = arith.mulf %j, %i : tensor<512x512xf32>
  // SAYS: :[[#@LINE+1]]:8: remark: fusion: the compute is stored: that is cheaper than recomputing it at each of its reads; it is read 2 times by 2 computes; a point costs 14 operations
  %l = arith.addf %k, %j : tensor<512x512xf32>
  %r = tensor.reduce add %l dims = [0] : tensor<512x512xf32> to tensor<512xf32>
  %s = tensor.reduce add %l dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  return %r, %s : tensor<512xf32>, tensor<512xf32>
}
// FULL-NEXT:   func.func @near(%[[ARG0:.*]]: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 512] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x512xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V4]], %[[V3]] : f32
// FULL-NEXT:       %[[V6:.*]] = arith.mulf %[[V5]], %[[V4]] : f32
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.mulf %[[V7]], %[[V6]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:       %[[V10:.*]] = arith.mulf %[[V9]], %[[V8]] : f32
// FULL-NEXT:       %[[V11:.*]] = arith.addf %[[V10]], %[[V9]] : f32
// FULL-NEXT:       %[[V12:.*]] = arith.mulf %[[V11]], %[[V10]] : f32
// FULL-NEXT:       %[[V13:.*]] = arith.addf %[[V12]], %[[V11]] : f32
// FULL-NEXT:       %[[V14:.*]] = arith.mulf %[[V13]], %[[V12]] : f32
// FULL-NEXT:       %[[V15:.*]] = arith.addf %[[V14]], %[[V13]] : f32
// FULL-NEXT:       tensor.yield %[[V15]] : f32
// FULL-NEXT:     } : tensor<512x512xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [512] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 512 add {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[K]], %[[I_0]]] : tensor<512x512xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<512xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [512] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 512 add {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<512x512xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<512xf32>
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<512xf32>, tensor<512xf32>
// FULL-NEXT:   }

// Folds over one box that read a member at the same point become one nest, where it is evaluated once.
// CHECK-LABEL: func.func @once
// CHECK: tensor.compute
// CHECK-NOT: tensor.compute
func.func @once(%x: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %a = arith.mulf %x, %x : tensor<512x512xf32>
  %b = arith.addf %a, %x : tensor<512x512xf32>
  %c = arith.mulf %b, %a : tensor<512x512xf32>
  %d = arith.addf %c, %b : tensor<512x512xf32>
  %e = arith.mulf %d, %c : tensor<512x512xf32>
  %f = arith.addf %e, %d : tensor<512x512xf32>
  %r = tensor.reduce add %f dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  %s = tensor.reduce maximumf %f dims = [1] : tensor<512x512xf32> to tensor<512xf32>
  return %r, %s : tensor<512xf32>, tensor<512xf32>
}
// FULL-NEXT:   func.func @once(%[[ARG0:.*]]: tensor<512x512xf32>) -> (tensor<512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [512] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<512x512xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[V4]], %[[V3]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V4]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V6]] : f32
// FULL-NEXT:         %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 512 maximumf {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<512x512xf32>
// FULL-NEXT:         %[[V4]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:         %[[V5]] = arith.addf %[[V4]], %[[V3]] : f32
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V5]], %[[V4]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:         %[[V8]] = arith.mulf %[[V7]], %[[V6]] : f32
// FULL-NEXT:         %[[V9]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : f32, f32
// FULL-NEXT:     } : tensor<512xf32>, tensor<512xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<512xf32>, tensor<512xf32>
// FULL-NEXT:   }

// What has many more points than all around it, as one of all pairs, is memory that nobody has counted on.
// CHECK-LABEL: func.func @pairs
// CHECK-NOT: tensor<64x64xf32>
// CHECK: return
func.func @pairs(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %p = tensor.compute (%i, %j) in [64, 64] {
    %a = tensor.at %x[%i] : tensor<64xf32>
    %b = tensor.at %y[%j] : tensor<64xf32>
    %c = arith.subf %a, %b : f32
    %d = arith.mulf %c, %c : f32
    %e = arith.addf %d, %a : f32
    %f = arith.mulf %e, %d : f32
    %g = arith.addf %f, %e : f32
    %h = arith.mulf %g, %f : f32
    %k = arith.addf %h, %g : f32
    tensor.yield %k : f32
  } : tensor<64x64xf32>
  %r = tensor.reduce add %p dims = [0] : tensor<64x64xf32> to tensor<64xf32>
  %s = tensor.reduce add %p dims = [1] : tensor<64x64xf32> to tensor<64xf32>
  return %r, %s : tensor<64xf32>, tensor<64xf32>
}
// FULL-NEXT:   func.func @pairs(%[[ARG0:.*]]: tensor<64xf32>, %[[ARG1:.*]]: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [64] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<64xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<64xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.subf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.addf %[[V6]], %[[V3]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V6]] : f32
// FULL-NEXT:         %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:         %[[V10:.*]] = arith.mulf %[[V9]], %[[V8]] : f32
// FULL-NEXT:         %[[V11:.*]] = arith.addf %[[V10]], %[[V9]] : f32
// FULL-NEXT:         tensor.yield %[[V11]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<64xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [64] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K]]) = 0 to 64 add {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<64xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[K]]] : tensor<64xf32>
// FULL-NEXT:         %[[V5]] = arith.subf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         %[[V7]] = arith.addf %[[V6]], %[[V3]] : f32
// FULL-NEXT:         %[[V8]] = arith.mulf %[[V7]], %[[V6]] : f32
// FULL-NEXT:         %[[V9]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:         %[[V10]] = arith.mulf %[[V9]], %[[V8]] : f32
// FULL-NEXT:         %[[V11]] = arith.addf %[[V10]], %[[V9]] : f32
// FULL-NEXT:         tensor.yield %[[V11]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<64xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<64xf32>, tensor<64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
