// A sum without order by which something is decided has the same bits wherever it is evaluated.
// RUN: tfopt %s --choose-fusion --apply-fusion | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null
// COMPLETE: FULL

// Short ones are added up in order, their products rounded before, and evaluated at both reads: pairs are
// never stored.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: in [n, n]
// CHECK: tensor.compute {{.*}} in [n]
// CHECK: tensor.fold (%{{.*}}) = 0 to n add
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<none> {
// CHECK-NOT: contract
// CHECK: tensor.compute {{.*}} in [n]
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<none> {
// CHECK-NOT: contract
// CHECK: return
func.func @short(%x: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %z = arith.constant 0.0 : f32
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 2 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x2xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x2xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    %v = arith.maximumf %s, %z : f32
    tensor.yield %v : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 2 add fastmath<none> {
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:           tensor.yield %[[V7]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4:.*]] = arith.maximumf %[[V3]], %[[CST]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K]]) = 0 to n add {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K_1]]) = 0 to 2 add fastmath<none> {
// FULL-NEXT:           %[[V7]] = tensor.at %[[ARG0]][%[[I_0]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V8:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] : f32
// FULL-NEXT:           tensor.yield %[[V9]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4]] = arith.maximumf %[[V3]], %[[CST]] : f32
// FULL-NEXT:         %[[V5]] = tensor.at %[[V0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

// Nothing is decided by this one.
// CHECK-LABEL: func.func @free(
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<reassoc,contract>
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<reassoc,contract>
func.func @free(%x: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 2 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x2xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x2xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @free(%[[ARG0:.*]]: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 2 add fastmath<reassoc,contract> {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] fastmath<contract> : f32
// FULL-NEXT:           tensor.yield %[[V6]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V2]] = tensor.fold (%[[K]]) = 0 to n add {
// FULL-NEXT:         %[[V3]] = tensor.fold (%[[K_1]]) = 0 to 2 add fastmath<reassoc,contract> {
// FULL-NEXT:           %[[V6]] = tensor.at %[[ARG0]][%[[I_0]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V7:.*]] = tensor.at %[[ARG0]][%[[K]], %[[K_1]]] : tensor<?{n}x2xf32>
// FULL-NEXT:           %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] fastmath<contract> : f32
// FULL-NEXT:           tensor.yield %[[V8]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

// A long one is evaluated at one place.
// CHECK-LABEL: func.func @long(
// CHECK: tensor.fold (%{{.*}}) = 0 to 64 add fastmath<reassoc,contract>
// CHECK-NOT: = 0 to 64
// CHECK: return
func.func @long(%x: tensor<?{n}x64xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %z = arith.constant 0.0 : f32
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 64 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x64xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x64xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    %v = arith.maximumf %s, %z : f32
    tensor.yield %v : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @long(%[[ARG0:.*]]: tensor<?{n}x64xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, n] {
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add fastmath<reassoc,contract> {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x64xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[J]], %[[K]]] : tensor<?{n}x64xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] fastmath<contract> : f32
// FULL-NEXT:         tensor.yield %[[V7]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4:.*]] = arith.maximumf %[[V3]], %[[CST]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to n add {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_0]], %[[K]]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [n] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to n add {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[I_1]], %[[K]]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V6]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]], %[[V2]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
