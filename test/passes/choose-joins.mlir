// Folds that need each other share trips where rows are longer than caches; members of a group where its
// price falls, or always, if that is asked for.
// RUN: tfopt %s --target=x86-64-v3 --choose-joins | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --choose-joins --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=choose-joins.folds --choose-joins | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(form-groups{always=true},choose-joins{always=true})' | tee %t.group | FileCheck %s --check-prefix=GROUP
// RUN: FileCheck %s --check-prefix=FULL_GROUP --match-full-lines < %t.group
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=choose-joins.members --pass-pipeline='func.func(form-groups{always=true},choose-joins{always=true})' | tee %t.apart | FileCheck %s --check-prefix=APART
// RUN: FileCheck %s --check-prefix=FULL_APART --match-full-lines < %t.apart
// COMPLETE: FULL, FULL_NONE, FULL_GROUP, FULL_APART

// NONE-NOT: join(

// SAYS: remark: join: 2 folds that depend on each other, in chunks of {{[0-9]+}} terms: cost {{[0-9.e]+}} apart, {{[0-9.e]+}} together, in additions; they are joined
// CHECK-LABEL: func.func @long_rows(
// CHECK: schedule = #tensor.schedule<by heuristic: join(k: l, {{[0-9]+}})>
func.func @long_rows(%x: tensor<128x1048576xf32>) -> tensor<128xf32> {
  %c = arith.constant 9.53674316E-7 : f32
  %v = tensor.compute (%i) in [128] {
    %s = tensor.fold (%k) = 0 to 1048576 add fastmath<reassoc> {
      %a = tensor.at %x[%i, %k] : tensor<128x1048576xf32>
      tensor.yield %a : f32
    } : f32
    %mean = arith.mulf %s, %c : f32
    %q = tensor.fold (%k) = 0 to 1048576 add fastmath<reassoc> {
      %a = tensor.at %x[%i, %k] : tensor<128x1048576xf32>
      %d = arith.subf %a, %mean : f32
      %e = arith.mulf %d, %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %q : f32
  } : tensor<128xf32>
  return %v : tensor<128xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @long_rows(%[[ARG0:.*]]: tensor<128x1048576xf32>) -> tensor<128xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 9.53674316E-7 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [128] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: join(k: l, 4096)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<128x1048576xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[CST]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<128x1048576xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.subf %[[V4]], %[[V2]] : f32
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<128xf32>
// FULL-NEXT:     return %[[V0]] : tensor<128xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @long_rows(%[[ARG0:.*]]: tensor<128x1048576xf32>) -> tensor<128xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 9.53674316E-7 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [128] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1048576 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<128x1048576xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[CST]] : f32
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 1048576 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<128x1048576xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.subf %[[V4]], %[[V2]] : f32
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<128xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<128xf32>
// FULL_NONE-NEXT:   }
// FULL_GROUP: module {
// FULL_GROUP-NEXT:   func.func @long_rows(%[[ARG0:.*]]: tensor<128x1048576xf32>) -> tensor<128xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_GROUP-NEXT:     %[[CST:.*]] = arith.constant 9.53674316E-7 : f32
// FULL_GROUP-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [128] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: join(k: l, 4096)>} {
// FULL_GROUP-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_GROUP-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<128x1048576xf32>
// FULL_GROUP-NEXT:         tensor.yield %[[V4]] : f32
// FULL_GROUP-NEXT:       } : f32
// FULL_GROUP-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[CST]] : f32
// FULL_GROUP-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "l"} {
// FULL_GROUP-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<128x1048576xf32>
// FULL_GROUP-NEXT:         %[[V5:.*]] = arith.subf %[[V4]], %[[V2]] : f32
// FULL_GROUP-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL_GROUP-NEXT:         tensor.yield %[[V6]] : f32
// FULL_GROUP-NEXT:       } : f32
// FULL_GROUP-NEXT:       tensor.yield %[[V3]] : f32
// FULL_GROUP-NEXT:     } : tensor<128xf32>
// FULL_GROUP-NEXT:     return %[[V0]] : tensor<128xf32>
// FULL_GROUP-NEXT:   }
// FULL_APART: module {
// FULL_APART-NEXT:   func.func @long_rows(%[[ARG0:.*]]: tensor<128x1048576xf32>) -> tensor<128xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_APART-NEXT:     %[[CST:.*]] = arith.constant 9.53674316E-7 : f32
// FULL_APART-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [128] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: join(k: l, 4096)>} {
// FULL_APART-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_APART-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<128x1048576xf32>
// FULL_APART-NEXT:         tensor.yield %[[V4]] : f32
// FULL_APART-NEXT:       } : f32
// FULL_APART-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[CST]] : f32
// FULL_APART-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 1048576 add fastmath<reassoc> attributes {axis = "l"} {
// FULL_APART-NEXT:         %[[V4]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<128x1048576xf32>
// FULL_APART-NEXT:         %[[V5:.*]] = arith.subf %[[V4]], %[[V2]] : f32
// FULL_APART-NEXT:         %[[V6:.*]] = arith.mulf %[[V5]], %[[V5]] : f32
// FULL_APART-NEXT:         tensor.yield %[[V6]] : f32
// FULL_APART-NEXT:       } : f32
// FULL_APART-NEXT:       tensor.yield %[[V3]] : f32
// FULL_APART-NEXT:     } : tensor<128xf32>
// FULL_APART-NEXT:     return %[[V0]] : tensor<128xf32>
// FULL_APART-NEXT:   }

// A row of 16 KB is in the first cache when it is read again.
// SAYS: remark: join: 2 folds that depend on each other, {{.*}}; they stay apart
// CHECK-LABEL: func.func @short_rows(
// CHECK-NOT: join(
func.func @short_rows(%x: tensor<1024x4096xf32>) -> tensor<1024xf32> {
  %v = tensor.compute (%i) in [1024] {
    %m = tensor.fold (%k) = 0 to 4096 maximumf fastmath<reassoc> {
      %a = tensor.at %x[%i, %k] : tensor<1024x4096xf32>
      tensor.yield %a : f32
    } : f32
    %q = tensor.fold (%k) = 0 to 4096 add fastmath<reassoc> {
      %a = tensor.at %x[%i, %k] : tensor<1024x4096xf32>
      %d = arith.subf %a, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %q : f32
  } : tensor<1024xf32>
  return %v : tensor<1024xf32>
}
// FULL-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<1024x4096xf32>) -> tensor<1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1024] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf fastmath<reassoc> {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x4096xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 4096 add fastmath<reassoc> {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<1024x4096xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<1024x4096xf32>) -> tensor<1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1024] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x4096xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 4096 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<1024x4096xf32>
// FULL_NONE-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL_NONE-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<1024xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<1024xf32>
// FULL_NONE-NEXT:   }
// FULL_GROUP-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<1024x4096xf32>) -> tensor<1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_GROUP-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1024] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: join(k: l, 4096)>} {
// FULL_GROUP-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL_GROUP-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x4096xf32>
// FULL_GROUP-NEXT:         tensor.yield %[[V3]] : f32
// FULL_GROUP-NEXT:       } : f32
// FULL_GROUP-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "l"} {
// FULL_GROUP-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<1024x4096xf32>
// FULL_GROUP-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL_GROUP-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_GROUP-NEXT:         tensor.yield %[[V5]] : f32
// FULL_GROUP-NEXT:       } : f32
// FULL_GROUP-NEXT:       tensor.yield %[[V2]] : f32
// FULL_GROUP-NEXT:     } : tensor<1024xf32>
// FULL_GROUP-NEXT:     return %[[V0]] : tensor<1024xf32>
// FULL_GROUP-NEXT:   }
// FULL_APART-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<1024x4096xf32>) -> tensor<1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_APART-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [1024] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: join(k: l, 4096)>} {
// FULL_APART-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 maximumf fastmath<reassoc> attributes {axis = "k"} {
// FULL_APART-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x4096xf32>
// FULL_APART-NEXT:         tensor.yield %[[V3]] : f32
// FULL_APART-NEXT:       } : f32
// FULL_APART-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "l"} {
// FULL_APART-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<1024x4096xf32>
// FULL_APART-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL_APART-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_APART-NEXT:         tensor.yield %[[V5]] : f32
// FULL_APART-NEXT:       } : f32
// FULL_APART-NEXT:       tensor.yield %[[V2]] : f32
// FULL_APART-NEXT:     } : tensor<1024xf32>
// FULL_APART-NEXT:     return %[[V0]] : tensor<1024xf32>
// FULL_APART-NEXT:   }

// The loop that members fold over is shared, under a name of its own.
// GROUP-LABEL: func.func @attention(
// GROUP: tensor.group attributes {axes = ["i", "t"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), split(t, [{{[0-9]+}}]), order(i.0, t.0){{.*}}, join(t: sum0, sum1)>} {
// GROUP: tensor.compute ({{.*}}) in [512, 1024] attributes {axes = ["i", "t"]} {
// GROUP: tensor.compute ({{.*}}) in [512] attributes {axes = ["i"], member = "sum0"} {
// GROUP: axis = "t"
// GROUP: tensor.compute ({{.*}}) in [512, 32] attributes {axes = ["i", "j"], member = "sum1"} {
// GROUP: axis = "t"
// APART-LABEL: func.func @attention(
// APART: tensor.group
// APART-NOT: join(
func.func @attention(%x: tensor<512x1024xf32>, %v: tensor<1024x32xf32>) -> tensor<512x32xf32> {
  %s = tensor.compute (%i, %j) in [512, 1024] {
    %a = tensor.at %x[%i, %j] : tensor<512x1024xf32>
    %b = arith.mulf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<512x1024xf32>
  %m = tensor.compute (%i) in [512] {
    %f = tensor.fold (%j) = 0 to 1024 maximumf fastmath<reassoc> {
      %a = tensor.at %s[%i, %j] : tensor<512x1024xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<512xf32>
  %o = tensor.compute (%i, %d) in [512, 32] {
    %n = tensor.at %m[%i] : tensor<512xf32>
    %f = tensor.fold (%j) = 0 to 1024 add fastmath<reassoc> {
      %a = tensor.at %s[%i, %j] : tensor<512x1024xf32>
      %e = arith.subf %a, %n : f32
      %y = math.exp %e : f32
      %b = tensor.at %v[%j, %d] : tensor<1024x32xf32>
      %p = arith.mulf %y, %b : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<512x32xf32>
  return %o : tensor<512x32xf32>
}
// FULL-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<512x1024xf32>, %[[ARG1:.*]]: tensor<1024x32xf32>) -> tensor<512x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 1024] {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x1024xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<512x1024xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [512] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 1024 maximumf fastmath<reassoc> {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<512x1024xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<512xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [512, 32] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<512xf32>
// FULL-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<512x1024xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.subf %[[V5]], %[[V3]] : f32
// FULL-NEXT:         %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J_2]]] : tensor<1024x32xf32>
// FULL-NEXT:         %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:         tensor.yield %[[V9]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<512x32xf32>
// FULL-NEXT:     return %[[V2]] : tensor<512x32xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<512x1024xf32>, %[[ARG1:.*]]: tensor<1024x32xf32>) -> tensor<512x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 1024] {
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x1024xf32>
// FULL_NONE-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<512x1024xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [512] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 1024 maximumf fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<512x1024xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<512xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [512, 32] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[V1]][%[[I_1]]] : tensor<512xf32>
// FULL_NONE-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V5:.*]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<512x1024xf32>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.subf %[[V5]], %[[V3]] : f32
// FULL_NONE-NEXT:         %[[V7:.*]] = math.exp %[[V6]] : f32
// FULL_NONE-NEXT:         %[[V8:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J_2]]] : tensor<1024x32xf32>
// FULL_NONE-NEXT:         %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V9]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<512x32xf32>
// FULL_NONE-NEXT:     return %[[V2]] : tensor<512x32xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
// FULL_GROUP-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<512x1024xf32>, %[[ARG1:.*]]: tensor<1024x32xf32>) -> tensor<512x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_GROUP-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i", "t"], schedule = #tensor.schedule<by heuristic: split(i, [64]), split(t, [256]), order(i.0, t.0), parallel(i.0), join(t: sum0, sum1)>} {
// FULL_GROUP-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[T:.*]]) in [512, 1024] attributes {axes = ["i", "t"]} {
// FULL_GROUP-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[T]]] : tensor<512x1024xf32>
// FULL_GROUP-NEXT:         %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL_GROUP-NEXT:         tensor.yield %[[V5]] : f32
// FULL_GROUP-NEXT:       } : tensor<512x1024xf32>
// FULL_GROUP-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [512] attributes {axes = ["i"], member = "sum0"} {
// FULL_GROUP-NEXT:         %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to 1024 maximumf fastmath<reassoc> attributes {axis = "t"} {
// FULL_GROUP-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<512x1024xf32>
// FULL_GROUP-NEXT:           tensor.yield %[[V5]] : f32
// FULL_GROUP-NEXT:         } : f32
// FULL_GROUP-NEXT:         tensor.yield %[[V4]] : f32
// FULL_GROUP-NEXT:       } : tensor<512xf32>
// FULL_GROUP-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J:.*]]) in [512, 32] attributes {axes = ["i", "j"], member = "sum1"} {
// FULL_GROUP-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_1]]] : tensor<512xf32>
// FULL_GROUP-NEXT:         %[[V5]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "t"} {
// FULL_GROUP-NEXT:           %[[V6:.*]] = tensor.at %[[V1]][%[[I_1]], %[[K]]] : tensor<512x1024xf32>
// FULL_GROUP-NEXT:           %[[V7:.*]] = arith.subf %[[V6]], %[[V4]] : f32
// FULL_GROUP-NEXT:           %[[V8:.*]] = math.exp %[[V7]] : f32
// FULL_GROUP-NEXT:           %[[V9:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x32xf32>
// FULL_GROUP-NEXT:           %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL_GROUP-NEXT:           tensor.yield %[[V10]] : f32
// FULL_GROUP-NEXT:         } : f32
// FULL_GROUP-NEXT:         tensor.yield %[[V5]] : f32
// FULL_GROUP-NEXT:       } : tensor<512x32xf32>
// FULL_GROUP-NEXT:       tensor.yield %[[V3]] : tensor<512x32xf32>
// FULL_GROUP-NEXT:     } : tensor<512x32xf32>
// FULL_GROUP-NEXT:     return %[[V0]] : tensor<512x32xf32>
// FULL_GROUP-NEXT:   }
// FULL_GROUP-NEXT: }
// FULL_APART-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<512x1024xf32>, %[[ARG1:.*]]: tensor<1024x32xf32>) -> tensor<512x32xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_APART-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL_APART-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [512, 1024] attributes {axes = ["i", "j"]} {
// FULL_APART-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<512x1024xf32>
// FULL_APART-NEXT:         %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL_APART-NEXT:         tensor.yield %[[V5]] : f32
// FULL_APART-NEXT:       } : tensor<512x1024xf32>
// FULL_APART-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [512] attributes {axes = ["i"]} {
// FULL_APART-NEXT:         %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to 1024 maximumf fastmath<reassoc> {
// FULL_APART-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<512x1024xf32>
// FULL_APART-NEXT:           tensor.yield %[[V5]] : f32
// FULL_APART-NEXT:         } : f32
// FULL_APART-NEXT:         tensor.yield %[[V4]] : f32
// FULL_APART-NEXT:       } : tensor<512xf32>
// FULL_APART-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [512, 32] attributes {axes = ["i", "j"]} {
// FULL_APART-NEXT:         %[[V4]] = tensor.at %[[V2]][%[[I_1]]] : tensor<512xf32>
// FULL_APART-NEXT:         %[[V5]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_APART-NEXT:           %[[V6:.*]] = tensor.at %[[V1]][%[[I_1]], %[[K]]] : tensor<512x1024xf32>
// FULL_APART-NEXT:           %[[V7:.*]] = arith.subf %[[V6]], %[[V4]] : f32
// FULL_APART-NEXT:           %[[V8:.*]] = math.exp %[[V7]] : f32
// FULL_APART-NEXT:           %[[V9:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J_2]]] : tensor<1024x32xf32>
// FULL_APART-NEXT:           %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL_APART-NEXT:           tensor.yield %[[V10]] : f32
// FULL_APART-NEXT:         } : f32
// FULL_APART-NEXT:         tensor.yield %[[V5]] : f32
// FULL_APART-NEXT:       } : tensor<512x32xf32>
// FULL_APART-NEXT:       tensor.yield %[[V3]] : tensor<512x32xf32>
// FULL_APART-NEXT:     } : tensor<512x32xf32>
// FULL_APART-NEXT:     return %[[V0]] : tensor<512x32xf32>
// FULL_APART-NEXT:   }
// FULL_APART-NEXT: }
