// Made by bench/gpu/product_bf16.py, which describes it.
kernel.func @product(%a: memref<?{m}x?{k}xbf16>, %b: memref<?{n}x?{k}xbf16>, %c: memref<?{m}x?{n}xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 384>, min_blocks = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c13 = arith.constant 13 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %c17 = arith.constant 17 : index
  %c18 = arith.constant 18 : index
  %c19 = arith.constant 19 : index
  %c20 = arith.constant 20 : index
  %c21 = arith.constant 21 : index
  %c22 = arith.constant 22 : index
  %c23 = arith.constant 23 : index
  %c24 = arith.constant 24 : index
  %c25 = arith.constant 25 : index
  %c26 = arith.constant 26 : index
  %c27 = arith.constant 27 : index
  %c28 = arith.constant 28 : index
  %c29 = arith.constant 29 : index
  %c30 = arith.constant 30 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  %c34 = arith.constant 34 : index
  %c35 = arith.constant 35 : index
  %c36 = arith.constant 36 : index
  %c37 = arith.constant 37 : index
  %c38 = arith.constant 38 : index
  %c39 = arith.constant 39 : index
  %c40 = arith.constant 40 : index
  %c41 = arith.constant 41 : index
  %c42 = arith.constant 42 : index
  %c43 = arith.constant 43 : index
  %c44 = arith.constant 44 : index
  %c45 = arith.constant 45 : index
  %c46 = arith.constant 46 : index
  %c47 = arith.constant 47 : index
  %c48 = arith.constant 48 : index
  %c49 = arith.constant 49 : index
  %c50 = arith.constant 50 : index
  %c51 = arith.constant 51 : index
  %c52 = arith.constant 52 : index
  %c53 = arith.constant 53 : index
  %c54 = arith.constant 54 : index
  %c55 = arith.constant 55 : index
  %c56 = arith.constant 56 : index
  %c57 = arith.constant 57 : index
  %c58 = arith.constant 58 : index
  %c59 = arith.constant 59 : index
  %c60 = arith.constant 60 : index
  %c61 = arith.constant 61 : index
  %c62 = arith.constant 62 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c65 = arith.constant 65 : index
  %c66 = arith.constant 66 : index
  %c67 = arith.constant 67 : index
  %c68 = arith.constant 68 : index
  %c69 = arith.constant 69 : index
  %c70 = arith.constant 70 : index
  %c71 = arith.constant 71 : index
  %c72 = arith.constant 72 : index
  %c73 = arith.constant 73 : index
  %c74 = arith.constant 74 : index
  %c75 = arith.constant 75 : index
  %c76 = arith.constant 76 : index
  %c77 = arith.constant 77 : index
  %c78 = arith.constant 78 : index
  %c79 = arith.constant 79 : index
  %c80 = arith.constant 80 : index
  %c81 = arith.constant 81 : index
  %c82 = arith.constant 82 : index
  %c83 = arith.constant 83 : index
  %c84 = arith.constant 84 : index
  %c85 = arith.constant 85 : index
  %c86 = arith.constant 86 : index
  %c87 = arith.constant 87 : index
  %c88 = arith.constant 88 : index
  %c89 = arith.constant 89 : index
  %c90 = arith.constant 90 : index
  %c91 = arith.constant 91 : index
  %c92 = arith.constant 92 : index
  %c93 = arith.constant 93 : index
  %c94 = arith.constant 94 : index
  %c95 = arith.constant 95 : index
  %c96 = arith.constant 96 : index
  %c97 = arith.constant 97 : index
  %c98 = arith.constant 98 : index
  %c99 = arith.constant 99 : index
  %c100 = arith.constant 100 : index
  %c101 = arith.constant 101 : index
  %c102 = arith.constant 102 : index
  %c103 = arith.constant 103 : index
  %c104 = arith.constant 104 : index
  %c105 = arith.constant 105 : index
  %c106 = arith.constant 106 : index
  %c107 = arith.constant 107 : index
  %c108 = arith.constant 108 : index
  %c109 = arith.constant 109 : index
  %c110 = arith.constant 110 : index
  %c111 = arith.constant 111 : index
  %c112 = arith.constant 112 : index
  %c113 = arith.constant 113 : index
  %c114 = arith.constant 114 : index
  %c115 = arith.constant 115 : index
  %c116 = arith.constant 116 : index
  %c117 = arith.constant 117 : index
  %c118 = arith.constant 118 : index
  %c119 = arith.constant 119 : index
  %c120 = arith.constant 120 : index
  %c121 = arith.constant 121 : index
  %c122 = arith.constant 122 : index
  %c123 = arith.constant 123 : index
  %c124 = arith.constant 124 : index
  %c125 = arith.constant 125 : index
  %c126 = arith.constant 126 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %c129 = arith.constant 129 : index
  %c136 = arith.constant 136 : index
  %c137 = arith.constant 137 : index
  %c144 = arith.constant 144 : index
  %c145 = arith.constant 145 : index
  %c152 = arith.constant 152 : index
  %c153 = arith.constant 153 : index
  %c160 = arith.constant 160 : index
  %c161 = arith.constant 161 : index
  %c168 = arith.constant 168 : index
  %c169 = arith.constant 169 : index
  %c176 = arith.constant 176 : index
  %c177 = arith.constant 177 : index
  %c184 = arith.constant 184 : index
  %c185 = arith.constant 185 : index
  %c192 = arith.constant 192 : index
  %c193 = arith.constant 193 : index
  %c200 = arith.constant 200 : index
  %c201 = arith.constant 201 : index
  %c208 = arith.constant 208 : index
  %c209 = arith.constant 209 : index
  %c216 = arith.constant 216 : index
  %c217 = arith.constant 217 : index
  %c224 = arith.constant 224 : index
  %c225 = arith.constant 225 : index
  %c232 = arith.constant 232 : index
  %c233 = arith.constant 233 : index
  %c240 = arith.constant 240 : index
  %c241 = arith.constant 241 : index
  %c248 = arith.constant 248 : index
  %c249 = arith.constant 249 : index
  %c256 = arith.constant 256 : index
  %c65536 = arith.constant 65536 : index
  %zero = arith.constant dense<0.0> : vector<128xf32>
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %k = mem.extent [k] : index
  %ta = kernel.dynamic_shared[%c0] : memref<4x128x64xbf16>
  %tb = kernel.dynamic_shared[%c65536] : memref<4x256x64xbf16>
  %full = kernel.shared : memref<4xi64>
  %empty = kernel.shared : memref<4xi64>
  %t = kernel.thread_id x
  %v1 = arith.ceildivsi %m, %c128 : index
  %v2 = arith.ceildivsi %n, %c256 : index
  %v3 = kernel.block_id x
  %v4 = arith.muli %v2, %c16 : index
  %v5 = arith.divui %v3, %v4 : index
  %v6 = arith.muli %v5, %c16 : index
  %v7 = arith.subi %v1, %v6 : index
  %v8 = arith.minsi %v7, %c16 : index
  %v9 = arith.remui %v3, %v4 : index
  %v10 = arith.remui %v9, %v8 : index
  %v11 = arith.addi %v6, %v10 : index
  %v12 = arith.muli %v11, %c128 : index
  %v13 = arith.divui %v9, %v8 : index
  %v14 = arith.muli %v13, %c256 : index
  %v15 = arith.cmpi eq, %t, %c0 : index
  loop.if %v15 {
    kernel.mbarrier_init %full[%c0] count = 1 : memref<4xi64>
    kernel.mbarrier_init %empty[%c0] count = 2 : memref<4xi64>
    kernel.mbarrier_init %full[%c1] count = 1 : memref<4xi64>
    kernel.mbarrier_init %empty[%c1] count = 2 : memref<4xi64>
    kernel.mbarrier_init %full[%c2] count = 1 : memref<4xi64>
    kernel.mbarrier_init %empty[%c2] count = 2 : memref<4xi64>
    kernel.mbarrier_init %full[%c3] count = 1 : memref<4xi64>
    kernel.mbarrier_init %empty[%c3] count = 2 : memref<4xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %v15 {
    loop.for %at = %c0 to %k step %c64 {
      %v16 = arith.divui %at, %c64 : index
      %v17 = arith.remui %v16, %c4 : index
      %v18 = arith.divui %v16, %c4 : index
      %v19 = arith.remui %v18, %c2 : index
      %v20 = arith.subi %c1, %v19 : index
      kernel.mbarrier_wait %empty[%v17] parity %v20 : memref<4xi64>
      kernel.mbarrier_arrive %full[%v17] bytes = 49152 : memref<4xi64>
      kernel.bulk_copy %a[%v12, %at] to %ta[%v17] arrives %full[%v17] swizzle = 128 : memref<?{m}x?{k}xbf16>, memref<4x128x64xbf16>, memref<4xi64>
      kernel.bulk_copy %b[%v14, %at] to %tb[%v17] arrives %full[%v17] swizzle = 128 : memref<?{n}x?{k}xbf16>, memref<4x256x64xbf16>, memref<4xi64>
      loop.yield
    }
    loop.yield
  }
  %v21 = arith.cmpi sge, %t, %c128 : index
  loop.if %v21 {
    %v22 = arith.divui %t, %c128 : index
    %v23 = arith.subi %v22, %c1 : index
    %v24 = arith.muli %v23, %c64 : index
    %v25 = arith.remui %t, %c128 : index
    %v26 = arith.cmpi eq, %v25, %c0 : index
    %sums = loop.for %at = %c0 to %k step %c64 iter_args(%s = %zero) -> (vector<128xf32>) {
      %v27 = arith.divui %at, %c64 : index
      %v28 = arith.remui %v27, %c4 : index
      %v29 = arith.divui %v27, %c4 : index
      %v30 = arith.remui %v29, %c2 : index
      kernel.mbarrier_wait %full[%v28] parity %v30 : memref<4xi64>
      kernel.wgmma_fence
      %v31 = kernel.wgmma %s, %ta[%v28, %v24, %c0], %tb[%v28, %c0, %c0] : vector<128xf32>, memref<4x128x64xbf16>, memref<4x256x64xbf16>
      %v32 = kernel.wgmma %v31, %ta[%v28, %v24, %c16], %tb[%v28, %c0, %c16] : vector<128xf32>, memref<4x128x64xbf16>, memref<4x256x64xbf16>
      %v33 = kernel.wgmma %v32, %ta[%v28, %v24, %c32], %tb[%v28, %c0, %c32] : vector<128xf32>, memref<4x128x64xbf16>, memref<4x256x64xbf16>
      %v34 = kernel.wgmma %v33, %ta[%v28, %v24, %c48], %tb[%v28, %c0, %c48] : vector<128xf32>, memref<4x128x64xbf16>, memref<4x256x64xbf16>
      kernel.wgmma_commit
      %v35 = kernel.wgmma_wait %v34 pending = 1 : vector<128xf32>
      %v36 = arith.cmpi ne, %at, %c0 : index
      %v37 = arith.andi %v26, %v36 : i1
      loop.if %v37 {
        %v38 = arith.subi %at, %c64 : index
        %v39 = arith.divui %v38, %c64 : index
        %v40 = arith.remui %v39, %c4 : index
        %v41 = arith.divui %v39, %c4 : index
        %v42 = arith.remui %v41, %c2 : index
        kernel.mbarrier_arrive %empty[%v40] : memref<4xi64>
        loop.yield
      }
      loop.yield %v35 : vector<128xf32>
    }
    %v43 = kernel.wgmma_wait %sums pending = 0 : vector<128xf32>
    %v44 = arith.remui %t, %c32 : index
    %v45 = arith.divui %t, %c32 : index
    %v46 = arith.remui %v45, %c4 : index
    %v47 = arith.muli %v23, %c64 : index
    %v48 = arith.muli %v46, %c16 : index
    %v49 = arith.addi %v47, %v48 : index
    %v50 = arith.divui %v44, %c4 : index
    %v51 = arith.addi %v49, %v50 : index
    %v52 = arith.addi %v12, %v51 : index
    %v53 = arith.remui %v44, %c4 : index
    %v54 = arith.muli %v53, %c2 : index
    %v55 = arith.addi %v14, %v54 : index
    %v56 = arith.addi %v52, %c8 : index
    %v57 = arith.cmpi slt, %v52, %m : index
    %v58 = arith.cmpi slt, %v56, %m : index
    %v59 = arith.addi %v55, %c0 : index
    %v60 = arith.cmpi slt, %v59, %n : index
    %v61 = vector.extract %v43[%c0] : vector<128xf32>
    %v62 = arith.andi %v60, %v57 : i1
    loop.if %v62 {
      mem.store %v61, %c[%v52, %v59] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v63 = vector.extract %v43[%c2] : vector<128xf32>
    %v64 = arith.andi %v60, %v58 : i1
    loop.if %v64 {
      mem.store %v63, %c[%v56, %v59] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v65 = arith.addi %v55, %c1 : index
    %v66 = arith.cmpi slt, %v65, %n : index
    %v67 = vector.extract %v43[%c1] : vector<128xf32>
    %v68 = arith.andi %v66, %v57 : i1
    loop.if %v68 {
      mem.store %v67, %c[%v52, %v65] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v69 = vector.extract %v43[%c3] : vector<128xf32>
    %v70 = arith.andi %v66, %v58 : i1
    loop.if %v70 {
      mem.store %v69, %c[%v56, %v65] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v71 = arith.addi %v55, %c8 : index
    %v72 = arith.cmpi slt, %v71, %n : index
    %v73 = vector.extract %v43[%c4] : vector<128xf32>
    %v74 = arith.andi %v72, %v57 : i1
    loop.if %v74 {
      mem.store %v73, %c[%v52, %v71] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v75 = vector.extract %v43[%c6] : vector<128xf32>
    %v76 = arith.andi %v72, %v58 : i1
    loop.if %v76 {
      mem.store %v75, %c[%v56, %v71] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v77 = arith.addi %v55, %c9 : index
    %v78 = arith.cmpi slt, %v77, %n : index
    %v79 = vector.extract %v43[%c5] : vector<128xf32>
    %v80 = arith.andi %v78, %v57 : i1
    loop.if %v80 {
      mem.store %v79, %c[%v52, %v77] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v81 = vector.extract %v43[%c7] : vector<128xf32>
    %v82 = arith.andi %v78, %v58 : i1
    loop.if %v82 {
      mem.store %v81, %c[%v56, %v77] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v83 = arith.addi %v55, %c16 : index
    %v84 = arith.cmpi slt, %v83, %n : index
    %v85 = vector.extract %v43[%c8] : vector<128xf32>
    %v86 = arith.andi %v84, %v57 : i1
    loop.if %v86 {
      mem.store %v85, %c[%v52, %v83] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v87 = vector.extract %v43[%c10] : vector<128xf32>
    %v88 = arith.andi %v84, %v58 : i1
    loop.if %v88 {
      mem.store %v87, %c[%v56, %v83] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v89 = arith.addi %v55, %c17 : index
    %v90 = arith.cmpi slt, %v89, %n : index
    %v91 = vector.extract %v43[%c9] : vector<128xf32>
    %v92 = arith.andi %v90, %v57 : i1
    loop.if %v92 {
      mem.store %v91, %c[%v52, %v89] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v93 = vector.extract %v43[%c11] : vector<128xf32>
    %v94 = arith.andi %v90, %v58 : i1
    loop.if %v94 {
      mem.store %v93, %c[%v56, %v89] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v95 = arith.addi %v55, %c24 : index
    %v96 = arith.cmpi slt, %v95, %n : index
    %v97 = vector.extract %v43[%c12] : vector<128xf32>
    %v98 = arith.andi %v96, %v57 : i1
    loop.if %v98 {
      mem.store %v97, %c[%v52, %v95] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v99 = vector.extract %v43[%c14] : vector<128xf32>
    %v100 = arith.andi %v96, %v58 : i1
    loop.if %v100 {
      mem.store %v99, %c[%v56, %v95] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v101 = arith.addi %v55, %c25 : index
    %v102 = arith.cmpi slt, %v101, %n : index
    %v103 = vector.extract %v43[%c13] : vector<128xf32>
    %v104 = arith.andi %v102, %v57 : i1
    loop.if %v104 {
      mem.store %v103, %c[%v52, %v101] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v105 = vector.extract %v43[%c15] : vector<128xf32>
    %v106 = arith.andi %v102, %v58 : i1
    loop.if %v106 {
      mem.store %v105, %c[%v56, %v101] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v107 = arith.addi %v55, %c32 : index
    %v108 = arith.cmpi slt, %v107, %n : index
    %v109 = vector.extract %v43[%c16] : vector<128xf32>
    %v110 = arith.andi %v108, %v57 : i1
    loop.if %v110 {
      mem.store %v109, %c[%v52, %v107] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v111 = vector.extract %v43[%c18] : vector<128xf32>
    %v112 = arith.andi %v108, %v58 : i1
    loop.if %v112 {
      mem.store %v111, %c[%v56, %v107] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v113 = arith.addi %v55, %c33 : index
    %v114 = arith.cmpi slt, %v113, %n : index
    %v115 = vector.extract %v43[%c17] : vector<128xf32>
    %v116 = arith.andi %v114, %v57 : i1
    loop.if %v116 {
      mem.store %v115, %c[%v52, %v113] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v117 = vector.extract %v43[%c19] : vector<128xf32>
    %v118 = arith.andi %v114, %v58 : i1
    loop.if %v118 {
      mem.store %v117, %c[%v56, %v113] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v119 = arith.addi %v55, %c40 : index
    %v120 = arith.cmpi slt, %v119, %n : index
    %v121 = vector.extract %v43[%c20] : vector<128xf32>
    %v122 = arith.andi %v120, %v57 : i1
    loop.if %v122 {
      mem.store %v121, %c[%v52, %v119] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v123 = vector.extract %v43[%c22] : vector<128xf32>
    %v124 = arith.andi %v120, %v58 : i1
    loop.if %v124 {
      mem.store %v123, %c[%v56, %v119] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v125 = arith.addi %v55, %c41 : index
    %v126 = arith.cmpi slt, %v125, %n : index
    %v127 = vector.extract %v43[%c21] : vector<128xf32>
    %v128 = arith.andi %v126, %v57 : i1
    loop.if %v128 {
      mem.store %v127, %c[%v52, %v125] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v129 = vector.extract %v43[%c23] : vector<128xf32>
    %v130 = arith.andi %v126, %v58 : i1
    loop.if %v130 {
      mem.store %v129, %c[%v56, %v125] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v131 = arith.addi %v55, %c48 : index
    %v132 = arith.cmpi slt, %v131, %n : index
    %v133 = vector.extract %v43[%c24] : vector<128xf32>
    %v134 = arith.andi %v132, %v57 : i1
    loop.if %v134 {
      mem.store %v133, %c[%v52, %v131] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v135 = vector.extract %v43[%c26] : vector<128xf32>
    %v136 = arith.andi %v132, %v58 : i1
    loop.if %v136 {
      mem.store %v135, %c[%v56, %v131] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v137 = arith.addi %v55, %c49 : index
    %v138 = arith.cmpi slt, %v137, %n : index
    %v139 = vector.extract %v43[%c25] : vector<128xf32>
    %v140 = arith.andi %v138, %v57 : i1
    loop.if %v140 {
      mem.store %v139, %c[%v52, %v137] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v141 = vector.extract %v43[%c27] : vector<128xf32>
    %v142 = arith.andi %v138, %v58 : i1
    loop.if %v142 {
      mem.store %v141, %c[%v56, %v137] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v143 = arith.addi %v55, %c56 : index
    %v144 = arith.cmpi slt, %v143, %n : index
    %v145 = vector.extract %v43[%c28] : vector<128xf32>
    %v146 = arith.andi %v144, %v57 : i1
    loop.if %v146 {
      mem.store %v145, %c[%v52, %v143] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v147 = vector.extract %v43[%c30] : vector<128xf32>
    %v148 = arith.andi %v144, %v58 : i1
    loop.if %v148 {
      mem.store %v147, %c[%v56, %v143] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v149 = arith.addi %v55, %c57 : index
    %v150 = arith.cmpi slt, %v149, %n : index
    %v151 = vector.extract %v43[%c29] : vector<128xf32>
    %v152 = arith.andi %v150, %v57 : i1
    loop.if %v152 {
      mem.store %v151, %c[%v52, %v149] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v153 = vector.extract %v43[%c31] : vector<128xf32>
    %v154 = arith.andi %v150, %v58 : i1
    loop.if %v154 {
      mem.store %v153, %c[%v56, %v149] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v155 = arith.addi %v55, %c64 : index
    %v156 = arith.cmpi slt, %v155, %n : index
    %v157 = vector.extract %v43[%c32] : vector<128xf32>
    %v158 = arith.andi %v156, %v57 : i1
    loop.if %v158 {
      mem.store %v157, %c[%v52, %v155] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v159 = vector.extract %v43[%c34] : vector<128xf32>
    %v160 = arith.andi %v156, %v58 : i1
    loop.if %v160 {
      mem.store %v159, %c[%v56, %v155] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v161 = arith.addi %v55, %c65 : index
    %v162 = arith.cmpi slt, %v161, %n : index
    %v163 = vector.extract %v43[%c33] : vector<128xf32>
    %v164 = arith.andi %v162, %v57 : i1
    loop.if %v164 {
      mem.store %v163, %c[%v52, %v161] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v165 = vector.extract %v43[%c35] : vector<128xf32>
    %v166 = arith.andi %v162, %v58 : i1
    loop.if %v166 {
      mem.store %v165, %c[%v56, %v161] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v167 = arith.addi %v55, %c72 : index
    %v168 = arith.cmpi slt, %v167, %n : index
    %v169 = vector.extract %v43[%c36] : vector<128xf32>
    %v170 = arith.andi %v168, %v57 : i1
    loop.if %v170 {
      mem.store %v169, %c[%v52, %v167] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v171 = vector.extract %v43[%c38] : vector<128xf32>
    %v172 = arith.andi %v168, %v58 : i1
    loop.if %v172 {
      mem.store %v171, %c[%v56, %v167] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v173 = arith.addi %v55, %c73 : index
    %v174 = arith.cmpi slt, %v173, %n : index
    %v175 = vector.extract %v43[%c37] : vector<128xf32>
    %v176 = arith.andi %v174, %v57 : i1
    loop.if %v176 {
      mem.store %v175, %c[%v52, %v173] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v177 = vector.extract %v43[%c39] : vector<128xf32>
    %v178 = arith.andi %v174, %v58 : i1
    loop.if %v178 {
      mem.store %v177, %c[%v56, %v173] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v179 = arith.addi %v55, %c80 : index
    %v180 = arith.cmpi slt, %v179, %n : index
    %v181 = vector.extract %v43[%c40] : vector<128xf32>
    %v182 = arith.andi %v180, %v57 : i1
    loop.if %v182 {
      mem.store %v181, %c[%v52, %v179] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v183 = vector.extract %v43[%c42] : vector<128xf32>
    %v184 = arith.andi %v180, %v58 : i1
    loop.if %v184 {
      mem.store %v183, %c[%v56, %v179] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v185 = arith.addi %v55, %c81 : index
    %v186 = arith.cmpi slt, %v185, %n : index
    %v187 = vector.extract %v43[%c41] : vector<128xf32>
    %v188 = arith.andi %v186, %v57 : i1
    loop.if %v188 {
      mem.store %v187, %c[%v52, %v185] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v189 = vector.extract %v43[%c43] : vector<128xf32>
    %v190 = arith.andi %v186, %v58 : i1
    loop.if %v190 {
      mem.store %v189, %c[%v56, %v185] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v191 = arith.addi %v55, %c88 : index
    %v192 = arith.cmpi slt, %v191, %n : index
    %v193 = vector.extract %v43[%c44] : vector<128xf32>
    %v194 = arith.andi %v192, %v57 : i1
    loop.if %v194 {
      mem.store %v193, %c[%v52, %v191] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v195 = vector.extract %v43[%c46] : vector<128xf32>
    %v196 = arith.andi %v192, %v58 : i1
    loop.if %v196 {
      mem.store %v195, %c[%v56, %v191] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v197 = arith.addi %v55, %c89 : index
    %v198 = arith.cmpi slt, %v197, %n : index
    %v199 = vector.extract %v43[%c45] : vector<128xf32>
    %v200 = arith.andi %v198, %v57 : i1
    loop.if %v200 {
      mem.store %v199, %c[%v52, %v197] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v201 = vector.extract %v43[%c47] : vector<128xf32>
    %v202 = arith.andi %v198, %v58 : i1
    loop.if %v202 {
      mem.store %v201, %c[%v56, %v197] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v203 = arith.addi %v55, %c96 : index
    %v204 = arith.cmpi slt, %v203, %n : index
    %v205 = vector.extract %v43[%c48] : vector<128xf32>
    %v206 = arith.andi %v204, %v57 : i1
    loop.if %v206 {
      mem.store %v205, %c[%v52, %v203] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v207 = vector.extract %v43[%c50] : vector<128xf32>
    %v208 = arith.andi %v204, %v58 : i1
    loop.if %v208 {
      mem.store %v207, %c[%v56, %v203] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v209 = arith.addi %v55, %c97 : index
    %v210 = arith.cmpi slt, %v209, %n : index
    %v211 = vector.extract %v43[%c49] : vector<128xf32>
    %v212 = arith.andi %v210, %v57 : i1
    loop.if %v212 {
      mem.store %v211, %c[%v52, %v209] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v213 = vector.extract %v43[%c51] : vector<128xf32>
    %v214 = arith.andi %v210, %v58 : i1
    loop.if %v214 {
      mem.store %v213, %c[%v56, %v209] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v215 = arith.addi %v55, %c104 : index
    %v216 = arith.cmpi slt, %v215, %n : index
    %v217 = vector.extract %v43[%c52] : vector<128xf32>
    %v218 = arith.andi %v216, %v57 : i1
    loop.if %v218 {
      mem.store %v217, %c[%v52, %v215] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v219 = vector.extract %v43[%c54] : vector<128xf32>
    %v220 = arith.andi %v216, %v58 : i1
    loop.if %v220 {
      mem.store %v219, %c[%v56, %v215] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v221 = arith.addi %v55, %c105 : index
    %v222 = arith.cmpi slt, %v221, %n : index
    %v223 = vector.extract %v43[%c53] : vector<128xf32>
    %v224 = arith.andi %v222, %v57 : i1
    loop.if %v224 {
      mem.store %v223, %c[%v52, %v221] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v225 = vector.extract %v43[%c55] : vector<128xf32>
    %v226 = arith.andi %v222, %v58 : i1
    loop.if %v226 {
      mem.store %v225, %c[%v56, %v221] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v227 = arith.addi %v55, %c112 : index
    %v228 = arith.cmpi slt, %v227, %n : index
    %v229 = vector.extract %v43[%c56] : vector<128xf32>
    %v230 = arith.andi %v228, %v57 : i1
    loop.if %v230 {
      mem.store %v229, %c[%v52, %v227] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v231 = vector.extract %v43[%c58] : vector<128xf32>
    %v232 = arith.andi %v228, %v58 : i1
    loop.if %v232 {
      mem.store %v231, %c[%v56, %v227] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v233 = arith.addi %v55, %c113 : index
    %v234 = arith.cmpi slt, %v233, %n : index
    %v235 = vector.extract %v43[%c57] : vector<128xf32>
    %v236 = arith.andi %v234, %v57 : i1
    loop.if %v236 {
      mem.store %v235, %c[%v52, %v233] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v237 = vector.extract %v43[%c59] : vector<128xf32>
    %v238 = arith.andi %v234, %v58 : i1
    loop.if %v238 {
      mem.store %v237, %c[%v56, %v233] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v239 = arith.addi %v55, %c120 : index
    %v240 = arith.cmpi slt, %v239, %n : index
    %v241 = vector.extract %v43[%c60] : vector<128xf32>
    %v242 = arith.andi %v240, %v57 : i1
    loop.if %v242 {
      mem.store %v241, %c[%v52, %v239] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v243 = vector.extract %v43[%c62] : vector<128xf32>
    %v244 = arith.andi %v240, %v58 : i1
    loop.if %v244 {
      mem.store %v243, %c[%v56, %v239] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v245 = arith.addi %v55, %c121 : index
    %v246 = arith.cmpi slt, %v245, %n : index
    %v247 = vector.extract %v43[%c61] : vector<128xf32>
    %v248 = arith.andi %v246, %v57 : i1
    loop.if %v248 {
      mem.store %v247, %c[%v52, %v245] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v249 = vector.extract %v43[%c63] : vector<128xf32>
    %v250 = arith.andi %v246, %v58 : i1
    loop.if %v250 {
      mem.store %v249, %c[%v56, %v245] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v251 = arith.addi %v55, %c128 : index
    %v252 = arith.cmpi slt, %v251, %n : index
    %v253 = vector.extract %v43[%c64] : vector<128xf32>
    %v254 = arith.andi %v252, %v57 : i1
    loop.if %v254 {
      mem.store %v253, %c[%v52, %v251] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v255 = vector.extract %v43[%c66] : vector<128xf32>
    %v256 = arith.andi %v252, %v58 : i1
    loop.if %v256 {
      mem.store %v255, %c[%v56, %v251] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v257 = arith.addi %v55, %c129 : index
    %v258 = arith.cmpi slt, %v257, %n : index
    %v259 = vector.extract %v43[%c65] : vector<128xf32>
    %v260 = arith.andi %v258, %v57 : i1
    loop.if %v260 {
      mem.store %v259, %c[%v52, %v257] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v261 = vector.extract %v43[%c67] : vector<128xf32>
    %v262 = arith.andi %v258, %v58 : i1
    loop.if %v262 {
      mem.store %v261, %c[%v56, %v257] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v263 = arith.addi %v55, %c136 : index
    %v264 = arith.cmpi slt, %v263, %n : index
    %v265 = vector.extract %v43[%c68] : vector<128xf32>
    %v266 = arith.andi %v264, %v57 : i1
    loop.if %v266 {
      mem.store %v265, %c[%v52, %v263] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v267 = vector.extract %v43[%c70] : vector<128xf32>
    %v268 = arith.andi %v264, %v58 : i1
    loop.if %v268 {
      mem.store %v267, %c[%v56, %v263] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v269 = arith.addi %v55, %c137 : index
    %v270 = arith.cmpi slt, %v269, %n : index
    %v271 = vector.extract %v43[%c69] : vector<128xf32>
    %v272 = arith.andi %v270, %v57 : i1
    loop.if %v272 {
      mem.store %v271, %c[%v52, %v269] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v273 = vector.extract %v43[%c71] : vector<128xf32>
    %v274 = arith.andi %v270, %v58 : i1
    loop.if %v274 {
      mem.store %v273, %c[%v56, %v269] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v275 = arith.addi %v55, %c144 : index
    %v276 = arith.cmpi slt, %v275, %n : index
    %v277 = vector.extract %v43[%c72] : vector<128xf32>
    %v278 = arith.andi %v276, %v57 : i1
    loop.if %v278 {
      mem.store %v277, %c[%v52, %v275] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v279 = vector.extract %v43[%c74] : vector<128xf32>
    %v280 = arith.andi %v276, %v58 : i1
    loop.if %v280 {
      mem.store %v279, %c[%v56, %v275] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v281 = arith.addi %v55, %c145 : index
    %v282 = arith.cmpi slt, %v281, %n : index
    %v283 = vector.extract %v43[%c73] : vector<128xf32>
    %v284 = arith.andi %v282, %v57 : i1
    loop.if %v284 {
      mem.store %v283, %c[%v52, %v281] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v285 = vector.extract %v43[%c75] : vector<128xf32>
    %v286 = arith.andi %v282, %v58 : i1
    loop.if %v286 {
      mem.store %v285, %c[%v56, %v281] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v287 = arith.addi %v55, %c152 : index
    %v288 = arith.cmpi slt, %v287, %n : index
    %v289 = vector.extract %v43[%c76] : vector<128xf32>
    %v290 = arith.andi %v288, %v57 : i1
    loop.if %v290 {
      mem.store %v289, %c[%v52, %v287] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v291 = vector.extract %v43[%c78] : vector<128xf32>
    %v292 = arith.andi %v288, %v58 : i1
    loop.if %v292 {
      mem.store %v291, %c[%v56, %v287] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v293 = arith.addi %v55, %c153 : index
    %v294 = arith.cmpi slt, %v293, %n : index
    %v295 = vector.extract %v43[%c77] : vector<128xf32>
    %v296 = arith.andi %v294, %v57 : i1
    loop.if %v296 {
      mem.store %v295, %c[%v52, %v293] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v297 = vector.extract %v43[%c79] : vector<128xf32>
    %v298 = arith.andi %v294, %v58 : i1
    loop.if %v298 {
      mem.store %v297, %c[%v56, %v293] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v299 = arith.addi %v55, %c160 : index
    %v300 = arith.cmpi slt, %v299, %n : index
    %v301 = vector.extract %v43[%c80] : vector<128xf32>
    %v302 = arith.andi %v300, %v57 : i1
    loop.if %v302 {
      mem.store %v301, %c[%v52, %v299] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v303 = vector.extract %v43[%c82] : vector<128xf32>
    %v304 = arith.andi %v300, %v58 : i1
    loop.if %v304 {
      mem.store %v303, %c[%v56, %v299] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v305 = arith.addi %v55, %c161 : index
    %v306 = arith.cmpi slt, %v305, %n : index
    %v307 = vector.extract %v43[%c81] : vector<128xf32>
    %v308 = arith.andi %v306, %v57 : i1
    loop.if %v308 {
      mem.store %v307, %c[%v52, %v305] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v309 = vector.extract %v43[%c83] : vector<128xf32>
    %v310 = arith.andi %v306, %v58 : i1
    loop.if %v310 {
      mem.store %v309, %c[%v56, %v305] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v311 = arith.addi %v55, %c168 : index
    %v312 = arith.cmpi slt, %v311, %n : index
    %v313 = vector.extract %v43[%c84] : vector<128xf32>
    %v314 = arith.andi %v312, %v57 : i1
    loop.if %v314 {
      mem.store %v313, %c[%v52, %v311] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v315 = vector.extract %v43[%c86] : vector<128xf32>
    %v316 = arith.andi %v312, %v58 : i1
    loop.if %v316 {
      mem.store %v315, %c[%v56, %v311] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v317 = arith.addi %v55, %c169 : index
    %v318 = arith.cmpi slt, %v317, %n : index
    %v319 = vector.extract %v43[%c85] : vector<128xf32>
    %v320 = arith.andi %v318, %v57 : i1
    loop.if %v320 {
      mem.store %v319, %c[%v52, %v317] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v321 = vector.extract %v43[%c87] : vector<128xf32>
    %v322 = arith.andi %v318, %v58 : i1
    loop.if %v322 {
      mem.store %v321, %c[%v56, %v317] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v323 = arith.addi %v55, %c176 : index
    %v324 = arith.cmpi slt, %v323, %n : index
    %v325 = vector.extract %v43[%c88] : vector<128xf32>
    %v326 = arith.andi %v324, %v57 : i1
    loop.if %v326 {
      mem.store %v325, %c[%v52, %v323] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v327 = vector.extract %v43[%c90] : vector<128xf32>
    %v328 = arith.andi %v324, %v58 : i1
    loop.if %v328 {
      mem.store %v327, %c[%v56, %v323] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v329 = arith.addi %v55, %c177 : index
    %v330 = arith.cmpi slt, %v329, %n : index
    %v331 = vector.extract %v43[%c89] : vector<128xf32>
    %v332 = arith.andi %v330, %v57 : i1
    loop.if %v332 {
      mem.store %v331, %c[%v52, %v329] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v333 = vector.extract %v43[%c91] : vector<128xf32>
    %v334 = arith.andi %v330, %v58 : i1
    loop.if %v334 {
      mem.store %v333, %c[%v56, %v329] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v335 = arith.addi %v55, %c184 : index
    %v336 = arith.cmpi slt, %v335, %n : index
    %v337 = vector.extract %v43[%c92] : vector<128xf32>
    %v338 = arith.andi %v336, %v57 : i1
    loop.if %v338 {
      mem.store %v337, %c[%v52, %v335] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v339 = vector.extract %v43[%c94] : vector<128xf32>
    %v340 = arith.andi %v336, %v58 : i1
    loop.if %v340 {
      mem.store %v339, %c[%v56, %v335] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v341 = arith.addi %v55, %c185 : index
    %v342 = arith.cmpi slt, %v341, %n : index
    %v343 = vector.extract %v43[%c93] : vector<128xf32>
    %v344 = arith.andi %v342, %v57 : i1
    loop.if %v344 {
      mem.store %v343, %c[%v52, %v341] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v345 = vector.extract %v43[%c95] : vector<128xf32>
    %v346 = arith.andi %v342, %v58 : i1
    loop.if %v346 {
      mem.store %v345, %c[%v56, %v341] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v347 = arith.addi %v55, %c192 : index
    %v348 = arith.cmpi slt, %v347, %n : index
    %v349 = vector.extract %v43[%c96] : vector<128xf32>
    %v350 = arith.andi %v348, %v57 : i1
    loop.if %v350 {
      mem.store %v349, %c[%v52, %v347] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v351 = vector.extract %v43[%c98] : vector<128xf32>
    %v352 = arith.andi %v348, %v58 : i1
    loop.if %v352 {
      mem.store %v351, %c[%v56, %v347] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v353 = arith.addi %v55, %c193 : index
    %v354 = arith.cmpi slt, %v353, %n : index
    %v355 = vector.extract %v43[%c97] : vector<128xf32>
    %v356 = arith.andi %v354, %v57 : i1
    loop.if %v356 {
      mem.store %v355, %c[%v52, %v353] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v357 = vector.extract %v43[%c99] : vector<128xf32>
    %v358 = arith.andi %v354, %v58 : i1
    loop.if %v358 {
      mem.store %v357, %c[%v56, %v353] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v359 = arith.addi %v55, %c200 : index
    %v360 = arith.cmpi slt, %v359, %n : index
    %v361 = vector.extract %v43[%c100] : vector<128xf32>
    %v362 = arith.andi %v360, %v57 : i1
    loop.if %v362 {
      mem.store %v361, %c[%v52, %v359] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v363 = vector.extract %v43[%c102] : vector<128xf32>
    %v364 = arith.andi %v360, %v58 : i1
    loop.if %v364 {
      mem.store %v363, %c[%v56, %v359] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v365 = arith.addi %v55, %c201 : index
    %v366 = arith.cmpi slt, %v365, %n : index
    %v367 = vector.extract %v43[%c101] : vector<128xf32>
    %v368 = arith.andi %v366, %v57 : i1
    loop.if %v368 {
      mem.store %v367, %c[%v52, %v365] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v369 = vector.extract %v43[%c103] : vector<128xf32>
    %v370 = arith.andi %v366, %v58 : i1
    loop.if %v370 {
      mem.store %v369, %c[%v56, %v365] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v371 = arith.addi %v55, %c208 : index
    %v372 = arith.cmpi slt, %v371, %n : index
    %v373 = vector.extract %v43[%c104] : vector<128xf32>
    %v374 = arith.andi %v372, %v57 : i1
    loop.if %v374 {
      mem.store %v373, %c[%v52, %v371] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v375 = vector.extract %v43[%c106] : vector<128xf32>
    %v376 = arith.andi %v372, %v58 : i1
    loop.if %v376 {
      mem.store %v375, %c[%v56, %v371] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v377 = arith.addi %v55, %c209 : index
    %v378 = arith.cmpi slt, %v377, %n : index
    %v379 = vector.extract %v43[%c105] : vector<128xf32>
    %v380 = arith.andi %v378, %v57 : i1
    loop.if %v380 {
      mem.store %v379, %c[%v52, %v377] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v381 = vector.extract %v43[%c107] : vector<128xf32>
    %v382 = arith.andi %v378, %v58 : i1
    loop.if %v382 {
      mem.store %v381, %c[%v56, %v377] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v383 = arith.addi %v55, %c216 : index
    %v384 = arith.cmpi slt, %v383, %n : index
    %v385 = vector.extract %v43[%c108] : vector<128xf32>
    %v386 = arith.andi %v384, %v57 : i1
    loop.if %v386 {
      mem.store %v385, %c[%v52, %v383] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v387 = vector.extract %v43[%c110] : vector<128xf32>
    %v388 = arith.andi %v384, %v58 : i1
    loop.if %v388 {
      mem.store %v387, %c[%v56, %v383] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v389 = arith.addi %v55, %c217 : index
    %v390 = arith.cmpi slt, %v389, %n : index
    %v391 = vector.extract %v43[%c109] : vector<128xf32>
    %v392 = arith.andi %v390, %v57 : i1
    loop.if %v392 {
      mem.store %v391, %c[%v52, %v389] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v393 = vector.extract %v43[%c111] : vector<128xf32>
    %v394 = arith.andi %v390, %v58 : i1
    loop.if %v394 {
      mem.store %v393, %c[%v56, %v389] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v395 = arith.addi %v55, %c224 : index
    %v396 = arith.cmpi slt, %v395, %n : index
    %v397 = vector.extract %v43[%c112] : vector<128xf32>
    %v398 = arith.andi %v396, %v57 : i1
    loop.if %v398 {
      mem.store %v397, %c[%v52, %v395] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v399 = vector.extract %v43[%c114] : vector<128xf32>
    %v400 = arith.andi %v396, %v58 : i1
    loop.if %v400 {
      mem.store %v399, %c[%v56, %v395] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v401 = arith.addi %v55, %c225 : index
    %v402 = arith.cmpi slt, %v401, %n : index
    %v403 = vector.extract %v43[%c113] : vector<128xf32>
    %v404 = arith.andi %v402, %v57 : i1
    loop.if %v404 {
      mem.store %v403, %c[%v52, %v401] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v405 = vector.extract %v43[%c115] : vector<128xf32>
    %v406 = arith.andi %v402, %v58 : i1
    loop.if %v406 {
      mem.store %v405, %c[%v56, %v401] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v407 = arith.addi %v55, %c232 : index
    %v408 = arith.cmpi slt, %v407, %n : index
    %v409 = vector.extract %v43[%c116] : vector<128xf32>
    %v410 = arith.andi %v408, %v57 : i1
    loop.if %v410 {
      mem.store %v409, %c[%v52, %v407] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v411 = vector.extract %v43[%c118] : vector<128xf32>
    %v412 = arith.andi %v408, %v58 : i1
    loop.if %v412 {
      mem.store %v411, %c[%v56, %v407] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v413 = arith.addi %v55, %c233 : index
    %v414 = arith.cmpi slt, %v413, %n : index
    %v415 = vector.extract %v43[%c117] : vector<128xf32>
    %v416 = arith.andi %v414, %v57 : i1
    loop.if %v416 {
      mem.store %v415, %c[%v52, %v413] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v417 = vector.extract %v43[%c119] : vector<128xf32>
    %v418 = arith.andi %v414, %v58 : i1
    loop.if %v418 {
      mem.store %v417, %c[%v56, %v413] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v419 = arith.addi %v55, %c240 : index
    %v420 = arith.cmpi slt, %v419, %n : index
    %v421 = vector.extract %v43[%c120] : vector<128xf32>
    %v422 = arith.andi %v420, %v57 : i1
    loop.if %v422 {
      mem.store %v421, %c[%v52, %v419] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v423 = vector.extract %v43[%c122] : vector<128xf32>
    %v424 = arith.andi %v420, %v58 : i1
    loop.if %v424 {
      mem.store %v423, %c[%v56, %v419] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v425 = arith.addi %v55, %c241 : index
    %v426 = arith.cmpi slt, %v425, %n : index
    %v427 = vector.extract %v43[%c121] : vector<128xf32>
    %v428 = arith.andi %v426, %v57 : i1
    loop.if %v428 {
      mem.store %v427, %c[%v52, %v425] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v429 = vector.extract %v43[%c123] : vector<128xf32>
    %v430 = arith.andi %v426, %v58 : i1
    loop.if %v430 {
      mem.store %v429, %c[%v56, %v425] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v431 = arith.addi %v55, %c248 : index
    %v432 = arith.cmpi slt, %v431, %n : index
    %v433 = vector.extract %v43[%c124] : vector<128xf32>
    %v434 = arith.andi %v432, %v57 : i1
    loop.if %v434 {
      mem.store %v433, %c[%v52, %v431] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v435 = vector.extract %v43[%c126] : vector<128xf32>
    %v436 = arith.andi %v432, %v58 : i1
    loop.if %v436 {
      mem.store %v435, %c[%v56, %v431] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v437 = arith.addi %v55, %c249 : index
    %v438 = arith.cmpi slt, %v437, %n : index
    %v439 = vector.extract %v43[%c125] : vector<128xf32>
    %v440 = arith.andi %v438, %v57 : i1
    loop.if %v440 {
      mem.store %v439, %c[%v52, %v437] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v441 = vector.extract %v43[%c127] : vector<128xf32>
    %v442 = arith.andi %v438, %v58 : i1
    loop.if %v442 {
      mem.store %v441, %c[%v56, %v437] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}

func.func @main(%a: tensor<?{m}x?{k}xf32> {tf.name = "a"}, %b: tensor<?{n}x?{k}xf32> {tf.name = "b"}) -> tensor<?{m}x?{n}xf32> {
  %threads = arith.constant 384 : index
  %bytes = arith.constant 196608 : index
  %blocks = tensor.extent [((m + 127) floordiv 128)*((n + 255) floordiv 256)] : index
  %x = arith.truncf %a : tensor<?{m}x?{k}xf32> to tensor<?{m}x?{k}xbf16>
  %y = arith.truncf %b : tensor<?{n}x?{k}xf32> to tensor<?{n}x?{k}xbf16>
  %c = kernel.launch @product grid(%blocks) block(%threads) dynamic_shared %bytes args(%x, %y) : (tensor<?{m}x?{k}xbf16>, tensor<?{n}x?{k}xbf16>) -> tensor<?{m}x?{n}xf32>
  return %c : tensor<?{m}x?{n}xf32>
}
