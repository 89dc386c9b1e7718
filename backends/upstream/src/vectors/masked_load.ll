; What LLVM 22.1.8 makes wrong of masked loads: see masked.rs. `llc -O2 -mcpu=x86-64-v3` (or any processor with AVX and
; without AVX-512) on one function at a time.
target triple = "x86_64-unknown-linux-gnu"

; The upper half of the mask is zero whatever %c is. The code loads it whole: `vmovups 32(%rdi), %ymm1`, where 0.5 should
; be in all lanes.
define <16 x float> @and_splat(ptr %p, i1 %c) {
  %b = insertelement <16 x i1> poison, i1 %c, i32 0
  %s = shufflevector <16 x i1> %b, <16 x i1> poison, <16 x i32> zeroinitializer
  %m = and <16 x i1> %s, <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %m, <16 x float> splat (float 0.5))
  ret <16 x float> %v
}

; The same with zero: `vmovups 32(%rdi)` once more.
define <16 x i32> @and_splat_zero(ptr %p, i1 %c) {
  %b = insertelement <16 x i1> poison, i1 %c, i32 0
  %s = shufflevector <16 x i1> %b, <16 x i1> poison, <16 x i32> zeroinitializer
  %m = and <16 x i1> %s, <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>
  %v = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  ret <16 x i32> %v
}

; The lower half is on whatever %c is. The process ends: "Cannot implicitly convert a scalable size to a fixed-width
; size", in the pass that avoids store forwarding blocks.
define void @or_splat(ptr %r, ptr %p, i1 %c) {
  %b = insertelement <16 x i1> poison, i1 %c, i32 0
  %s = shufflevector <16 x i1> %b, <16 x i1> poison, <16 x i32> zeroinitializer
  %m = or <16 x i1> %s, <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>
  %v = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  store <16 x i32> %v, ptr %r, align 1
  ret void
}
