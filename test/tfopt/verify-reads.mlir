// tensor-to-loops takes for granted that reads without a policy are inside: a run of passes ends before it.
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-trust-reads,canonicalize,tensor-to-loops,cse)' --verify-at-ends 2>&1 | FileCheck %s
// RUN: not tfopt %s --pass-pipeline='func.func(cse,test-pass-trust-reads,canonicalize,tensor-to-loops,cse)' --verify-each 2>&1 | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(cse,canonicalize,tensor-to-loops,cse)' --verify-at-ends -o /dev/null

// CHECK: error: 'tensor.at' op may read outside
// CHECK: note: the IR is invalid after pass 'test-pass-trust-reads'
func.func @f(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i + 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
