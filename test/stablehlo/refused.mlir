// What is not supported is refused, with the op and its place.
// RUN: tfopt --import=stablehlo --verify-diagnostics %s

func.func @outside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op is not supported: it calls 'lapack', which is outside the program}}
  %0 = stablehlo.custom_call @lapack(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Functions of the library say what they take.
func.func @library0(%a: tensor<3x4xf32>) {
  // expected-error @+1 {{it calls 'tensorforge.bidiagonal', which is not a function of the library}}
  %0 = stablehlo.custom_call @tensorforge.bidiagonal(%a) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

func.func @library1(%x: tensor<4xf32>) {
  // expected-error @+1 {{takes matrices, or batches of them}}
  %0:2 = stablehlo.custom_call @tensorforge.qr(%x) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

func.func @library2(%i: tensor<3x3xi32>) {
  // expected-error @+1 {{takes floats}}
  %0:2 = stablehlo.custom_call @tensorforge.qr(%i) : (tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>)
  return
}

func.func @library3(%a: tensor<3x4xf32>) {
  // expected-error @+1 {{takes square matrices, and these have 3 rows and 4 columns}}
  %0:2 = stablehlo.custom_call @tensorforge.eigh(%a) : (tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3x4xf32>)
  return
}

func.func @library4(%x: tensor<4xf32>, %a: tensor<3x4xf32>) {
  // expected-error @+1 {{takes diagonals [..., n], and right sides [..., n, m] of their type}}
  %0 = stablehlo.custom_call @tensorforge.tridiagonal_solve(%x, %x, %x, %a) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

func.func @library7(%a: tensor<4x4xf32>, %b: tensor<3x3xf32>) {
  // expected-error @+1 {{takes two parts of matrices, of one type}}
  %0:2 = stablehlo.custom_call @tensorforge.complex_eigvals(%a, %b) : (tensor<4x4xf32>, tensor<3x3xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

func.func @library5(%a: tensor<3x4xf32>) {
  // expected-error @+1 {{takes 1 operand(s), not 2}}
  %0:2 = stablehlo.custom_call @tensorforge.qr(%a, %a) : (tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<3x3xf32>, tensor<3x4xf32>)
  return
}

func.func @library6(%a: tensor<3x4xf32>) {
  // expected-error @+1 {{has 3 result(s)}}
  %0 = stablehlo.custom_call @tensorforge.lu(%a) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// expected-error @+1 {{has elements of type complex<f32>}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}

func.func @several_devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.all_reduce' op is not supported: it combines values of several devices; only one is supported}}
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @at_run_time(%x: tensor<4xf32>, %low: tensor<1xi64>, %zero: tensor<f32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.dynamic_pad' op is not supported: it computes operand 2 at run time; it must be a constant or follow from extents}}
  %0 = stablehlo.dynamic_pad %x, %zero, %low, %low, %c : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

func.func @unknown_extents(%x: tensor<4xf32>, %shape: tensor<1xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.dynamic_broadcast_in_dim' op is not supported: it computes operand 1 at run time; it must be a constant or follow from extents}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0] : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %x : tensor<4xf32>
}

// Extents that a call says: attributes that do not fit, checks that cannot hold, and what would need the
// extents of data.
// expected-error @+1 {{has 'n' as 'tf.shape' of argument 0, which does not fit its type}}
func.func @shape_of_another_rank(%x: tensor<?x?xf32> {tf.shape = "n"}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

// expected-error @+1 {{has '*2' in 'tf.shape' of argument 0, which does not start with an extent}}
func.func @no_extent(%x: tensor<?xf32> {tf.shape = "*2"}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// expected-error @+1 {{needs a comma before 'm' in 'tf.shape' of argument 0}}
func.func @no_comma(%x: tensor<?x?xf32> {tf.shape = "n m"}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

func.func @never(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %m = stablehlo.add %n, %one : tensor<i32>
  %c = stablehlo.compare EQ, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error @+1 {{never holds: n is n + 1}}
  stablehlo.custom_call @shape_assertion(%c) {error_message = "n is n + 1. Using the following specification"} : (tensor<i1>) -> ()
  return %x : tensor<?xf32>
}

func.func @limits(%x: tensor<?xf32>, %a: tensor<1xi32>, %b: tensor<1xi32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  // expected-error @+1 {{has limits that are not the sum of its starts and known sizes}}
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %one : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @not_square(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{'stablehlo.cholesky' op takes square matrices}}
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

func.func @wrong_axis(%x: tensor<4x5xf32>) -> tensor<5x4xf32> {
  // expected-error @+1 {{has axes outside 0 to 2 in 'permutation'}}
  %0 = stablehlo.transpose %x, dims = [1, 2] : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

func.func @wrong_result(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{declares a result of type tensor<4x5xf32>, but computes tensor<5x4xf32>}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// Bits of a size are no extent, and whether it is one of those that are not 0 is not known.
func.func @odd(%x: tensor<?xf32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %bit = stablehlo.and %n, %one : tensor<i32>
  %shape = stablehlo.reshape %bit : (tensor<i32>) -> tensor<1xi32>
  // expected-error @+1 {{it computes operand 0 at run time}}
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

func.func @some(%x: tensor<?xf32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %some = stablehlo.convert %n : (tensor<i32>) -> tensor<i1>
  %number = stablehlo.convert %some : (tensor<i1>) -> tensor<i32>
  %shape = stablehlo.reshape %number : (tensor<i32>) -> tensor<1xi32>
  // expected-error @+1 {{it computes operand 0 at run time}}
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Of what says no place itself, the call is named, as JAX says the user's line at calls of its own functions:
// those that are put in place, and others.
func.func public @rolled(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32> {tf.shape = "n"}) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op is not supported: it calls 'lapack', which is outside the program}}
  %0 = func.call @polymorphic(%n, %x) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func private @polymorphic(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @lapack(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("slice")
  return %0 : tensor<?xf32>
}

func.func public @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op is not supported: it calls 'lapack', which is outside the program}}
  %0 = func.call @between(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @between(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @constant(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit")
  return %0 : tensor<4xf32>
}

func.func private @constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @lapack(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("slice")
  return %0 : tensor<4xf32>
}
