// RUN: tfopt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// ---- loop.for ----

func.func @for_terminator(%i: index) {
  // expected-error @below {{'loop.for' op expects its region to end with loop.yield}}
  "loop.for"(%i, %i, %i) ({
  ^bb0(%k: index):
    "test.end"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @for_bounds(%i: index, %k: i32) {
  // expected-error @below {{'loop.for' op needs bounds and step of one type, not index, i32, index}}
  "loop.for"(%i, %k, %i) ({
  ^bb0(%l: index):
    loop.yield
  }) : (index, i32, index) -> ()
  return
}

// -----

func.func @for_bound_type(%x: f32) {
  // expected-error @below {{'loop.for' op operand #0 must be index or a signless integer, but got 'f32'}}
  "loop.for"(%x, %x, %x) ({
  ^bb0(%l: f32):
    loop.yield
  }) : (f32, f32, f32) -> ()
  return
}

// -----

func.func @for_results(%i: index, %x: f32) {
  // expected-error @below {{'loop.for' op has 0 results but 1 initial values}}
  "loop.for"(%i, %i, %i, %x) ({
  ^bb0(%l: index, %a: f32):
    loop.yield %a : f32
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @for_result_type(%i: index, %x: f32) {
  // expected-error @below {{'loop.for' op has f64 as result #0, but f32 as initial value}}
  %0 = "loop.for"(%i, %i, %i, %x) ({
  ^bb0(%l: index, %a: f32):
    loop.yield %a : f32
  }) : (index, index, index, f32) -> f64
  return
}

// -----

func.func @for_arguments(%i: index, %x: f32) {
  // expected-error @below {{'loop.for' op has 1 region arguments but 2 indices and carried values}}
  %0 = "loop.for"(%i, %i, %i, %x) ({
  ^bb0(%l: index):
    loop.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @for_index_type(%i: index) {
  // expected-error @below {{'loop.for' op has i32 as region argument #0, but index as indices and carried value}}
  "loop.for"(%i, %i, %i) ({
  ^bb0(%l: i32):
    loop.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @for_yield(%i: index, %x: f32, %y: f64) {
  // expected-error @below {{'loop.for' op has f64 as yielded value #0, but f32 as carried value}}
  %0 = loop.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-note @below {{yielded here}}
    loop.yield %y : f64
  }
  return
}

// -----

func.func @for_condition_values(%i: index, %x: f32, %c: i1) {
  // expected-error @below {{'loop.for' op has 0 yielded values but 1 carried values}}
  %0 = loop.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-note @below {{yielded here}}
    loop.condition %c
  }
  return
}

// -----

func.func @for_condition_type(%i: index, %x: f32, %y: f64, %c: i1) {
  // expected-error @below {{'loop.for' op has f64 as yielded value #0, but f32 as carried value}}
  %0 = loop.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-note @below {{yielded here}}
    loop.condition %c, %y : f64
  }
  return
}

// -----

func.func @condition_parent(%c: i1) {
  loop.if %c {
    // expected-error @below {{'loop.condition' op expects parent op loop.while or loop.for}}
    loop.condition %c
  }
  return
}

// -----

// ---- loop.while ----

func.func @while_condition(%c: i1) {
  // expected-error @below {{'loop.while' op expects its region to end with loop.condition}}
  loop.while () : () -> () {
    "test.end"() : () -> ()
  } do () {
    loop.yield
  }
  return
}

// -----

func.func @while_yield_missing(%c: i1) {
  // expected-error @below {{'loop.while' op expects its region to end with loop.yield}}
  loop.while () : () -> () {
    loop.condition %c
  } do () {
    "test.end"() : () -> ()
  }
  return
}

// -----

func.func @while_before(%c: i1, %x: f32) {
  // expected-error @below {{'loop.while' op has 0 arguments of the first region but 1 initial values}}
  "loop.while"(%x) ({
    loop.condition %c
  }, {
    loop.yield %x : f32
  }) : (f32) -> ()
  return
}

// -----

func.func @while_results(%c: i1, %x: f32) {
  // expected-error @below {{'loop.while' op has 1 results but 0 values of its condition}}
  %0 = loop.while () : () -> (f32) {
    loop.condition %c
  } do () {
    loop.yield
  }
  return
}

// -----

func.func @while_after(%c: i1, %x: f32) {
  // expected-error @below {{'loop.while' op has 0 arguments of the second region but 1 values of its condition}}
  %0 = loop.while () : () -> (f32) {
    loop.condition %c, %x : f32
  } do () {
    loop.yield
  }
  return
}

// -----

func.func @while_yield(%c: i1, %x: f32) {
  // expected-error @below {{'loop.while' op has 1 yielded values but 0 initial values}}
  loop.while () : () -> () {
    loop.condition %c
  } do () {
    // expected-note @below {{yielded here}}
    loop.yield %x : f32
  }
  return
}

// -----

// ---- loop.if ----

func.func @if_condition(%c: i32) {
  // expected-error @below {{'loop.if' op operand #0 must be i1, but got 'i32'}}
  "loop.if"(%c) ({
    loop.yield
  }, {}) : (i32) -> ()
  return
}

// -----

func.func @if_else(%c: i1, %x: f32) {
  // expected-error @below {{'loop.if' op has results but no else region: write an else region that yields them}}
  %0 = loop.if %c -> (f32) {
    loop.yield %x : f32
  }
  return
}

// -----

func.func @if_arguments(%c: i1) {
  // expected-error @below {{'loop.if' op has a region with arguments: the regions of an 'if' take none}}
  "loop.if"(%c) ({
  ^bb0(%x: f32):
    loop.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @if_terminator(%c: i1) {
  // expected-error @below {{'loop.if' op expects its region to end with loop.yield}}
  loop.if %c {
    "test.end"() : () -> ()
  }
  return
}

// -----

func.func @if_yield(%c: i1, %x: f32, %y: f64) {
  // expected-error @below {{'loop.if' op has f64 as yielded value #0, but f32 as result}}
  %0 = loop.if %c -> (f32) {
    loop.yield %x : f32
  } else {
    // expected-note @below {{yielded here}}
    loop.yield %y : f64
  }
  return
}

// -----

// ---- loop.parallel ----

func.func @parallel_operands(%i: index) {
  // expected-error @below {{'loop.parallel' op has 4 operands: it needs a lower bound, an upper bound and a step for each of at least one axis}}
  "loop.parallel"(%i, %i, %i, %i) ({
  ^bb0(%k: index):
    loop.yield
  }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @parallel_arguments(%i: index) {
  // expected-error @below {{'loop.parallel' op has 2 region arguments but 1 axes and shared tensors}}
  "loop.parallel"(%i, %i, %i) ({
  ^bb0(%k: index, %l: index):
    loop.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @parallel_yield(%i: index) {
  // expected-error @below {{'loop.parallel' op has 1 yielded values but 0 shared tensors}}
  loop.parallel (%k) = (%i) to (%i) step (%i) {
    // expected-note @below {{yielded here}}
    loop.yield %k : index
  }
  return
}

// -----

func.func @parallel_memory(%i: index, %m: memref<4xf32>) {
  // expected-error @below {{'loop.parallel' op shares memref<4xf32>: iterations can share only tensors}}
  %r = loop.parallel (%k) = (%i) to (%i) step (%i) shared(%d = %m) -> (memref<4xf32>) {
    loop.yield %d : memref<4xf32>
  }
  return
}

// -----

func.func @parallel_other(%i: index, %x: tensor<4xf32>) {
  // expected-error @below {{'loop.parallel' op yields a shared tensor #0 that is not derived from its region argument: write into that argument with tensor.tile_write}}
  %r = loop.parallel (%k) = (%i) to (%i) step (%i) shared(%d = %x) -> (tensor<4xf32>) {
    loop.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @parallel_whole(%i: index, %x: tensor<4xf32>) {
  // expected-note @below {{the loop}}
  %r = loop.parallel (%k) = (%i) to (%i) step (%i) shared(%d = %x) -> (tensor<4xf32>) {
    // expected-error @below {{'tensor.at' op uses a tensor that the iterations of a parallel loop share: inside the loop, access its tiles with tensor.tile_read and tensor.tile_write}}
    %e = tensor.at %d[0] : tensor<4xf32>
    loop.yield %d : tensor<4xf32>
  }
  return
}

// -----

func.func @parallel_terminator(%i: index) {
  // expected-error @below {{'loop.parallel' op expects its region to end with loop.yield}}
  loop.parallel (%k) = (%i) to (%i) step (%i) {
    "test.end"() : () -> ()
  }
  return
}

// -----

// ---- loop.yield, loop.condition ----

func.func @yield_outside() {
  // expected-error @below {{'loop.yield' op expects parent op loop.for, loop.while, loop.if, loop.switch or loop.parallel}}
  loop.yield
}

// -----

func.func @condition_outside(%c: i1) {
  // expected-error @below {{'loop.condition' op expects parent op loop.while or loop.for}}
  loop.condition %c
}

// -----

// ---- syntax ----

func.func @for_types(%i: index, %x: f32) {
  // expected-error @below {{expected '->' but found '{'}}
  loop.for %k = %i to %i step %i iter_args(%a = %x) {
    loop.yield %a : f32
  }
  return
}

// -----

func.func @parallel_counts(%i: index) {
  // expected-error @below {{'loop.parallel' op has 4 operands: it needs a lower bound, an upper bound and a step for each of at least one axis}}
  loop.parallel (%k) = (%i) to (%i, %i) step (%i) {
    loop.yield
  }
  return
}

// -----

// ---- loop.switch ----

func.func @switch_regions(%i: index) {
  // expected-error @below {{'loop.switch' op has 2 cases but 2 regions: one per case, then the default}}
  "loop.switch"(%i) <{cases = array<i64: 0, 1>}> ({
    loop.yield
  }, {
    loop.yield
  }) : (index) -> ()
  return
}

// -----

func.func @switch_twice(%i: index) {
  // expected-error @below {{'loop.switch' op has the case 3 twice}}
  loop.switch %i case 3 {
    loop.yield
  } case 1 {
    loop.yield
  } case 3 {
    loop.yield
  } default {
    loop.yield
  }
  return
}

// -----

func.func @switch_width(%i: i8) {
  // expected-error @below {{'loop.switch' op has the case 128, which does not fit a signed i8}}
  loop.switch %i : i8 case 128 {
    loop.yield
  } default {
    loop.yield
  }
  return
}

// -----

func.func @switch_yield(%i: index, %x: f32, %y: f64) {
  // expected-error @below {{'loop.switch' op has f64 as yielded value #0, but f32 as result}}
  %0 = loop.switch %i -> (f32) case 0 {
    loop.yield %x : f32
  } default {
    // expected-note @below {{yielded here}}
    loop.yield %y : f64
  }
  return
}

// -----

func.func @switch_arguments(%i: index) {
  // expected-error @below {{'loop.switch' op has a region with arguments: the regions of a 'switch' take none}}
  "loop.switch"(%i) <{cases = array<i64>}> ({
  ^bb0(%x: f32):
    loop.yield
  }) : (index) -> ()
  return
}

// -----

func.func @switch_default(%i: index) {
  loop.switch %i case 0 {
    loop.yield
  }
  // expected-error @below {{expected 'default'}}
  return
}
