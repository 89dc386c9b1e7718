// What is left out is said with its reason; that nothing was compared is an error.
// RUN: not tfopt %s --allow-unregistered-dialect --canonicalize --check-semantics -o /dev/null 2>&1 | FileCheck %s
// RUN: not tfopt %s --allow-unregistered-dialect --canonicalize --bisect -o /dev/null 2>&1 | FileCheck %s --check-prefix=BISECT
// CHECK: semantics: 0 functions compared, 0 answers around passes, none of machine code (the pipeline does not end at the memory stage)
// CHECK-NEXT: semantics: '@foreign' is left out: {{.*}}cannot be interpreted
// CHECK-NEXT: semantics: '@lanes' is left out: it takes vector<4xf32>, which is neither a scalar nor a tensor
// CHECK-NEXT: error: --check-semantics compared nothing: no function has results to compare [E0416]
// BISECT: error: --bisect compared nothing
func.func @lanes(%a: vector<4xf32>) -> vector<4xf32> {
  return %a : vector<4xf32>
}
func.func @foreign(%a: f32) -> f32 {
  %b = "foo.bar"(%a) : (f32) -> f32
  return %b : f32
}
