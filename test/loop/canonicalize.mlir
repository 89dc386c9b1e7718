// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @if_constant
func.func @if_constant(%x: f32, %y: f32, %m: memref<f32>) -> (f32, f32) {
  // CHECK: %[[A:.*]] = arith.addf
  // CHECK-NEXT: mem.store %[[A]]
  // CHECK-NEXT: return %[[A]], %{{.*}} : f32, f32
  %true = arith.constant true
  %false = arith.constant false
  %0 = loop.if %true -> (f32) {
    %a = arith.addf %x, %y : f32
    mem.store %a, %m[] : memref<f32>
    loop.yield %a : f32
  } else {
    loop.yield %y : f32
  }
  %1 = loop.if %false -> (f32) {
    loop.yield %x : f32
  } else {
    loop.yield %y : f32
  }
  loop.if %false {
    mem.store %x, %m[] : memref<f32>
    loop.yield
  }
  return %0, %1 : f32, f32
}
// FULL: module {
// FULL-NEXT:   func.func @if_constant(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: memref<f32>) -> (f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG1]] : f32
// FULL-NEXT:     mem.store %[[V0]], %[[ARG2]][] : memref<f32>
// FULL-NEXT:     return %[[V0]], %[[ARG1]] : f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @if_to_select
func.func @if_to_select(%c: i1, %x: f32, %y: f32, %m: memref<f32>, %n: memref<f32>) -> (f32, f32, memref<f32>) {
  // CHECK-NEXT: %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
  // A memref is not chosen so.
  // CHECK-NEXT: %[[M:.*]] = loop.if %{{.*}} -> (memref<f32>) {
  // CHECK: return %[[S]], %arg1, %[[M]]
  %0:2 = loop.if %c -> (f32, f32) {
    loop.yield %x, %x : f32, f32
  } else {
    loop.yield %y, %x : f32, f32
  }
  %1 = loop.if %c -> (memref<f32>) {
    loop.yield %m : memref<f32>
  } else {
    loop.yield %n : memref<f32>
  }
  return %0#0, %0#1, %1 : f32, f32, memref<f32>
}
// FULL-NEXT:   func.func @if_to_select(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: memref<f32>, %[[ARG4:.*]]: memref<f32>) -> (f32, f32, memref<f32>) {
// FULL-NEXT:     %[[V0:.*]] = arith.select %[[ARG0]], %[[ARG1]], %[[ARG2]] : f32
// FULL-NEXT:     %[[V1:.*]] = loop.if %[[ARG0]] -> (memref<f32>) {
// FULL-NEXT:       loop.yield %[[ARG3]] : memref<f32>
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG4]] : memref<f32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[ARG1]], %[[V1]] : f32, f32, memref<f32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @if_results
func.func @if_results(%c: i1, %x: f32, %m: memref<f32>) -> (f32, f32) {
  // CHECK-NEXT: %[[R:.*]] = loop.if %{{.*}} -> (f32) attributes {dialect.mark} {
  // CHECK-NEXT: mem.store
  // CHECK-NEXT: %[[A:.*]] = math.exp
  // CHECK-NEXT: loop.yield %[[A]] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: loop.yield %{{.*}} : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %arg1, %[[R]]
  %0:3 = loop.if %c -> (f32, f32, f32) attributes {dialect.mark} {
    mem.store %x, %m[] : memref<f32>
    %a = math.exp %x : f32
    %b = math.sin %x : f32
    loop.yield %x, %b, %a : f32, f32, f32
  } else {
    loop.yield %x, %x, %x : f32, f32, f32
  }
  return %0#0, %0#2 : f32, f32
}
// FULL-NEXT:   func.func @if_results(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: memref<f32>) -> (f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG0]] -> (f32) attributes {dialect.mark} {
// FULL-NEXT:       mem.store %[[ARG1]], %[[ARG2]][] : memref<f32>
// FULL-NEXT:       %[[V1:.*]] = math.exp %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V1]] : f32
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[ARG1]], %[[V0]] : f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @for_trips
func.func @for_trips(%x: f32, %i: index) -> (f32, f32, f32) {
  // CHECK-NEXT: %[[C3:.*]] = arith.constant 3.000000e+00 : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %arg0, %[[C3]] : f32
  // CHECK-NEXT: return %arg0, %[[R]], %arg0
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = loop.for %k = %c5 to %c3 step %c1 iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %a : f32
    loop.yield %b : f32
  }
  %1 = loop.for %k = %c3 to %c5 step %c5 iter_args(%a = %x) -> (f32) {
    %n = arith.index_cast %k : index to i32
    %f = arith.sitofp %n : i32 to f32
    %b = arith.addf %a, %f : f32
    loop.yield %b : f32
  }
  %2 = loop.for %k = %i to %i step %c3 iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %a : f32
    loop.yield %b : f32
  }
  return %0, %1, %2 : f32, f32, f32
}
// FULL-NEXT:   func.func @for_trips(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index) -> (f32, f32, f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 3.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[CST]] : f32
// FULL-NEXT:     return %[[ARG0]], %[[V0]], %[[ARG0]] : f32, f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @for_carried
func.func @for_carried(%x: f32, %y: f32, %n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // Carried value 0 changes; 1 never does; 2 always is its initial value; 3 is used by nobody but itself.
  // CHECK: %[[R:.*]] = loop.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %arg0) -> (f32) {
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %arg1 : f32
  // CHECK-NEXT: %[[T:.*]] = arith.mulf %[[S]], %arg0 : f32
  // CHECK-NEXT: loop.yield %[[T]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]], %arg1, %arg0
  %0:4 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %x, %d = %y) -> (f32, f32, f32, f32) {
    %s = arith.addf %a, %b : f32
    %t = arith.mulf %s, %c : f32
    %e = math.exp %d : f32
    %f = arith.addf %e, %d : f32
    loop.yield %t, %b, %x, %f : f32, f32, f32, f32
  }
  return %0#0, %0#1, %0#2 : f32, f32, f32
}
// FULL-NEXT:   func.func @for_carried(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (f32, f32, f32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]]) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = arith.addf %[[ARG3]], %[[ARG1]] : f32
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[ARG0]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[ARG1]], %[[ARG0]] : f32, f32, f32
// FULL-NEXT:   }

// A step that may not be positive stops the call: the loop stays.
// CHECK-LABEL: func.func @for_step
func.func @for_step(%n: index, %s: index) {
  %c0 = arith.constant 0 : index
  // CHECK: loop.for
  // CHECK-NOT: loop.for
  loop.for %k = %c0 to %n step %s {
    loop.yield
  }
  %c1 = arith.constant 1 : index
  loop.for %k = %c0 to %n step %c1 {
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @for_step(%[[ARG0:.*]]: index, %[[ARG1:.*]]: index) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[ARG0]] step %[[ARG1]] {
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @while_never
func.func @while_never(%x: f32) -> f32 {
  // CHECK-NEXT: %[[E:.*]] = math.exp %{{.*}} : f32
  // CHECK-NEXT: return %[[E]]
  %false = arith.constant false
  %0 = loop.while (%a = %x) : (f32) -> (f32) {
    %e = math.exp %a : f32
    loop.condition %false, %e : f32
  } do (%b: f32) {
    %s = math.sin %b : f32
    loop.yield %s : f32
  }
  return %0 : f32
}
// FULL-NEXT:   func.func @while_never(%[[ARG0:.*]]: f32) -> f32 {
// FULL-NEXT:     %[[V0:.*]] = math.exp %[[ARG0]] : f32
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @while_carried
func.func @while_carried(%x: f32, %y: f32) -> (f32, f32, f32) {
  // CHECK-NEXT: %[[R:.*]] = loop.while (%[[A:.*]] = %arg0) : (f32) -> (f32) {
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf olt, %[[A]], %arg1 : f32
  // CHECK-NEXT: loop.condition %[[C]], %[[A]] : f32
  // CHECK-NEXT: } do (%[[B:.*]]: f32) {
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[B]], %arg1 : f32
  // CHECK-NEXT: loop.yield %[[S]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]], %[[R]], %arg1
  %0:4 = loop.while (%a = %x, %b = %y, %u = %x) : (f32, f32, f32) -> (f32, f32, f32, f32) {
    %c = arith.cmpf olt, %a, %b : f32
    loop.condition %c, %a, %b, %a, %u : f32, f32, f32, f32
  } do (%d: f32, %e: f32, %f: f32, %v: f32) {
    %s = arith.addf %f, %e : f32
    %w = math.exp %f : f32
    loop.yield %s, %e, %w : f32, f32, f32
  }
  return %0#0, %0#2, %0#1 : f32, f32, f32
}
// FULL-NEXT:   func.func @while_carried(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (f32, f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = loop.while (%[[ARG2:.*]] = %[[ARG0]]) : (f32) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = arith.cmpf olt, %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:       loop.condition %[[V1]], %[[ARG2]] : f32
// FULL-NEXT:     } do (%[[ARG2]]: f32) {
// FULL-NEXT:       %[[V1]] = arith.addf %[[ARG2]], %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V1]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V0]], %[[ARG1]] : f32, f32, f32
// FULL-NEXT:   }

// An exit that is never taken is none; one that is always taken leaves one trip at most.
// CHECK-LABEL: func.func @for_exits
func.func @for_exits(%x: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  // CHECK: %[[R:.*]] = loop.for
  // CHECK-NEXT: %[[S:.*]] = math.sin
  // CHECK-NEXT: loop.yield %[[S]] : f32
  %0 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    %s = math.sin %a : f32
    loop.condition %true, %s : f32
  }
  // CHECK: %[[C:.*]] = arith.cmpi sgt, %arg1, %{{.*}} : index
  // CHECK-NEXT: %[[I:.*]] = loop.if %[[C]] -> (f32) {
  // CHECK-NEXT: %[[E:.*]] = math.exp %arg0 : f32
  // CHECK-NEXT: loop.yield %[[E]] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: loop.yield %arg0 : f32
  // CHECK-NEXT: }
  %1 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    %s = math.exp %a : f32
    loop.condition %false, %s : f32
  }
  // CHECK: return %[[R]], %[[I]]
  return %0, %1 : f32, f32
}
// FULL-NEXT:   func.func @for_exits(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index) -> (f32, f32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]]) -> (f32) {
// FULL-NEXT:       %[[V3:.*]] = math.sin %[[ARG2]] : f32
// FULL-NEXT:       loop.yield %[[V3]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sgt, %[[ARG1]], %[[C0]] : index
// FULL-NEXT:     %[[V2:.*]] = loop.if %[[V1]] -> (f32) {
// FULL-NEXT:       %[[V3]] = math.exp %[[ARG0]] : f32
// FULL-NEXT:       loop.yield %[[V3]] : f32
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG0]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V2]] : f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @for_exit_trips
func.func @for_exit_trips(%x: f32, %c: i1, %n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // One trip ends the loop by itself; of two it depends on the condition.
  // CHECK: %[[S:.*]] = math.sin %arg0 : f32
  // CHECK-NEXT: %[[R:.*]]:2 = loop.for
  // CHECK: loop.condition %arg1, %{{.*}}, %{{.*}} : f32, f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[S]], %[[R]]#0, %[[R]]#1
  %0 = loop.for %k = %c0 to %c1 step %c1 iter_args(%a = %x) -> (f32) {
    %s = math.sin %a : f32
    loop.condition %c, %s : f32
  }
  // The third carried value feeds only itself, the fourth never changes.
  %1:4 = loop.for %k = %c0 to %c2 step %c1 iter_args(%a = %x, %b = %x, %d = %x, %e = %x) -> (f32, f32, f32, f32) {
    %s = math.exp %a : f32
    %t = arith.addf %b, %e : f32
    %u = math.sin %d : f32
    loop.condition %c, %s, %t, %u, %e : f32, f32, f32, f32
  }
  return %0, %1#0, %1#1 : f32, f32, f32
}
// FULL-NEXT:   func.func @for_exit_trips(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: i1, %[[ARG2:.*]]: index) -> (f32, f32, f32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[V0:.*]] = math.sin %[[ARG0]] : f32
// FULL-NEXT:     %[[V1:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[C2]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[ARG0]]) -> (f32, f32) {
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[ARG3]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[ARG4]], %[[ARG0]] : f32
// FULL-NEXT:       loop.condition %[[ARG1]], %[[V2]], %[[V3]] : f32, f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]]#0, %[[V1]]#1 : f32, f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @switch_constant
func.func @switch_constant(%x: f32, %y: f32, %i: index) -> (f32, f32, f32) {
  // CHECK-NEXT: %[[S:.*]] = math.sin %arg0 : f32
  // CHECK-NEXT: %[[C:.*]] = math.cos %arg1 : f32
  // CHECK-NEXT: %[[E:.*]] = math.exp %arg1 : f32
  // CHECK-NEXT: return %[[S]], %[[C]], %[[E]]
  %c2 = arith.constant 2 : index
  %m3 = arith.constant -3 : i32
  %0 = loop.switch %c2 -> (f32) case 0 {
    loop.yield %x : f32
  } case 2 {
    %s = math.sin %x : f32
    loop.yield %s : f32
  } default {
    loop.yield %y : f32
  }
  %1 = loop.switch %m3 -> (f32) : i32 case 3 {
    loop.yield %x : f32
  } default {
    %c = math.cos %y : f32
    loop.yield %c : f32
  }
  %2 = loop.switch %i -> (f32) default {
    %e = math.exp %y : f32
    loop.yield %e : f32
  }
  return %0, %1, %2 : f32, f32, f32
}
// FULL-NEXT:   func.func @switch_constant(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (f32, f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = math.sin %[[ARG0]] : f32
// FULL-NEXT:     %[[V1:.*]] = math.cos %[[ARG1]] : f32
// FULL-NEXT:     %[[V2:.*]] = math.exp %[[ARG1]] : f32
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : f32, f32, f32
// FULL-NEXT:   }

// CHECK-LABEL: func.func @switch_one_case
func.func @switch_one_case(%x: f32, %y: f32, %i: index) -> f32 {
  // CHECK: %[[C:.*]] = arith.cmpi eq, %arg2, %{{.*}} : index
  // CHECK-NEXT: loop.if %[[C]] -> (f32) attributes {dialect.mark} {
  // CHECK-NEXT: math.sin
  // CHECK: } else {
  // CHECK-NEXT: math.exp
  %0 = loop.switch %i -> (f32) attributes {dialect.mark} case 4 {
    %s = math.sin %x : f32
    loop.yield %s : f32
  } default {
    %e = math.exp %y : f32
    loop.yield %e : f32
  }
  return %0 : f32
}
// FULL-NEXT:   func.func @switch_one_case(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> f32 {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = arith.cmpi eq, %[[ARG2]], %[[C4]] : index
// FULL-NEXT:     %[[V1:.*]] = loop.if %[[V0]] -> (f32) attributes {dialect.mark} {
// FULL-NEXT:       %[[V2:.*]] = math.sin %[[ARG0]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[V2]] = math.exp %[[ARG1]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : f32
// FULL-NEXT:   }

// Result 0 is not used, result 2 is the same in all regions.
// CHECK-LABEL: func.func @switch_results
func.func @switch_results(%x: f32, %y: f32, %i: index) -> (f32, f32) {
  // CHECK-NEXT: %[[R:.*]] = loop.switch %arg2 -> (f32) case 0 {
  // CHECK-NEXT: loop.yield %arg0 : f32
  // CHECK-NEXT: } case 1 {
  // CHECK-NEXT: %[[S:.*]] = math.sin %arg0 : f32
  // CHECK-NEXT: loop.yield %[[S]] : f32
  // CHECK-NEXT: } default {
  // CHECK-NEXT: loop.yield %arg1 : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]], %arg1
  %0:3 = loop.switch %i -> (f32, f32, f32) case 0 {
    loop.yield %x, %x, %y : f32, f32, f32
  } case 1 {
    %s = math.sin %x : f32
    loop.yield %y, %s, %y : f32, f32, f32
  } default {
    loop.yield %x, %y, %y : f32, f32, f32
  }
  return %0#1, %0#2 : f32, f32
}
// FULL-NEXT:   func.func @switch_results(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: index) -> (f32, f32) {
// FULL-NEXT:     %[[V0:.*]] = loop.switch %[[ARG2]] -> (f32) case 0 {
// FULL-NEXT:       loop.yield %[[ARG0]] : f32
// FULL-NEXT:     } case 1 {
// FULL-NEXT:       %[[V1:.*]] = math.sin %[[ARG0]] : f32
// FULL-NEXT:       loop.yield %[[V1]] : f32
// FULL-NEXT:     } default {
// FULL-NEXT:       loop.yield %[[ARG1]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[ARG1]] : f32, f32
// FULL-NEXT:   }

// Carried values that only compute each other go; one that another that is used depends on stays.
// CHECK-LABEL: func.func @carried_in_circles
// CHECK: loop.for %{{.*}} iter_args(%{{.*}} = %arg0, %{{.*}} = %arg0) -> (f32, f32)
// CHECK-NOT: math.sqrt
// CHECK: loop.while (%{{.*}} = %arg0) : (f32) -> (f32)
// CHECK-NOT: math.sin
func.func @carried_in_circles(%x: f32, %n: index) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:4 = loop.for %k = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x, %d = %x) -> (f32, f32, f32, f32) {
    %e = math.sqrt %b : f32
    %f = arith.addf %a, %e : f32
    %g = arith.addf %c, %d : f32
    %h = arith.mulf %d, %d : f32
    loop.yield %e, %f, %g, %h : f32, f32, f32, f32
  }
  %1:3 = loop.while (%a = %x, %b = %x, %c = %x) : (f32, f32, f32) -> (f32, f32, f32) {
    %t = arith.cmpf olt, %a, %x : f32
    loop.condition %t, %a, %b, %c : f32, f32, f32
  } do (%a: f32, %b: f32, %c: f32) {
    %e = arith.addf %a, %a : f32
    %f = math.sin %c : f32
    loop.yield %e, %f, %b : f32, f32, f32
  }
  return %0#2, %1#0 : f32, f32
}
// FULL-NEXT:   func.func @carried_in_circles(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index) -> (f32, f32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG0]], %[[ARG3:.*]] = %[[ARG0]]) -> (f32, f32) {
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[ARG2]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[ARG3]], %[[ARG3]] : f32
// FULL-NEXT:       loop.yield %[[V2]], %[[V3]] : f32, f32
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = loop.while (%[[ARG2]] = %[[ARG0]]) : (f32) -> (f32) {
// FULL-NEXT:       %[[V2]] = arith.cmpf olt, %[[ARG2]], %[[ARG0]] : f32
// FULL-NEXT:       loop.condition %[[V2]], %[[ARG2]] : f32
// FULL-NEXT:     } do (%[[ARG2]]: f32) {
// FULL-NEXT:       %[[V2]] = arith.addf %[[ARG2]], %[[ARG2]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]]#0, %[[V1]] : f32, f32
// FULL-NEXT:   }
// FULL-NEXT: }
