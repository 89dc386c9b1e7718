// What is decided is data: groups that split no loop, with the members that are evaluated where they are read.
// RUN: tfopt %s --choose-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --check-semantics -o /dev/null
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics --cse --canonicalize | FileCheck %s --check-prefix=CODE

// CHECK-LABEL: func.func @chain(
// CHECK: tensor.group attributes {axes = [], schedule = #tensor.schedule<by heuristic: place(m0, m1, inline)>} {
// CHECK: tensor.compute (%i) in [n] attributes {member = "m0"} {
// CHECK: math.sqrt
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {member = "m1"} {
// CHECK: math.absf
// CHECK: tensor.compute (%{{.*}}) in [n] {
// CHECK: arith.negf
// CHECK: tensor.yield %{{.*}} : tensor<?{n}xf32>
// CODE-LABEL: func.func @chain(
// CODE: tensor.compute
// CODE-NOT: tensor.compute
// CODE: return
func.func @chain(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%i) in [n] {
    %e = tensor.at %b[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// A cheap one that two nests evaluate is in both groups.
// CHECK-LABEL: func.func @twice(
// CHECK: tensor.group
// CHECK: member = "m0"
// CHECK: math.absf
// CHECK: tensor.group
// CHECK: member = "m0"
// CHECK: math.absf
// CHECK: return
// CODE-LABEL: func.func @twice(
// CODE-COUNT-2: math.absf
// CODE: return
func.func @twice(%x: tensor<?{n}xf32>, %w: tensor<?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{m}xf32>) {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%j) in [m] {
    %d = tensor.at %w[%j] : tensor<?{m}xf32>
    %s = tensor.fold (%k) = 0 to n add {
      %e = tensor.at %a[%k] : tensor<?{n}xf32>
      %f = arith.mulf %e, %d : f32
      tensor.yield %f : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}xf32>
  return %b, %c : tensor<?{n}xf32>, tensor<?{m}xf32>
}

// Both results are needed: the computes share the loops of their box.
// CHECK-LABEL: func.func @results(
// CHECK: %{{.*}}:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<>} {
// CHECK: tensor.compute (%i) in [n] attributes {axes = ["i"]} {
// CHECK: tensor.compute (%{{.*}}) in [n] attributes {axes = ["i"]} {
// CODE-LABEL: func.func @results(
// CODE: %{{.*}}:2 = tensor.compute
func.func @results(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i] : tensor<?{n}xf32>
    %f = arith.negf %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %a, %b : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// A compute alone is in no group, nor is one that is read only where the call may stop.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: tensor.group
// CHECK: return
func.func @alone(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %a = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %f = math.sqrt %e : f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %e = tensor.at %a[%i - 1] trap : tensor<?{n}xf32>
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %b : tensor<?{n}xf32>
}

// What a loop reads from outside of it is evaluated in it, and a member of a group that the program writes evaluates what is in front of it.
// CHECK-LABEL: func.func @inside(
// CHECK: loop.for
// CHECK: tensor.group
// CHECK: math.absf
// CHECK: loop.yield
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
// CHECK: tensor.group
// CHECK: math.absf
// CODE-LABEL: func.func @inside(
// CODE: loop.for
// CODE: math.absf
// CODE: tensor.group
// CODE-NOT: tensor.group
// CODE: math.absf
func.func @inside(%x: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = tensor.compute (%i) in [64] {
    %e = tensor.at %x[%i] : tensor<64xf32>
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<64xf32>
  %r = loop.for %t = %zero to %n step %one iter_args(%u = %x) -> (tensor<64xf32>) {
    %v = tensor.compute (%i) in [64] {
      %e = tensor.at %u[%i] : tensor<64xf32>
      %f = tensor.at %a[%i] : tensor<64xf32>
      %g = arith.addf %e, %f : f32
      tensor.yield %g : f32
    } : tensor<64xf32>
    loop.yield %v : tensor<64xf32>
  }
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %y = tensor.compute (%i) in [64] attributes {axes = ["i"]} {
      %e = tensor.at %r[%i] : tensor<64xf32>
      %f = tensor.at %a[%i] : tensor<64xf32>
      %g = arith.mulf %e, %f : f32
      tensor.yield %g : f32
    } : tensor<64xf32>
    tensor.yield %y : tensor<64xf32>
  } : tensor<64xf32>
  return %y : tensor<64xf32>
}
