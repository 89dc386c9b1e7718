// Attention over rows that are longer than a cache holds scores of, and over rows whose number is not known,
// forwards and backwards: no buffer has as many scores as the square of it.
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s --implicit-check-not='{{memref<[^>]*2048x2048x}}' --implicit-check-not='{{memref<[^>]*[?][{]s[}]x[?][{]s[}]x}}'
// RUN: tfopt %s --target=x86-64-v4 --cpu | FileCheck %s --implicit-check-not='{{memref<[^>]*2048x2048x}}' --implicit-check-not='{{memref<[^>]*[?][{]s[}]x[?][{]s[}]x}}'

// Scores of the rows of a trip, and no more.
// CHECK-LABEL: func.func @attention_long(
// CHECK: mem.alloc : memref<64x256xf32>
// CHECK-LABEL: func.func @gradient_long(
// CHECK: mem.alloc : memref<{{[0-9]+}}x2048xf32>
// CHECK-LABEL: func.func @attention_unknown(
// CHECK: mem.alloc : memref<64x256xf32>
// CHECK-LABEL: func.func @gradient_unknown(
// CHECK: mem.alloc : memref<{{[0-9]+}}x?{s}xf32>
func.func @attention_long(%q: tensor<8x2048x64xf32>, %k: tensor<8x2048x64xf32>, %v: tensor<8x2048x64xf32>) -> tensor<8x2048x64xf32> {
  %s = tensor.contract "hic,hjc->hij" %q, %k : (tensor<8x2048x64xf32>, tensor<8x2048x64xf32>) -> tensor<8x2048x2048xf32>
  %m = tensor.reduce maximumf %s dims = [2] : tensor<8x2048x2048xf32> to tensor<8x2048xf32>
  %mb = tensor.broadcast %m dims = [0, 1] : tensor<8x2048xf32> to tensor<8x2048x2048xf32>
  %d = arith.subf %s, %mb : tensor<8x2048x2048xf32>
  %e = math.exp %d : tensor<8x2048x2048xf32>
  %l = tensor.reduce add %e dims = [2] : tensor<8x2048x2048xf32> to tensor<8x2048xf32>
  %lb = tensor.broadcast %l dims = [0, 1] : tensor<8x2048xf32> to tensor<8x2048x2048xf32>
  %p = arith.divf %e, %lb : tensor<8x2048x2048xf32>
  %o = tensor.contract "hij,hjc->hic" %p, %v : (tensor<8x2048x2048xf32>, tensor<8x2048x64xf32>) -> tensor<8x2048x64xf32>
  return %o : tensor<8x2048x64xf32>
}

func.func @gradient_long(%q: tensor<8x2048x64xf32>, %k: tensor<8x2048x64xf32>, %v: tensor<8x2048x64xf32>, %g: tensor<8x2048x64xf32>)
    -> (tensor<8x2048x64xf32>, tensor<8x2048x64xf32>, tensor<8x2048x64xf32>) {
  %o, %a, %b, %c = tensor.vjp (%x = %q, %y = %k, %z = %v) seed(%g) : (tensor<8x2048x64xf32>, tensor<8x2048x64xf32>, tensor<8x2048x64xf32>) -> (tensor<8x2048x64xf32>) {
    %r = func.call @attention_long(%x, %y, %z) : (tensor<8x2048x64xf32>, tensor<8x2048x64xf32>, tensor<8x2048x64xf32>) -> tensor<8x2048x64xf32>
    tensor.yield %r : tensor<8x2048x64xf32>
  }
  return %a, %b, %c : tensor<8x2048x64xf32>, tensor<8x2048x64xf32>, tensor<8x2048x64xf32>
}

func.func @attention_unknown(%q: tensor<8x?{s}x64xf32>, %k: tensor<8x?{s}x64xf32>, %v: tensor<8x?{s}x64xf32>) -> tensor<8x?{s}x64xf32> {
  %s = tensor.contract "hic,hjc->hij" %q, %k : (tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>) -> tensor<8x?{s}x?{s}xf32>
  %m = tensor.reduce maximumf %s dims = [2] : tensor<8x?{s}x?{s}xf32> to tensor<8x?{s}xf32>
  %mb = tensor.broadcast %m dims = [0, 1] : tensor<8x?{s}xf32> to tensor<8x?{s}x?{s}xf32>
  %d = arith.subf %s, %mb : tensor<8x?{s}x?{s}xf32>
  %e = math.exp %d : tensor<8x?{s}x?{s}xf32>
  %l = tensor.reduce add %e dims = [2] : tensor<8x?{s}x?{s}xf32> to tensor<8x?{s}xf32>
  %lb = tensor.broadcast %l dims = [0, 1] : tensor<8x?{s}xf32> to tensor<8x?{s}x?{s}xf32>
  %p = arith.divf %e, %lb : tensor<8x?{s}x?{s}xf32>
  %o = tensor.contract "hij,hjc->hic" %p, %v : (tensor<8x?{s}x?{s}xf32>, tensor<8x?{s}x64xf32>) -> tensor<8x?{s}x64xf32>
  return %o : tensor<8x?{s}x64xf32>
}

func.func @gradient_unknown(%q: tensor<8x?{s}x64xf32>, %k: tensor<8x?{s}x64xf32>, %v: tensor<8x?{s}x64xf32>, %g: tensor<8x?{s}x64xf32>)
    -> (tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>) {
  %o, %a, %b, %c = tensor.vjp (%x = %q, %y = %k, %z = %v) seed(%g) : (tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>) -> (tensor<8x?{s}x64xf32>) {
    %r = func.call @attention_unknown(%x, %y, %z) : (tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>) -> tensor<8x?{s}x64xf32>
    tensor.yield %r : tensor<8x?{s}x64xf32>
  }
  return %a, %b, %c : tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>, tensor<8x?{s}x64xf32>
}
