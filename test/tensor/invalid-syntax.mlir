// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @compute_box(%x: f32) {
  // expected-error @below {{1 indices in a box of rank 2}}
  %0 = tensor.compute (%i) in [4, 4] {
    tensor.yield %x : f32
  } : tensor<4x4xf32>
  return
}

// -----

func.func @fold_index(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'tensor.fold' op has one index, but its region has 2 arguments}}
    %1 = tensor.fold (%k, %l) = 0 to 4 add {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_kind(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{expected a combining kind but found 'minimum'; did you mean 'minimumf'?}}
    %1 = tensor.fold (%k) = 0 to 4 minimum {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @fold_flag(%x: f32) {
  %0 = tensor.compute () in [] {
    // expected-error @below {{'quick' is not a flag of 'fastmath'; one of reassoc, nnan, ninf, nsz, arcp, contract, afn, fast, none}}
    %1 = tensor.fold (%k) = 0 to 4 add fastmath<quick> {
      tensor.yield %x : f32
    } : f32
    tensor.yield %1 : f32
  } : tensor<f32>
  return
}

// -----

func.func @at_policy(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{expected an out-of-bounds policy but found 'mirror': one of clamp, wrap, fill, trap}}
  %0 = tensor.at %x[%i] mirror : tensor<4xf32>
  return
}

// -----

func.func @at_product(%x: tensor<4xf32>, %i: index, %j: index) {
  // expected-error @below {{non-affine expression}}
  %0 = tensor.at %x[%i * %j] clamp : tensor<4xf32>
  return
}

// -----

func.func @at_undefined(%x: tensor<4xf32>) {
  // expected-error @below {{use of undefined value '%i'}}
  %0 = tensor.at %x[%i + 1] clamp : tensor<4xf32>
  return
}

// -----

// expected-note @below {{seen first here}}
func.func @at_index_type(%x: tensor<4xf32>, %i: i32) {
  // expected-error @below {{use of value '%i' with type index, but its type is i32}}
  %0 = tensor.at %x[2 * %i] clamp : tensor<4xf32>
  return
}

// -----

func.func @at_term(%x: tensor<4xf32>, %i: index) {
  // expected-error @below {{expected an expression}}
  %0 = tensor.at %x[%i + max(n, )] clamp : tensor<4xf32>
  return
}

// -----

func.func @extent_list() {
  // expected-error @below {{expected one extent in brackets}}
  %0 = tensor.extent [n, m] : index
  return
}

// -----

func.func @operand_types(%x: tensor<4xf32>) {
  // expected-error @below {{1 operand(s) but 2 type(s)}}
  %0 = tensor.reduce add %x dims = [0] : tensor<4xf32>, tensor<4xf32> to tensor<f32>
  return
}
