// RUN: tfopt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @both_ways(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op has both combining kinds and a combiner: give one of them}}
  %0 = tensor.reduce add %x init(%s) dims = [0] combine (%a: f32, %b: f32) {
    tensor.yield %a : f32
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @no_way(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op needs combining kinds or a combiner}}
  %0 = tensor.reduce %x init(%s) dims = [0] : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @no_inits(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op needs initial values for its combiner}}
  %0 = tensor.reduce %x dims = [0] combine (%a: f32, %b: f32) {
    tensor.yield %a : f32
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @no_tensors(%s: f32) {
  // expected-error @below {{'tensor.reduce' op needs at least one tensor}}
  %0 = "tensor.reduce"(%s) <{dims = array<i64: 0>, kinds = ["add"]}> : (f32) -> tensor<f32>
  return
}

// -----

func.func @init_type(%x: tensor<4xf32>, %s: f64) {
  // expected-error @below {{'tensor.reduce' op has initial values (f64) for accumulators (f32)}}
  %0 = "tensor.reduce"(%x, %s) <{dims = array<i64: 0>, kinds = ["add"]}> : (tensor<4xf32>, f64) -> tensor<f32>
  return
}

// -----

func.func @laws_of_kinds(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce' op states laws of a combiner, but has no combiner: kinds are associative and commutative}}
  %0 = tensor.reduce add %x dims = [0] {associative} : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @combiner_arguments(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op has a combiner of (f32, f64), but its accumulators and values are (f32, f32)}}
  %0 = tensor.reduce %x init(%s) dims = [0] combine (%a: f32, %b: f64) {
    tensor.yield %a : f32
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @combiner_yields(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op yields (f32, f32) where (f32) is needed}}
  %0 = tensor.reduce %x init(%s) dims = [0] combine (%a: f32, %b: f32) {
    // expected-note @below {{yielded here}}
    tensor.yield %a, %b : f32, f32
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @combiner_contents(%x: tensor<4xf32>, %s: f32) {
  // expected-note @below {{the region of a combiner may contain only scalar code}}
  %0 = tensor.reduce %x init(%s) dims = [0] combine (%a: f32, %b: f32) {
    // expected-error @below {{'tensor.splat' op cannot be inside the region of a combiner}}
    %t = tensor.splat %a : tensor<4xf32>
    tensor.yield %a : f32
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @empty_combiner(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op has an empty combiner: it needs a block}}
  %0 = "tensor.reduce"(%x, %s) <{dims = array<i64: 0>}> ({}) : (tensor<4xf32>, f32) -> tensor<f32>
  return
}

// -----

func.func @combiner_end(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op expects its region to end with tensor.yield}}
  %0 = tensor.reduce %x init(%s) dims = [0] combine (%a: f32, %b: f32) {
    "test.end"(%a) : (f32) -> ()
  } : tensor<4xf32> to tensor<f32>
  return
}

// -----

func.func @two_combiners(%x: tensor<4xf32>, %s: f32) {
  // expected-error @below {{'tensor.reduce' op has more regions than the combiner}}
  %0 = "tensor.reduce"(%x, %s) <{dims = array<i64: 0>}> ({
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  }, {
  ^bb0(%a: f32, %b: f32):
    tensor.yield %a : f32
  }) : (tensor<4xf32>, f32) -> tensor<f32>
  return
}

// -----

func.func @fold_inits(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has initial values () for accumulators (f32)}}
    %1 = tensor.fold (%k) = 0 to 4 {
      tensor.yield %x : f32
    } combine (%a: f32, %b: f32) {
      tensor.yield %a : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_without(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op needs combining kinds or a combiner}}
    %1 = tensor.fold (%k) = 0 to 4 {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_regions(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has more regions than its own and the combiner}}
    %1 = "tensor.fold"() <{bounds = affine_map<() -> (0, 4)>, kinds = ["add"]}> ({
    ^bb0(%k: index):
      tensor.yield %x : f32
    }, {}, {}) : () -> f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

// What a combiner is given is no index of the fold.
func.func @fold_combiner_reads(%x: tensor<4xf32>, %any: index) -> tensor<4xf32> {
  %0 = tensor.compute (%i) in [4] {
    %one = arith.constant 1.0 : f32
    %1:2 = tensor.fold (%k) = 0 to 4 init(%any, %one) {
      tensor.yield %k, %one : index, f32
    } combine (%a: index, %b: f32, %c: index, %d: f32) {
      // expected-error @below {{'tensor.at' op may read outside: the subscript of axis 0 is not proved to be inside}}
      %v = tensor.at %x[%a] : tensor<4xf32>
      tensor.yield %c, %v : index, f32
    } : index, f32
    tensor.yield %1#1 : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
