// RUN: tfopt --tile-time %s 2>&1 | FileCheck %s

// What is read around the edge is at the other end of the whole: then no other edge may be one, nor the index be a number.
// CHECK: remark: the iterations of the loop do not run together: a member reads the compute over (i) along a shared loop with an out-of-bounds policy, but a tile has other bounds
func.func @wrap(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[%i + 1] wrap : tensor<40xf32>
      %k = arith.index_cast %i : index to i32
      %f = arith.sitofp %k : i32 to f32
      %s = arith.addf %n, %f : f32
      tensor.yield %s : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}

// CHECK: remark: the iterations of the loop do not run together: a member reads the compute over (i) along a shared loop at a subscript that is not a multiple of its index plus a bounded offset
func.func @far(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[39 - %i] : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}

// CHECK: remark: the iterations of the loop do not run together: the computes of the loop have different lengths along the banded axis
func.func @lengths(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %h = tensor.compute (%i) in [20] {
      %n = tensor.at %v[2 * %i] : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<20xf32>
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %h[%i floordiv 2] : tensor<20xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}

// CHECK: remark: the iterations of the loop do not run together: the group holds tensor.scan, which uses the result of a member as a whole tensor
func.func @other(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[%i + 1] clamp : tensor<40xf32>
      tensor.yield %n : f32
    } : tensor<40xf32>
    %s = tensor.scan add %w dim = 0 : tensor<40xf32>
    loop.yield %s : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}
