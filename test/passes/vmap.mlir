// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | FileCheck %s

// Named ops get one more axis, products one more label; what is the same for all slices stays as it is.
// CHECK-LABEL: func.func @named
// CHECK-SAME: (%[[X:.*]]: tensor<?{b}x?{n}xf32>, %[[W:.*]]: tensor<?{n}x?{m}xf32>)
func.func @named(%x: tensor<?{b}x?{n}xf32>, %w: tensor<?{n}x?{m}xf32>) -> (tensor<?{b}x?{m}xf32>, tensor<?{m}x?{b}xf32>) {
  // CHECK: %[[E:.*]] = math.exp %[[W]] : tensor<?{n}x?{m}xf32>
  // CHECK: %[[P:.*]] = tensor.contract "ai,ij->aj" %[[X]], %[[E]]
  // CHECK: %[[T:.*]] = math.tanh %[[P]] : tensor<?{b}x?{m}xf32>
  // CHECK: %[[S:.*]] = tensor.reduce add %[[X]] dims = [1] : tensor<?{b}x?{n}xf32> to tensor<?{b}xf32>
  // CHECK: tensor.broadcast %[[S]] dims = [0] : tensor<?{b}xf32> to tensor<?{b}x?{m}xf32>
  // CHECK: tensor.transpose %{{.*}} perm = [1, 0]
  // CHECK-NOT: loop.for
  // CHECK: return
  %r:2 = tensor.vmap (%u = %x) axes [0] -> [0, 1] : (tensor<?{b}x?{n}xf32>) -> (tensor<?{b}x?{m}xf32>, tensor<?{m}x?{b}xf32>) {
    %e = math.exp %w : tensor<?{n}x?{m}xf32>
    %p = tensor.contract "i,ij->j" %u, %e : (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) -> tensor<?{m}xf32>
    %t = math.tanh %p : tensor<?{m}xf32>
    %s = tensor.reduce add %u dims = [0] : tensor<?{n}xf32> to tensor<f32>
    %v = tensor.broadcast %s dims = [] : tensor<f32> to tensor<?{m}xf32>
    %q = arith.addf %v, %t : tensor<?{m}xf32>
    tensor.yield %t, %q : tensor<?{m}xf32>, tensor<?{m}xf32>
  }
  return %r#0, %r#1 : tensor<?{b}x?{m}xf32>, tensor<?{m}x?{b}xf32>
}

// A comprehension gets one more index; a scalar that differs is read where it is used.
// CHECK-LABEL: func.func @comprehension
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[S:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<3xf32>)
func.func @comprehension(%x: tensor<4x8xf32>, %s: tensor<4xf32>, %w: tensor<3xf32>) -> tensor<4x6xf32> {
  // CHECK: tensor.compute (%[[B:.*]], %[[I:.*]]) in [4, 6] {
  // CHECK: tensor.fold (%[[K:.*]]) = 0 to 3 add {
  // CHECK: tensor.at %[[X]][%[[B]], %[[I]] + %[[K]]]
  // CHECK: tensor.at %[[W]][%[[K]]]
  // CHECK: return
  %r = tensor.vmap (%u = %x, %v = %s) axes [0, 0] -> [0] : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x6xf32>) {
    %f = tensor.at %v[] : tensor<f32>
    %c = tensor.compute (%i) in [6] {
      %t = tensor.fold (%k) = 0 to 3 add {
        %a = tensor.at %u[%i + %k] : tensor<8xf32>
        %b = tensor.at %w[%k] : tensor<3xf32>
        %p = arith.mulf %a, %b : f32
        tensor.yield %p : f32
      } : f32
      %q = arith.mulf %t, %f : f32
      tensor.yield %q : f32
    } : tensor<6xf32>
    tensor.yield %c : tensor<6xf32>
  }
  return %r : tensor<4x6xf32>
}

// Slices that leave a loop early keep their values until the last one is through.
// CHECK-LABEL: func.func @loop
func.func @loop(%x: tensor<5xf32>) -> tensor<5xf32> {
  // CHECK: loop.while
  // CHECK: tensor.reduce or
  // CHECK: loop.condition
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<5xi1>, tensor<5xf32>
  // CHECK: return
  %r = tensor.vmap (%u = %x) axes [0] -> [0] : (tensor<5xf32>) -> (tensor<5xf32>) {
    %one = arith.constant dense<1.0> : tensor<f32>
    %two = arith.constant dense<2.0> : tensor<f32>
    %w = loop.while (%a = %u) : (tensor<f32>) -> (tensor<f32>) {
      %c = arith.cmpf ogt, %a, %one : tensor<f32>
      %p = tensor.at %c[] : tensor<i1>
      loop.condition %p, %a : tensor<f32>
    } do (%b: tensor<f32>) {
      %h = arith.divf %b, %two : tensor<f32>
      loop.yield %h : tensor<f32>
    }
    tensor.yield %w : tensor<f32>
  }
  return %r : tensor<5xf32>
}

// Code that can stop the call runs only for the slices that meet it.
// CHECK-LABEL: func.func @careful
func.func @careful(%x: tensor<5xf32>, %k: tensor<5xindex>, %t: tensor<3xf32>) -> tensor<5xf32> {
  // CHECK: loop.for
  // CHECK: loop.if
  // CHECK: tensor.at %{{.*}} trap
  // CHECK: return
  %r = tensor.vmap (%u = %x, %j = %k) axes [0, 0] -> [0] : (tensor<5xf32>, tensor<5xindex>) -> (tensor<5xf32>) {
    %zero = arith.constant 0.0 : f32
    %a = tensor.at %u[] : tensor<f32>
    %i = tensor.at %j[] : tensor<index>
    %c = arith.cmpf ogt, %a, %zero : f32
    %s = loop.if %c -> (f32) {
      %v = tensor.at %t[%i] trap : tensor<3xf32>
      loop.yield %v : f32
    } else {
      loop.yield %a : f32
    }
    %w = tensor.splat %s : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %r : tensor<5xf32>
}

// A switch that goes one way for all slices stays one; others run slice by slice.
// CHECK-LABEL: func.func @switch
// CHECK-SAME: (%[[X:.*]]: tensor<4x3xf32>, %[[K:.*]]: index)
func.func @switch(%x: tensor<4x3xf32>, %k: index) -> tensor<4x3xf32> {
  // CHECK-NOT: loop.for
  // CHECK: loop.switch %[[K]] -> (tensor<4x3xf32>) case 0 {
  // CHECK: arith.addf %[[X]], %[[X]] : tensor<4x3xf32>
  // CHECK: tensor.broadcast %{{.*}} dims = [1] : tensor<3xf32> to tensor<4x3xf32>
  // CHECK: loop.yield %[[X]] : tensor<4x3xf32>
  // CHECK: return
  %y = tensor.vmap (%u = %x) axes [0] -> [0] : (tensor<4x3xf32>) -> (tensor<4x3xf32>) {
    %r = loop.switch %k -> (tensor<3xf32>) case 0 {
      %a = arith.addf %u, %u : tensor<3xf32>
      loop.yield %a : tensor<3xf32>
    } case 2 {
      %w = arith.constant dense<1.0> : tensor<3xf32>
      loop.yield %w : tensor<3xf32>
    } default {
      loop.yield %u : tensor<3xf32>
    }
    tensor.yield %r : tensor<3xf32>
  }
  return %y : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @switches
func.func @switches(%x: tensor<4x3xf32>, %ks: tensor<4xindex>) -> tensor<4x3xf32> {
  // CHECK: loop.for
  // CHECK: loop.switch %{{.*}} -> (tensor<3xf32>)
  // CHECK: return
  %y = tensor.vmap (%u = %x, %t = %ks) axes [0, 0] -> [0] : (tensor<4x3xf32>, tensor<4xindex>) -> (tensor<4x3xf32>) {
    %k = tensor.at %t[] : tensor<index>
    %r = loop.switch %k -> (tensor<3xf32>) case 0 {
      %a = arith.addf %u, %u : tensor<3xf32>
      loop.yield %a : tensor<3xf32>
    } case 2 {
      %w = arith.constant dense<1.0> : tensor<3xf32>
      loop.yield %w : tensor<3xf32>
    } default {
      loop.yield %u : tensor<3xf32>
    }
    tensor.yield %r : tensor<3xf32>
  }
  return %y : tensor<4x3xf32>
}
