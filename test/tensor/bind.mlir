// RUN: tfopt %s --split-input-file --verify-diagnostics | tfopt --split-input-file | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --print-op-generic | tee %t.generic | FileCheck %s --check-prefix=GENERIC
// RUN: FileCheck %s --check-prefix=FULL_GENERIC --match-full-lines < %t.generic
// RUN: tfopt %s --split-input-file --pass-pipeline='inline,func.func(canonicalize,cse)' | tee %t.clean | FileCheck %s --check-prefix=CLEAN
// RUN: FileCheck %s --check-prefix=FULL_CLEAN --match-full-lines < %t.clean
// COMPLETE: FULL, FULL_GENERIC, FULL_CLEAN

// A number of the program is an extent behind the op.
// CHECK-LABEL: func.func @zeros
// GENERIC: "tensor.bind"(%{{.*}}) <{symbol = extents<[k]>}> : (index) -> ()
func.func @zeros(%count: index) -> tensor<?{k + 1}xf32> {
  // CHECK: tensor.bind [k] = %{{.*}} : index
  tensor.bind [k] = %count : index
  %z = arith.constant 0.0 : f32
  // CHECK: tensor.splat %{{.*}} : tensor<?{k + 1}xf32>
  %x = tensor.splat %z : tensor<?{k + 1}xf32>
  return %x : tensor<?{k + 1}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @zeros(%[[ARG0:.*]]: index) -> tensor<?{k + 1}xf32> {
// FULL-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k + 1}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{k + 1}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index) -> tensor<?{k + 1}xf32>, sym_name = "zeros"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index):
// FULL_GENERIC-NEXT:     "tensor.bind"(%[[ARG0]]) <{symbol = extents<[k]>}> : (index) -> ()
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "tensor.splat"(%[[V0]]) : (f32) -> tensor<?{k + 1}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V1]]) : (tensor<?{k + 1}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
// FULL_CLEAN: module {
// FULL_CLEAN-NEXT:   func.func @zeros(%[[ARG0:.*]]: index) -> tensor<?{k + 1}xf32> {
// FULL_CLEAN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_CLEAN-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL_CLEAN-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k + 1}xf32>
// FULL_CLEAN-NEXT:     return %[[V0]] : tensor<?{k + 1}xf32>
// FULL_CLEAN-NEXT:   }
// FULL_CLEAN-NEXT: }

// -----

// It may stop the call: it stays where nobody uses the extent.
// CLEAN-LABEL: func.func @unused
// CLEAN: tensor.bind [k]
func.func @unused(%count: index) {
  tensor.bind [k] = %count : index
  return
}
// FULL: module {
// FULL-NEXT:   func.func @unused(%[[ARG0:.*]]: index) {
// FULL-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index) -> (), sym_name = "unused"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index):
// FULL_GENERIC-NEXT:     "tensor.bind"(%[[ARG0]]) <{symbol = extents<[k]>}> : (index) -> ()
// FULL_GENERIC-NEXT:     "func.return"() : () -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
// FULL_CLEAN: module {
// FULL_CLEAN-NEXT:   func.func @unused(%[[ARG0:.*]]: index) {
// FULL_CLEAN-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL_CLEAN-NEXT:     return
// FULL_CLEAN-NEXT:   }
// FULL_CLEAN-NEXT: }

// -----

// Each call of a function binds an extent of its own.
func.func private @ones(%count: index) -> tensor<?{k}xf32> {
  tensor.bind [k] = %count : index
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func private @ones(%[[ARG0:.*]]: index) -> tensor<?{k}xf32> {
// FULL-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{k}xf32>
// FULL-NEXT:   }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index) -> tensor<?{k}xf32>, sym_name = "ones", sym_visibility = "private"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index):
// FULL_GENERIC-NEXT:     "tensor.bind"(%[[ARG0]]) <{symbol = extents<[k]>}> : (index) -> ()
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "tensor.splat"(%[[V0]]) : (f32) -> tensor<?{k}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V1]]) : (tensor<?{k}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// CLEAN-LABEL: func.func @twice
// CLEAN: tensor.bind [p] = %[[N:.*]] : index
// CLEAN: tensor.bind [q] = %{{.*}} : index
// CLEAN: return %{{.*}}, %{{.*}} : tensor<?{p}xf32>, tensor<?{q}xf32>
func.func @twice(%n: index, %m: index) -> (tensor<?{p}xf32>, tensor<?{q}xf32>) {
  %x = call @ones(%n) : (index) -> tensor<?{p}xf32>
  %y = call @ones(%m) : (index) -> tensor<?{q}xf32>
  return %x, %y : tensor<?{p}xf32>, tensor<?{q}xf32>
}
// FULL-NEXT:   func.func @twice(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (tensor<?{p}xf32>, tensor<?{q}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = call @ones(%[[ARG0]]) : (index) -> tensor<?{p}xf32>
// FULL-NEXT:     %[[V1:.*]] = call @ones(%[[ARG1]]) : (index) -> tensor<?{q}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{p}xf32>, tensor<?{q}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index, index) -> (tensor<?{p}xf32>, tensor<?{q}xf32>), sym_name = "twice"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index):
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "func.call"(%[[ARG0]]) <{callee = @ones}> : (index) -> tensor<?{p}xf32>
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "func.call"(%[[ARG1]]) <{callee = @ones}> : (index) -> tensor<?{q}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V0]], %[[V1]]) : (tensor<?{p}xf32>, tensor<?{q}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
// FULL_CLEAN: module {
// FULL_CLEAN-NEXT:   func.func @twice(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index) -> (tensor<?{p}xf32>, tensor<?{q}xf32>) {
// FULL_CLEAN-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL_CLEAN-NEXT:     tensor.bind [p] = %[[ARG0]] : index
// FULL_CLEAN-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{p}xf32>
// FULL_CLEAN-NEXT:     tensor.bind [q] = %[[ARG1]] : index
// FULL_CLEAN-NEXT:     %[[V1:.*]] = tensor.splat %[[CST]] : tensor<?{q}xf32>
// FULL_CLEAN-NEXT:     return %[[V0]], %[[V1]] : tensor<?{p}xf32>, tensor<?{q}xf32>
// FULL_CLEAN-NEXT:   }
// FULL_CLEAN-NEXT: }

// -----

// A call that says its result has an extent of the caller is not inlined: nobody has checked that.
func.func private @some(%count: index) -> tensor<?{k}xf32> {
  tensor.bind [k] = %count : index
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func private @some(%[[ARG0:.*]]: index) -> tensor<?{k}xf32> {
// FULL-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{k}xf32>
// FULL-NEXT:   }
// FULL_GENERIC: "builtin.module"() ({
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index) -> tensor<?{k}xf32>, sym_name = "some", sym_visibility = "private"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index):
// FULL_GENERIC-NEXT:     "tensor.bind"(%[[ARG0]]) <{symbol = extents<[k]>}> : (index) -> ()
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
// FULL_GENERIC-NEXT:     %[[V1:.*]] = "tensor.splat"(%[[V0]]) : (f32) -> tensor<?{k}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V1]]) : (tensor<?{k}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_CLEAN: module {
// FULL_CLEAN-NEXT:   func.func private @some(%[[ARG0:.*]]: index) -> tensor<?{k}xf32> {
// FULL_CLEAN-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL_CLEAN-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL_CLEAN-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k}xf32>
// FULL_CLEAN-NEXT:     return %[[V0]] : tensor<?{k}xf32>
// FULL_CLEAN-NEXT:   }
// CLEAN-LABEL: func.func @says
// CLEAN: call @some
func.func @says(%n: index, %y: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %x = call @some(%n) : (index) -> tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @says(%[[ARG0:.*]]: index, %[[ARG1:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = call @some(%[[ARG0]]) : (index) -> tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_GENERIC-NEXT:   "func.func"() <{function_type = (index, tensor<?{n}xf32>) -> tensor<?{n}xf32>, sym_name = "says"}> ({
// FULL_GENERIC-NEXT:   ^bb0(%[[ARG0:.*]]: index, %[[ARG1:.*]]: tensor<?{n}xf32>):
// FULL_GENERIC-NEXT:     %[[V0:.*]] = "func.call"(%[[ARG0]]) <{callee = @some}> : (index) -> tensor<?{n}xf32>
// FULL_GENERIC-NEXT:     "func.return"(%[[V0]]) : (tensor<?{n}xf32>) -> ()
// FULL_GENERIC-NEXT:   }) : () -> ()
// FULL_GENERIC-NEXT: }) : () -> ()
// FULL_CLEAN-NEXT:   func.func @says(%[[ARG0:.*]]: index, %[[ARG1:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL_CLEAN-NEXT:     %[[V0:.*]] = call @some(%[[ARG0]]) : (index) -> tensor<?{n}xf32>
// FULL_CLEAN-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL_CLEAN-NEXT:   }
// FULL_CLEAN-NEXT: }
