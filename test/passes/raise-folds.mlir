// RUN: tfopt --raise-folds --canonicalize %s | tee %t.check | FileCheck %s
// RUN: tfopt --raise-folds --canonicalize --disable-rule=raise-folds.one-place --disable-rule=raise-folds.running-fold %s | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt --raise-folds --check-semantics %s -o /dev/null
// COMPLETE: FULL_NONE
// GOLDEN: cat %t.check
// NONE-NOT: tensor.scan
// NONE-NOT: arith.minsi

// A selection of one term is that term, or nothing where the place is none of the fold's.
// CHECK-LABEL: func.func @selected
// CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 8] {
// CHECK-NOT: tensor.fold
// CHECK: %[[P:.*]] = tensor.at %arg0[%[[I]]] : tensor<?{n}xindex>
// CHECK: %[[L:.*]] = arith.minsi %[[P]]
// CHECK: %[[K:.*]] = arith.maxsi %[[L]]
// CHECK: tensor.at %arg1[%[[K]], %[[J]]] : tensor<40x8xf32>
// CHECK: arith.select
func.func @selected(%at: tensor<?{n}xindex>, %table: tensor<40x8xf32>) -> tensor<?{n}x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.compute (%i, %j) in [n, 8] {
    %p = tensor.at %at[%i] : tensor<?{n}xindex>
    %s = tensor.fold (%k) = 0 to 40 add {
      %is = arith.cmpi eq, %k, %p : index
      %x = tensor.at %table[%k, %j] : tensor<40x8xf32>
      %t = arith.select %is, %x, %zero : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x8xf32>
  return %r : tensor<?{n}x8xf32>
}
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @selected(%[[ARG0:.*]]: tensor<?{n}xindex>, %[[ARG1:.*]]: tensor<40x8xf32>) -> tensor<?{n}x8xf32> {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 8] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xindex>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V3:.*]] = arith.cmpi eq, %[[K]], %[[V1]] : index
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x8xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.select %[[V3]], %[[V4]], %[[CST]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}x8xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{n}x8xf32>
// FULL_NONE-NEXT:   }

// A product with a row of a unit matrix: elements that are not finite are counted once for each column, not
// for each row.
// CHECK-LABEL: func.func @one_hot
// CHECK: %[[C:.*]] = tensor.compute (%{{.*}}) in [8] {
// CHECK-NEXT: tensor.fold (%{{.*}}) = 0 to 40 add
// CHECK: tensor.compute (%{{.*}}, %[[J:.*]]) in [n, 8] {
// CHECK-NOT: tensor.fold
// CHECK: tensor.at %[[C]][%[[J]]] : tensor<8xindex>
func.func @one_hot(%at: tensor<?{n}xi32>, %table: tensor<40x8xf32>) -> tensor<?{n}x8xf32> {
  %r = tensor.compute (%i, %j) in [n, 8] {
    %s = tensor.fold (%k) = 0 to 40 add {
      %p = tensor.at %at[%i] : tensor<?{n}xi32>
      %q = arith.index_cast %k : index to i32
      %is = arith.cmpi eq, %p, %q : i32
      %one = arith.uitofp %is : i1 to f32
      %x = tensor.at %table[%k, %j] : tensor<40x8xf32>
      %t = arith.mulf %one, %x : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x8xf32>
  return %r : tensor<?{n}x8xf32>
}
// FULL_NONE-NEXT:   func.func @one_hot(%[[ARG0:.*]]: tensor<?{n}xi32>, %[[ARG1:.*]]: tensor<40x8xf32>) -> tensor<?{n}x8xf32> {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 8] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xi32>
// FULL_NONE-NEXT:         %[[V3:.*]] = arith.index_cast %[[K]] : index to i32
// FULL_NONE-NEXT:         %[[V4:.*]] = arith.cmpi eq, %[[V2]], %[[V3]] : i32
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.uitofp %[[V4]] : i1 to f32
// FULL_NONE-NEXT:         %[[V6:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<40x8xf32>
// FULL_NONE-NEXT:         %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}x8xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{n}x8xf32>
// FULL_NONE-NEXT:   }

// Integers have no such elements, and a place may be told from the index by a constant.
// CHECK-LABEL: func.func @of_integers
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @of_integers(%at: tensor<?{n}xi32>, %table: tensor<40xi32>) -> tensor<?{n}xi32> {
  %two = arith.constant 2 : index
  %r = tensor.compute (%i) in [n] {
    %p = tensor.at %at[%i] : tensor<?{n}xi32>
    %s = tensor.fold (%k) = 3 to 40 add {
      %l = arith.addi %k, %two : index
      %q = arith.index_cast %l : index to i32
      %is = arith.cmpi eq, %q, %p : i32
      %one = arith.extui %is : i1 to i32
      %x = tensor.at %table[%k] : tensor<40xi32>
      %t = arith.muli %x, %one : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<?{n}xi32>
  return %r : tensor<?{n}xi32>
}
// FULL_NONE-NEXT:   func.func @of_integers(%[[ARG0:.*]]: tensor<?{n}xi32>, %[[ARG1:.*]]: tensor<40xi32>) -> tensor<?{n}xi32> {
// FULL_NONE-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xi32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 3 to 40 add {
// FULL_NONE-NEXT:         %[[V3:.*]] = arith.addi %[[K]], %[[C2]] : index
// FULL_NONE-NEXT:         %[[V4:.*]] = arith.index_cast %[[V3]] : index to i32
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.cmpi eq, %[[V4]], %[[V1]] : i32
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.extui %[[V5]] : i1 to i32
// FULL_NONE-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[K]]] : tensor<40xi32>
// FULL_NONE-NEXT:         %[[V8:.*]] = arith.muli %[[V7]], %[[V6]] : i32
// FULL_NONE-NEXT:         tensor.yield %[[V8]] : i32
// FULL_NONE-NEXT:       } : i32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : i32
// FULL_NONE-NEXT:     } : tensor<?{n}xi32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{n}xi32>
// FULL_NONE-NEXT:   }

// Under flags that exclude them, nothing is counted. The place may be one that the code computes in the fold,
// and another condition may hold it back.
// CHECK-LABEL: func.func @finite
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @finite(%at: tensor<20xindex>, %on: tensor<40xi1>, %x: tensor<40xf32>) -> tensor<20xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %r = tensor.compute (%i) in [20] {
    %s:2 = tensor.fold (%k) = 0 to 40 [add, maximumf] {
      %p = tensor.at %at[%i] : tensor<20xindex>
      %is = arith.cmpi eq, %k, %p : index
      %o = tensor.at %on[%k] : tensor<40xi1>
      %both = arith.andi %is, %o : i1
      %one = arith.uitofp %both : i1 to f32
      %v = tensor.at %x[%k] : tensor<40xf32>
      %t = arith.mulf %one, %v fastmath<nnan,ninf> : f32
      %u = arith.select %both, %v, %lowest : f32
      tensor.yield %t, %u : f32, f32
    } : f32, f32
    %a = arith.addf %s#0, %s#1 : f32
    tensor.yield %a : f32
  } : tensor<20xf32>
  return %r : tensor<20xf32>
}
// FULL_NONE-NEXT:   func.func @finite(%[[ARG0:.*]]: tensor<20xindex>, %[[ARG1:.*]]: tensor<40xi1>, %[[ARG2:.*]]: tensor<40xf32>) -> tensor<20xf32> {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [20] {
// FULL_NONE-NEXT:       %[[V1:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to 40 [add, maximumf] {
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<20xindex>
// FULL_NONE-NEXT:         %[[V4:.*]] = arith.cmpi eq, %[[K]], %[[V3]] : index
// FULL_NONE-NEXT:         %[[V5:.*]] = tensor.at %[[ARG1]][%[[K]]] : tensor<40xi1>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.andi %[[V4]], %[[V5]] : i1
// FULL_NONE-NEXT:         %[[V7:.*]] = arith.uitofp %[[V6]] : i1 to f32
// FULL_NONE-NEXT:         %[[V8:.*]] = tensor.at %[[ARG2]][%[[K]]] : tensor<40xf32>
// FULL_NONE-NEXT:         %[[V9:.*]] = arith.mulf %[[V7]], %[[V8]] fastmath<nnan,ninf> : f32
// FULL_NONE-NEXT:         %[[V10:.*]] = arith.select %[[V6]], %[[V8]], %[[CST]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V9]], %[[V10]] : f32, f32
// FULL_NONE-NEXT:       } : f32, f32
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.addf %[[V1]]#0, %[[V1]]#1 : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<20xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<20xf32>
// FULL_NONE-NEXT:   }

// Not: the table has a row for each point, so that counting would be as much work; several terms count; the
// place depends on the index.
// CHECK-LABEL: func.func @every_point
// CHECK: tensor.fold
// CHECK: tensor.fold
// CHECK: tensor.fold
func.func @every_point(%at: tensor<20xindex>, %x: tensor<20x40xf32>, %places: tensor<40xindex>) -> (tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) {
  %zero = arith.constant 0.0 : f32
  %r = tensor.compute (%i) in [20] {
    %p = tensor.at %at[%i] : tensor<20xindex>
    %s = tensor.fold (%k) = 0 to 40 add {
      %is = arith.cmpi eq, %k, %p : index
      %one = arith.uitofp %is : i1 to f32
      %v = tensor.at %x[%i, %k] : tensor<20x40xf32>
      %t = arith.mulf %one, %v : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<20xf32>
  %m = tensor.compute (%i) in [20] {
    %p = tensor.at %at[%i] : tensor<20xindex>
    %s = tensor.fold (%k) = 0 to 40 add {
      %is = arith.cmpi sle, %k, %p : index
      %v = tensor.at %x[%i, %k] : tensor<20x40xf32>
      %t = arith.select %is, %v, %zero : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<20xf32>
  %d = tensor.compute (%i) in [20] {
    %s = tensor.fold (%k) = 0 to 40 add {
      %p = tensor.at %places[%k] : tensor<40xindex>
      %is = arith.cmpi eq, %k, %p : index
      %v = tensor.at %x[%i, %k] : tensor<20x40xf32>
      %t = arith.select %is, %v, %zero : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<20xf32>
  return %r, %m, %d : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>
}
// FULL_NONE-NEXT:   func.func @every_point(%[[ARG0:.*]]: tensor<20xindex>, %[[ARG1:.*]]: tensor<20x40xf32>, %[[ARG2:.*]]: tensor<40xindex>) -> (tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [20] {
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<20xindex>
// FULL_NONE-NEXT:       %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.cmpi eq, %[[K]], %[[V3]] : index
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.uitofp %[[V5]] : i1 to f32
// FULL_NONE-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]], %[[K]]] : tensor<20x40xf32>
// FULL_NONE-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V8]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<20xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [20] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<20xindex>
// FULL_NONE-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V5]] = arith.cmpi sle, %[[K]], %[[V3]] : index
// FULL_NONE-NEXT:         %[[V6]] = tensor.at %[[ARG1]][%[[I_0]], %[[K]]] : tensor<20x40xf32>
// FULL_NONE-NEXT:         %[[V7]] = arith.select %[[V5]], %[[V6]], %[[CST]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:     } : tensor<20xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [20] {
// FULL_NONE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[ARG2]][%[[K]]] : tensor<40xindex>
// FULL_NONE-NEXT:         %[[V5]] = arith.cmpi eq, %[[K]], %[[V4]] : index
// FULL_NONE-NEXT:         %[[V6]] = tensor.at %[[ARG1]][%[[I_1]], %[[K]]] : tensor<20x40xf32>
// FULL_NONE-NEXT:         %[[V7]] = arith.select %[[V5]], %[[V6]], %[[CST]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:     } : tensor<20xf32>
// FULL_NONE-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>
// FULL_NONE-NEXT:   }

// All terms up to the point, in their order: a scan of the terms.
// CHECK-LABEL: func.func @up_to
// CHECK: %[[T:.*]] = tensor.compute (%{{.*}}) in [n] {
// CHECK: math.exp
// CHECK: %[[S:.*]] = tensor.scan add %[[T]] dim = 0 : tensor<?{n}xf32>
// CHECK: tensor.compute (%[[I:.*]], %{{.*}}) in [n, 3] {
// CHECK-NEXT: tensor.at %[[S]][%[[I]]] : tensor<?{n}xf32>
// CHECK-NOT: tensor.fold
func.func @up_to(%x: tensor<?{n}xf32>) -> tensor<?{n}x3xf32> {
  %r = tensor.compute (%i, %j) in [n, 3] {
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      %e = math.exp %v : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x3xf32>
  return %r : tensor<?{n}x3xf32>
}
// FULL_NONE-NEXT:   func.func @up_to(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}x3xf32> {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 3] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to %[[I]] + 1 add {
// FULL_NONE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:         %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}x3xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{n}x3xf32>
// FULL_NONE-NEXT:   }

// A mask says the same. What is a tensor already is scanned as it is; without the point's own term the scan
// is exclusive.
// CHECK-LABEL: func.func @masked
// CHECK: tensor.scan maximumf %arg0 dim = 1 exclusive : tensor<?{m}x?{n}xf32>
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @masked(%x: tensor<?{m}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
  %low = arith.constant 0xFF800000 : f32
  %r = tensor.compute (%h, %i) in [m, n] {
    %s = tensor.fold (%k) = 0 to n maximumf {
      %is = arith.cmpi sgt, %i, %k : index
      %v = tensor.at %x[%h, %k] : tensor<?{m}x?{n}xf32>
      %t = arith.select %is, %v, %low : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x?{n}xf32>
  return %r : tensor<?{m}x?{n}xf32>
}
// FULL_NONE-NEXT:   func.func @masked(%[[ARG0:.*]]: tensor<?{m}x?{n}xf32>) -> tensor<?{m}x?{n}xf32> {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, n] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to n maximumf {
// FULL_NONE-NEXT:         %[[V2:.*]] = arith.cmpi sgt, %[[J]], %[[K]] : index
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x?{n}xf32>
// FULL_NONE-NEXT:         %[[V4:.*]] = arith.select %[[V2]], %[[V3]], %[[CST]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_NONE-NEXT:     } : tensor<?{m}x?{n}xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<?{m}x?{n}xf32>
// FULL_NONE-NEXT:   }

// From the point on: extremes in any order, sums where it is open.
// CHECK-LABEL: func.func @from_on
// CHECK: tensor.scan add %arg0 dim = 0 reverse fastmath<reassoc> : tensor<?{n}xf32>
// CHECK: tensor.scan add %arg1 dim = 0 reverse exclusive : tensor<?{n}xi32>
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @from_on(%x: tensor<?{n}xf32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xf32>, tensor<?{n}xi32>) {
  %r:2 = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = %i to n add fastmath<reassoc> {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    %t = tensor.fold (%k) = %i + 1 to n add {
      %v = tensor.at %y[%k] : tensor<?{n}xi32>
      tensor.yield %v : i32
    } : i32
    tensor.yield %s, %t : f32, i32
  } : tensor<?{n}xf32>, tensor<?{n}xi32>
  return %r#0, %r#1 : tensor<?{n}xf32>, tensor<?{n}xi32>
}
// FULL_NONE-NEXT:   func.func @from_on(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xf32>, tensor<?{n}xi32>) {
// FULL_NONE-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = %[[I]] to n add fastmath<reassoc> {
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = %[[I]] + 1 to n add {
// FULL_NONE-NEXT:         %[[V3]] = tensor.at %[[ARG1]][%[[K_0]]] : tensor<?{n}xi32>
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : i32
// FULL_NONE-NEXT:       } : i32
// FULL_NONE-NEXT:       tensor.yield %[[V1]], %[[V2]] : f32, i32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xi32>
// FULL_NONE-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xi32>
// FULL_NONE-NEXT:   }

// Not: a sum backwards whose order is written, terms that depend on the point, a window of constant width, an
// axis that is short, a fold that ends beyond the axis, a schedule that somebody asked for.
// CHECK-LABEL: func.func @no_scan
// CHECK-NOT: tensor.scan
// CHECK-COUNT-6: tensor.fold
// CHECK-NOT: tensor.scan
func.func @no_scan(%x: tensor<?{n}xf32>, %y: tensor<8xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<8xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %zero = arith.constant 0.0 : f32
  %a = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = %i to n add {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %b = tensor.compute (%i) in [n] {
    %w = tensor.at %x[%i] : tensor<?{n}xf32>
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      %t = arith.mulf %v, %w : f32
      %e = math.exp %t : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to 40 add {
      %v = tensor.at %x[%i + %k] fill(%zero) : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [8] {
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %v = tensor.at %y[%k] : tensor<8xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8xf32>
  %e = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = %i to n + 1 maximumf {
      %v = tensor.at %x[%k] fill(%zero) : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %f = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<parallel(i)>} {
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %a, %b, %c, %d, %e, %f : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<8xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL_NONE-NEXT:   func.func @no_scan(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<8xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_NONE-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V6:.*]] = tensor.fold (%[[K:.*]]) = %[[I]] to n add {
// FULL_NONE-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>
// FULL_NONE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V6]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:       %[[V7]] = tensor.fold (%[[K]]) = 0 to %[[I_0]] + 1 add {
// FULL_NONE-NEXT:         %[[V8:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:         %[[V9:.*]] = arith.mulf %[[V8]], %[[V6]] : f32
// FULL_NONE-NEXT:         %[[V10:.*]] = math.exp %[[V9]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V10]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>
// FULL_NONE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V6]] = tensor.fold (%[[K]]) = 0 to 40 add {
// FULL_NONE-NEXT:         %[[V7]] = tensor.at %[[ARG0]][%[[I_1]] + %[[K]]] fill(%[[CST]]) : tensor<?{n}xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>
// FULL_NONE-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_2:.*]]) in [8] {
// FULL_NONE-NEXT:       %[[V6]] = tensor.fold (%[[K]]) = 0 to %[[I_2]] + 1 add {
// FULL_NONE-NEXT:         %[[V7]] = tensor.at %[[ARG1]][%[[K]]] : tensor<8xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<8xf32>
// FULL_NONE-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_3:.*]]) in [n] {
// FULL_NONE-NEXT:       %[[V6]] = tensor.fold (%[[K]]) = %[[I_3]] to n + 1 maximumf {
// FULL_NONE-NEXT:         %[[V7]] = tensor.at %[[ARG0]][%[[K]]] fill(%[[CST]]) : tensor<?{n}xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>
// FULL_NONE-NEXT:     %[[V5:.*]] = tensor.compute (%[[I_4:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<parallel(i)>} {
// FULL_NONE-NEXT:       %[[V6]] = tensor.fold (%[[K]]) = 0 to %[[I_4]] + 1 add {
// FULL_NONE-NEXT:         %[[V7]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL_NONE-NEXT:         tensor.yield %[[V7]] : f32
// FULL_NONE-NEXT:       } : f32
// FULL_NONE-NEXT:       tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:     } : tensor<?{n}xf32>
// FULL_NONE-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]] : tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>, tensor<8xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
