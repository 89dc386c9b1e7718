// The input gets smaller while a command ends as it does on the input.
// RUN: tfopt %s --reduce='grep -q math.exp' -o %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.out
// RUN: FileCheck %s --check-prefix=SAID < %t.err
// RUN: tfopt %t.out -o %t.again
// A pass that fails: what it takes to make it fail remains.
// RUN: tfopt %s --reduce='tfopt --pass-pipeline="test-pass-failure{only=three}" {}' | tee %t.fails | FileCheck %s --check-prefix=FAILS
// RUN: FileCheck %s --check-prefix=FULL_FAILS --match-full-lines < %t.fails
// RUN: tfopt %s --reduce='grep -q math.exp' --reduce-runs=3 2>&1 | tee %t.stopped | FileCheck %s --check-prefix=STOPPED
// RUN: FileCheck %s --check-prefix=FULL_STOPPED --match-full-lines < %t.stopped
// RUN: not tfopt %s --reduce 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tfopt %s --reduce='no-such-command {}' 2>&1 | FileCheck %s --check-prefix=COMMAND
// COMPLETE: FULL, FULL_FAILS, FULL_STOPPED

// SAID: reduced {{[0-9]+}} ops to {{[0-9]+}} in {{[0-9]+}} runs
// COMMAND: tfopt: error: --reduce: the shell cannot run 'no-such-command {}' (status 127) [E0701]
// STOPPED: in 3 runs; more is possible with --reduce-runs
// VALUE: error: option '--reduce' needs a value: CMD

// CHECK: module {
// CHECK-NEXT: func.func @one(
// CHECK-NOT: func.func
// CHECK-NOT: loop.for
// CHECK-NOT: x.note
// CHECK: math.exp %{{.*}} : tensor<1xf32>
// CHECK-NOT: arith.{{addf|mulf}}
// CHECK: return
// CHECK-NOT: func.func
func.func @one(%x: tensor<16xf32>, %n: index) -> (tensor<16xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant 2.5 : f32
  %0 = arith.addf %x, %x {x.note = 7} : tensor<16xf32>
  %1 = loop.for %i = %c0 to %n step %c1 iter_args(%acc = %0) -> (tensor<16xf32>) {
    %2 = math.exp %acc : tensor<16xf32>
    %3 = arith.mulf %2, %acc : tensor<16xf32>
    loop.yield %3 : tensor<16xf32>
  }
  return %1, %c : tensor<16xf32>, f32
}
// FULL: module {
// FULL-NEXT:   func.func @one(%[[ARG0:.*]]: tensor<1xf32>) {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : tensor<1xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_STOPPED: module {
// FULL_STOPPED-NEXT:   func.func @one(%[[ARG0:.*]]: tensor<16xf32>, %[[ARG1:.*]]: index) -> (tensor<16xf32>, f32) {
// FULL_STOPPED-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_STOPPED-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_STOPPED-NEXT:     %[[CST:.*]] = arith.constant 2.500000e+00 : f32
// FULL_STOPPED-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] {x.note = 7 : i64} : tensor<16xf32>
// FULL_STOPPED-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<16xf32>) {
// FULL_STOPPED-NEXT:       %[[V2:.*]] = math.exp %[[ARG2]] : tensor<16xf32>
// FULL_STOPPED-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[ARG2]] : tensor<16xf32>
// FULL_STOPPED-NEXT:       loop.yield %[[V3]] : tensor<16xf32>
// FULL_STOPPED-NEXT:     }
// FULL_STOPPED-NEXT:     return %[[V1]], %[[CST]] : tensor<16xf32>, f32
// FULL_STOPPED-NEXT:   }

func.func @two(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
// FULL_STOPPED-NEXT:   func.func @two(%[[ARG0:.*]]: f32) -> f32 {
// FULL_STOPPED-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : f32
// FULL_STOPPED-NEXT:     return %[[V0]] : f32
// FULL_STOPPED-NEXT:   }
// FULL_STOPPED-NEXT: }

// FAILS: module {
// FAILS-NEXT: func.func private @three(f32) -> f32
// FAILS-NEXT: }
func.func @three(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  %1 = func.call @two(%0) : (f32) -> f32
  return %1 : f32
}
// FULL_FAILS: module {
// FULL_FAILS-NEXT:   func.func private @three(f32) -> f32
// FULL_FAILS-NEXT: }
