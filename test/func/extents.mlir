// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL
// NOT EXCHANGED: upstream has no extent terms

// Extent terms in signatures, elementwise ops, and calls, which replace the callee's symbols.

// CHECK: func.func private @twice(tensor<?{n}xf32>) -> tensor<?{2*n}xf32>
func.func private @twice(tensor<?{n}xf32>) -> tensor<?{2*n}xf32>
// FULL: module {
// FULL-NEXT:   func.func private @twice(tensor<?{n}xf32>) -> tensor<?{2*n}xf32>
// CHECK: func.func private @filter(tensor<?{n}xf32>) -> (tensor<?{found}xf32>, tensor<?{found}xi1>)
func.func private @filter(tensor<?{n}xf32>) -> (tensor<?{found}xf32>, tensor<?{found}xi1>)
// FULL-NEXT:   func.func private @filter(tensor<?{n}xf32>) -> (tensor<?{found}xf32>, tensor<?{found}xi1>)

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%a: tensor<?{2*n + 1}x3xf32>, %c: tensor<?{2*n + 1}x3xi1>) -> tensor<?{2*n + 1}x3xi1> {
  // CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<?{2*n + 1}x3xf32>
  %0 = arith.addf %a, %a : tensor<?{1 + n + n}x3xf32>
  // CHECK: math.exp %{{.*}} : tensor<?{2*n + 1}x3xf32>
  %1 = math.exp %0 : tensor<?{2*n + 1}x3xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?{2*n + 1}x3xi1>, tensor<?{2*n + 1}x3xf32>
  %2 = arith.select %c, %1, %a : tensor<?{2*n + 1}x3xi1>, tensor<?{2*n + 1}x3xf32>
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<?{2*n + 1}x3xf32>
  %3 = arith.cmpf olt, %2, %a : tensor<?{2*n + 1}x3xf32>
  // CHECK: arith.truncf %{{.*}} : tensor<?{2*n + 1}x3xf32> to tensor<?{2*n + 1}x3xbf16>
  %4 = arith.truncf %2 : tensor<?{2*n + 1}x3xf32> to tensor<?{2*n + 1}x3xbf16>
  return %3 : tensor<?{2*n + 1}x3xi1>
}
// FULL-NEXT:   func.func @elementwise(%[[ARG0:.*]]: tensor<?{2*n + 1}x3xf32>, %[[ARG1:.*]]: tensor<?{2*n + 1}x3xi1>) -> tensor<?{2*n + 1}x3xi1> {
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : tensor<?{2*n + 1}x3xf32>
// FULL-NEXT:     %[[V1:.*]] = math.exp %[[V0]] : tensor<?{2*n + 1}x3xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.select %[[ARG1]], %[[V1]], %[[ARG0]] : tensor<?{2*n + 1}x3xi1>, tensor<?{2*n + 1}x3xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.cmpf olt, %[[V2]], %[[ARG0]] : tensor<?{2*n + 1}x3xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.truncf %[[V2]] : tensor<?{2*n + 1}x3xf32> to tensor<?{2*n + 1}x3xbf16>
// FULL-NEXT:     return %[[V3]] : tensor<?{2*n + 1}x3xi1>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @calls
func.func @calls(%a: tensor<?{k + 1}xf32>, %b: tensor<5xf32>) {
  // CHECK: call @twice(%{{.*}}) : (tensor<?{k + 1}xf32>) -> tensor<?{2*k + 2}xf32>
  %0 = call @twice(%a) : (tensor<?{k + 1}xf32>) -> tensor<?{2*k + 2}xf32>
  // CHECK: call @twice(%{{.*}}) : (tensor<5xf32>) -> tensor<10xf32>
  %1 = call @twice(%b) : (tensor<5xf32>) -> tensor<10xf32>
  // CHECK: call @filter(%{{.*}}) : (tensor<5xf32>) -> (tensor<?{m}xf32>, tensor<?{m}xi1>)
  %2:2 = call @filter(%b) : (tensor<5xf32>) -> (tensor<?{m}xf32>, tensor<?{m}xi1>)
  return
}
// FULL-NEXT:   func.func @calls(%[[ARG0:.*]]: tensor<?{k + 1}xf32>, %[[ARG1:.*]]: tensor<5xf32>) {
// FULL-NEXT:     %[[V0:.*]] = call @twice(%[[ARG0]]) : (tensor<?{k + 1}xf32>) -> tensor<?{2*k + 2}xf32>
// FULL-NEXT:     %[[V1:.*]] = call @twice(%[[ARG1]]) : (tensor<5xf32>) -> tensor<10xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = call @filter(%[[ARG1]]) : (tensor<5xf32>) -> (tensor<?{m}xf32>, tensor<?{m}xi1>)
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
