// Every stage of a run on one page; lines know the lines they came from.
// RUN: tfopt %s --html=%t.html --pass-pipeline='func.func(canonicalize,cse)' -o %t.out
// RUN: FileCheck %s < %t.html
// RUN: not tfopt %s --html=%t.html --pass-pipeline='func.func(test-pass-failure)' 2> %t.err
// RUN: FileCheck %s --check-prefix=FAILED < %t.html
// RUN: not tfopt %s --html=/nowhere/x.html 2>&1 | FileCheck %s --check-prefix=WHERE

// CHECK: <!DOCTYPE html>
// CHECK: <code>builtin.module(func.func(canonicalize,cse))</code>
// CHECK: <section class="source" data-scope="">
// CHECK: <section class="changed" data-scope=""><h2>input</h2>
// CHECK: <div data-from="[[#@LINE+13]]">    %0 = arith.addi %arg0, %c0_i32 : i32</div>
// CHECK: <section class="changed" data-scope="f"><h2>canonicalize <small>@f</small></h2>
// CHECK-NEXT: <div data-from="[[#@LINE+9]]">func.func @f(%arg0: i32, %arg1: i32) -&gt; (i32, i32) {</div>
// CHECK-NEXT: <div data-from="[[#@LINE+11]]">  %0 = arith.muli %arg0, %arg1 : i32</div>
// CHECK-NEXT: <div data-from="[[#@LINE+11]]">  %1 = arith.muli %arg0, %arg1 : i32</div>
// CHECK: <section class="changed" data-scope="f"><h2>cse <small>@f</small></h2>
// CHECK: return %0, %0 : i32, i32</div>
// CHECK-NOT: <script src
// CHECK: </script></body></html>
// FAILED: <section class="failed" data-scope="f"><h2>test-pass-failure <small>@f</small></h2>
// WHERE: tfopt: error: cannot write '/nowhere/x.html': No such file or directory
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %c = arith.constant 0 : i32
  %0 = arith.addi %a, %c : i32
  %1 = arith.muli %0, %b : i32
  %2 = arith.muli %a, %b : i32
  return %1, %2 : i32, i32
}
