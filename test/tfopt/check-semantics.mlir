// A pass that turns an addf into a subf is named, with the function and the inputs that show it.
// RUN: tfopt %s --canonicalize --cse --check-semantics | FileCheck %s --check-prefix=OK
// RUN: not tfopt %s --canonicalize --test-flip-addf=only=wrong --cse --check-semantics 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not tfopt %s --pass-pipeline='builtin.module(func.func(cse,test-flip-addf{only=wrong}))' --check-semantics=2 -j4 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not tfopt %s --cse --check-semantics=many 2>&1 | FileCheck %s --check-prefix=NUMBER
// OK-LABEL: @wrong
// OK: arith.addf
// BAD: [[@LINE+8]]:1: error: pass 'test-flip-addf' changes the result of '@wrong': input seed {{[0-9]+}}, result #0{{.*}}: expected {{.*}}, found
// BAD-NOT: error:
// BAD: semantics: 2 functions compared
// NUMBER: option '--check-semantics': 'many' is not an integer in range
func.func @right(%a: f32, %b: f32) -> f32 {
  %x = arith.addf %a, %b : f32
  return %x : f32
}
func.func @wrong(%a: tensor<?{n}xf32>, %b: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %x = arith.addf %a, %b : tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
