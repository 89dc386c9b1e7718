// The runner itself: a failing check is a failure, which this file expects.
// XFAIL: the check asks on purpose for what is not there
// RUN: grep -v '^//' %s | FileCheck %s

// CHECK: func.func @absent
func.func @present() {
  return
}
