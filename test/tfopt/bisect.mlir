// The first pass that changes an answer or breaks the IR is named, and the rewrite where rewrites are
// counted.
// RUN: tfopt %s --canonicalize --cse --bisect | tee %t.ok | FileCheck %s --check-prefix=OK
// RUN: FileCheck %s --check-prefix=FULL_OK --match-full-lines < %t.ok
// RUN: not tfopt %s --canonicalize --test-flip-addf --cse --bisect 2>&1 | FileCheck %s --check-prefix=FLIP
// RUN: not tfopt %s --cse --test-pass-create-invalid-ir --canonicalize --bisect 2>&1 | FileCheck %s --check-prefix=INVALID
// COMPLETE: FULL_OK
// OK-LABEL: @f
// OK: arith.addf
// FLIP: error: pass 'test-flip-addf' is the first that changes a result, of '@f': input seed {{[0-9]+}}, result #0: expected {{.*}}, found {{.*}}; rewrite 3 causes it (--rewrite-fuel=2 is correct)
// FLIP-NOT: error:
// INVALID: error: pass 'test-pass-create-invalid-ir' is the first that fails or leaves invalid IR: 'arith.addi' op is the last op of its block, but not a terminator
func.func @f(%a: f32, %b: f32, %n: i32) -> (f32, i32) {
  %zero = arith.constant 0 : i32
  %m = arith.addi %n, %zero : i32
  %x = arith.addf %a, %b : f32
  return %x, %m : f32, i32
}
// FULL_OK: module {
// FULL_OK-NEXT:   func.func @f(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i32) -> (f32, i32) {
// FULL_OK-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG1]] : f32
// FULL_OK-NEXT:     return %[[V0]], %[[ARG2]] : f32, i32
// FULL_OK-NEXT:   }
// FULL_OK-NEXT: }
