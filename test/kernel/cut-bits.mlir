// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: tfrun %s --entry=halves --random --dim n=7 --device=interp --out %t.npz && tfrun %s --entry=halves --random --dim n=7 --device=simt-compiled --out %t.compiled.npz && cmp %t.npz %t.compiled.npz

// Low bits of a float that are stored alone go through a move of their own: the assembler of CUDA 13.0 stores
// the nearest integer otherwise. What is shifted down first is an integer already.

// CHECK-LABEL: .entry halves_k0(
// CHECK: mov.b32 %[[BITS:r[0-9]+]], %r{{[0-9]+}};
// CHECK-DAG: st.global.b16 [%{{.*}}], %[[BITS]];
func.func @halves(%x: tensor<?{n}xf32>) -> tensor<?{n}x2xbf16> attributes {tf.numerics = "strict"} {
  %y = arith.addf %x, %x : tensor<?{n}xf32>
  %z = tensor.bitcast %y : tensor<?{n}xf32> to tensor<?{n}x2xbf16>
  return %z : tensor<?{n}x2xbf16>
}
