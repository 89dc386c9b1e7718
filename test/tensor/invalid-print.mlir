// RUN: tfopt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @places(%x: f32) {
  // expected-error @below {{'tensor.print' op has 2 placeholders '{}' in its text for 1 values: write one for each value}}
  tensor.print "{} {}" %x : f32
  return
}

// -----

func.func @format(%x: f32) {
  // expected-error @below {{'tensor.print' op has '{:' in its text: the placeholder of a value is '{}', with nothing between the braces}}
  tensor.print "{:.3}" %x : f32
  return
}

// -----

func.func @no_number(%x: vector<4xf32>) {
  %y = "test.make"() : () -> f8E4M3FN
  // expected-error @below {{'mem.print' op prints scalars and tensors, not f8E4M3FN}}
  mem.print "{}" %y : f8E4M3FN
  return
}

// -----

func.func @sign(%x: f32) {
  // expected-error @below {{'tensor.print' op marks value 0 as unsigned, but its type is f32}}
  tensor.print "{}" {unsigned = array<i64: 0>} %x : f32
  return
}

// -----

func.func @no_value(%x: i32) {
  // expected-error @below {{'tensor.print' op marks value 1 as unsigned, but has 1 values}}
  tensor.print "{}" {unsigned = array<i64: 1>} %x : i32
  return
}

// -----

func.func @many(%c: i1, %x: f32) {
  // expected-error @below {{'tensor.assert' op has 3 values, but its text takes at most 2}}
  tensor.assert %c, "{}{}{}" %x, %x, %x : f32, f32, f32
  return
}

// -----

func.func @in_a_compute(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = tensor.compute (%i) in [n] {
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    // expected-error @below {{'tensor.print' op is inside 'tensor.compute', whose points have no order: use it on the resulting tensor}}
    tensor.print "{}" %e : f32
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
