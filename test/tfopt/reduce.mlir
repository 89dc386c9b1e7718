// The input gets smaller while a command ends as it does on the input.
// RUN: tfopt %s --reduce='grep -q math.exp' -o %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=SAID < %t.err
// RUN: tfopt %t.out -o %t.again
// A pass that fails: what it takes to make it fail remains.
// RUN: tfopt %s --reduce='tfopt --pass-pipeline="test-pass-failure{only=three}" {}' | FileCheck %s --check-prefix=FAILS
// RUN: tfopt %s --reduce='grep -q math.exp' --reduce-runs=3 2>&1 | FileCheck %s --check-prefix=STOPPED
// RUN: not tfopt %s --reduce 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tfopt %s --reduce='no-such-command {}' 2>&1 | FileCheck %s --check-prefix=COMMAND

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

func.func @two(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}

// FAILS: module {
// FAILS-NEXT: func.func private @three(f32) -> f32
// FAILS-NEXT: }
func.func @three(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  %1 = func.call @two(%0) : (f32) -> f32
  return %1 : f32
}
