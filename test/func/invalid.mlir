// RUN: tfopt --verify-diagnostics --split-input-file %s

func.func @returns_too_little() -> (i32, f32) {
  %0 = arith.constant 1 : i32
  // expected-error @below {{'func.return' op has 1 operands, but enclosing function (@returns_too_little) returns 2}}
  return %0 : i32
}

// -----

func.func @returns_another_type(%a: f32) -> i32 {
  // expected-error @below {{'func.return' op type of return operand 0 ('f32') doesn't match function result type ('i32') in function @returns_another_type}}
  return %a : f32
}

// -----

// expected-error @below {{'func.return' op expects parent op 'func.func'}}
func.return

// -----

// expected-error @below {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op requires attribute 'sym_name'}}
"func.func"() <{function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op requires attribute 'function_type'}}
"func.func"() <{sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{function_type = i32, sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op symbol declaration cannot have public visibility}}
func.func @declared(i32) -> i32

// -----

// expected-error @below {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "secret"}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "secret"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @below {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 2, but expected 1}}
"func.func"() <{arg_attrs = [{}, {}], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()

// -----

// expected-error @below {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"func.func"() <{function_type = (i32) -> (), res_attrs = [{}], sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()

// -----

// expected-error @below {{'func.func' op arguments may only have dialect attributes, but got 'plain'}}
func.func private @plain_argument(i32 {plain})

// -----

// expected-error @below {{'func.func' op results may only have dialect attributes, but got 'plain'}}
func.func private @plain_result() -> (i32 {plain})

// -----

// expected-error @below {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: array of dictionary attributes}}
"func.func"() <{arg_attrs = [1], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
}) : () -> ()

// -----

// expected-error @below {{arguments of a function with a body have names}}
func.func @nameless(i32) {
  return
}

// -----

// expected-error @below {{either all arguments have names, or none}}
func.func private @half_named(%a: i32, f32)

// -----

// expected-error @below {{attribute 'sym_name' is given twice}}
func.func private @twice() attributes {sym_name = "other"}

// -----

func.func @no_terminator() {
  // expected-error @below {{'arith.constant' op is the last op of its block, but not a terminator}}
  %0 = arith.constant 1 : i32
}

// -----

func.func @after_return() {
  // expected-error @below {{'func.return' op must be the last operation of its block}}
  return
  func.return
}

// -----

// expected-note @below {{see existing symbol definition here}}
func.func @same_name() {
  return
}
// expected-error @below {{redefinition of symbol named 'same_name'}}
func.func @same_name() {
  return
}

// -----

func.func @outer() {
  // expected-error @below {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @inner() {
    return
  }
  return
}

// -----

func.func @outside(%a: i32) {
  return
}
func.func @not_from_above() -> i32 {
  // expected-error @below {{use of undefined value '%a'}}
  return %a : i32
}

// -----

func.func private @callee(i32)
func.func @unknown_callee() {
  // expected-note @+2 {{did you mean '@callee'?}}
  // expected-error @below {{'func.call' op 'calle' does not reference a valid function}}
  call @calle() : () -> ()
  return
}

// -----

// expected-note @below {{this symbol is not a function}}
module @callee {
}
func.func @not_a_function() {
  // expected-error @below {{'func.call' op 'callee' does not reference a valid function}}
  call @callee() : () -> ()
  return
}

// -----

module @inner {
  func.func @hidden() {
    return
  }
}
func.func @callee_of_another_table() {
  // expected-error @below {{'func.call' op 'hidden' does not reference a valid function}}
  call @hidden() : () -> ()
  return
}

// -----

// expected-note @below {{callee defined here}}
func.func private @callee(i32)
func.func @operand_count() {
  // expected-error @below {{'func.call' op incorrect number of operands for callee: expected 1, but got 0}}
  call @callee() : () -> ()
  return
}

// -----

// expected-note @below {{callee defined here}}
func.func private @callee(i32)
func.func @operand_type(%a: f32) {
  // expected-error @below {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  call @callee(%a) : (f32) -> ()
  return
}

// -----

// expected-note @below {{callee defined here}}
func.func private @callee() -> i32
func.func @result_count() {
  // expected-error @below {{'func.call' op incorrect number of results for callee: expected 1, but got 0}}
  call @callee() : () -> ()
  return
}

// -----

// expected-note @below {{callee defined here}}
func.func private @callee() -> i32
func.func @result_type() {
  // expected-error @below {{'func.call' op result type mismatch: expected result type 'i32', but got 'f32' for result number 0}}
  %0 = call @callee() : () -> f32
  return
}

// -----

// expected-note @below {{callee defined here}}
func.func private @callee(tensor<?{n}xf32>) -> tensor<?{2*n}xf32>
func.func @extents(%t: tensor<?{k+1}xf32>) {
  // expected-error @below {{'func.call' op result type mismatch: expected result type 'tensor<?{2*k + 2}xf32>', but got 'tensor<?{2*k + 1}xf32>' for result number 0}}
  %0 = call @callee(%t) : (tensor<?{k+1}xf32>) -> tensor<?{2*k+1}xf32>
  return
}

// -----

func.func @nested_callee() {
  // expected-error @below {{'func.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  "func.call"() <{callee = @a::@b}> : () -> ()
  return
}

// -----

func.func @indirect_operands(%f: (i32) -> (), %a: f32) {
  // expected-error @below {{'func.call_indirect' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  "func.call_indirect"(%f, %a) : ((i32) -> (), f32) -> ()
  return
}

// -----

func.func @indirect_results(%f: () -> i32) {
  // expected-error @below {{'func.call_indirect' op incorrect number of results for callee: expected 1, but got 0}}
  "func.call_indirect"(%f) : (() -> i32) -> ()
  return
}

// -----

func.func @indirect_of_int(%a: i32) {
  // expected-error @below {{'func.call_indirect' op operand #0 must be function type, but got 'i32'}}
  "func.call_indirect"(%a) : (i32) -> ()
  return
}

// -----

// expected-note @below {{function defined here}}
func.func private @callee(i32)
func.func @constant_type() {
  // expected-error @below {{'func.constant' op reference to function with mismatched type: '() -> ()', not '(i32) -> ()'}}
  %0 = constant @callee : () -> ()
  return
}

// -----

func.func @constant_unknown() {
  // expected-error @below {{'func.constant' op 'nowhere' does not reference a valid function}}
  %0 = constant @nowhere : () -> ()
  return
}

// -----

func.func @constant_of_no_function() {
  // expected-error @below {{'func.constant' op result #0 must be function type, but got 'i32'}}
  %0 = "func.constant"() <{value = @constant_of_no_function}> : () -> i32
  return
}

// -----

func.func @unbound_result(%x: tensor<?{n}xf32>) {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{'tensor.splat' op uses the unbound extent 'm': give an argument of the function the extent m}}
  %0 = tensor.splat %c : tensor<?{n + m}xf32>
  return
}

// -----

func.func @unbound_in_list() -> index {
  // expected-error @below {{'tensor.extent' op uses the unbound extent 'k': give an argument of the function the}}
  %0 = tensor.extent [2*k + 1] : index
  return %0 : index
}

// -----

// expected-error @below {{'func.func' op needs an unsigned integer type of the elements' width as the attribute 'tf.element' of argument #1 of type tensor<4xi8>, such as ui8 for i8}}
func.func @element_of_another_width(%x: tensor<4xi8> {tf.element = ui8}, %y: tensor<4xi8> {tf.element = ui16}) { return }

// -----

// expected-error @below {{'func.func' op needs an unsigned integer type of the elements' width as the attribute 'tf.element' of result #0 of type tensor<4xf32>}}
func.func @element_of_a_float(%x: tensor<4xf32>) -> (tensor<4xf32> {tf.element = ui32}) { return %x : tensor<4xf32> }

// -----

// expected-error @below {{'func.func' op needs an unsigned integer type of the elements' width as the attribute 'tf.element' of argument #0 of type i1}}
func.func @element_of_a_bool(%x: i1 {tf.element = ui1}) { return }

// -----

// expected-error @below {{'func.func' op needs an unsigned integer type of the elements' width as the attribute 'tf.element' of argument #0 of type i8}}
func.func @element_that_is_no_type(%x: i8 {tf.element = "ui8"}) { return }

// -----

// The results of calls bind what they have beyond the operands' extents.
func.func private @find(tensor<?{n}xf32>) -> tensor<?{found}xf32>
func.func @bound_by_call(%x: tensor<?{n}xf32>) -> tensor<?{found + n}xf32> {
  %0 = call @find(%x) : (tensor<?{n}xf32>) -> tensor<?{found}xf32>
  %c = arith.constant 1.0 : f32
  %1 = tensor.splat %c : tensor<?{found + n}xf32>
  return %1 : tensor<?{found + n}xf32>
}
