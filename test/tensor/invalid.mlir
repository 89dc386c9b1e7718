// RUN: tfopt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// ---- tensor.compute ----

func.func @empty_region() {
  // expected-error @below {{'tensor.compute' op has an empty region: it needs a block}}
  %0 = "tensor.compute"() <{box = extents<[]>}> ({}) : () -> tensor<f32>
  return
}

// -----

func.func @wrong_terminator(%x: f32) {
  // expected-error @below {{'tensor.compute' op expects its region to end with tensor.yield}}
  %0 = "tensor.compute"() <{box = extents<[]>}> ({
    "test.end"(%x) : (f32) -> ()
  }) : () -> tensor<f32>
  return
}

// -----

func.func @negative_box(%x: f32) {
  // expected-error @below {{'tensor.compute' op has a box with the negative extent -2}}
  %0 = tensor.compute (%i) in [1 - 3] {
    tensor.yield %x : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @index_count(%x: f32) {
  // expected-error @below {{'tensor.compute' op has a box of rank 2, but its region has 1 arguments}}
  %0 = "tensor.compute"() <{box = extents<[4, 4]>}> ({
  ^bb0(%i: index):
    tensor.yield %x : f32
  }) : () -> tensor<4x4xf32>
  return
}

// -----

func.func @index_type(%x: f32) {
  // expected-error @below {{'tensor.compute' op expects region arguments of type index, but one is i32}}
  %0 = "tensor.compute"() <{box = extents<[4]>}> ({
  ^bb0(%i: i32):
    tensor.yield %x : f32
  }) : () -> tensor<4xf32>
  return
}

// -----

func.func @no_results() {
  // expected-error @below {{'tensor.compute' op needs at least one result}}
  "tensor.compute"() <{box = extents<[]>}> ({
    tensor.yield
  }) : () -> ()
  return
}

// -----

func.func @yield_count(%x: f32) {
  // expected-error @below {{'tensor.compute' op has 1 results but its region yields 2 values}}
  %0 = tensor.compute () in [] {
    // expected-note @below {{yielded here}}
    tensor.yield %x, %x : f32, f32
  } : tensor<f32>
  return
}

// -----

func.func @yield_vector(%x: vector<4xf32>) {
  // expected-error @below {{'tensor.compute' op yields vector<4xf32> as value #0: neither a scalar nor a tensor}}
  %0 = tensor.compute () in [] {
    tensor.yield %x : vector<4xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @yield_dynamic_tensor(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.compute' op yields tensor<?{n}xf32> as value #0: a tensor that a region yields must have constant extents}}
  %0 = tensor.compute () in [] {
    // expected-note @below {{yielded here}}
    tensor.yield %x : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return
}

// -----

func.func @result_rank(%x: f32) {
  // expected-error @below {{result #0 is tensor<4xf32> but the box and the yielded value give tensor<4x4xf32>: rank 1 is not 2}}
  %0 = tensor.compute (%i, %j) in [4, 4] {
    tensor.yield %x : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @result_element(%x: f32) {
  // expected-error @below {{result #0 is tensor<4xi32> but the box and the yielded value give tensor<4xf32>: the element types differ}}
  %0 = tensor.compute (%i) in [4] {
    tensor.yield %x : f32
  } : tensor<4xi32>
  return
}

// -----

func.func @result_extent(%x: f32, %y: tensor<?{n}xf32>) {
  // expected-error @below {{result #0 is tensor<?{n + 1}xf32> but the box and the yielded value give tensor<?{n}xf32>: extent n + 1 of axis 0 is never n}}
  %0 = tensor.compute (%i) in [n] {
    tensor.yield %x : f32
  } : tensor<?{n + 1}xf32>
  return
}

// -----

func.func @result_extent_unknown(%x: f32, %y: tensor<?{n}x?{m}xf32>) {
  // expected-error @below {{extent m of axis 0 is not known to equal n: write the same term for both, or check it at run time with tensor.cast}}
  %0 = tensor.compute (%i) in [n] {
    tensor.yield %x : f32
  } : tensor<?{m}xf32>
  return
}

// -----

func.func @contents(%x: tensor<4xf32>, %s: f32) {
  // expected-note @below {{the region of a tensor.compute may contain only scalar code}}
  %0 = tensor.compute () in [] {
    %c = arith.constant true
    loop.if %c {
      // expected-error @below {{'tensor.reverse' op cannot be inside the region of a tensor.compute}}
      %1 = tensor.reverse %x dims = [0] : tensor<4xf32>
      loop.yield
    }
    tensor.yield %s : f32
  } : tensor<f32>
  return
}

// -----

// ---- tensor.fold ----

func.func @fold_indices(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has one index, but its region has 2 arguments}}
    %1 = "tensor.fold"() <{bounds = affine_map<() -> (0, 4)>, kinds = ["add"]}> ({
    ^bb0(%k: index, %l: index):
      tensor.yield %x : f32
    }) : () -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_operands(%x: f32, %i: index) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has 1 index operands but a bounds of 0 dimensions}}
    %1 = "tensor.fold"(%i) <{bounds = affine_map<() -> (0, 4)>, kinds = ["add"]}> ({
    ^bb0(%k: index):
      tensor.yield %x : f32
    }) : (index) -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_symbols(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has 0 extents but a bounds of 1 symbols}}
    %1 = "tensor.fold"() <{bounds = affine_map<()[s0] -> (0, s0)>, kinds = ["add"]}> ({
    ^bb0(%k: index):
      tensor.yield %x : f32
    }) : () -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_bounds(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has a bounds of 1 results instead of two (from, to)}}
    %1 = "tensor.fold"() <{bounds = affine_map<() -> (4)>, kinds = ["add"]}> ({
    ^bb0(%k: index):
      tensor.yield %x : f32
    }) : () -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_divisor(%x: f32) {
  %0 = tensor.compute (%i) in [4] {
    // expected-error @below {{'tensor.fold' op divides by 0 in its bounds: divisors must be positive}}
    %1 = tensor.fold (%k) = 0 to %i floordiv 0 add {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @fold_kind_count(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has 2 results but 1 combining kinds}}
    %1:2 = tensor.fold (%k) = 0 to 4 add {
      tensor.yield %x, %x : f32, f32
    } : f32, f32
    tensor.yield %1#0 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_no_such_kind(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op attribute 'kinds' failed to satisfy constraint: a list of combining kinds, each one of add, mul, minsi}}
    %1 = "tensor.fold"() <{bounds = affine_map<() -> (0, 4)>, kinds = ["sum"]}> ({
    ^bb0(%k: index):
      tensor.yield %x : f32
    }) : () -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_kind_type(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op cannot combine values of type f32 with minsi}}
    %1 = tensor.fold (%k) = 0 to 4 minsi {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_yield_count(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has 1 results but its region yields 0 values}}
    %1 = tensor.fold (%k) = 0 to 4 add {
      // expected-note @below {{yielded here}}
      tensor.yield
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_yield_type(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op yields f32 as value #0 but result #0 is f64}}
    %1 = tensor.fold (%k) = 0 to 4 add {
      // expected-note @below {{yielded here}}
      tensor.yield %x : f32
    } : f64
    tensor.yield %1 : f64
  } : tensor<f64>
  return
}

// -----

func.func @fold_outside(%x: f32) {
  // expected-error @below {{'tensor.fold' op must be inside the region of a tensor.compute; elsewhere use tensor.reduce}}
  %1 = tensor.fold (%k) = 0 to 4 add {
    tensor.yield %x : f32
  } : f32
  return
}

// -----

// ---- tensor.yield ----

func.func @yield_outside(%x: f32) {
  // expected-error @below {{'tensor.yield' op expects one of the parent ops tensor.compute, tensor.fold, tensor.put, tensor.scatter, tensor.vjp, tensor.jvp, tensor.vmap, tensor.custom, tensor.checkpoint, tensor.group, tensor.reduce, tensor.reduce_window, tensor.scan, tensor.sort}}
  tensor.yield %x : f32
}

// -----

// ---- tensor.at ----

func.func @at_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.at' op result #0 is i32 but the op gives f32}}
  %0 = "tensor.at"(%x) <{map = affine_map<() -> (0)>}> : (tensor<4xf32>) -> i32
  return
}

// -----

func.func @at_no_fill(%x: tensor<f32>) {
  // expected-error @below {{'tensor.at' op has the policy fill without a fill value: give it as the last operand}}
  %0 = "tensor.at"(%x) <{map = affine_map<() -> ()>, policy = "fill"}> : (tensor<f32>) -> f32
  return
}

// -----

func.func @at_fill_type(%x: tensor<4xf32>, %v: f64, %i: index) {
  // expected-error @below {{'tensor.at' op has a fill value of type f64, but reads f32}}
  %0 = "tensor.at"(%x, %i, %v) <{map = affine_map<(d0) -> (d0)>, policy = "fill"}> : (tensor<4xf32>, index, f64) -> f32
  return
}

// -----

func.func @at_policy(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op attribute 'policy' failed to satisfy constraint: one of "clamp", "wrap", "fill", "trap"}}
  %0 = "tensor.at"(%x, %i) <{map = affine_map<(d0) -> (d0)>, policy = "mirror"}> : (tensor<4xf32>, index) -> f32
  return
}

// -----

func.func @at_operands(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op has 2 index operands but a map of 1 dimensions}}
  %0 = "tensor.at"(%x, %i, %i) <{map = affine_map<(d0) -> (d0)>, policy = "clamp"}> : (tensor<4xf32>, index, index) -> f32
  return
}

// -----

func.func @at_extents(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op has 1 extents but a map of 0 symbols}}
  %0 = "tensor.at"(%x, %i) <{map = affine_map<(d0) -> (d0)>, extents = extents<[n]>, policy = "clamp"}> : (tensor<4xf32>, index) -> f32
  return
}

// -----

func.func @at_rank(%x: tensor<4x4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op has a map of 1 results instead of 2, the rank}}
  %0 = tensor.at %x[%i] clamp : tensor<4x4xf32>
  return
}

// -----

func.func @at_index_type(%x: tensor<4xf32>, %i: i32) {
  // expected-error @below {{'tensor.at' op needs subscripts of type index, but value #0 is i32}}
  %0 = "tensor.at"(%x, %i) <{map = affine_map<(d0) -> (d0)>, policy = "clamp"}> : (tensor<4xf32>, i32) -> f32
  return
}

// -----

func.func @at_divisor(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op divides by -4 in its map: divisors must be positive}}
  %0 = tensor.at %x[%i mod -4] clamp : tensor<4xf32>
  return
}

// -----

func.func @at_extent_divisor(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op divides by n, which is not known to be at least 1 here}}
  %0 = tensor.at %x[%i mod n] clamp : tensor<?{n}xf32>
  return
}

// -----

func.func @at_unproved(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.at' op may read outside: the subscript of axis 0 is not proved to be inside; it is not known to be at least 0; give the read a policy: clamp, wrap, fill(…) or trap}}
  %0 = tensor.at %x[%i] : tensor<4xf32>
  return
}

// -----

func.func @at_below(%x: tensor<?{n}xf32>) {
  %0 = tensor.compute (%i) in [n] {
    // expected-error @below {{it can be -1, which is not known to be at least 0}}
    %1 = tensor.at %x[%i - 1] : tensor<?{n}xf32>
    tensor.yield %1 : f32
  } : tensor<?{n}xf32>
  return
}

// -----

func.func @at_above(%x: tensor<?{n}x?{m}xf32>) {
  %0 = tensor.compute (%i, %j) in [n, m] {
    // expected-error @below {{the subscript of axis 1 is not proved to be inside; it can be m, which is not known to be below the extent m}}
    %1 = tensor.at %x[%i, %j + 1] : tensor<?{n}x?{m}xf32>
    tensor.yield %1 : f32
  } : tensor<?{n}x?{m}xf32>
  return
}

// -----

func.func @at_unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{its extent has no name (name-extents names the extents of arguments)}}
  %0 = tensor.at %x[0] : tensor<?xf32>
  return
}

// -----

// ---- tensor.from_elements, tensor.iota, tensor.splat, tensor.extent ----

func.func @elements_count(%x: f32) {
  // expected-error @below {{'tensor.from_elements' op has 2 elements, but tensor<3xf32> has 3}}
  %0 = tensor.from_elements %x, %x : tensor<3xf32>
  return
}

// -----

func.func @elements_extent(%x: f32, %y: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.from_elements' op has the result tensor<?{n}xf32>, but needs a result with constant extents}}
  %0 = tensor.from_elements %x, %x : tensor<?{n}xf32>
  return
}

// -----

func.func @elements_type(%x: f64) {
  // expected-error @below {{requires the same element type for all operands and results}}
  %0 = "tensor.from_elements"(%x) : (f64) -> tensor<1xf32>
  return
}

// -----

func.func @iota_axis() {
  // expected-error @below {{'tensor.iota' op counts along axis 2, but tensor<3x4xi32> has rank 2}}
  %0 = tensor.iota dim = 2 : tensor<3x4xi32>
  return
}

// -----

func.func @splat_type(%x: f64) {
  // expected-error @below {{requires the same element type for all operands and results}}
  %0 = "tensor.splat"(%x) : (f64) -> tensor<1xf32>
  return
}

// -----

func.func @splat_element_type(%x: i7) {
  // expected-error @below {{'tensor.splat' op operand #0 must be f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index, but got 'i7'}}
  %0 = "tensor.splat"(%x) : (i7) -> tensor<1xi7>
  return
}

// -----

func.func @extent_terms() {
  // expected-error @below {{'tensor.extent' op needs one extent in its attribute, not 2}}
  %0 = "tensor.extent"() <{extent = extents<[n, m]>}> : () -> index
  return
}

// -----

// ---- tensor.broadcast ----

func.func @broadcast_count(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.broadcast' op needs a result axis for each axis of tensor<4x3xf32>, but has 1 dims}}
  %0 = tensor.broadcast %x dims = [0] : tensor<4x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.broadcast' op names axis 2, but the shape has rank 2}}
  %0 = tensor.broadcast %x dims = [2] : tensor<4xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @broadcast_twice(%x: tensor<4x4xf32>) {
  // expected-error @below {{'tensor.broadcast' op names axis 1 twice}}
  %0 = tensor.broadcast %x dims = [1, 1] : tensor<4x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @broadcast_order(%x: tensor<4x4xf32>) {
  // expected-error @below {{'tensor.broadcast' op has dims that are not ascending: transpose first}}
  %0 = tensor.broadcast %x dims = [1, 0] : tensor<4x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @broadcast_extent(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.broadcast' op cannot broadcast tensor<?{n}xf32> to tensor<3x?{m}xf32>: extent n of operand axis 0 is neither 1 nor known to be m, the extent of result axis 1}}
  %0 = tensor.broadcast %x dims = [1] : tensor<?{n}xf32> to tensor<3x?{m}xf32>
  return
}

// -----

// ---- tensor.transpose ----

func.func @transpose_count(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.transpose' op has a perm of 1 axes for tensor<4x3xf32>}}
  %0 = tensor.transpose %x perm = [0] : tensor<4x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @transpose_axis(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.transpose' op names axis -1, but the shape has rank 2}}
  %0 = tensor.transpose %x perm = [0, -1] : tensor<4x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @transpose_result(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.transpose' op result #0 is tensor<4x3xf32> but the op gives tensor<3x4xf32>: extent 4 of axis 0 is never 3}}
  %0 = tensor.transpose %x perm = [1, 0] : tensor<4x3xf32> to tensor<4x3xf32>
  return
}

// -----

// ---- tensor.reshape ----

func.func @reshape_unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{'tensor.reshape' op cannot reshape tensor<?xf32> to tensor<?x1xf32>: every extent needs a name or a value (name-extents names the extents of arguments)}}
  %0 = tensor.reshape %x : tensor<?xf32> to tensor<?x1xf32>
  return
}

// -----

func.func @reshape_never(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.reshape' op cannot reshape tensor<4x3xf32> (12 elements) to tensor<13xf32> (13)}}
  %0 = tensor.reshape %x : tensor<4x3xf32> to tensor<13xf32>
  return
}

// -----

func.func @reshape_unknown(%x: tensor<4x?{n}xf32>) {
  // expected-error @below {{'tensor.reshape' op cannot reshape tensor<4x?{n}xf32> to tensor<?{m}xf32>: 4*n elements are not known to equal m}}
  %0 = tensor.reshape %x : tensor<4x?{n}xf32> to tensor<?{m}xf32>
  return
}

// -----

// ---- tensor.slice ----

func.func @slice_lists(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.slice' op needs as many starts as stops and steps}}
  %0 = "tensor.slice"(%x) <{starts = extents<[0]>, stops = extents<[3]>, steps = array<i64>}> : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_rank(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.slice' op has 1 ranges for tensor<4x3xf32>: give one per axis}}
  %0 = tensor.slice %x [0:4] : tensor<4x3xf32> to tensor<4x3xf32>
  return
}

// -----

func.func @slice_step(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.slice' op has the step 0, which is not positive, on axis 0}}
  %0 = tensor.slice %x [0:4:0] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @slice_unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{'tensor.slice' op slices an extent without a name (name-extents names the extents of arguments) on axis 0}}
  %0 = tensor.slice %x [0:1] : tensor<?xf32> to tensor<1xf32>
  return
}

// -----

func.func @slice_start(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.slice' op starts at n - 3, which is not known to be at least 0, on axis 0}}
  %0 = tensor.slice %x [n - 3:n] : tensor<?{n}xf32> to tensor<3xf32>
  return
}

// -----

func.func @slice_stop(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.slice' op stops at n + 1, which is not known to be at most the extent n, on axis 0}}
  %0 = tensor.slice %x [0:n + 1] : tensor<?{n}xf32> to tensor<?{n + 1}xf32>
  return
}

// -----

func.func @slice_backwards(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.slice' op starts at 3 after its stop 1 on axis 0}}
  %0 = tensor.slice %x [3:1] : tensor<4xf32> to tensor<2xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.slice' op result #0 is tensor<3xf32> but the op gives tensor<2xf32>}}
  %0 = tensor.slice %x [0:4:2] : tensor<4xf32> to tensor<3xf32>
  return
}

// -----

// ---- tensor.reverse, tensor.cast ----

func.func @reverse_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reverse' op names axis 1, but the shape has rank 1}}
  %0 = tensor.reverse %x dims = [1] : tensor<4xf32>
  return
}

// -----

func.func @reverse_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reverse' op result #0 is tensor<5xf32> but the op gives tensor<4xf32>}}
  %0 = "tensor.reverse"(%x) <{dims = array<i64: 0>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @cast_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.cast' op cannot cast tensor<4xf32> to tensor<4x1xf32>: the ranks differ}}
  %0 = tensor.cast %x : tensor<4xf32> to tensor<4x1xf32>
  return
}

// -----

func.func @cast_never(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.cast' op cannot cast tensor<?{n}xf32> to tensor<?{n + 1}xf32>: extent n of axis 0 is never n + 1}}
  %0 = tensor.cast %x : tensor<?{n}xf32> to tensor<?{n + 1}xf32>
  return
}

// -----

func.func @cast_element(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.cast' op requires the same element type for all operands and results}}
  %0 = tensor.cast %x : tensor<4xf32> to tensor<4xf64>
  return
}

// -----

// ---- tensor.reduce ----

func.func @reduce_kinds(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op has 1 operands but 2 combining kinds}}
  %0 = tensor.reduce [add, mul] %x dims = [0] : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @reduce_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op names axis 1, but the shape has rank 1}}
  %0 = tensor.reduce add %x dims = [1] : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @reduce_shapes(%x: tensor<4xf32>, %y: tensor<5xi32>) {
  // expected-error @below {{'tensor.reduce' op reduces tensors of one shape, not tensor<5xi32>, tensor<4xf32>: extent 5 of axis 0 is never 4}}
  %0:2 = tensor.reduce [add, add] %x, %y dims = [0] : tensor<4xf32>, tensor<5xi32> to tensor<f32>, tensor<i32>
  return
}

// -----

func.func @reduce_kind(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op cannot combine values of type f32 with xor}}
  %0 = tensor.reduce xor %x dims = [0] : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @reduce_result(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.reduce' op result #0 is tensor<4xf32> but the op gives tensor<3xf32>}}
  %0 = tensor.reduce add %x dims = [0] : tensor<4x3xf32> to tensor<4xf32>
  return
}

// -----

func.func @reduce_results(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op has 2 results but its operands give 1}}
  %0:2 = tensor.reduce add %x dims = [0] : tensor<4xf32> to tensor<f32>, tensor<f32>
  return
}

// -----

// ---- tensor.contract ----

func.func @contract_arrow(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op has the equation "i,j", which lacks '->': write it as "ij,jk->ik"}}
  %0 = tensor.contract "i,j" %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @contract_operands(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op has 2 operands but an equation for 1}}
  %0 = tensor.contract "i->" %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @contract_rank(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op names 2 axes for operand #0, but that is tensor<4xf32>}}
  %0 = tensor.contract "ij->" %x : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @contract_extent(%x: tensor<4x3xf32>, %y: tensor<2x5xf32>) {
  // expected-error @below {{'tensor.contract' op has label 'j' with extent 3 in operand #0, which is never 2 as in operand #1}}
  %0 = tensor.contract "ij,jk->ik" %x, %y : (tensor<4x3xf32>, tensor<2x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @contract_extent_unknown(%x: tensor<4x?{n}xf32>, %y: tensor<?{m}x5xf32>) {
  // expected-error @below {{'tensor.contract' op has label 'j' with extent n in operand #0, which is not known to be m as in operand #1}}
  %0 = tensor.contract "ij,jk->ik" %x, %y : (tensor<4x?{n}xf32>, tensor<?{m}x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @contract_result(%x: tensor<4x3xf32>) {
  // expected-error @below {{'tensor.contract' op result #0 is tensor<4xf32> but the equation gives tensor<3xf32>: extent 4 of axis 0 is never 3}}
  %0 = tensor.contract "ij->j" %x : (tensor<4x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @contract_element(%x: tensor<4xf64>) {
  // expected-error @below {{'tensor.contract' op cannot sum products of tensor<4xf64> (operand #0) in tensor<f32>: its elements must be of that type or extend to it}}
  %0 = tensor.contract "i->" %x : (tensor<4xf64>) -> tensor<f32>
  return
}

// -----

func.func @contract_letter(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op has the equation "1->" with the label '1': labels are letters}}
  %0 = tensor.contract "1->" %x : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @contract_missing(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op has the equation "i->j" with the result label 'j', which is in no operand}}
  %0 = tensor.contract "i->j" %x : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @contract_twice(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.contract' op has the equation "i->ii" with the result label 'i' twice}}
  %0 = tensor.contract "i->ii" %x : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @at_unbounded(%x: tensor<4xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %k = arith.maxsi %i, %c0 : index
  // expected-error @below {{it is not known to be below the extent 4}}
  %0 = tensor.at %x[%k] : tensor<4xf32>
  return
}

// -----

// ---- tensor.pad ----

func.func @pad_counts(%x: tensor<4x4xf32>, %s: f32) {
  // expected-error @below {{'tensor.pad' op has 1 low, 2 high and 2 interior paddings for tensor<4x4xf32>: give one of each per axis}}
  %0 = "tensor.pad"(%x, %s) <{low = extents<[0]>, high = extents<[0, 0]>, interior = array<i64: 0, 0>}> : (tensor<4x4xf32>, f32) -> tensor<4x4xf32>
  return
}

// -----

func.func @pad_interior(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.pad' op has the interior padding -1, which is negative, on axis 0}}
  %0 = tensor.pad %x, %s low = [0] high = [0] interior = [-1] : tensor<4xf32> to tensor<1xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.pad' op removes more elements than the 4 that exist: -1 are left with padding -3 low and -2 high on axis 0}}
  %0 = tensor.pad %x, %s low = [-3] high = [-2] : tensor<4xf32> to tensor<1xf32>
  return
}

// -----

func.func @pad_result(%x: tensor<?{n}xf32>, %s: f32) {
  // expected-error @below {{'tensor.pad' op result #0 is tensor<?{n}xf32> but the op gives tensor<?{n + 1}xf32>: extent n of axis 0 is never n + 1}}
  %0 = tensor.pad %x, %s low = [1] high = [0] : tensor<?{n}xf32> to tensor<?{n}xf32>
  return
}

// -----

func.func @pad_unnamed(%x: tensor<?xf32>, %s: f32) {
  // expected-error @below {{'tensor.pad' op pads an extent without a name (name-extents names the extents of arguments) on axis 0}}
  %0 = tensor.pad %x, %s low = [1] high = [0] : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

// ---- tensor.concat ----

func.func @concat_nothing() {
  // expected-error @below {{'tensor.concat' op needs at least one operand}}
  %0 = "tensor.concat"() <{dim = 0 : i64}> : () -> tensor<0xf32>
  return
}

// -----

func.func @concat_axis(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.concat' op concatenates along axis 1, but tensor<4xf32> has rank 1}}
  %0 = tensor.concat %x, %x dim = 1 : tensor<4xf32>, tensor<4xf32> to tensor<8xf32>
  return
}

// -----

func.func @concat_rank(%x: tensor<4xf32>, %y: tensor<4x1xf32>) {
  // expected-error @below {{'tensor.concat' op concatenates tensors of one rank and element type, not tensor<4xf32> and tensor<4x1xf32> (operand #1)}}
  %0 = tensor.concat %x, %y dim = 0 : tensor<4xf32>, tensor<4x1xf32> to tensor<8xf32>
  return
}

// -----

func.func @concat_extents(%x: tensor<4x?{n}xf32>, %y: tensor<4x?{m}xf32>) {
  // expected-error @below {{'tensor.concat' op cannot concatenate tensor<4x?{n}xf32> and tensor<4x?{m}xf32>: extent n of axis 1 is not known to be m (operand #1)}}
  %0 = tensor.concat %x, %y dim = 0 : tensor<4x?{n}xf32>, tensor<4x?{m}xf32> to tensor<8x?{n}xf32>
  return
}

// -----

func.func @concat_result(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) {
  // expected-error @below {{'tensor.concat' op result #0 is tensor<?{2*n}xf32> but the op gives tensor<?{m + n}xf32>}}
  %0 = tensor.concat %x, %y dim = 0 : tensor<?{n}xf32>, tensor<?{m}xf32> to tensor<?{2*n}xf32>
  return
}

// -----

func.func @concat_unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{'tensor.concat' op concatenates along an extent without a name (name-extents names the extents of arguments)}}
  %0 = tensor.concat %x, %x dim = 0 : tensor<?xf32>, tensor<?xf32> to tensor<?xf32>
  return
}

// -----

// ---- tensor.dynamic_slice, tensor.update_slice ----

func.func @starts(%x: tensor<4x4xf32>, %i: index) {
  // expected-error @below {{'tensor.dynamic_slice' op has 1 starts for tensor<4x4xf32>: give one per axis}}
  %0 = tensor.dynamic_slice %x[%i] : tensor<4x4xf32> to tensor<2x2xf32>
  return
}

// -----

func.func @window_rank(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{'tensor.dynamic_slice' op takes a window and a tensor of one rank and element type, not tensor<2xf64> and tensor<4xf32>}}
  %0 = tensor.dynamic_slice %x[%i] : tensor<4xf32> to tensor<2xf64>
  return
}

// -----

func.func @window_size(%x: tensor<?{n}xf32>, %i: index) {
  // expected-error @below {{'tensor.dynamic_slice' op has a window tensor<2xf32> in tensor<?{n}xf32>: extent 2 of axis 0 is not known to be at most n}}
  %0 = tensor.dynamic_slice %x[%i] : tensor<?{n}xf32> to tensor<2xf32>
  return
}

// -----

func.func @update_size(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: index) {
  // expected-error @below {{'tensor.update_slice' op has a window tensor<5xf32> in tensor<4xf32>: extent 5 of axis 0 is never at most 4}}
  %0 = tensor.update_slice %u, %x[%i] : tensor<5xf32> into tensor<4xf32>
  return
}

// -----

func.func @update_result(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: index) {
  // expected-error @below {{'tensor.update_slice' op result #0 is tensor<2xf32> but the op gives tensor<4xf32>}}
  %0 = "tensor.update_slice"(%u, %x, %i) : (tensor<2xf32>, tensor<4xf32>, index) -> tensor<2xf32>
  return
}

// -----

// ---- tensor.bitcast ----

func.func @bitcast_bool(%x: tensor<4xi1>) {
  // expected-error @below {{'tensor.bitcast' op cannot reinterpret the bits of tensor<4xi1> as i8}}
  %0 = tensor.bitcast %x : tensor<4xi1> to tensor<4xi8>
  return
}

// -----

func.func @bitcast_join(%x: tensor<?{n}x4xi8>) {
  // expected-error @below {{'tensor.bitcast' op cannot combine elements of tensor<?{n}x4xi8> into f64: its last axis needs 8 elements}}
  %0 = tensor.bitcast %x : tensor<?{n}x4xi8> to tensor<?{n}xf64>
  return
}

// -----

func.func @bitcast_split(%x: tensor<3xf64>) {
  // expected-error @below {{'tensor.bitcast' op result #0 is tensor<3xi32> but the element types give tensor<3x2xi32>: rank 1 is not 2}}
  %0 = tensor.bitcast %x : tensor<3xf64> to tensor<3xi32>
  return
}

// -----

// ---- accumulating results, tensor.put ----

func.func @accumulation_count(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op has 1 initial tensors, but 2 accumulations}}
  %0 = "tensor.compute"(%x) <{box = extents<[4]>, accumulate = ["add", "set"]}> ({
  ^bb0(%i: index, %a: memref<4xi32>):
    tensor.yield
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @accumulation_word(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op attribute 'accumulate' failed to satisfy constraint: a list of accumulations, each a combining kind, set or region, optionally followed by ' unique' or ' unordered'}}
  %0 = "tensor.compute"(%x) <{box = extents<[4]>, accumulate = ["sum"]}> ({
  ^bb0(%i: index, %a: memref<4xi32>):
    tensor.yield
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @accumulator_results(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op accumulates 2 results, but has 1}}
  %0 = "tensor.compute"(%x, %x) <{box = extents<[4]>, accumulate = ["add", "set"]}> ({
  ^bb0(%i: index, %a: memref<4xi32>, %b: memref<4xi32>):
    tensor.yield
  }) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @accumulator_arguments(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op has a box of rank 1 and 1 accumulators, but its region has 1 arguments}}
  %0 = "tensor.compute"(%x) <{box = extents<[4]>, accumulate = ["add"]}> ({
  ^bb0(%i: index):
    tensor.yield
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @accumulator_result_type(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op has the initial tensor tensor<4xi32> for accumulator #0, but the result tensor<5xi32>}}
  %0 = "tensor.compute"(%x) <{box = extents<[4]>, accumulate = ["add"]}> ({
  ^bb0(%i: index, %a: memref<4xi32>):
    tensor.yield
  }) : (tensor<4xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @accumulator_type(%x: tensor<4xi32>) {
  // expected-error @below {{'tensor.compute' op accumulator #0 is memref<4xi32> in the region, not memref<4xf32>}}
  %0 = "tensor.compute"(%x) <{box = extents<[4]>, accumulate = ["add"]}> ({
  ^bb0(%i: index, %a: memref<4xf32>):
    tensor.yield
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @accumulation_kind(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.compute' op cannot accumulate values of type f32 with xor}}
  %0 = tensor.compute (%i) in [4] accumulate(xor %a = %x : tensor<4xf32>) {
    tensor.yield
  }
  return
}

// -----

func.func @accumulator_use(%x: tensor<4xf32>, %c: i1) {
  // expected-note @below {{the accumulator belongs to this 'tensor.compute'}}
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'test.use' op reads an accumulator: only tensor.put can use it}}
    "test.use"(%a) : (memref<4xf32>) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @put_operands(%x: tensor<4xf32>) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op has 2 operands, but takes values, as many accumulators, and 1 indices}}
    "tensor.put"(%a, %i) <{map = affine_map<(d0) -> (d0)>}> ({}) : (memref<4xf32>, index) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @put_type(%x: tensor<4xf32>, %v: f64) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op cannot put f64 into memref<4xf32>}}
    "tensor.put"(%v, %a, %i) <{map = affine_map<(d0) -> (d0)>}> ({}) : (f64, memref<4xf32>, index) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @put_rank(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op has a map of 2 results instead of 1, the rank}}
    tensor.put %v into %a[%i, %i] : memref<4xf32>
    tensor.yield
  }
  return
}

// -----

func.func @put_subscript(%x: tensor<4xf32>, %v: f32, %k: i32) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op needs subscripts of type index, not i32}}
    "tensor.put"(%v, %a, %k) <{map = affine_map<(d0) -> (d0)>}> ({}) : (f32, memref<4xf32>, i32) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @put_fill(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op has the policy fill, which is for reads: use drop to skip writes out of bounds}}
    "tensor.put"(%v, %a, %i) <{map = affine_map<(d0) -> (d0)>, policy = "fill"}> ({}) : (f32, memref<4xf32>, index) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @read_drop(%x: tensor<4xf32>, %k: index) {
  // expected-error @below {{'tensor.at' op has the policy drop, which is for writes: use fill(…) for a value out of bounds}}
  %0 = "tensor.at"(%x, %k) <{map = affine_map<(d0) -> (d0)>, policy = "drop"}> : (tensor<4xf32>, index) -> f32
  return
}

// -----

func.func @put_nowhere(%m: memref<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] {
    // expected-error @below {{'tensor.put' op does not write to an accumulator of an enclosing tensor.compute}}
    tensor.put %v into %m[%i] : memref<4xf32>
    tensor.yield %v : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @put_outside(%x: tensor<4xf32>, %v: f32, %k: index) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op may write outside: the subscript of axis 0 is not proved to be inside; it can be 4, which is not known to be below the extent 4; give the write a policy: drop, clamp, wrap or trap}}
    tensor.put %v into %a[%i + 1] : memref<4xf32>
    tensor.yield
  }
  return
}

// -----

func.func @put_twice(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op must write to different accumulators of one tensor.compute}}
    tensor.put %v, %v into %a, %a[%i] : memref<4xf32>, memref<4xf32> combine (%e, %f, %g, %h) {
      tensor.yield %e, %f : f32, f32
    }
    tensor.yield
  }
  return
}

// -----

func.func @put_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>, %v: f32) {
  %0:2 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>, region %b = %y : tensor<5xf32>) {
    // expected-error @below {{'tensor.put' op must write to accumulators of one shape, not memref<4xf32>, memref<5xf32>}}
    tensor.put %v, %v into %a, %b[%i] : memref<4xf32>, memref<5xf32> combine (%e, %f, %g, %h) {
      tensor.yield %e, %f : f32, f32
    }
    tensor.yield
  }
  return
}

// -----

func.func @put_region(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op has a region, but the accumulator is 'add'}}
    tensor.put %v into %a[%i] : memref<4xf32> combine (%e, %g) {
      tensor.yield %e : f32
    }
    tensor.yield
  }
  return
}

// -----

func.func @put_no_region(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op needs a region, but the accumulator is 'region'}}
    tensor.put %v into %a[%i] : memref<4xf32>
    tensor.yield
  }
  return
}

// -----

func.func @put_several(%x: tensor<4xf32>, %v: f32) {
  %0:2 = tensor.compute (%i) in [4] accumulate(add %a = %x : tensor<4xf32>, add %b = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op puts several values without a region: put them one by one, or write a region}}
    tensor.put %v, %v into %a, %b[%i] : memref<4xf32>, memref<4xf32>
    tensor.yield
  }
  return
}

// -----

func.func @put_arguments(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op combines elements and values: its region takes (f32, f32), not (f32)}}
    "tensor.put"(%v, %a, %i) <{map = affine_map<(d0) -> (d0)>}> ({
    ^bb0(%e: f32):
      tensor.yield %e : f32
    }) : (f32, memref<4xf32>, index) -> ()
    tensor.yield
  }
  return
}

// -----

func.func @put_yields(%x: tensor<4xf32>, %v: f32) {
  %0 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>) {
    // expected-error @below {{'tensor.put' op yields () but puts (f32)}}
    tensor.put %v into %a[%i] : memref<4xf32> combine (%e, %g) {
      // expected-note @below {{yielded here}}
      tensor.yield
    }
    tensor.yield
  }
  return
}

// -----

func.func @put_in_put(%x: tensor<4xf32>, %v: f32) {
  %0:2 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>, add %b = %x : tensor<4xf32>) {
    tensor.put %v into %a[%i] : memref<4xf32> combine (%e, %g) {
      // expected-error @below {{'tensor.put' op cannot be inside the region of another tensor.put}}
      tensor.put %v into %b[%i] : memref<4xf32>
      tensor.yield %e : f32
    }
    tensor.yield
  }
  return
}

// -----

// ---- tensor.gather, tensor.scatter ----

func.func @gather_float_indices(%x: tensor<4xf32>, %k: tensor<3xf32>) {
  // expected-error @below {{'tensor.gather' op takes indices from tensor<3xf32>, whose elements are not integers}}
  %0 = tensor.gather %x at %k collapsed_dims = [0] index_map = [0] index_vector_dim = 1 sizes = [1] : tensor<4xf32>, tensor<3xf32> to tensor<3xf32>
  return
}

// -----

func.func @gather_axes(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op accounts for 1 axes of tensor<?{n}x5xf32> by window_dims, collapsed_dims and batching_dims}}
  %0 = tensor.gather %x at %k collapsed_dims = [0] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_window_axis(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has invalid window_dims: the list names axis 3, but the shape has rank 2}}
  %0 = tensor.gather %x at %k window_dims = [3] collapsed_dims = [0] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}x1xf32>
  return
}

// -----

func.func @gather_window_order(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has window_dims that are not ascending}}
  %0 = tensor.gather %x at %k window_dims = [2, 1] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}x1x1xf32>
  return
}

// -----

func.func @gather_collapsed_order(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has collapsed_dims that are not ascending}}
  %0 = tensor.gather %x at %k collapsed_dims = [1, 0] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_index_map(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has an index_map of 1 axes for index vectors of 2 components in tensor<?{p}x2xi32>}}
  %0 = tensor.gather %x at %k collapsed_dims = [0, 1] index_map = [0] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_index_map_twice(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has invalid index_map and batching_dims: the list names axis 0 twice}}
  %0 = tensor.gather %x at %k collapsed_dims = [0, 1] index_map = [0, 0] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_vector_dim(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has index_vector_dim = 3, but tensor<?{p}x2xi32> has rank 2}}
  %0 = tensor.gather %x at %k collapsed_dims = [0, 1] index_map = [0, 1] index_vector_dim = 3 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_sizes(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has 1 sizes for tensor<?{n}x5xf32>: give one per axis}}
  %0 = tensor.gather %x at %k collapsed_dims = [0, 1] index_map = [0, 1] index_vector_dim = 1 sizes = [1] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_large(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op has windows of 6 elements on axis 1, which is never at most the extent 5}}
  %0 = tensor.gather %x at %k window_dims = [1] collapsed_dims = [0] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 6] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}x6xf32>
  return
}

// -----

func.func @gather_drops(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op collapses axis 1 of its windows, which has 5 elements instead of 1}}
  %0 = tensor.gather %x at %k window_dims = [1] collapsed_dims = [1] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 5] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}x1xf32>
  return
}

// -----

func.func @gather_batches(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}xi32>) {
  // expected-error @below {{'tensor.gather' op batches axis 0 of tensor<?{n}x5xf32> with axis 0 of tensor<?{p}xi32>, but n is not known to be p}}
  %0 = tensor.gather %x at %k collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{p}xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_batch_count(%x: tensor<?{n}x5xf32>, %k: tensor<?{n}xi32>) {
  // expected-error @below {{'tensor.gather' op has 1 batching_dims but 0 index_batching_dims}}
  %0 = tensor.gather %x at %k collapsed_dims = [1] batching_dims = [0] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x5xf32>, tensor<?{n}xi32> to tensor<?{n}xf32>
  return
}

// -----

func.func @gather_batched_vectors(%x: tensor<2x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op batches axis 1 of tensor<?{p}x2xi32>, which is the axis of the index vectors}}
  %0 = tensor.gather %x at %k collapsed_dims = [1] batching_dims = [0] index_batching_dims = [1] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<2x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}xf32>
  return
}

// -----

func.func @gather_result(%x: tensor<?{n}x5xf32>, %k: tensor<?{p}x2xi32>) {
  // expected-error @below {{'tensor.gather' op result #0 is tensor<?{p}x5xf32> but the op gives tensor<?{p}x2xf32>: extent 5 of axis 1 is never 2}}
  %0 = tensor.gather %x at %k window_dims = [1] collapsed_dims = [0] index_map = [0, 1] index_vector_dim = 1 sizes = [1, 2] : tensor<?{n}x5xf32>, tensor<?{p}x2xi32> to tensor<?{p}x5xf32>
  return
}

// -----

func.func @scatter_operands(%x: tensor<4xf32>, %k: tensor<3xi32>) {
  // expected-error @below {{'tensor.scatter' op takes tensors, indices and as many updates as tensors, but has 2 operands}}
  %0 = "tensor.scatter"(%x, %k) <{accumulate = ["add"], window_dims = array<i64>, collapsed_dims = array<i64: 0>, batching_dims = array<i64>, index_batching_dims = array<i64>, index_map = array<i64: 0>, index_vector_dim = 1 : i64}> ({}) : (tensor<4xf32>, tensor<3xi32>) -> tensor<4xf32>
  return
}

// -----

func.func @scatter_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>, %k: tensor<3xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{'tensor.scatter' op changes tensors of one shape, not tensor<4xf32>, tensor<5xf32>: extent 5 of axis 0 is never 4}}
  %0:2 = tensor.scatter [add, add] %x, %y at %k from %u, %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<5xf32>, tensor<3xi32>, tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @scatter_elements(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3xf64>) {
  // expected-error @below {{'tensor.scatter' op has updates of another element type than the input: tensor<3xf64>, tensor<4xf32> (input #0)}}
  %0 = tensor.scatter add %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3xf64>
  return
}

// -----

func.func @scatter_batch(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<2xf32>) {
  // expected-error @below {{'tensor.scatter' op pairs axis 0 of tensor<2xf32> with the index vectors, but 2 is not known to be 3}}
  %0 = tensor.scatter add %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<2xf32>
  return
}

// -----

func.func @scatter_rank(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3x1xf32>) {
  // expected-error @below {{'tensor.scatter' op has 2 axes of tensor<3x1xf32> outside of windows, but 1 axes of index vectors}}
  %0 = tensor.scatter add %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3x1xf32>
  return
}

// -----

func.func @scatter_window(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3x5xf32>) {
  // expected-error @below {{'tensor.scatter' op has windows of 5 elements on axis 0 of tensor<4xf32>, which is never at most 4}}
  %0 = tensor.scatter add %x at %k from %u window_dims = [1] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3x5xf32>
  return
}

// -----

func.func @scatter_count(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{'tensor.scatter' op updates 1 tensors, but has 2 accumulations}}
  %0 = tensor.scatter [add, add] %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3xf32>
  return
}

// -----

func.func @scatter_kind(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{'tensor.scatter' op cannot accumulate values of type f32 with xor}}
  %0 = tensor.scatter xor %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3xf32>
  return
}

// -----

func.func @scatter_no_region(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{'tensor.scatter' op needs a region exactly if the accumulation of every tensor is 'region'}}
  %0 = tensor.scatter region %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3xf32>
  return
}

// -----

func.func @scatter_region_types(%x: tensor<4xf32>, %k: tensor<3xi32>, %u: tensor<3xf32>, %c: i1) {
  // expected-error @below {{'tensor.scatter' op combines elements and values: its region takes (f32, f32) and yields (f32), not (f32, f32) and (i1)}}
  %0 = tensor.scatter region %x at %k from %u collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<4xf32>, tensor<3xi32>, tensor<3xf32> combine (%a, %b) {
    tensor.yield %c : i1
  }
  return
}

// -----

func.func @slice_overflow(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.slice' op overflows on axis 0}}
  %0 = "tensor.slice"(%x) <{starts = extents<[-9223372036854775807]>, stops = extents<[9223372036854775807]>, steps = array<i64: 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concat_too_large(%x: tensor<?{9223372036854775807 - n}xf32>, %y: tensor<?{9223372036854775807 - m}xf32>) {
  // expected-error @below {{'tensor.concat' op has operands whose extents are too large}}
  %0 = tensor.concat %x, %y dim = 0 : tensor<?{9223372036854775807 - n}xf32>, tensor<?{9223372036854775807 - m}xf32> to tensor<8xf32>
  return
}

// -----

// Only where the loops are written out may a compute hold parallel ones.
func.func @parallel(%a: tensor<?{n}xf32>, %zero: index, %one: index) -> tensor<?{n}xf32> {
  // expected-note @below {{the region of a tensor.compute may contain only scalar code}}
  %c = tensor.compute (%i) in [n] {
    // expected-error @below {{'loop.parallel' op cannot be inside the region of a tensor.compute}}
    loop.parallel (%j) = (%zero) to (%one) step (%one) {
      loop.yield
    }
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// A statement that does not say that all is inside is no proof.
func.func @stated(%a: tensor<?{n}x4xf32>, %i: index) -> f32 {
  // expected-error @below {{may read outside: the subscript of axis 0 is not proved to be inside}}
  %x = tensor.at %a[%i, %i] {tf.proved = ["lower", "inside"]} : tensor<?{n}x4xf32>
  return %x : f32
}

// -----

func.func @fold_divisor(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
  %0 = tensor.compute (%i) in [n] {
    // expected-error @below {{'tensor.fold' op divides by m, which is not known to be at least 1 here}}
    %1 = tensor.fold (%k) = 0 to n floordiv m add {
      %2 = tensor.at %x[%k] clamp : tensor<?{n}xf32>
      tensor.yield %2 : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}

// -----

func.func @fold_divisor_of_the_box(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %0 = tensor.compute (%i) in [m] {
    %1 = tensor.fold (%k) = 0 to n floordiv m add {
      %2 = tensor.at %x[%k] clamp : tensor<?{n}xf32>
      tensor.yield %2 : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<?{m}xf32>
  return %0 : tensor<?{m}xf32>
}

// -----

// ---- tensor.empty ----

func.func @empty_read(%i: index) -> f32 {
  // expected-error @below {{'tensor.empty' op is read before a compute writes its elements: use tensor.splat for a tensor of one value}}
  %e = tensor.empty : tensor<4xf32>
  // expected-note @below {{'tensor.at' reads it}}
  %x = tensor.at %e[%i] clamp : tensor<4xf32>
  return %x : f32
}

// -----

func.func @empty_result() -> tensor<?{n}xf32> {
  // expected-error @below {{is read before a compute writes its elements}}
  %e = tensor.empty : tensor<?{n}xf32>
  // expected-note @below {{'func.return' reads it}}
  return %e : tensor<?{n}xf32>
}

// -----

func.func @empty_operand(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{is read before a compute writes its elements}}
  %e = tensor.empty : tensor<4xf32>
  // expected-note @below {{'arith.addf' reads it}}
  %y = arith.addf %e, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// ---- tensor.searchsorted ----

func.func @searchsorted_rank(%t: tensor<2x3xf32>, %q: tensor<4xf32>) {
  // expected-error @below {{'tensor.searchsorted' op searches tables of rank 1 for elements of their type, not tensor<2x3xf32>, tensor<4xf32>}}
  %0 = tensor.searchsorted left %t, %q : tensor<2x3xf32>, tensor<4xf32> to tensor<4xindex>
  return
}

// -----

func.func @searchsorted_type(%t: tensor<3xi32>, %q: tensor<4xf32>) {
  // expected-error @below {{'tensor.searchsorted' op searches tables of rank 1 for elements of their type, not tensor<3xi32>, tensor<4xf32>}}
  %0 = tensor.searchsorted left %t, %q : tensor<3xi32>, tensor<4xf32> to tensor<4xindex>
  return
}

// -----

func.func @searchsorted_side(%t: tensor<3xf32>, %q: tensor<4xf32>) {
  // expected-error @below {{'tensor.searchsorted' op attribute 'side' failed to satisfy constraint: one of "left", "right"}}
  %0 = "tensor.searchsorted"(%t, %q) <{side = "middle"}> : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xindex>
  return
}

// -----

func.func @fusion(%x: f32) {
  // expected-error @below {{'tensor.compute' op needs "fuse", "keep", "bands" or "window" as its attribute tf.fusion}}
  %0 = tensor.compute () in [] attributes {tf.fusion = "yes"} {
    tensor.yield %x : f32
  } : tensor<f32>
  return
}
