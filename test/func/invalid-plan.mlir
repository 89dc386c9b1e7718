// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op has an invalid attribute 'tf.plan': a plan has the fields 'stages', 'takes' and 'results'}}
func.func @form(index) -> index attributes {tf.plan = {stages = [@f]}}

// -----

// expected-error @below {{'func.func' op has an invalid attribute 'tf.plan': @f is not a function of this module}}
func.func @name(index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an invalid attribute 'tf.plan': @f takes the values [0, 0], but it has 1 arguments, and 1 values are defined}}
func.func @count(index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0, 0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an invalid attribute 'tf.plan': it lists the results [2], but the function has 1 results, and 2 values are defined}}
func.func @result(index) -> index attributes {tf.plan = {results = [2], stages = [@f], takes = [[0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an invalid attribute 'tf.plan': a function with a body has no stages}}
func.func @body(%n: index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0]]}} {
  return %n : index
}
