// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @term(%count: index) {
  // expected-error @below {{'tensor.bind' op binds the name of one extent, such as [k], not [k + 1]}}
  tensor.bind [k + 1] = %count : index
  return
}

// -----

func.func @many(%count: index) {
  // expected-error @below {{'tensor.bind' op binds the name of one extent, such as [k], not [k, m]}}
  tensor.bind [k, m] = %count : index
  return
}

// -----

func.func @of_argument(%count: index, %x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.bind' op binds the extent 'n' again: an argument already binds it}}
  tensor.bind [n] = %count : index
  return
}

// -----

func.func @again(%count: index) {
  tensor.bind [k] = %count : index
  // expected-error @below {{'tensor.bind' op binds the extent 'k' again: another op already binds it}}
  tensor.bind [k] = %count : index
  return
}

// -----

func.func @early(%count: index) -> index {
  // expected-error @below {{'tensor.extent' op uses the extent 'k' before the op that binds it}}
  %k = tensor.extent [k] : index
  tensor.bind [k] = %count : index
  return %k : index
}

// -----

func.func @unbound() {
  %z = arith.constant 0.0 : f32
  // expected-error @below {{or bind the extent to a value with tensor.bind}}
  %x = tensor.splat %z : tensor<?{k}xf32>
  return
}

// -----

func.func @type(%count: i64) {
  // expected-error @below {{'tensor.bind' op operand #0 must be index, but got 'i64'}}
  "tensor.bind"(%count) <{symbol = extents<[k]>}> : (i64) -> ()
  return
}

// -----

func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  loop.for %i = %c0 to %n step %c1 {
    // expected-error @below {{'tensor.bind' op must be directly in a function, not in 'loop.for': an extent has one value per call}}
    tensor.bind [k] = %i : index
    loop.yield
  }
  return
}

// -----

func.func @in_a_condition(%c: i1, %n: index) {
  loop.if %c {
    // expected-error @below {{'tensor.bind' op must be directly in a function, not in 'loop.if'}}
    tensor.bind [k] = %n : index
    loop.yield
  }
  return
}

// -----

func.func @in_a_transform(%x: tensor<?{n}xf32>, %g: tensor<?{n}xf32>, %n: index) -> tensor<?{n}xf32> {
  %y, %d = tensor.vjp (%u = %x) seed(%g) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    // expected-error @below {{'tensor.bind' op must be directly in a function, not in 'tensor.vjp'}}
    tensor.bind [k] = %n : index
    tensor.yield %u : tensor<?{n}xf32>
  }
  return %d : tensor<?{n}xf32>
}
