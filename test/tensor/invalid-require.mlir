// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @count(%x: tensor<?{n}x?{m}xf32>) {
  // expected-error @below {{'tensor.require' op has 2 extents on the left but 1 on the right}}
  tensor.require [n, m] = [n]
  return
}

// -----

func.func @never(%x: tensor<?{n}xf32>) {
  // expected-error @below {{'tensor.require' op cannot hold: the extent n is never n + 1}}
  tensor.require [n] = [n + 1]
  return
}

// -----

func.func @unbound(%x: tensor<?{n}xf32>) {
  // expected-error @below {{uses the unbound extent 'm': give an argument of the function the extent m or the}}
  tensor.require [n] = [m]
  return
}
