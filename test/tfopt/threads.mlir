// The output does not depend on the number of threads.
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,test-pass-warn,cse)' --print-ir-after-all -j1 > %t.1 2>&1
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,test-pass-warn,cse)' --print-ir-after-all -j 7 > %t.7 2>&1
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,test-pass-warn,cse)' --print-ir-after-all --disable-threading > %t.0 2>&1
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,test-pass-warn,cse)' --print-ir-after-all --mlir-disable-threading > %t.m 2>&1
// RUN: cmp %t.1 %t.7 && cmp %t.1 %t.0 && cmp %t.1 %t.m
// RUN: FileCheck %s < %t.7
// RUN: not tfopt %s -j0 2>&1 | FileCheck %s --check-prefix=ZERO

// CHECK: warning: seen '@a'
// CHECK: warning: seen '@b'
// CHECK: warning: seen '@c'
// ZERO: tfopt: error: option '-j': the number of threads must be between 1 and
func.func @a(%a: i32) -> i32 {
  return %a : i32
}
func.func @b(%a: i32) -> i32 {
  return %a : i32
}
func.func @c(%a: i32) -> i32 {
  return %a : i32
}
