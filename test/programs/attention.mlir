// Attention of 8 heads, 512 rows and 64 numbers, forwards and backwards: scores are computed in parts of some
// rows, so that no buffer holds all of a head's, nor those of all heads.
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s
// RUN: tfopt %s --target=x86-64-v4 --cpu | FileCheck %s

// CHECK-LABEL: func.func @attention(
// CHECK-NOT: memref<{{.*}}512x512x
// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: memref<{{.*}}512x512x
func.func @attention(%q: tensor<8x512x64xf32>, %k: tensor<8x512x64xf32>, %v: tensor<8x512x64xf32>) -> tensor<8x512x64xf32> {
  %s = tensor.contract "hic,hjc->hij" %q, %k : (tensor<8x512x64xf32>, tensor<8x512x64xf32>) -> tensor<8x512x512xf32>
  %m = tensor.reduce maximumf %s dims = [2] : tensor<8x512x512xf32> to tensor<8x512xf32>
  %mb = tensor.broadcast %m dims = [0, 1] : tensor<8x512xf32> to tensor<8x512x512xf32>
  %d = arith.subf %s, %mb : tensor<8x512x512xf32>
  %e = math.exp %d : tensor<8x512x512xf32>
  %l = tensor.reduce add %e dims = [2] : tensor<8x512x512xf32> to tensor<8x512xf32>
  %lb = tensor.broadcast %l dims = [0, 1] : tensor<8x512xf32> to tensor<8x512x512xf32>
  %p = arith.divf %e, %lb : tensor<8x512x512xf32>
  %o = tensor.contract "hij,hjc->hic" %p, %v : (tensor<8x512x512xf32>, tensor<8x512x64xf32>) -> tensor<8x512x64xf32>
  return %o : tensor<8x512x64xf32>
}

func.func @gradient(%q: tensor<8x512x64xf32>, %k: tensor<8x512x64xf32>, %v: tensor<8x512x64xf32>, %g: tensor<8x512x64xf32>)
    -> (tensor<8x512x64xf32>, tensor<8x512x64xf32>, tensor<8x512x64xf32>) {
  %o, %a, %b, %c = tensor.vjp (%x = %q, %y = %k, %z = %v) seed(%g) : (tensor<8x512x64xf32>, tensor<8x512x64xf32>, tensor<8x512x64xf32>) -> (tensor<8x512x64xf32>) {
    %r = func.call @attention(%x, %y, %z) : (tensor<8x512x64xf32>, tensor<8x512x64xf32>, tensor<8x512x64xf32>) -> tensor<8x512x64xf32>
    tensor.yield %r : tensor<8x512x64xf32>
  }
  return %a, %b, %c : tensor<8x512x64xf32>, tensor<8x512x64xf32>, tensor<8x512x64xf32>
}
