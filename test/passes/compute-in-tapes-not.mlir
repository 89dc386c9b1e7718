// Loops whose states stay copies of what they keep.
// RUN: tfopt %s --compute-in-tapes --check-semantics | FileCheck %s
// RUN: tfopt %s --cpu --target=znver4 | FileCheck %s --check-prefix=CODE
// No tape is copied.
// CODE-NOT: mem.copy {{.*}}memref<8x40xf32>

// The next state is no compute's: a scan makes it, and a sort reads it as a whole.
// CHECK-LABEL: func.func @scanned(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
// CHECK: tensor.scan
func.func @scanned(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.scan add %a dim = 0 : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}

// CHECK-LABEL: func.func @sorted(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
// CHECK: tensor.sort
func.func @sorted(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %o = tensor.sort %a dim = 0 by (%p: f32, %q: f32) {
      %less = arith.cmpf olt, %p, %q : f32
      tensor.yield %less : i1
    } : tensor<40xf32>
    %next = tensor.compute (%i) in [40] {
      %l = tensor.at %o[%i] : tensor<40xf32>
      %m = tensor.at %a[%i] : tensor<40xf32>
      %v = arith.subf %l, %m : f32
      tensor.yield %v : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}

// The state is handed on to two others; the tape holds something before the loop; it is read in the loop; it is a result as a whole; which slot is read
// behind it is not known; there may be more trips than slots.
// CHECK-LABEL: func.func @twice(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>)
func.func @twice(%x: tensor<40xf32>) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %p, %q, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %b = %x, %c = %x, %tape = %e) -> (tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %a, %a, %kept : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[3, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y, %p, %q : tensor<40xf32>, tensor<40xf32>, tensor<40xf32>
}

// CHECK-LABEL: func.func @begun(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @begun(%x: tensor<40xf32>, %trips: index) -> tensor<40xf32> {
  %e = arith.constant dense<0.0> : tensor<8x40xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %n = arith.minsi %trips, %c7 : index
  %s, %k = loop.for %t = %c0 to %n step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[7, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}

// CHECK-LABEL: func.func @unknown_slot(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @unknown_slot(%x: tensor<40xf32>, %slot: index) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[%slot, %i] clamp : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}

// CHECK-LABEL: func.func @more_trips(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @more_trips(%x: tensor<40xf32>) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] drop : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  %y = tensor.compute (%i) in [40] {
    %v = tensor.at %k[7, %i] : tensor<8x40xf32>
    tensor.yield %v : f32
  } : tensor<40xf32>
  return %y : tensor<40xf32>
}

// CHECK-LABEL: func.func @whole(
// CHECK: loop.for {{.*}} -> (tensor<40xf32>, tensor<8x40xf32>)
func.func @whole(%x: tensor<40xf32>) -> tensor<8x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty : tensor<8x40xf32>
  %s, %k = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x, %tape = %e) -> (tensor<40xf32>, tensor<8x40xf32>) {
    %kept = tensor.compute (%i) in [40] accumulate(set unique %acc = %tape : tensor<8x40xf32>) {
      %v = tensor.at %a[%i] : tensor<40xf32>
      tensor.put %v into %acc[%t, %i] : memref<8x40xf32>
      tensor.yield
    }
    %next = tensor.compute (%i) in [40] {
      %v = tensor.at %a[%i] : tensor<40xf32>
      %w = math.sin %v : f32
      tensor.yield %w : f32
    } : tensor<40xf32>
    loop.yield %next, %kept : tensor<40xf32>, tensor<8x40xf32>
  }
  return %k : tensor<8x40xf32>
}
