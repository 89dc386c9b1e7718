// RUN: tfopt %s --dce --allow-unregistered-dialect | FileCheck %s
// RUN: tfopt %s --dce --allow-unregistered-dialect --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: (S) 5 num-dead
// STATS: (S) 2 num-blocks

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: return %arg0
func.func @chain(%a: i32) -> i32 {
  %x = arith.muli %a, %a : i32
  %y = arith.addi %x, %a : i32
  %z = arith.xori %y, %x : i32
  return %a : i32
}

// CHECK-LABEL: func.func @effects
// CHECK-NEXT: mem.store
// CHECK-NEXT: "unknown.op"
// CHECK-NEXT: return
func.func @effects(%m: memref<4xf32>, %i: index, %v: f32) {
  %0 = mem.load %m[%i] : memref<4xf32>
  mem.store %v, %m[%i] : memref<4xf32>
  %1 = "unknown.op"(%v) : (f32) -> f32
  return
}

// A loop that computes what nobody uses, and what was only for it.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: return
func.func @loop(%c: i1, %a: i32) {
  %r = loop.if %c -> (i32) {
    %k = arith.addi %a, %a : i32
    loop.yield %k : i32
  } else {
    loop.yield %a : i32
  }
  return
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: ^bb
// CHECK: return
func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %1, %a : i32
  "cf.br"()[^bb2] : () -> ()
^bb2:
  %1 = arith.addi %0, %a : i32
  "cf.br"()[^bb1] : () -> ()
}
