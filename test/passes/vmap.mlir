// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @named(%[[ARG0:.*]]: tensor<?{b}x?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{b}x?{m}xf32>, tensor<?{m}x?{b}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG1]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.contract "ai,ij->aj" %[[ARG0]], %[[V0]] : (tensor<?{b}x?{n}xf32>, tensor<?{n}x?{m}xf32>) -> tensor<?{b}x?{m}xf32>
// FULL-NEXT:     %[[V2:.*]] = math.tanh %[[V1]] : tensor<?{b}x?{m}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.reduce add %[[ARG0]] dims = [1] : tensor<?{b}x?{n}xf32> to tensor<?{b}xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.broadcast %[[V3]] dims = [0] : tensor<?{b}xf32> to tensor<?{b}x?{m}xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.addf %[[V4]], %[[V2]] : tensor<?{b}x?{m}xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.transpose %[[V5]] perm = [1, 0] : tensor<?{b}x?{m}xf32> to tensor<?{m}x?{b}xf32>
// FULL-NEXT:     return %[[V2]], %[[V6]] : tensor<?{b}x?{m}xf32>, tensor<?{m}x?{b}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @comprehension(%[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<4xf32>, %[[ARG2:.*]]: tensor<3xf32>) -> tensor<4x6xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [4, 6] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]]] : tensor<4xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 3 add {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]] + %[[K]]] : tensor<4x8xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG2]][%[[K]]] : tensor<3xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<4x6xf32>
// FULL-NEXT:     return %[[V1]] : tensor<4x6xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @loop(%[[ARG0:.*]]: tensor<5xf32>) -> tensor<5xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<2.000000e+00> : tensor<f32>
// FULL-NEXT:     %[[V0:.*]]:2 = loop.while (%[[ARG1:.*]] = %[[ARG0]]) : (tensor<5xf32>) -> (tensor<5xf32>, tensor<5xi1>) {
// FULL-NEXT:       %[[V1:.*]] = tensor.broadcast %[[CST]] dims = [] : tensor<f32> to tensor<5xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.cmpf ogt, %[[ARG1]], %[[V1]] : tensor<5xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I:.*]]) in [5] {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V2]][%[[I]]] : tensor<5xi1>
// FULL-NEXT:         tensor.yield %[[V6]] : i1
// FULL-NEXT:       } : tensor<5xi1>
// FULL-NEXT:       %[[V4:.*]] = tensor.reduce or %[[V3]] dims = [0] : tensor<5xi1> to tensor<i1>
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[V4]][] : tensor<i1>
// FULL-NEXT:       loop.condition %[[V5]], %[[ARG1]], %[[V3]] : tensor<5xf32>, tensor<5xi1>
// FULL-NEXT:     } do (%[[ARG1]]: tensor<5xf32>, %[[ARG2:.*]]: tensor<5xi1>) {
// FULL-NEXT:       %[[V1]] = tensor.broadcast %[[CST_0]] dims = [] : tensor<f32> to tensor<5xf32>
// FULL-NEXT:       %[[V2]] = arith.divf %[[ARG1]], %[[V1]] : tensor<5xf32>
// FULL-NEXT:       %[[V3]] = arith.select %[[ARG2]], %[[V2]], %[[ARG1]] : tensor<5xi1>, tensor<5xf32>
// FULL-NEXT:       loop.yield %[[V3]] : tensor<5xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0 : tensor<5xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @careful(%[[ARG0:.*]]: tensor<5xf32>, %[[ARG1:.*]]: tensor<5xindex>, %[[ARG2:.*]]: tensor<3xf32>) -> tensor<5xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : tensor<5xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [5] {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<5xf32>
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<5xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_1:.*]]) in [5] {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG1]][%[[I_1]]] : tensor<5xindex>
// FULL-NEXT:       tensor.yield %[[V5]] : index
// FULL-NEXT:     } : tensor<5xindex>
// FULL-NEXT:     %[[V2:.*]] = tensor.splat %[[CST]] : tensor<5xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.cmpf ogt, %[[V0]], %[[V2]] : tensor<5xf32>
// FULL-NEXT:     %[[V4:.*]] = loop.for %[[I_2:.*]] = %[[C0]] to %[[C5]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST_0]]) -> (tensor<5xf32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[V3]][%[[I_2]]] : tensor<5xi1>
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[V1]][%[[I_2]]] : tensor<5xindex>
// FULL-NEXT:       %[[V7:.*]] = tensor.at %[[V0]][%[[I_2]]] : tensor<5xf32>
// FULL-NEXT:       %[[V8:.*]] = loop.if %[[V5]] -> (f32) {
// FULL-NEXT:         %[[V11:.*]] = tensor.at %[[ARG2]][%[[V6]]] trap : tensor<3xf32>
// FULL-NEXT:         loop.yield %[[V11]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[V7]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V9:.*]] = tensor.splat %[[V8]] : tensor<1xf32>
// FULL-NEXT:       %[[V10:.*]] = tensor.update_slice %[[V9]], %[[ARG3]][%[[I_2]]] : tensor<1xf32> into tensor<5xf32>
// FULL-NEXT:       loop.yield %[[V10]] : tensor<5xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V4]] : tensor<5xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @switch(%[[ARG0:.*]]: tensor<4x3xf32>, %[[ARG1:.*]]: index) -> tensor<4x3xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<3xf32>
// FULL-NEXT:     %[[V0:.*]] = loop.switch %[[ARG1]] -> (tensor<4x3xf32>) case 0 {
// FULL-NEXT:       %[[V1:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : tensor<4x3xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<4x3xf32>
// FULL-NEXT:     } case 2 {
// FULL-NEXT:       %[[V1]] = tensor.broadcast %[[CST]] dims = [1] : tensor<3xf32> to tensor<4x3xf32>
// FULL-NEXT:       loop.yield %[[V1]] : tensor<4x3xf32>
// FULL-NEXT:     } default {
// FULL-NEXT:       loop.yield %[[ARG0]] : tensor<4x3xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<4x3xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @switches(%[[ARG0:.*]]: tensor<4x3xf32>, %[[ARG1:.*]]: tensor<4xindex>) -> tensor<4x3xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<4x3xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<1.000000e+00> : tensor<3xf32>
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [4] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<4xindex>
// FULL-NEXT:       tensor.yield %[[V2]] : index
// FULL-NEXT:     } : tensor<4xindex>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (tensor<4x3xf32>) {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_1]]] : tensor<4xindex>
// FULL-NEXT:       %[[V3:.*]] = tensor.dynamic_slice %[[ARG0]][%[[I_1]], %[[C0]]] : tensor<4x3xf32> to tensor<1x3xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.reshape %[[V3]] : tensor<1x3xf32> to tensor<3xf32>
// FULL-NEXT:       %[[V5:.*]] = loop.switch %[[V2]] -> (tensor<3xf32>) case 0 {
// FULL-NEXT:         %[[V8:.*]] = arith.addf %[[V4]], %[[V4]] : tensor<3xf32>
// FULL-NEXT:         loop.yield %[[V8]] : tensor<3xf32>
// FULL-NEXT:       } case 2 {
// FULL-NEXT:         loop.yield %[[CST_0]] : tensor<3xf32>
// FULL-NEXT:       } default {
// FULL-NEXT:         loop.yield %[[V4]] : tensor<3xf32>
// FULL-NEXT:       }
// FULL-NEXT:       %[[V6:.*]] = tensor.reshape %[[V5]] : tensor<3xf32> to tensor<1x3xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.update_slice %[[V6]], %[[ARG2]][%[[I_1]], %[[C0]]] : tensor<1x3xf32> into tensor<4x3xf32>
// FULL-NEXT:       loop.yield %[[V7]] : tensor<4x3xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<4x3xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
