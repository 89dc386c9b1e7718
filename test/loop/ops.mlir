// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// Every op of loop in custom form.

// CHECK-LABEL: func.func @for
func.func @for(%lo: index, %hi: index, %st: index, %x: f32, %y: tensor<?{n}xf32>, %k: i32) -> f32 {
  // CHECK: %[[R:.*]]:2 = loop.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (f32, tensor<?{n}xf32>) {
  // CHECK-NEXT: loop.yield %[[A]], %[[B]] : f32, tensor<?{n}xf32>
  // CHECK-NEXT: }
  %r:2 = loop.for %i = %lo to %hi step %st iter_args(%a = %x, %b = %y) -> (f32, tensor<?{n}xf32>) {
    loop.yield %a, %b : f32, tensor<?{n}xf32>
  }
  // CHECK: loop.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} attributes {dialect.mark} {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: }
  loop.for %i = %lo to %hi step %st attributes {dialect.mark} {
    loop.yield
  }
  // CHECK: %{{.*}} = loop.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (i32) : i32 {
  // CHECK-NEXT: loop.yield %[[I]] : i32
  %s = loop.for %i = %k to %k step %k iter_args(%a = %k) -> (i32) : i32 {
    loop.yield %i : i32
  }
  // CHECK: return %[[R]]#0
  return %r#0 : f32
}
// FULL: module {
// FULL-NEXT:   func.func @for(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: tensor<?{n}xf32>, %[[ARG5:.*]]: i32) -> f32 {
// FULL-NEXT:     %[[V0:.*]]:2 = loop.for %[[I:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG6:.*]] = %[[ARG3]], %[[ARG7:.*]] = %[[ARG4]]) -> (f32, tensor<?{n}xf32>) {
// FULL-NEXT:       loop.yield %[[ARG6]], %[[ARG7]] : f32, tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     loop.for %[[I_0:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] attributes {dialect.mark} {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[ARG5]] to %[[ARG5]] step %[[ARG5]] iter_args(%[[ARG6]] = %[[ARG5]]) -> (i32) : i32 {
// FULL-NEXT:       loop.yield %[[I_1]] : i32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0 : f32
// FULL-NEXT:   }

// A loop that may be left early.
// CHECK-LABEL: func.func @for_condition
func.func @for_condition(%lo: index, %hi: index, %st: index, %x: f32, %c: i1) -> f32 {
  // CHECK: %[[R:.*]] = loop.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
  // CHECK-NEXT: loop.condition %{{.*}}, %[[A]] : f32
  // CHECK-NEXT: }
  %r = loop.for %i = %lo to %hi step %st iter_args(%a = %x) -> (f32) {
    loop.condition %c, %a : f32
  }
  // CHECK: loop.for
  // CHECK-NEXT: loop.condition %{{[a-z0-9]+$}}
  loop.for %i = %lo to %hi step %st {
    loop.condition %c
  }
  return %r : f32
}
// FULL-NEXT:   func.func @for_condition(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: i1) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] iter_args(%[[ARG5:.*]] = %[[ARG3]]) -> (f32) {
// FULL-NEXT:       loop.condition %[[ARG4]], %[[ARG5]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     loop.for %[[I_0:.*]] = %[[ARG0]] to %[[ARG1]] step %[[ARG2]] {
// FULL-NEXT:       loop.condition %[[ARG4]]
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @while
func.func @while(%c: i1, %x: f32) {
  // CHECK: loop.while (%[[A:.*]] = %[[X:.*]]) : (f32) -> (f32, f32) {
  // CHECK-NEXT: loop.condition %{{.*}}, %[[A]], %[[X]] : f32, f32
  // CHECK-NEXT: } do (%[[B:.*]]: f32, %{{.*}}: f32) {
  // CHECK-NEXT: loop.yield %[[B]] : f32
  // CHECK-NEXT: }
  %r:2 = loop.while (%a = %x) : (f32) -> (f32, f32) {
    loop.condition %c, %a, %x : f32, f32
  } do (%b: f32, %d: f32) {
    loop.yield %b : f32
  }
  // CHECK: loop.while () : () -> () attributes {dialect.mark} {
  // CHECK-NEXT: loop.condition %{{.*}}
  // CHECK-NEXT: } do () {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: }
  loop.while () : () -> () attributes {dialect.mark} {
    loop.condition %c
  } do () {
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @while(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32) {
// FULL-NEXT:     %[[V0:.*]]:2 = loop.while (%[[ARG2:.*]] = %[[ARG1]]) : (f32) -> (f32, f32) {
// FULL-NEXT:       loop.condition %[[ARG0]], %[[ARG2]], %[[ARG1]] : f32, f32
// FULL-NEXT:     } do (%[[ARG2]]: f32, %[[ARG3:.*]]: f32) {
// FULL-NEXT:       loop.yield %[[ARG2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     loop.while () : () -> () attributes {dialect.mark} {
// FULL-NEXT:       loop.condition %[[ARG0]]
// FULL-NEXT:     } do () {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @if
func.func @if(%c: i1, %x: f32, %y: f32) -> f32 {
  // CHECK: %[[R:.*]] = loop.if %{{.*}} -> (f32) {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %r = loop.if %c -> (f32) {
    loop.yield %x : f32
  } else {
    loop.yield %y : f32
  }
  // CHECK-NEXT: loop.if %{{.*}} attributes {dialect.mark} {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  loop.if %c attributes {dialect.mark} {
    loop.yield
  }
  return %r : f32
}
// FULL-NEXT:   func.func @if(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG0]] -> (f32) {
// FULL-NEXT:       loop.yield %[[ARG1]] : f32
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     loop.if %[[ARG0]] attributes {dialect.mark} {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @parallel
func.func @parallel(%l: index, %u: index, %s: index) {
  // CHECK: loop.parallel (%{{.*}}, %{{.*}}) = (%[[L:.*]], %[[U:.*]]) to (%[[U]], %[[U]]) step (%[[S:.*]], %[[S]]) {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: }
  loop.parallel (%i, %j) = (%l, %u) to (%u, %u) step (%s, %s) {
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @parallel(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index) {
// FULL-NEXT:     loop.parallel (%[[I:.*]], %[[J:.*]]) = (%[[ARG0]], %[[ARG1]]) to (%[[ARG1]], %[[ARG1]]) step (%[[ARG2]], %[[ARG2]]) {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @shared
func.func @shared(%x: tensor<?{n}xf32>, %u: tensor<4xf32>) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.extent [n] : index
  // CHECK: %[[R:.*]] = loop.parallel (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) shared(%[[D:.*]] = %{{.*}}) -> (tensor<?{n}xf32>) {
  %r = loop.parallel (%i) = (%c0) to (%n) step (%c4) shared(%d = %x) -> (tensor<?{n}xf32>) {
    // CHECK-NEXT: %[[W:.*]] = tensor.tile_write %{{.*}} into %[[D]][%[[I]]] drop
    %w = tensor.tile_write %u into %d[%i] drop : tensor<4xf32> into tensor<?{n}xf32>
    // CHECK-NEXT: loop.yield %[[W]] : tensor<?{n}xf32>
    loop.yield %w : tensor<?{n}xf32>
  }
  // CHECK: return %[[R]]
  return %r : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @shared(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<4xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [n] : index
// FULL-NEXT:     %[[V1:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C4]]) shared(%[[ARG2:.*]] = %[[ARG0]]) -> (tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.tile_write %[[ARG1]] into %[[ARG2]][%[[I]]] drop : tensor<4xf32> into tensor<?{n}xf32>
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @switch
func.func @switch(%i: index, %k: i32, %x: f32, %y: f32) -> f32 {
  // CHECK: %[[R:.*]] = loop.switch %{{.*}} -> (f32) case 0 {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: } case -3 {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: } default {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: }
  %r = loop.switch %i -> (f32) case 0 {
    loop.yield %x : f32
  } case -3 {
    loop.yield %y : f32
  } default {
    loop.yield %x : f32
  }
  // CHECK: loop.switch %{{.*}} : i32 attributes {dialect.mark} case 7 {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: } default {
  // CHECK-NEXT: loop.yield
  // CHECK-NEXT: }
  loop.switch %k : i32 attributes {dialect.mark} case 7 {
    loop.yield
  } default {
    loop.yield
  }
  // CHECK: return %[[R]]
  return %r : f32
}
// FULL-NEXT:   func.func @switch(%[[ARG0:.*]]: index, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = loop.switch %[[ARG0]] -> (f32) case 0 {
// FULL-NEXT:       loop.yield %[[ARG2]] : f32
// FULL-NEXT:     } case -3 {
// FULL-NEXT:       loop.yield %[[ARG3]] : f32
// FULL-NEXT:     } default {
// FULL-NEXT:       loop.yield %[[ARG2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     loop.switch %[[ARG1]] : i32 attributes {dialect.mark} case 7 {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     } default {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
