// The runner itself: substitutions, continuations, pipes, checks that hold and checks that do not.
// RUN: grep -v '^//' %s > %t \
// RUN:   && FileCheck --input-file=%t %s
// RUN: not FileCheck --input-file=%t --check-prefix=WRONG %s 2>&1 \
// RUN:   | FileCheck --check-prefix=REPORT %s
// RUN: printf '%%s\n' %S | FileCheck --check-prefix=FOLDER %s

// CHECK-LABEL: func.func @first
// CHECK-NEXT:    return
// CHECK-NOT:     arith
// WRONG:       func.func @third
// REPORT:      WRONG: expected string not found in input
// FOLDER:      /test/harness-selftest{{$}}
func.func @first() {
  return
}
func.func @second() {
  return
}
