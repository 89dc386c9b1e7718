// Computes that read each other at their own points along some axes share these as loops, if what they make
// for each other is large. 4096 rows of scores have 64 MB. What is small, and what is read at other points,
// stays as it is.
// RUN: tfopt %s --target=x86-64-v3 --form-groups --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --form-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=form-groups.share --form-groups | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// COMPLETE: FULL, FULL_NONE

// NONE-NOT: tensor.group

// CHECK-LABEL: func.func @softmax_of_products(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), order(i.0){{.*}}>} {
// CHECK: tensor.compute ({{.*}}) in [4096, 4096] attributes {axes = ["i", "j"]} {
// CHECK: tensor.compute ({{.*}}) in [4096] attributes {axes = ["i"]} {
// CHECK: tensor.compute ({{.*}}) in [4096, 32] attributes {axes = ["i", "j"]} {
// CHECK: tensor.yield %{{.*}} : tensor<4096x32xf32>
func.func @softmax_of_products(%q: tensor<4096x32xf32>, %k: tensor<32x4096xf32>, %v: tensor<4096x32xf32>) -> tensor<4096x32xf32> {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %f = tensor.fold (%c) = 0 to 32 add fastmath<reassoc> {
      %a = tensor.at %q[%i, %c] : tensor<4096x32xf32>
      %b = tensor.at %k[%c, %j] : tensor<32x4096xf32>
      %p = arith.mulf %a, %b : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i) in [4096] {
    %f = tensor.fold (%j) = 0 to 4096 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096xf32>
  %o = tensor.compute (%i, %d) in [4096, 32] {
    %n = tensor.at %m[%i] : tensor<4096xf32>
    %f = tensor.fold (%j) = 0 to 4096 add fastmath<reassoc> {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      %e = arith.subf %a, %n : f32
      %b = tensor.at %v[%j, %d] : tensor<4096x32xf32>
      %p = arith.mulf %e, %b : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096x32xf32>
  return %o : tensor<4096x32xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @softmax_of_products(%[[ARG0:.*]]: tensor<4096x32xf32>, %[[ARG1:.*]]: tensor<32x4096xf32>, %[[ARG2:.*]]: tensor<4096x32xf32>) -> tensor<4096x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [8]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 32 add fastmath<reassoc> {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4096x32xf32>
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<32x4096xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [4096] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V4]] = tensor.fold (%[[K]]) = 0 to 4096 maximumf {
// FULL-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<4096x4096xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<4096xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [4096, 32] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_1]]] : tensor<4096xf32>
// FULL-NEXT:         %[[V5]] = tensor.fold (%[[K]]) = 0 to 4096 add fastmath<reassoc> {
// FULL-NEXT:           %[[V6]] = tensor.at %[[V1]][%[[I_1]], %[[K]]] : tensor<4096x4096xf32>
// FULL-NEXT:           %[[V7]] = arith.subf %[[V6]], %[[V4]] : f32
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG2]][%[[K]], %[[J_2]]] : tensor<4096x32xf32>
// FULL-NEXT:           %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<4096x32xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<4096x32xf32>
// FULL-NEXT:     } : tensor<4096x32xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x32xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @softmax_of_products(%[[ARG0:.*]]: tensor<4096x32xf32>, %[[ARG1:.*]]: tensor<32x4096xf32>, %[[ARG2:.*]]: tensor<4096x32xf32>) -> tensor<4096x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] {
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 32 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4096x32xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<32x4096xf32>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<4096x4096xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4096] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 4096 maximumf {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<4096xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [4096, 32] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<4096xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to 4096 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V5]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:         %[[V6]] = arith.subf %[[V5]], %[[V3]] : f32
// FULL_NONE-NEXT:         %[[V7:.*]] = tensor.at %[[ARG2]][%[[K]], %[[J_2]]] : tensor<4096x32xf32>
// FULL_NONE-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V8]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<4096x32xf32>
// FULL_NONE-NEXT:     return %[[V2]] : tensor<4096x32xf32>
// FULL_NONE-NEXT:   }

// CHECK-LABEL: func.func @small(
// CHECK-NOT: tensor.group
func.func @small(%x: tensor<16x16xf32>) -> tensor<16xf32> {
  %s = tensor.compute (%i, %j) in [16, 16] {
    %a = tensor.at %x[%i, %j] : tensor<16x16xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<16x16xf32>
  %m = tensor.compute (%i) in [16] {
    %f = tensor.fold (%j) = 0 to 16 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<16x16xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<16xf32>
  return %m : tensor<16xf32>
}
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<16x16xf32>) -> tensor<16xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [16, 16] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<16x16xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<16x16xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [16] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K:.*]]) = 0 to 16 maximumf {
// FULL-NEXT:         %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<16x16xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16xf32>
// FULL-NEXT:     return %[[V1]] : tensor<16xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<16x16xf32>) -> tensor<16xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [16, 16] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<16x16xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<16x16xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [16] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.fold (%[[K:.*]]) = 0 to 16 maximumf {
// FULL_NONE-NEXT:         %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<16x16xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<16xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<16xf32>
// FULL_NONE-NEXT:   }

// What is returned, too, is written once and read from a cache.
// CHECK-LABEL: func.func @returned(
// CHECK: tensor.group attributes {axes = ["i"]
// CHECK: tensor.yield %{{.*}}, %{{.*}} : tensor<4096x4096xf32>, tensor<4096xf32>
func.func @returned(%x: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096xf32>) {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %x[%i, %j] : tensor<4096x4096xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i) in [4096] {
    %f = tensor.fold (%j) = 0 to 4096 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096xf32>
  return %s, %m : tensor<4096x4096xf32>, tensor<4096xf32>
}
// FULL-NEXT:   func.func @returned(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<4096x4096xf32>
// FULL-NEXT:         %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [4096] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf {
// FULL-NEXT:           %[[V4]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<4096x4096xf32>
// FULL-NEXT:           tensor.yield %[[V4]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<4096xf32>
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : tensor<4096x4096xf32>, tensor<4096xf32>
// FULL-NEXT:     } : tensor<4096x4096xf32>, tensor<4096xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<4096x4096xf32>, tensor<4096xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @returned(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<4096x4096xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [4096] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf {
// FULL_NONE-NEXT:         %[[V3]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<4096xf32>
// FULL_NONE-NEXT:     return %[[V0]], %[[V1]] : tensor<4096x4096xf32>, tensor<4096xf32>
// FULL_NONE-NEXT:   }

// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: tensor.group
func.func @transposed(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %x[%i, %j] : tensor<4096x4096xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
    %b = tensor.at %s[%j, %i] : tensor<4096x4096xf32>
    %c = arith.addf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<4096x4096xf32>
  return %m : tensor<4096x4096xf32>
}
// FULL-NEXT:   func.func @transposed(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [4096, 4096] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[J_1]], %[[I_0]]] : tensor<4096x4096xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<4096x4096xf32>
// FULL-NEXT:     return %[[V1]] : tensor<4096x4096xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @transposed(%[[ARG0:.*]]: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] {
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<4096x4096xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [4096, 4096] {
// FULL_NONE-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[J_1]], %[[I_0]]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<4096x4096xf32>
// FULL_NONE-NEXT:     return %[[V1]] : tensor<4096x4096xf32>
// FULL_NONE-NEXT:   }

// Sums over the rows of what is made row by row: threads add up chunks of constant length.
// SAYS: remark: fusion: a group of 3 computes over axes 0 of this one, in tiles of {{[0-9]+}} and chunks of 512 for threads: cost {{[0-9.e]+}} apart, {{[0-9.e]+}} together, in additions; it would be faster
// SAYS: remark: fusion: a group of 3 computes is formed
// CHECK-LABEL: func.func @columns(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [512, {{[0-9]+}}]), order(i.0, i.1){{.*}}>} {
// CHECK: tensor.compute ({{.*}}) in [512] attributes {axes = ["j"]} {
// CHECK: tensor.fold ({{.*}}) = 0 to 16384 add fastmath<reassoc> attributes {axis = "i"} {
func.func @columns(%x: tensor<16384x512xf32>, %g: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) {
  %m = tensor.compute (%i) in [16384] {
    %6 = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %7 = tensor.at %x[%i, %k] : tensor<16384x512xf32>
      %8 = tensor.at %g[%i, %k] : tensor<16384x512xf32>
      %9 = arith.mulf %7, %8 : f32
      tensor.yield %9 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<16384xf32>
  %y = tensor.compute (%i, %j) in [16384, 512] {
    %a = tensor.at %m[%i] : tensor<16384xf32>
    %b = tensor.at %x[%i, %j] : tensor<16384x512xf32>
    %z = arith.mulf %a, %b : f32
    tensor.yield %z : f32
  } : tensor<16384x512xf32>
  %c = tensor.compute (%j) in [512] {
    %6 = tensor.fold (%i) = 0 to 16384 add fastmath<reassoc> {
      %7 = tensor.at %y[%i, %j] : tensor<16384x512xf32>
      tensor.yield %7 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<512xf32>
  return %y, %c : tensor<16384x512xf32>, tensor<512xf32>
}
// FULL-NEXT:   func.func @columns(%[[ARG0:.*]]: tensor<16384x512xf32>, %[[ARG1:.*]]: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [512, 4]), order(i.0, i.1), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [16384] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<16384xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [16384, 512] attributes {axes = ["i", "j"]} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]]] : tensor<16384xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<16384x512xf32>
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<16384x512xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[J_1:.*]]) in [512] attributes {axes = ["j"]} {
// FULL-NEXT:         %[[V4]] = tensor.fold (%[[K]]) = 0 to 16384 add fastmath<reassoc> attributes {axis = "i"} {
// FULL-NEXT:           %[[V5]] = tensor.at %[[V2]][%[[K]], %[[J_1]]] : tensor<16384x512xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<512xf32>
// FULL-NEXT:       tensor.yield %[[V2]], %[[V3]] : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:     } : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @columns(%[[ARG0:.*]]: tensor<16384x512xf32>, %[[ARG1:.*]]: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16384] {
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<16384xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [16384, 512] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<16384xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:     } : tensor<16384x512xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [512] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 16384 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[K]], %[[I_1]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<512xf32>
// FULL_NONE-NEXT:     return %[[V1]], %[[V2]] : tensor<16384x512xf32>, tensor<512xf32>
// FULL_NONE-NEXT:   }

// Sums in an order that is written stay outside of the loops.
// CHECK-LABEL: func.func @columns_in_order(
// CHECK: tensor.group
// CHECK-NOT: axis = "i"
// CHECK: tensor.fold ({{.*}}) = 0 to 16384 add {
func.func @columns_in_order(%x: tensor<16384x512xf32>, %g: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) {
  %m = tensor.compute (%i) in [16384] {
    %6 = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %7 = tensor.at %x[%i, %k] : tensor<16384x512xf32>
      %8 = tensor.at %g[%i, %k] : tensor<16384x512xf32>
      %9 = arith.mulf %7, %8 : f32
      tensor.yield %9 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<16384xf32>
  %y = tensor.compute (%i, %j) in [16384, 512] {
    %a = tensor.at %m[%i] : tensor<16384xf32>
    %b = tensor.at %x[%i, %j] : tensor<16384x512xf32>
    %z = arith.mulf %a, %b : f32
    tensor.yield %z : f32
  } : tensor<16384x512xf32>
  %c = tensor.compute (%j) in [512] {
    %6 = tensor.fold (%i) = 0 to 16384 add {
      %7 = tensor.at %y[%i, %j] : tensor<16384x512xf32>
      tensor.yield %7 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<512xf32>
  return %y, %c : tensor<16384x512xf32>, tensor<512xf32>
}
// FULL-NEXT:   func.func @columns_in_order(%[[ARG0:.*]]: tensor<16384x512xf32>, %[[ARG1:.*]]: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16384] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<16384xf32>
// FULL-NEXT:     %[[V1:.*]]:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [8]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V2]] = tensor.compute (%[[J:.*]], %[[I_0:.*]]) in [16384, 512] attributes {axes = ["j", "i"]} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[J]]] : tensor<16384xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[J]], %[[I_0]]] : tensor<16384x512xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<16384x512xf32>
// FULL-NEXT:       %[[V3]] = tensor.compute (%[[I_1:.*]]) in [512] attributes {axes = ["i"]} {
// FULL-NEXT:         %[[V4]] = tensor.fold (%[[K]]) = 0 to 16384 add {
// FULL-NEXT:           %[[V5]] = tensor.at %[[V2]][%[[K]], %[[I_1]]] : tensor<16384x512xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<512xf32>
// FULL-NEXT:       tensor.yield %[[V2]], %[[V3]] : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:     } : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:     return %[[V1]]#0, %[[V1]]#1 : tensor<16384x512xf32>, tensor<512xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @columns_in_order(%[[ARG0:.*]]: tensor<16384x512xf32>, %[[ARG1:.*]]: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [16384] {
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<16384xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [16384, 512] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]]] : tensor<16384xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:       %[[V5]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:     } : tensor<16384x512xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [512] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 16384 add {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[K]], %[[I_1]]] : tensor<16384x512xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<512xf32>
// FULL_NONE-NEXT:     return %[[V1]], %[[V2]] : tensor<16384x512xf32>, tensor<512xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
