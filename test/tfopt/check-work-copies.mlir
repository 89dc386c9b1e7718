// What a version does that has not been lowered: copies of tensors, and scans by teams.
// RUN: tfopt %s --check-work --cpu --target=znver4 -o /dev/null 2>&1 | FileCheck %s
// RUN: tfopt %s --check-work --simt -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: work: 9 functions counted, {{.*}}, 0 of them add work

// A conditional hands on an argument, which is returned: it is copied to the result.
func.func @handed_on(%x: tensor<?{n}xi32>, %c: i32) -> tensor<?{n}xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = arith.cmpi slt, %one, %zero : i32
  %r = loop.if %t -> (tensor<?{n}xi32>) {
    %y = arith.addi %x, %x : tensor<?{n}xi32>
    loop.yield %y : tensor<?{n}xi32>
  } else {
    loop.yield %x : tensor<?{n}xi32>
  }
  return %r : tensor<?{n}xi32>
}

// Its sides hand on different tensors, which are read later, too.
func.func @sides(%x: tensor<?{n}x4xi32>, %y: tensor<?{n}xi32>, %c: i32)
    -> (tensor<?{n}x4xi32>, tensor<?{n}x4xi32>, tensor<?{n}x4xi32>, tensor<?{n}xi32>) {
  %zero = arith.constant 0 : i32
  %a = math.cttz %x : tensor<?{n}x4xi32>
  %b = math.ctlz %x : tensor<?{n}x4xi32>
  %t = arith.cmpi slt, %c, %zero : i32
  %r:2 = loop.if %t -> (tensor<?{n}x4xi32>, tensor<?{n}xi32>) {
    loop.yield %a, %y : tensor<?{n}x4xi32>, tensor<?{n}xi32>
  } else {
    %z = math.ipowi %y, %y : tensor<?{n}xi32>
    loop.yield %b, %z : tensor<?{n}x4xi32>, tensor<?{n}xi32>
  }
  return %r#0, %a, %b, %r#1 : tensor<?{n}x4xi32>, tensor<?{n}x4xi32>, tensor<?{n}x4xi32>, tensor<?{n}xi32>
}

// A conditional whose sides only yield becomes a selection by element.
func.func @selected(%x: tensor<?{n}x?{n}xf32>, %y: tensor<?{n}x?{n}xf32>, %c: i32) -> tensor<?{n}x?{n}xf32> {
  %zero = arith.constant 0 : i32
  %t = arith.cmpi slt, %c, %zero : i32
  %r = loop.if %t -> (tensor<?{n}x?{n}xf32>) {
    loop.yield %x : tensor<?{n}x?{n}xf32>
  } else {
    loop.yield %y : tensor<?{n}x?{n}xf32>
  }
  return %r : tensor<?{n}x?{n}xf32>
}

// The same of computed tensors, which neither side copies before.
func.func @computed(%x: tensor<?{n}x?{n}xf32>, %y: tensor<?{n}x?{n}xf32>, %c: i32) -> tensor<?{n}x?{n}xf32> {
  %zero = arith.constant 0 : i32
  %t = arith.cmpi slt, %c, %zero : i32
  %a = arith.addf %x, %y : tensor<?{n}x?{n}xf32>
  %b = arith.mulf %x, %y : tensor<?{n}x?{n}xf32>
  %r = loop.if %t -> (tensor<?{n}x?{n}xf32>) {
    loop.yield %a : tensor<?{n}x?{n}xf32>
  } else {
    loop.yield %b : tensor<?{n}x?{n}xf32>
  }
  return %r : tensor<?{n}x?{n}xf32>
}

// An update reads the tensor that it changes.
func.func @own_reads(%x: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  %0 = math.cttz %x : tensor<?{n}xi32>
  %r = tensor.compute (%i) in [n] accumulate(minsi %acc = %0 : tensor<?{n}xi32>) {
    %v = tensor.at %0[%i + 1] clamp : tensor<?{n}xi32>
    tensor.put %v into %acc[%i] drop : memref<?{n}xi32>
    tensor.yield
  }
  return %r : tensor<?{n}xi32>
}

// The rounds of a scan compare and select.
func.func @scanned(%x: tensor<1x?{n}xi64>) -> tensor<1x?{n}xi64> {
  %one = arith.constant 1 : i64
  %r = tensor.scan [mul] %x init(%one) dim = 1 fastmath<reassoc,contract> : tensor<1x?{n}xi64>
  return %r : tensor<1x?{n}xi64>
}

// An element of a small tensor is selected by comparisons.
func.func @chosen(%p: tensor<?{n}xi32>) -> tensor<?{n}xf32> {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.5 : f32
  %c = arith.constant 4.0 : f32
  %d = arith.constant 7.0 : f32
  %t = tensor.from_elements %a, %b, %c, %d, %a, %b, %d, %c : tensor<8xf32>
  %r = tensor.compute (%i) in [n] {
    %v = tensor.at %p[%i] : tensor<?{n}xi32>
    %at = arith.index_cast %v : i32 to index
    %e = tensor.at %t[%at] clamp : tensor<8xf32>
    tensor.yield %e : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}

// Two tapes start empty, one of them anew in each iteration. Merged, they still have no elements to copy.
func.func @tapes(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.extent [n] : index
  %first = tensor.empty : tensor<128x?{n}xf32>
  %a = loop.for %k = %c0 to %c2 step %c1 iter_args(%t = %first) -> (tensor<128x?{n}xf32>) {
    %b = tensor.compute (%i) in [n] accumulate(set unique %acc = %t : tensor<128x?{n}xf32>) {
      %v = tensor.at %x[%i] : tensor<?{n}xf32>
      tensor.put %v into %acc[%k, %i] drop : memref<128x?{n}xf32>
      tensor.yield
    }
    loop.yield %b : tensor<128x?{n}xf32>
  }
  %r = loop.for %l = %c0 to %n step %c1 iter_args(%y = %x) -> (tensor<?{n}xf32>) {
    %second = tensor.empty : tensor<128x?{n}xf32>
    %b = loop.for %k = %c0 to %c2 step %c1 iter_args(%t = %second) -> (tensor<128x?{n}xf32>) {
      %d = tensor.compute (%i) in [n] accumulate(set unique %acc = %t : tensor<128x?{n}xf32>) {
        %v = tensor.at %a[%k, %i] clamp : tensor<128x?{n}xf32>
        %w = tensor.at %y[%i] : tensor<?{n}xf32>
        %s = arith.mulf %v, %w : f32
        tensor.put %s into %acc[%k, %i] drop : memref<128x?{n}xf32>
        tensor.yield
      }
      loop.yield %d : tensor<128x?{n}xf32>
    }
    %z = tensor.compute (%i) in [n] {
      %v = tensor.at %b[0, %i] : tensor<128x?{n}xf32>
      %w = tensor.at %b[1, %i] : tensor<128x?{n}xf32>
      %s = arith.addf %v, %w : f32
      tensor.yield %s : f32
    } : tensor<?{n}xf32>
    loop.yield %z : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}

// A loop that swaps two buffers and runs no iteration here: the argument is copied to one, and that to the
// result.
func.func @swapped(%x: tensor<?{n}x64xf32>, %count: i32) -> tensor<?{n}x64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.constant 0 : i32
  %few = arith.minsi %count, %c : i32
  %end = arith.index_cast %few : i32 to index
  %r = loop.for %i = %zero to %end step %one iter_args(%a = %x) -> (tensor<?{n}x64xf32>) {
    %b = tensor.compute (%j, %k) in [n, 64] {
      %v = tensor.at %a[%j, %k - 1] wrap : tensor<?{n}x64xf32>
      %w = tensor.at %a[%j, %k + 1] wrap : tensor<?{n}x64xf32>
      %s = arith.addf %v, %w : f32
      tensor.yield %s : f32
    } : tensor<?{n}x64xf32>
    loop.yield %b : tensor<?{n}x64xf32>
  }
  return %r : tensor<?{n}x64xf32>
}
