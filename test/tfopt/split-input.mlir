// Parts of an input are processed one by one; a bad one does not stop the others.
// RUN: not tfopt %s --split-input-file --cse 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: echo kept > %t.old
// RUN: not tfopt %s --split-input-file -o %t.old
// RUN: grep kept %t.old

// CHECK: func.func @a
// CHECK: // -----
// CHECK-NOT: @b
// CHECK: func.func @c
func.func @a() {
  return
}
// -----
func.func @b() {
  // ERR: split-input.mlir:[[@LINE+1]]:{{.*}}: error:
  return %x : i32
}
// -----
func.func @c() {
  return
}
