// Computes that read each other at their own points along some axes share these as loops, if what they make for each other is large. 4096 rows of scores
// have 64 MB. What is small, and what is read at other points, stays as it is.
// RUN: tfopt %s --target=x86-64-v3 --form-groups --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v3 --form-groups | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=form-groups.share --form-groups | FileCheck %s --check-prefix=NONE

// NONE-NOT: tensor.group

// CHECK-LABEL: func.func @softmax_of_products(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), order(i.0){{.*}}>} {
// CHECK: tensor.compute ({{.*}}) in [4096, 4096] attributes {axes = ["i", "j"]} {
// CHECK: tensor.compute ({{.*}}) in [4096] attributes {axes = ["i"]} {
// CHECK: tensor.compute ({{.*}}) in [4096, 32] attributes {axes = ["i", "j"]} {
// CHECK: tensor.yield %{{.*}} : tensor<4096x32xf32>
func.func @softmax_of_products(%q: tensor<4096x32xf32>, %k: tensor<32x4096xf32>, %v: tensor<4096x32xf32>) -> tensor<4096x32xf32> {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %f = tensor.fold (%c) = 0 to 32 add fastmath<reassoc> {
      %a = tensor.at %q[%i, %c] : tensor<4096x32xf32>
      %b = tensor.at %k[%c, %j] : tensor<32x4096xf32>
      %p = arith.mulf %a, %b : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i) in [4096] {
    %f = tensor.fold (%j) = 0 to 4096 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096xf32>
  %o = tensor.compute (%i, %d) in [4096, 32] {
    %n = tensor.at %m[%i] : tensor<4096xf32>
    %f = tensor.fold (%j) = 0 to 4096 add fastmath<reassoc> {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      %e = arith.subf %a, %n : f32
      %b = tensor.at %v[%j, %d] : tensor<4096x32xf32>
      %p = arith.mulf %e, %b : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096x32xf32>
  return %o : tensor<4096x32xf32>
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT: tensor.group
func.func @small(%x: tensor<16x16xf32>) -> tensor<16xf32> {
  %s = tensor.compute (%i, %j) in [16, 16] {
    %a = tensor.at %x[%i, %j] : tensor<16x16xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<16x16xf32>
  %m = tensor.compute (%i) in [16] {
    %f = tensor.fold (%j) = 0 to 16 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<16x16xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<16xf32>
  return %m : tensor<16xf32>
}

// What is returned, too, is written once and read from a cache.
// CHECK-LABEL: func.func @returned(
// CHECK: tensor.group attributes {axes = ["i"]
// CHECK: tensor.yield %{{.*}}, %{{.*}} : tensor<4096x4096xf32>, tensor<4096xf32>
func.func @returned(%x: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096xf32>) {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %x[%i, %j] : tensor<4096x4096xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i) in [4096] {
    %f = tensor.fold (%j) = 0 to 4096 maximumf {
      %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
      tensor.yield %a : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4096xf32>
  return %s, %m : tensor<4096x4096xf32>, tensor<4096xf32>
}

// CHECK-LABEL: func.func @transposed(
// CHECK-NOT: tensor.group
func.func @transposed(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %s = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %x[%i, %j] : tensor<4096x4096xf32>
    %e = math.exp %a : f32
    tensor.yield %e : f32
  } : tensor<4096x4096xf32>
  %m = tensor.compute (%i, %j) in [4096, 4096] {
    %a = tensor.at %s[%i, %j] : tensor<4096x4096xf32>
    %b = tensor.at %s[%j, %i] : tensor<4096x4096xf32>
    %c = arith.addf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<4096x4096xf32>
  return %m : tensor<4096x4096xf32>
}

// Sums over the rows of what is made row by row: threads add up chunks of constant length.
// SAYS: remark: fusion: a group of 3 computes over axes 0 of this one, in tiles of {{[0-9]+}} and chunks of 512 for threads: cost {{[0-9.e]+}} apart, {{[0-9.e]+}} together, in additions; it would be faster
// SAYS: remark: fusion: a group of 3 computes is formed
// CHECK-LABEL: func.func @columns(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [512, {{[0-9]+}}]), order(i.0, i.1){{.*}}>} {
// CHECK: tensor.compute ({{.*}}) in [512] attributes {axes = ["j"]} {
// CHECK: tensor.fold ({{.*}}) = 0 to 16384 add fastmath<reassoc> attributes {axis = "i"} {
func.func @columns(%x: tensor<16384x512xf32>, %g: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) {
  %m = tensor.compute (%i) in [16384] {
    %6 = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %7 = tensor.at %x[%i, %k] : tensor<16384x512xf32>
      %8 = tensor.at %g[%i, %k] : tensor<16384x512xf32>
      %9 = arith.mulf %7, %8 : f32
      tensor.yield %9 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<16384xf32>
  %y = tensor.compute (%i, %j) in [16384, 512] {
    %a = tensor.at %m[%i] : tensor<16384xf32>
    %b = tensor.at %x[%i, %j] : tensor<16384x512xf32>
    %z = arith.mulf %a, %b : f32
    tensor.yield %z : f32
  } : tensor<16384x512xf32>
  %c = tensor.compute (%j) in [512] {
    %6 = tensor.fold (%i) = 0 to 16384 add fastmath<reassoc> {
      %7 = tensor.at %y[%i, %j] : tensor<16384x512xf32>
      tensor.yield %7 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<512xf32>
  return %y, %c : tensor<16384x512xf32>, tensor<512xf32>
}

// Sums in an order that is written stay outside of the loops.
// CHECK-LABEL: func.func @columns_in_order(
// CHECK: tensor.group
// CHECK-NOT: axis = "i"
// CHECK: tensor.fold ({{.*}}) = 0 to 16384 add {
func.func @columns_in_order(%x: tensor<16384x512xf32>, %g: tensor<16384x512xf32>) -> (tensor<16384x512xf32>, tensor<512xf32>) {
  %m = tensor.compute (%i) in [16384] {
    %6 = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %7 = tensor.at %x[%i, %k] : tensor<16384x512xf32>
      %8 = tensor.at %g[%i, %k] : tensor<16384x512xf32>
      %9 = arith.mulf %7, %8 : f32
      tensor.yield %9 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<16384xf32>
  %y = tensor.compute (%i, %j) in [16384, 512] {
    %a = tensor.at %m[%i] : tensor<16384xf32>
    %b = tensor.at %x[%i, %j] : tensor<16384x512xf32>
    %z = arith.mulf %a, %b : f32
    tensor.yield %z : f32
  } : tensor<16384x512xf32>
  %c = tensor.compute (%j) in [512] {
    %6 = tensor.fold (%i) = 0 to 16384 add {
      %7 = tensor.at %y[%i, %j] : tensor<16384x512xf32>
      tensor.yield %7 : f32
    } : f32
    tensor.yield %6 : f32
  } : tensor<512xf32>
  return %y, %c : tensor<16384x512xf32>, tensor<512xf32>
}
