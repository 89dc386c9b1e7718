// RUN: tfopt %s --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op has an attribute 'tf.plan' that is no plan: it holds 'stages', 'takes' and 'results'}}
func.func @form(index) -> index attributes {tf.plan = {stages = [@f]}}

// -----

// expected-error @below {{'func.func' op has an attribute 'tf.plan' that names @f, which is no function here}}
func.func @name(index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an attribute 'tf.plan' in which @f takes the values [0, 0]: it has 1 arguments, and there are 1 values}}
func.func @count(index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0, 0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an attribute 'tf.plan' with the results [2]: the function has 1, and there are 2 values}}
func.func @result(index) -> index attributes {tf.plan = {results = [2], stages = [@f], takes = [[0]]}}

// -----

func.func private @f(%n: index) -> index {
  return %n : index
}
// expected-error @below {{'func.func' op has an attribute 'tf.plan' and a body: its stages are its body}}
func.func @body(%n: index) -> index attributes {tf.plan = {results = [1], stages = [@f], takes = [[0]]}} {
  return %n : index
}
