// RUN: tfopt %s --split-input-file --split-at-binds | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --split-at-binds --check-semantics -o /dev/null
// RUN: tfopt %s --split-input-file --cpu --target=znver4 | tee %t.cpu | FileCheck %s --check-prefix=CPU
// COMPLETE: FULL
// GOLDEN: cat %t.cpu

// The number is computed in the first stage. The second one computes the condition and the places itself,
// from the argument: but for the number, nothing is carried.
// CHECK-LABEL: func.func private @positive.0
// CHECK-SAME: (%[[X:.*]]: tensor<?{n}xf32>) -> index
// CHECK-SAME: tf.stage_of = "positive"
// CHECK: %[[COUNT:.*]] = tensor.reduce
// CHECK-NOT: tensor.scan
// CHECK: tensor.bind [k] = %[[K:.*]] : index
// CHECK-NEXT: return %[[K]] : index
// CHECK-LABEL: func.func private @positive.1
// CHECK-SAME: (%[[X:.*]]: tensor<?{n}xf32>, %{{.*}}: index {tf.extent = "k", tf.name = "k"}) -> tensor<?{k}xindex>
// CHECK: arith.cmpf
// CHECK: tensor.scan
// CHECK: return %{{.*}} : tensor<?{k}xindex>
// CHECK-LABEL: func.func @positive
// CHECK-SAME: (tensor<?{n}xf32>) -> tensor<?{k}xindex>
// CHECK-SAME: tf.plan = {results = [2], stages = [@positive.0, @positive.1], takes = {{\[\[}}0], [0, 1]]}

// CPU-LABEL: func.func private @positive.0
// CPU: arith.cmpi ugt
// CPU: mem.trap "the extent k would be {}, but extents range from 0 to 2^48"
// CPU-LABEL: func.func private @positive.1
// CPU-SAME: memref<?{k}xindex>
// CPU-LABEL: func.func @positive
func.func @positive(%x: tensor<?{n}xf32>) -> tensor<?{k}xindex> {
  %zero = arith.constant 0.0 : f32
  %zeros = tensor.splat %zero : tensor<?{n}xf32>
  %mask = arith.cmpf ogt, %x, %zeros : tensor<?{n}xf32>
  %ones = arith.extui %mask : tensor<?{n}xi1> to tensor<?{n}xi64>
  %sum = tensor.reduce add %ones dims = [0] : tensor<?{n}xi64> to tensor<i64>
  %count = tensor.at %sum[] : tensor<i64>
  %k = arith.index_cast %count : i64 to index
  tensor.bind [k] = %k : index
  %places = tensor.scan add %ones dim = 0 exclusive : tensor<?{n}xi64>
  %c0 = arith.constant 0 : index
  %start = tensor.splat %c0 : tensor<?{k}xindex>
  %r = tensor.compute (%i) in [n] accumulate(set %acc = %start : tensor<?{k}xindex>) {
    %m = tensor.at %mask[%i] : tensor<?{n}xi1>
    loop.if %m {
      %p = tensor.at %places[%i] : tensor<?{n}xi64>
      %at = arith.index_cast %p : i64 to index
      tensor.put %i into %acc[%at] drop : memref<?{k}xindex>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{k}xindex>
}
// FULL: module {
// FULL-NEXT:   func.func private @positive.0(%[[ARG0:.*]]: tensor<?{n}xf32>) -> index attributes {tf.stage_of = "positive"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.cmpf ogt, %[[ARG0]], %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.extui %[[V1]] : tensor<?{n}xi1> to tensor<?{n}xi64>
// FULL-NEXT:     %[[V3:.*]] = tensor.reduce add %[[V2]] dims = [0] : tensor<?{n}xi64> to tensor<i64>
// FULL-NEXT:     %[[V4:.*]] = tensor.at %[[V3]][] : tensor<i64>
// FULL-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : i64 to index
// FULL-NEXT:     tensor.bind [k] = %[[V5]] : index
// FULL-NEXT:     return %[[V5]] : index
// FULL-NEXT:   }
// FULL-NEXT:   func.func private @positive.1(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index {tf.extent = "k", tf.name = "k"}) -> tensor<?{k}xindex> attributes {tf.stage_of = "positive"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.cmpf ogt, %[[ARG0]], %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.extui %[[V1]] : tensor<?{n}xi1> to tensor<?{n}xi64>
// FULL-NEXT:     %[[V3:.*]] = tensor.scan add %[[V2]] dim = 0 exclusive : tensor<?{n}xi64>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V4:.*]] = tensor.splat %[[C0]] : tensor<?{k}xindex>
// FULL-NEXT:     %[[V5:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(set %[[ACC:.*]] = %[[V4]] : tensor<?{k}xindex>) {
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[V1]][%[[I]]] : tensor<?{n}xi1>
// FULL-NEXT:       loop.if %[[V6]] {
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[V3]][%[[I]]] : tensor<?{n}xi64>
// FULL-NEXT:         %[[V8:.*]] = arith.index_cast %[[V7]] : i64 to index
// FULL-NEXT:         tensor.put %[[I]] into %[[ACC]][%[[V8]]] drop : memref<?{k}xindex>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V5]] : tensor<?{k}xindex>
// FULL-NEXT:   }
// FULL-NEXT:   func.func @positive(tensor<?{n}xf32>) -> tensor<?{k}xindex> attributes {tf.plan = {results = [2], stages = [@positive.0, @positive.1], takes = {{\[\[}}0], [0, 1]]}}
// FULL-NEXT: }
// FULL: module {
// FULL-NEXT:   func.func private @dear.0(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, index) attributes {tf.stage_of = "dear"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan add %[[ARG0]] dim = 0 : tensor<?{n}xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V1:.*]] = tensor.at %[[V0]][%[[C0]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.fptosi %[[V1]] : f32 to i64
// FULL-NEXT:     %[[V3:.*]] = arith.index_cast %[[V2]] : i64 to index
// FULL-NEXT:     tensor.bind [k] = %[[V3]] : index
// FULL-NEXT:     return %[[V0]], %[[V3]] : tensor<?{n}xf32>, index
// FULL-NEXT:   }
// FULL-NEXT:   func.func private @dear.1(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: index {tf.extent = "k", tf.name = "k"}) -> tensor<?{k}xf32> attributes {tf.stage_of = "dear"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [k] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG1]][%[[I]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{k}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{k}xf32>
// FULL-NEXT:   }

// -----

// What is dear is carried; a result that an early stage has is taken from there; arguments may be results.
// CHECK-LABEL: func.func private @dear.0
// CHECK-SAME: -> (tensor<?{n}xf32>, index)
// CHECK: %[[S:.*]] = tensor.scan add
// CHECK: return %[[S]], %{{.*}} : tensor<?{n}xf32>, index
// CHECK-LABEL: func.func private @dear.1
// CHECK-SAME: (%{{.*}}: tensor<?{n}xf32>, %[[S:.*]]: tensor<?{n}xf32>, %[[K:.*]]: index {tf.extent = "k", tf.name = "k"}) -> tensor<?{k}xf32>
// CHECK-NOT: tensor.scan
// CHECK-LABEL: func.func @dear
// CHECK-SAME: tf.plan = {results = [3, 1, 0], stages = [@dear.0, @dear.1], takes = {{\[\[}}0], [0, 1, 2]]}
func.func @dear(%x: tensor<?{n}xf32>) -> (tensor<?{k}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %s = tensor.scan add %x dim = 0 : tensor<?{n}xf32>
  %c0 = arith.constant 0 : index
  %last = tensor.at %s[%c0] clamp : tensor<?{n}xf32>
  %i = arith.fptosi %last : f32 to i64
  %count = arith.index_cast %i : i64 to index
  tensor.bind [k] = %count : index
  %y = tensor.compute (%j) in [k] {
    %v = tensor.at %s[%j] clamp : tensor<?{n}xf32>
    tensor.yield %v : f32
  } : tensor<?{k}xf32>
  return %y, %s, %x : tensor<?{k}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @dear(tensor<?{n}xf32>) -> (tensor<?{k}xf32>, tensor<?{n}xf32>, tensor<?{n}xf32>) attributes {tf.plan = {results = [3, 1, 0], stages = [@dear.0, @dear.1], takes = {{\[\[}}0], [0, 1, 2]]}}
// FULL-NEXT: }
// FULL: module {
// FULL-NEXT:   func.func private @two.0(%[[ARG0:.*]]: index) attributes {tf.stage_of = "two"} {
// FULL-NEXT:     tensor.bind [k] = %[[ARG0]] : index
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT:   func.func private @two.1(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index {tf.extent = "k", tf.name = "k"}) -> index attributes {tf.stage_of = "two"} {
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [2*k] : index
// FULL-NEXT:     tensor.bind [m] = %[[V0]] : index
// FULL-NEXT:     return %[[V0]] : index
// FULL-NEXT:   }
// FULL-NEXT:   func.func private @two.2(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index {tf.extent = "k", tf.name = "k"}, %[[ARG2:.*]]: index {tf.extent = "m", tf.name = "m"}) -> tensor<?{k}x?{m}xf32> attributes {tf.stage_of = "two"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{k}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{k}x?{m}xf32>
// FULL-NEXT:   }

// -----

// Two binds are three stages; the third takes both numbers. An argument is a number as it is.
// CHECK-LABEL: func.func private @two.0
// CHECK: tensor.bind [k]
// CHECK-LABEL: func.func private @two.1
// CHECK-SAME: %{{.*}}: index {tf.extent = "k", tf.name = "k"}
// CHECK: tensor.bind [m]
// CHECK-LABEL: func.func private @two.2
// CHECK-SAME: index {tf.extent = "k", tf.name = "k"}, %{{.*}}: index {tf.extent = "m", tf.name = "m"}) -> tensor<?{k}x?{m}xf32>
// CHECK-LABEL: func.func @two
// CHECK-SAME: stages = [@two.0, @two.1, @two.2], takes = {{\[\[}}0], [0, 0], [0, 0, 1]]
func.func @two(%count: index) -> tensor<?{k}x?{m}xf32> {
  tensor.bind [k] = %count : index
  %m = tensor.extent [2*k] : index
  tensor.bind [m] = %m : index
  %z = arith.constant 0.0 : f32
  %x = tensor.splat %z : tensor<?{k}x?{m}xf32>
  return %x : tensor<?{k}x?{m}xf32>
}
// FULL-NEXT:   func.func @two(index) -> tensor<?{k}x?{m}xf32> attributes {tf.plan = {results = [2], stages = [@two.0, @two.1, @two.2], takes = {{\[\[}}0], [0, 0], [0, 0, 1]]}}
// FULL-NEXT: }

// -----

// Nothing to divide.
// CHECK-LABEL: func.func @none
// CHECK-NOT: tf.plan
func.func @none(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  return %x : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @none(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     return %[[ARG0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL: module {
// FULL-NEXT:   func.func private @unwritten.0(%[[ARG0:.*]]: tensor<4xf32>) -> index attributes {tf.stage_of = "unwritten"} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG1:.*]] = %[[V0]]) -> (tensor<4xf32>) {
// FULL-NEXT:       %[[V6:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[ARG1]] : tensor<4xf32>) {
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[I]]] clamp : tensor<4xf32>
// FULL-NEXT:         tensor.put %[[V7]] into %[[ACC]][%[[I]]] drop : memref<4xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V6]] : tensor<4xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce add %[[V1]] dims = [0] : tensor<4xf32> to tensor<f32>
// FULL-NEXT:     %[[V3:.*]] = tensor.at %[[V2]][] : tensor<f32>
// FULL-NEXT:     %[[V4:.*]] = arith.fptoui %[[V3]] : f32 to i64
// FULL-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : i64 to index
// FULL-NEXT:     tensor.bind [k] = %[[V5]] : index
// FULL-NEXT:     return %[[V5]] : index
// FULL-NEXT:   }
// FULL-NEXT:   func.func private @unwritten.1(%[[ARG0:.*]]: tensor<4xf32>, %[[ARG1:.*]]: index {tf.extent = "k", tf.name = "k"}) -> tensor<?{k}xf32> attributes {tf.stage_of = "unwritten"} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<4xf32>
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[V0]]) -> (tensor<4xf32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[ARG2]] : tensor<4xf32>) {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] clamp : tensor<4xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V4]], %[[V4]] : f32
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]]] drop : memref<4xf32>
// FULL-NEXT:         tensor.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V3]] : tensor<4xf32>
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [k] {
// FULL-NEXT:       %[[V3]] = tensor.at %[[V1]][%[[I_0]]] clamp : tensor<4xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{k}xf32>
// FULL-NEXT:     return %[[V2]] : tensor<?{k}xf32>
// FULL-NEXT:   }

// -----

// What has no elements yet is made anew in each stage: there is nothing to hand on.
// CHECK-LABEL: func.func private @unwritten.0
// CHECK: tensor.empty : tensor<4xf32>
// CHECK: tensor.bind
// CHECK-LABEL: func.func private @unwritten.1
// CHECK-SAME: (%{{[^,]*}}: tensor<4xf32>, %{{[^,]*}}: index {{{[^}]*}}}) -> tensor<?{k}xf32>
// CHECK: tensor.empty : tensor<4xf32>
func.func @unwritten(%x: tensor<4xf32>) -> tensor<?{k}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %empty = tensor.empty : tensor<4xf32>
  %a = loop.for %i = %c0 to %c4 step %c1 iter_args(%t = %empty) -> (tensor<4xf32>) {
    %next = tensor.compute () in [] accumulate(set unique %r = %t : tensor<4xf32>) {
      %e = tensor.at %x[%i] clamp : tensor<4xf32>
      tensor.put %e into %r[%i] drop : memref<4xf32>
      tensor.yield
    }
    loop.yield %next : tensor<4xf32>
  }
  %s = tensor.reduce add %a dims = [0] : tensor<4xf32> to tensor<f32>
  %sum = tensor.at %s[] : tensor<f32>
  %long = arith.fptoui %sum : f32 to i64
  %k = arith.index_cast %long : i64 to index
  tensor.bind [k] = %k : index
  %b = loop.for %i = %c0 to %c4 step %c1 iter_args(%t = %empty) -> (tensor<4xf32>) {
    %next = tensor.compute () in [] accumulate(set unique %r = %t : tensor<4xf32>) {
      %e = tensor.at %x[%i] clamp : tensor<4xf32>
      %d = arith.mulf %e, %e : f32
      tensor.put %d into %r[%i] drop : memref<4xf32>
      tensor.yield
    }
    loop.yield %next : tensor<4xf32>
  }
  %z = tensor.compute (%j) in [k] {
    %e = tensor.at %b[%j] clamp : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<?{k}xf32>
  return %z : tensor<?{k}xf32>
}
// FULL-NEXT:   func.func @unwritten(tensor<4xf32>) -> tensor<?{k}xf32> attributes {tf.plan = {results = [2], stages = [@unwritten.0, @unwritten.1], takes = {{\[\[}}0], [0, 1]]}}
// FULL-NEXT: }
