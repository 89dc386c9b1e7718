// The level of the code decides which instructions there are, whatever a function's attribute says.
// RUN: tfopt %s --emit=asm --target=x86-64-v2 | FileCheck %s --check-prefix=V2 --implicit-check-not=ymm
// RUN: tfopt %s --emit=asm --target=x86-64-v3 | FileCheck %s --check-prefix=V3 --implicit-check-not=zmm
// RUN: tfopt %s --emit=asm --target=x86-64-v4 | FileCheck %s --check-prefix=V4
// RUN: tfopt %s --emit=asm --target=aarch64 | FileCheck %s --check-prefix=ARM
// RUN: not tfopt %s --emit=asm --target=z80 2>&1 | FileCheck %s --check-prefix=NAME

// Quotients that may be approximated: by the estimates of AVX-512, or divisions.
// V2: divps
// V2-NOT: rcp
// V3: vdivps
// V3-NOT: rcp
// V4: vrcp14ps
// ARM: fdiv v{{[0-9]+}}.4s
func.func @quotient(%a: memref<16xf32>, %r: memref<16xf32>)
    attributes {tf.signature = (tensor<16xf32>) -> tensor<16xf32>, tf.target = {estimates = 1 : i64, vector_bits = 512 : i64}} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : vector<16xf32>
  %x = vector.load %a[%c0] axis = 0 : memref<16xf32>, vector<16xf32>
  %w = arith.divf %one, %x fastmath<arcp,afn> : vector<16xf32>
  vector.store %w, %r[%c0] axis = 0 : memref<16xf32>, vector<16xf32>
  return
}

// The upper eight lanes are off: AVX2 has a masked move for the lower ones, and reads no register in full.
// V3-LABEL: masked:
// V3: vmaskmovps (
// V3-NOT: vmovups {{[0-9]*}}(%{{[a-z0-9]+}}), %ymm
// V3: ret
// V4-LABEL: masked:
// V4: {%k{{[0-7]}}}
// ARM-LABEL: masked:
func.func @masked(%a: memref<16xf32>, %n: index, %r: memref<16xf32>)
    attributes {tf.signature = (tensor<16xf32>, index) -> tensor<16xf32>} {
  %c0 = arith.constant 0 : index
  %lower = arith.constant dense<[true, true, true, true, true, true, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>
  %half = arith.constant dense<0.5> : vector<16xf32>
  %inside = arith.cmpi sgt, %n, %c0 : index
  %all = vector.broadcast %inside : vector<16xi1>
  %mask = arith.andi %all, %lower : vector<16xi1>
  %x = vector.load %a[%c0] axis = 0 mask %mask else %half : memref<16xf32>, vector<16xf32>
  vector.store %x, %r[%c0] axis = 0 : memref<16xf32>, vector<16xf32>
  return
}

// NAME: error: unknown processor 'z80'; known are: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, aarch64; families: znver1, znver2, znver3, znver4, znver5, skylake-avx512, icelake-server, sapphirerapids, alderlake, neoverse-n1, neoverse-v1, neoverse-v2
