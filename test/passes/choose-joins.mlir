// Folds that need each other share trips where rows are longer than caches; members of a group where its price falls, or always, if that is asked for.
// RUN: tfopt %s --target=x86-64-v3 --choose-joins | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --choose-joins --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=choose-joins.folds --choose-joins | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(form-groups{always=true},choose-joins{always=true})' | FileCheck %s --check-prefix=GROUP
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=choose-joins.members --pass-pipeline='func.func(form-groups{always=true},choose-joins{always=true})' | FileCheck %s --check-prefix=APART

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
