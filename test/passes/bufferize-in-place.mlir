// A nest that reads the tensor it changes goes on in its memory where a read comes before what is put into
// that element: each point changes the element that it reads, or there is one point, which reads first.
// RUN: tfopt %s --tensor-to-loops | tee %t.check | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// GOLDEN: cat %t.check
// SAME: 19 functions compared

// An element, of the one before: the only point reads first.
// CHECK-LABEL: func.func @element(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @element(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1, 7] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, 7] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// At subscripts of which nothing is known.
// CHECK-LABEL: func.func @any_element(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @any_element(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%s, %s] clamp : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %s] drop : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Each point of a row changes the element that it reads.
// CHECK-LABEL: func.func @own(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @own(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// The same of a part of the tensor.
// CHECK-LABEL: func.func @own_slice(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @own_slice(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i, %j) in [8, 39] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%i + 1, %j + 1] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%i + 1, %j + 1] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// What is put is added to the element, and another one is read before.
// CHECK-LABEL: func.func @added(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @added(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(add %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1, 7] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, 7] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// A row is summed up before anything is put.
// CHECK-LABEL: func.func @summed(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @summed(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %d = tensor.fold (%k) = 0 to 40 add {
        %l = tensor.at %a[%t, %k] : tensor<9x40xf32>
        tensor.yield %l : f32
      } : f32
      tensor.put %d into %acc[%t, 3] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// A point reads what another one changes: elements further on, before, and in the other direction.
// CHECK-LABEL: func.func @ahead(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @ahead(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [39] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i + 1] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Before.
// CHECK-LABEL: func.func @behind(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @behind(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [39] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i + 1] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// In the other direction.
// CHECK-LABEL: func.func @turned(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @turned(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, 39 - %i] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Several points change one element: all but the first would read what was put.
// CHECK-LABEL: func.func @several(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @several(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i, %j) in [4, 40] accumulate(set %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %j] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %j] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// What is read behind a put may be what was put.
// CHECK-LABEL: func.func @two_puts(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @two_puts(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, 7] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, 7] : memref<9x40xf32>
      %m = tensor.at %a[%s, 7] clamp : tensor<9x40xf32>
      %e = arith.addf %m, %m : f32
      tensor.put %e into %acc[%t, 8] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Here it is not.
// CHECK-LABEL: func.func @two_apart(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @two_apart(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, 7] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, 7] : memref<9x40xf32>
      %m = tensor.at %a[%t, 8] : tensor<9x40xf32>
      %e = arith.addf %m, %m : f32
      tensor.put %e into %acc[%t, 8] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Nested loops carry the tensor in one memory.
// CHECK-LABEL: func.func @nested(
// CHECK: loop.for
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @nested(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%o = %x) -> (tensor<9x40xf32>) {
    %q = loop.for %u = %c1 to %c40 step %c1 iter_args(%a = %o) -> (tensor<9x40xf32>) {
      %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
        %l = tensor.at %a[%t, %u - 1] : tensor<9x40xf32>
        %m = tensor.at %a[%t - 1, %u] : tensor<9x40xf32>
        %d = arith.mulf %l, %m : f32
        tensor.put %d into %acc[%t, %u] : memref<9x40xf32>
        tensor.yield
      }
      loop.yield %y : tensor<9x40xf32>
    }
    loop.yield %q : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// An update after another one reads what that has made, where it changes it.
// CHECK-LABEL: func.func @chain(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @chain(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1, 7] : tensor<9x40xf32>
      tensor.put %l into %acc[%t, 7] : memref<9x40xf32>
      tensor.yield
    }
    %z = tensor.compute (%i) in [39] accumulate(set unique %acc = %y : tensor<9x40xf32>) {
      %l = tensor.at %y[%t, %i] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %z : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Or further on: then it is copied.
// CHECK-LABEL: func.func @chain_ahead(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @chain_ahead(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1, 7] : tensor<9x40xf32>
      tensor.put %l into %acc[%t, 7] : memref<9x40xf32>
      tensor.yield
    }
    %z = tensor.compute (%i) in [39] accumulate(set unique %acc = %y : tensor<9x40xf32>) {
      %l = tensor.at %y[%t, %i + 1] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %z : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// A loop of one iteration tells nothing apart, and need not.
// CHECK-LABEL: func.func @one_iteration(
// CHECK: loop.for
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @one_iteration(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i, %j) in [1, 40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1 + %i, %j] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.put %d into %acc[%t + %i, %j] : memref<9x40xf32>
      tensor.yield
    }
    %z = tensor.compute (%i) in [1] accumulate(set unique %acc = %y : tensor<9x40xf32>) {
      %l = tensor.at %y[%t, %i + 1] : tensor<9x40xf32>
      tensor.put %l into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %z : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Conditionals pass a tensor on, or change it: it stays where it is.
// CHECK-LABEL: func.func @branches(
// CHECK: loop.for
// CHECK: loop.if
// CHECK: loop.if
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @branches(%x: tensor<9x40xf32>, %p: tensor<i1>, %q: tensor<i1>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %ph = tensor.at %p[] : tensor<i1>
  %qh = tensor.at %q[] : tensor<i1>
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t - 1, 7] : tensor<9x40xf32>
      tensor.put %l into %acc[%t, 7] : memref<9x40xf32>
      tensor.yield
    }
    %z = loop.if %ph -> (tensor<9x40xf32>) {
      loop.yield %y : tensor<9x40xf32>
    } else {
      %v = tensor.compute () in [] accumulate(set unique %acc = %y : tensor<9x40xf32>) {
        %l = tensor.at %y[%t, 5] : tensor<9x40xf32>
        tensor.put %l into %acc[%t, 6] : memref<9x40xf32>
        tensor.yield
      }
      loop.yield %v : tensor<9x40xf32>
    }
    %w = loop.if %qh -> (tensor<9x40xf32>) {
      %v = loop.if %ph -> (tensor<9x40xf32>) {
        %u = tensor.compute () in [] accumulate(set unique %acc = %z : tensor<9x40xf32>) {
          %l = tensor.at %z[%t, 3] : tensor<9x40xf32>
          tensor.put %l into %acc[%t, 4] : memref<9x40xf32>
          tensor.yield
        }
        loop.yield %u : tensor<9x40xf32>
      } else {
        loop.yield %z : tensor<9x40xf32>
      }
      loop.yield %v : tensor<9x40xf32>
    } else {
      loop.yield %z : tensor<9x40xf32>
    }
    loop.yield %w : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Two tensors change places in one side: neither can be where the other one still is.
// CHECK-LABEL: func.func @places(
// CHECK: loop.if
// CHECK: mem.copy
// CHECK: mem.copy
// CHECK: return
func.func @places(%x: tensor<9x40xf32>, %h: tensor<9x40xf32>) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %s = arith.constant 7.0 : f32
  %r, %o = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %h) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
    %is = arith.cmpi sgt, %t, %c3 : index
    %y, %z = loop.if %is -> (tensor<9x40xf32>, tensor<9x40xf32>) {
      loop.yield %b, %a : tensor<9x40xf32>, tensor<9x40xf32>
    } else {
      %v = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
        tensor.put %s into %acc[%t, 6] : memref<9x40xf32>
        tensor.yield
      }
      loop.yield %v, %b : tensor<9x40xf32>, tensor<9x40xf32>
    }
    loop.yield %y, %z : tensor<9x40xf32>, tensor<9x40xf32>
  }
  return %r, %o : tensor<9x40xf32>, tensor<9x40xf32>
}

// Another name of the tensor is read after the update.
// CHECK-LABEL: func.func @other_name(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK: return
func.func @other_name(%x: tensor<9x?{n}xf32>) -> (tensor<9x?{n}xf32>, tensor<f32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %s = arith.constant 7.0 : f32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r, %o = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %zero) -> (tensor<9x?{n}xf32>, tensor<f32>) {
    %name = tensor.cast %a : tensor<9x?{n}xf32> to tensor<9x?{n}xf32>
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x?{n}xf32>) {
      tensor.put %s into %acc[%t, 3] drop : memref<9x?{n}xf32>
      tensor.yield
    }
    %w = tensor.compute () in [] {
      %l = tensor.at %name[%t, 3] clamp : tensor<9x?{n}xf32>
      %m = tensor.at %b[] : tensor<f32>
      %d = arith.addf %l, %m : f32
      tensor.yield %d : f32
    } : tensor<f32>
    loop.yield %y, %w : tensor<9x?{n}xf32>, tensor<f32>
  }
  return %r, %o : tensor<9x?{n}xf32>, tensor<f32>
}
