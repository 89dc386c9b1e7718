// RUN: tfopt --watch-loops --check-semantics=8 %s -o /dev/null 2>&1 | FileCheck %s
// RUN: tfrun %s --entry=escape --device=simt-compiled --print | FileCheck %s --check-prefix=ANSWER
// RUN: tfopt %s --watch-loops | tfrun - --entry=escape --device=simt-compiled --print | FileCheck %s --check-prefix=ANSWER
// RUN: tfopt %s --watch-loops | tfrun - --entry=escape --device=simt --print | FileCheck %s --check-prefix=ANSWER

// What goes in rounds counts as it did: ends of rounds and of the loop, and limits that no round reaches.
// CHECK: semantics: 1 functions compared
// ANSWER: 0 3 16386 65535 90000 100002
kernel.func @count(%limits: memref<6xi32>, %out: memref<6xi32> {kernel.access = "out"}) {
  %t = kernel.thread_id x
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %big = arith.constant 99999 : i32
  %limit = mem.load %limits[%t] : memref<6xi32>
  %r = loop.while (%n = %zero) : (i32) -> (i32) {
    %small = arith.cmpi sle, %n, %big : i32
    %more = arith.cmpi slt, %n, %limit : i32
    %on = arith.andi %small, %more : i1
    loop.condition %on, %n : i32
  } do (%n: i32) {
    %m = arith.addi %n, %three : i32
    loop.yield %m : i32
  }
  mem.store %r, %out[%t] : memref<6xi32>
  kernel.return
}
func.func @escape() -> tensor<6xi32> {
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %limits = arith.constant dense<[0, 1, 16384, 65535, 90000, 2147483647]> : tensor<6xi32>
  %r = kernel.launch @count grid(%c1) block(%c6) args(%limits) : (tensor<6xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}
