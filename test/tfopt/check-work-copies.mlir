// What a version does that has not been lowered: copies of tensors, and scans by teams.
// RUN: tfopt %s --check-work --cpu --target=znver4 -o /dev/null 2>&1 | FileCheck %s
// RUN: tfopt %s --check-work --simt -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: work: 7 functions counted, {{.*}}, 0 of them add work

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
