// Folds that are not reduced in chunks, with the reason; the other steps of the schedule stay.
// RUN: tfopt %s --split-reductions --split-input-file 2>&1 | FileCheck %s

// CHECK: remark: the step rfactor(k, 16) of the schedule is left out: the order of the fold is fixed: allow another one with reassoc
func.func @order(%a: tensor<64xf32>) -> tensor<f32> {
  %r = tensor.compute () in [] attributes {schedule = #tensor.schedule<rfactor(k, 16), unroll(k, 2)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%k] : tensor<64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// -----

// CHECK: remark: the step rfactor(k, 48) of the schedule is left out: the fold has fewer than two chunks of 48 iterations
func.func @short(%a: tensor<64xi32>) -> tensor<i32> {
  %r = tensor.compute () in [] attributes {schedule = #tensor.schedule<rfactor(k, 48)>} {
    %s = tensor.fold (%k) = 0 to 64 add attributes {axis = "k"} {
      %x = tensor.at %a[%k] : tensor<64xi32>
      tensor.yield %x : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<i32>
  return %r : tensor<i32>
}

// -----

// CHECK: remark: the step rfactor(k, 2) of the schedule is left out: the range of the fold is not a difference of extents that is at least 0
func.func @range(%a: tensor<64x64xi32>) -> tensor<64xi32> {
  %r = tensor.compute (%i) in [64] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<rfactor(k, 2)>} {
    %s = tensor.fold (%k) = 0 to %i add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<64x64xi32>
      tensor.yield %x : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<64xi32>
  return %r : tensor<64xi32>
}

// -----

// CHECK: remark: the step rfactor(l, 4) of the schedule is left out: the fold is inside of another one, and both are not one fold over two loops
func.func @nested(%a: tensor<64x64xi32>) -> tensor<i32> {
  %r = tensor.compute () in [] attributes {folds = ["k", "l"], schedule = #tensor.schedule<rfactor(l, 4)>} {
    %s = tensor.fold (%k) = 0 to 64 maxsi attributes {axis = "k"} {
      %t = tensor.fold (%l) = 0 to 64 add attributes {axis = "l"} {
        %x = tensor.at %a[%k, %l] : tensor<64x64xi32>
        tensor.yield %x : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<i32>
  return %r : tensor<i32>
}

// CHECK: func.func @order
// CHECK: tensor.compute () in [] attributes {folds = ["k"], schedule = #tensor.schedule<unroll(k, 2)>}
