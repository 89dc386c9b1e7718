// What a group has to be.
// RUN: tfopt %s --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a region that yields (tensor<4xf32>) for results (tensor<5xf32>)}}
  %g = tensor.group attributes {axes = ["i"]} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    // expected-note @+1 {{yielded here}}
    tensor.yield %r : tensor<4xf32>
  } : tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{needs the names of shared loops: axes = ["i"]}}
  %g = tensor.group attributes {axes = []} {
    tensor.yield %x : tensor<4xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{yields members with the extents 4 and 5 along the loop i}}
  %a, %b = tensor.group attributes {axes = ["i"]} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    // expected-note @+1 {{the second is here}}
    %s = tensor.compute (%i) in [5] attributes {axes = ["i"]} {
      %a = tensor.at %y[%i] : tensor<5xf32>
      tensor.yield %a : f32
    } : tensor<5xf32>
    tensor.yield %r, %s : tensor<4xf32>, tensor<5xf32>
  } : tensor<4xf32>, tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a schedule that splits no loop: split(i, [1]) makes tiles of one iteration}}
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<parallel(i)>} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a schedule that has steps other than split, order, parallel, unroll, place and join: write other steps in the members' schedules}}
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [2]), vectorize(i, 2)>} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a schedule that does not split j: each shared loop needs a split}}
  %g = tensor.group attributes {axes = ["i", "j"], schedule = #tensor.schedule<split(i, [2])>} {
    %r = tensor.compute (%i, %j) in [4, 4] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4x4xf32>
    tensor.yield %r : tensor<4x4xf32>
  } : tensor<4x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a schedule that joins members with an integer: split(i, …) sets the size of a tile}}
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [2]), join(i: m, 8)>} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a schedule that joins members to i twice}}
  %g = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [2]), join(i: m), join(i: l)>} {
    %r = tensor.compute (%i) in [4] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<4xf32>
      tensor.yield %a : f32
    } : tensor<4xf32>
    tensor.yield %r : tensor<4xf32>
  } : tensor<4xf32>
  return
}
