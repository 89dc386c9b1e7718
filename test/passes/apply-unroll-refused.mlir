// What may not be written out is refused where schedules become loops, with the line of the compute.
// RUN: tfopt %s --split-input-file --apply-unroll --apply-schedule --verify-diagnostics

func.func @first(%a: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{schedule unrolls i in full, but the first axis cannot be unrolled}}
  %r = tensor.compute (%i, %c) in [4, 3] attributes {schedule = #tensor.schedule<unroll(c), unroll(i)>} {
    %x = tensor.at %a[%i, %c] : tensor<4x3xf32>
    tensor.yield %x : f32
  } : tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @inside(%a: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
  // expected-error @+1 {{schedule unrolls c in full, but an axis inside of it stays a loop}}
  %r = tensor.compute (%i, %c, %d) in [4, 3, 2] attributes {schedule = #tensor.schedule<unroll(c)>} {
    %x = tensor.at %a[%i, %c, %d] : tensor<4x3x2xf32>
    tensor.yield %x : f32
  } : tensor<4x3x2xf32>
  return %r : tensor<4x3x2xf32>
}

// -----

func.func @open(%a: tensor<4x?{n}xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{schedule unrolls k in full, but its length is not constant}}
  %r = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<unroll(k)>} {
    %f = tensor.fold (%k) = 0 to n add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @long(%a: tensor<4x30000xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{schedule unrolls loops to 60001 operations, more than 16384}}
  %r = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<unroll(k)>} {
    %f = tensor.fold (%k) = 0 to 30000 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<4x30000xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @puts(%a: tensor<4x3xi32>, %start: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{schedule unrolls c in full, but the points of the compute put elements into tensors}}
  %r = tensor.compute (%i, %c) in [4, 3] accumulate(add %s = %start : tensor<4xi32>) attributes {schedule = #tensor.schedule<unroll(c)>} {
    %x = tensor.at %a[%i, %c] : tensor<4x3xi32>
    tensor.put %x into %s[%i] : memref<4xi32>
    tensor.yield
  }
  return %r : tensor<4xi32>
}
