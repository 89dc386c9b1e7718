// Schedules that were measured, as a function's attribute has them, come before what passes would choose. A compute is known by its code: the names of its loops do not
// matter. What a compute may not follow is left out with a warning.
// RUN: tfopt %s --schedule 2>%t.said | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.said
// RUN: tfopt %s --check-semantics --schedule --apply-schedule | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @measured
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [32, 64] attributes {{{.*}}schedule = #tensor.schedule<by tuner: order(j, i), vectorize(i, 4), jam(j, 2)>}
// LOOPS-LABEL: func.func @measured
func.func @measured(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<order(j, i), vectorize(i, 4), jam(j, 2)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// Another function's loops have other names.
// CHECK-LABEL: func.func @renamed
// CHECK: schedule = #tensor.schedule<by tuner: vectorize(row, 4)>
func.func @renamed(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] attributes {axes = ["row", "column"]} {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// SAID: warning: the measured schedule of this compute is left out: the schedule names the loop 'l'
// CHECK-LABEL: func.func @other_loops
// CHECK-NOT: by tuner
func.func @other_loops(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(l, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.sin %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}

// A compute of other code has none.
// CHECK-LABEL: func.func @other_code
// CHECK-NOT: by tuner
func.func @other_code(%x: tensor<32x64xf32>) -> tensor<32x64xf32> attributes {tf.schedules = {loops_d246b818f2a4c091 = #tensor.schedule<vectorize(i, 4)>}} {
  %y = tensor.compute (%a, %b) in [32, 64] {
    %0 = tensor.at %x[%a, %b] : tensor<32x64xf32>
    %1 = math.cos %0 fastmath<arcp,contract,afn> : f32
    tensor.yield %1 : f32
  } : tensor<32x64xf32>
  return %y : tensor<32x64xf32>
}
