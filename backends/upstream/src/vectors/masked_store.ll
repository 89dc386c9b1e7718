; What LLVM 22.1.8 makes wrong of masked stores: see masked.rs. `llc -O2 -mcpu=x86-64-v4` (or any processor with
; AVX-512) on one function at a time.
target triple = "x86_64-unknown-linux-gnu"

; One lane is on, of 16 bits. The code stores 32: `vextractps $2, %xmm0, 4(%rdi)`.
define void @words(ptr %p, <4 x i32> %x) {
  %t = trunc <4 x i32> %x to <4 x i16>
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %t, ptr align 2 %p, <4 x i1> <i1 0, i1 0, i1 1, i1 0>)
  ret void
}

; The same with 64 bits instead of 32: `vmovlps %xmm0, 8(%rdi)`.
define void @integers(ptr %p, <4 x i64> %x) {
  %t = trunc <4 x i64> %x to <4 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %t, ptr align 4 %p, <4 x i1> <i1 0, i1 0, i1 1, i1 0>)
  ret void
}
