// RUN: tfopt %s --split-input-file --verify-diagnostics | tfopt --split-input-file | FileCheck %s
// RUN: tfopt %s --split-input-file --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tfopt %s --split-input-file --pass-pipeline='inline,func.func(canonicalize,cse)' | FileCheck %s --check-prefix=CLEAN

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

// -----

// It may stop the call: it stays where nobody uses the extent.
// CLEAN-LABEL: func.func @unused
// CLEAN: tensor.bind [k]
func.func @unused(%count: index) {
  tensor.bind [k] = %count : index
  return
}

// -----

// Each call of a function binds an extent of its own.
func.func private @ones(%count: index) -> tensor<?{k}xf32> {
  tensor.bind [k] = %count : index
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
// CLEAN-LABEL: func.func @twice
// CLEAN: tensor.bind [p] = %[[N:.*]] : index
// CLEAN: tensor.bind [q] = %{{.*}} : index
// CLEAN: return %{{.*}}, %{{.*}} : tensor<?{p}xf32>, tensor<?{q}xf32>
func.func @twice(%n: index, %m: index) -> (tensor<?{p}xf32>, tensor<?{q}xf32>) {
  %x = call @ones(%n) : (index) -> tensor<?{p}xf32>
  %y = call @ones(%m) : (index) -> tensor<?{q}xf32>
  return %x, %y : tensor<?{p}xf32>, tensor<?{q}xf32>
}

// -----

// A call that says its result has an extent of the caller is not inlined: nobody has checked that.
func.func private @some(%count: index) -> tensor<?{k}xf32> {
  tensor.bind [k] = %count : index
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
// CLEAN-LABEL: func.func @says
// CLEAN: call @some
func.func @says(%n: index, %y: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %x = call @some(%n) : (index) -> tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
