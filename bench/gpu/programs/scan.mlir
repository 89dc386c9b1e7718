// Made by examples/python/kernels.py: python examples/python/kernels.py scan
module {
  func.func @scan(%arg0: tensor<?{n}xf32> {tf.name = "x"}) -> tensor<?{n}xf32> {
    %c0_i32 = arith.constant 0 : i32
    %0 = tensor.splat %c0_i32 : tensor<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
    %1 = tensor.extent [(n + 4095) floordiv 4096] : index
    %c256 = arith.constant 256 : index
    %2:3 = kernel.launch @scan_kernel grid(%1) block(%c256) args(%arg0, %0) changes = [1] : (tensor<?{n}xf32>, tensor<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>) -> (tensor<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>, tensor<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>, tensor<?{n}xf32>)
    return %2#2 : tensor<?{n}xf32>
  }
  kernel.func @scan_kernel(%arg0: memref<?{n}xf32>, %arg1: memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32> {kernel.access = "inout"}, %arg2: memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32> {kernel.access = "out"}, %arg3: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 256>} {
    %0 = kernel.shared : memref<1xi32>
    %1 = kernel.shared : memref<1xf32>
    %2 = kernel.shared : memref<8xf32>
    %3 = kernel.lane_id
    %4 = kernel.warp_id
    %5 = kernel.thread_id x
    %c0 = arith.constant 0 : index
    %6 = arith.cmpi eq, %5, %c0 : index
    loop.if %6 {
      %c0_59 = arith.constant 0 : index
      %c1_i32 = arith.constant 1 : i32
      %177 = kernel.atomic add %c1_i32, %arg1[%c0_59] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
      %c0_60 = arith.constant 0 : index
      mem.store %177, %0[%c0_60] : memref<1xi32>
      loop.yield
    }
    kernel.barrier
    %c0_0 = arith.constant 0 : index
    %7 = mem.load %0[%c0_0] : memref<1xi32>
    %c4096_i32 = arith.constant 4096 : i32
    %8 = arith.muli %7, %c4096_i32 : i32
    %9 = arith.index_cast %8 : i32 to index
    %c512 = arith.constant 512 : index
    %10 = arith.muli %4, %c512 : index
    %11 = arith.addi %9, %10 : index
    %c4 = arith.constant 4 : index
    %12 = arith.muli %3, %c4 : index
    %13 = arith.addi %11, %12 : index
    %c-4 = arith.constant -4 : index
    %14 = arith.muli %3, %c-4 : index
    %15 = arith.addi %13, %14 : index
    %c512_1 = arith.constant 512 : index
    %16 = arith.addi %15, %c512_1 : index
    %17 = mem.extent [n] : index
    %18 = arith.cmpi sle, %16, %17 : index
    %19:16 = loop.if %18 -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
      %c4_59 = arith.constant 4 : index
      %177 = arith.muli %3, %c4_59 : index
      %178 = arith.addi %11, %177 : index
      %179 = vector.load %arg0[%178] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_60 = arith.constant 0 : index
      %180 = vector.extract %179[%c0_60] : vector<4xf32>
      %c1_61 = arith.constant 1 : index
      %181 = vector.extract %179[%c1_61] : vector<4xf32>
      %c2_62 = arith.constant 2 : index
      %182 = vector.extract %179[%c2_62] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %183 = vector.extract %179[%c3] : vector<4xf32>
      %c4_63 = arith.constant 4 : index
      %184 = arith.muli %3, %c4_63 : index
      %185 = arith.addi %11, %184 : index
      %c128 = arith.constant 128 : index
      %186 = arith.addi %185, %c128 : index
      %187 = vector.load %arg0[%186] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_64 = arith.constant 0 : index
      %188 = vector.extract %187[%c0_64] : vector<4xf32>
      %c1_65 = arith.constant 1 : index
      %189 = vector.extract %187[%c1_65] : vector<4xf32>
      %c2_66 = arith.constant 2 : index
      %190 = vector.extract %187[%c2_66] : vector<4xf32>
      %c3_67 = arith.constant 3 : index
      %191 = vector.extract %187[%c3_67] : vector<4xf32>
      %c4_68 = arith.constant 4 : index
      %192 = arith.muli %3, %c4_68 : index
      %193 = arith.addi %11, %192 : index
      %c256 = arith.constant 256 : index
      %194 = arith.addi %193, %c256 : index
      %195 = vector.load %arg0[%194] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_69 = arith.constant 0 : index
      %196 = vector.extract %195[%c0_69] : vector<4xf32>
      %c1_70 = arith.constant 1 : index
      %197 = vector.extract %195[%c1_70] : vector<4xf32>
      %c2_71 = arith.constant 2 : index
      %198 = vector.extract %195[%c2_71] : vector<4xf32>
      %c3_72 = arith.constant 3 : index
      %199 = vector.extract %195[%c3_72] : vector<4xf32>
      %c4_73 = arith.constant 4 : index
      %200 = arith.muli %3, %c4_73 : index
      %201 = arith.addi %11, %200 : index
      %c384 = arith.constant 384 : index
      %202 = arith.addi %201, %c384 : index
      %203 = vector.load %arg0[%202] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c0_74 = arith.constant 0 : index
      %204 = vector.extract %203[%c0_74] : vector<4xf32>
      %c1_75 = arith.constant 1 : index
      %205 = vector.extract %203[%c1_75] : vector<4xf32>
      %c2_76 = arith.constant 2 : index
      %206 = vector.extract %203[%c2_76] : vector<4xf32>
      %c3_77 = arith.constant 3 : index
      %207 = vector.extract %203[%c3_77] : vector<4xf32>
      loop.yield %180, %181, %182, %183, %188, %189, %190, %191, %196, %197, %198, %199, %204, %205, %206, %207 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
    } else {
      %c4_59 = arith.constant 4 : index
      %177 = arith.muli %3, %c4_59 : index
      %178 = arith.addi %11, %177 : index
      %179 = mem.extent [n] : index
      %180 = arith.cmpi slt, %178, %179 : index
      %181 = loop.if %180 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %274 = mem.load %arg0[%273] : memref<?{n}xf32>
        loop.yield %274 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_60 = arith.constant 4 : index
      %182 = arith.muli %3, %c4_60 : index
      %183 = arith.addi %11, %182 : index
      %c1_61 = arith.constant 1 : index
      %184 = arith.addi %183, %c1_61 : index
      %185 = mem.extent [n] : index
      %186 = arith.cmpi slt, %184, %185 : index
      %187 = loop.if %186 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c1_78 = arith.constant 1 : index
        %274 = arith.addi %273, %c1_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_62 = arith.constant 4 : index
      %188 = arith.muli %3, %c4_62 : index
      %189 = arith.addi %11, %188 : index
      %c2_63 = arith.constant 2 : index
      %190 = arith.addi %189, %c2_63 : index
      %191 = mem.extent [n] : index
      %192 = arith.cmpi slt, %190, %191 : index
      %193 = loop.if %192 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c2_78 = arith.constant 2 : index
        %274 = arith.addi %273, %c2_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_64 = arith.constant 4 : index
      %194 = arith.muli %3, %c4_64 : index
      %195 = arith.addi %11, %194 : index
      %c3 = arith.constant 3 : index
      %196 = arith.addi %195, %c3 : index
      %197 = mem.extent [n] : index
      %198 = arith.cmpi slt, %196, %197 : index
      %199 = loop.if %198 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c3_78 = arith.constant 3 : index
        %274 = arith.addi %273, %c3_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_65 = arith.constant 4 : index
      %200 = arith.muli %3, %c4_65 : index
      %201 = arith.addi %11, %200 : index
      %c128 = arith.constant 128 : index
      %202 = arith.addi %201, %c128 : index
      %203 = mem.extent [n] : index
      %204 = arith.cmpi slt, %202, %203 : index
      %205 = loop.if %204 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c128_78 = arith.constant 128 : index
        %274 = arith.addi %273, %c128_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_66 = arith.constant 4 : index
      %206 = arith.muli %3, %c4_66 : index
      %207 = arith.addi %11, %206 : index
      %c129 = arith.constant 129 : index
      %208 = arith.addi %207, %c129 : index
      %209 = mem.extent [n] : index
      %210 = arith.cmpi slt, %208, %209 : index
      %211 = loop.if %210 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c129_78 = arith.constant 129 : index
        %274 = arith.addi %273, %c129_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_67 = arith.constant 4 : index
      %212 = arith.muli %3, %c4_67 : index
      %213 = arith.addi %11, %212 : index
      %c130 = arith.constant 130 : index
      %214 = arith.addi %213, %c130 : index
      %215 = mem.extent [n] : index
      %216 = arith.cmpi slt, %214, %215 : index
      %217 = loop.if %216 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c130_78 = arith.constant 130 : index
        %274 = arith.addi %273, %c130_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_68 = arith.constant 4 : index
      %218 = arith.muli %3, %c4_68 : index
      %219 = arith.addi %11, %218 : index
      %c131 = arith.constant 131 : index
      %220 = arith.addi %219, %c131 : index
      %221 = mem.extent [n] : index
      %222 = arith.cmpi slt, %220, %221 : index
      %223 = loop.if %222 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c131_78 = arith.constant 131 : index
        %274 = arith.addi %273, %c131_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_69 = arith.constant 4 : index
      %224 = arith.muli %3, %c4_69 : index
      %225 = arith.addi %11, %224 : index
      %c256 = arith.constant 256 : index
      %226 = arith.addi %225, %c256 : index
      %227 = mem.extent [n] : index
      %228 = arith.cmpi slt, %226, %227 : index
      %229 = loop.if %228 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c256_78 = arith.constant 256 : index
        %274 = arith.addi %273, %c256_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_70 = arith.constant 4 : index
      %230 = arith.muli %3, %c4_70 : index
      %231 = arith.addi %11, %230 : index
      %c257 = arith.constant 257 : index
      %232 = arith.addi %231, %c257 : index
      %233 = mem.extent [n] : index
      %234 = arith.cmpi slt, %232, %233 : index
      %235 = loop.if %234 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c257_78 = arith.constant 257 : index
        %274 = arith.addi %273, %c257_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_71 = arith.constant 4 : index
      %236 = arith.muli %3, %c4_71 : index
      %237 = arith.addi %11, %236 : index
      %c258 = arith.constant 258 : index
      %238 = arith.addi %237, %c258 : index
      %239 = mem.extent [n] : index
      %240 = arith.cmpi slt, %238, %239 : index
      %241 = loop.if %240 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c258_78 = arith.constant 258 : index
        %274 = arith.addi %273, %c258_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_72 = arith.constant 4 : index
      %242 = arith.muli %3, %c4_72 : index
      %243 = arith.addi %11, %242 : index
      %c259 = arith.constant 259 : index
      %244 = arith.addi %243, %c259 : index
      %245 = mem.extent [n] : index
      %246 = arith.cmpi slt, %244, %245 : index
      %247 = loop.if %246 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c259_78 = arith.constant 259 : index
        %274 = arith.addi %273, %c259_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_73 = arith.constant 4 : index
      %248 = arith.muli %3, %c4_73 : index
      %249 = arith.addi %11, %248 : index
      %c384 = arith.constant 384 : index
      %250 = arith.addi %249, %c384 : index
      %251 = mem.extent [n] : index
      %252 = arith.cmpi slt, %250, %251 : index
      %253 = loop.if %252 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c384_78 = arith.constant 384 : index
        %274 = arith.addi %273, %c384_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_74 = arith.constant 4 : index
      %254 = arith.muli %3, %c4_74 : index
      %255 = arith.addi %11, %254 : index
      %c385 = arith.constant 385 : index
      %256 = arith.addi %255, %c385 : index
      %257 = mem.extent [n] : index
      %258 = arith.cmpi slt, %256, %257 : index
      %259 = loop.if %258 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c385_78 = arith.constant 385 : index
        %274 = arith.addi %273, %c385_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_75 = arith.constant 4 : index
      %260 = arith.muli %3, %c4_75 : index
      %261 = arith.addi %11, %260 : index
      %c386 = arith.constant 386 : index
      %262 = arith.addi %261, %c386 : index
      %263 = mem.extent [n] : index
      %264 = arith.cmpi slt, %262, %263 : index
      %265 = loop.if %264 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c386_78 = arith.constant 386 : index
        %274 = arith.addi %273, %c386_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      %c4_76 = arith.constant 4 : index
      %266 = arith.muli %3, %c4_76 : index
      %267 = arith.addi %11, %266 : index
      %c387 = arith.constant 387 : index
      %268 = arith.addi %267, %c387 : index
      %269 = mem.extent [n] : index
      %270 = arith.cmpi slt, %268, %269 : index
      %271 = loop.if %270 -> (f32) {
        %c4_77 = arith.constant 4 : index
        %272 = arith.muli %3, %c4_77 : index
        %273 = arith.addi %11, %272 : index
        %c387_78 = arith.constant 387 : index
        %274 = arith.addi %273, %c387_78 : index
        %275 = mem.load %arg0[%274] : memref<?{n}xf32>
        loop.yield %275 : f32
      } else {
        %cst_77 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_77 : f32
      }
      loop.yield %181, %187, %193, %199, %205, %211, %217, %223, %229, %235, %241, %247, %253, %259, %265, %271 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
    }
    %20 = arith.addf %19#0, %19#1 : f32
    %21 = arith.addf %20, %19#2 : f32
    %22 = arith.addf %21, %19#3 : f32
    %23 = kernel.lane_id
    %c1 = arith.constant 1 : index
    %24 = kernel.shuffle up %22, %c1 : f32
    %c1_2 = arith.constant 1 : index
    %25 = arith.cmpi sge, %23, %c1_2 : index
    %26 = arith.addf %24, %22 : f32
    %27 = arith.select %25, %26, %22 : f32
    %c2 = arith.constant 2 : index
    %28 = kernel.shuffle up %27, %c2 : f32
    %c2_3 = arith.constant 2 : index
    %29 = arith.cmpi sge, %23, %c2_3 : index
    %30 = arith.addf %28, %27 : f32
    %31 = arith.select %29, %30, %27 : f32
    %c4_4 = arith.constant 4 : index
    %32 = kernel.shuffle up %31, %c4_4 : f32
    %c4_5 = arith.constant 4 : index
    %33 = arith.cmpi sge, %23, %c4_5 : index
    %34 = arith.addf %32, %31 : f32
    %35 = arith.select %33, %34, %31 : f32
    %c8 = arith.constant 8 : index
    %36 = kernel.shuffle up %35, %c8 : f32
    %c8_6 = arith.constant 8 : index
    %37 = arith.cmpi sge, %23, %c8_6 : index
    %38 = arith.addf %36, %35 : f32
    %39 = arith.select %37, %38, %35 : f32
    %c16 = arith.constant 16 : index
    %40 = kernel.shuffle up %39, %c16 : f32
    %c16_7 = arith.constant 16 : index
    %41 = arith.cmpi sge, %23, %c16_7 : index
    %42 = arith.addf %40, %39 : f32
    %43 = arith.select %41, %42, %39 : f32
    %c0_8 = arith.constant 0 : index
    %44 = arith.cmpi sgt, %3, %c0_8 : index
    %c1_9 = arith.constant 1 : index
    %45 = kernel.shuffle up %43, %c1_9 : f32
    %cst = arith.constant 0.000000e+00 : f32
    %46 = arith.select %44, %45, %cst : f32
    %cst_10 = arith.constant 0.000000e+00 : f32
    %47 = arith.addf %cst_10, %46 : f32
    %48 = arith.addf %47, %19#0 : f32
    %49 = arith.addf %47, %20 : f32
    %50 = arith.addf %47, %21 : f32
    %51 = arith.addf %47, %22 : f32
    %c31 = arith.constant 31 : index
    %52 = kernel.shuffle index %43, %c31 : f32
    %cst_11 = arith.constant 0.000000e+00 : f32
    %53 = arith.addf %cst_11, %52 : f32
    %54 = arith.addf %19#4, %19#5 : f32
    %55 = arith.addf %54, %19#6 : f32
    %56 = arith.addf %55, %19#7 : f32
    %57 = kernel.lane_id
    %c1_12 = arith.constant 1 : index
    %58 = kernel.shuffle up %56, %c1_12 : f32
    %c1_13 = arith.constant 1 : index
    %59 = arith.cmpi sge, %57, %c1_13 : index
    %60 = arith.addf %58, %56 : f32
    %61 = arith.select %59, %60, %56 : f32
    %c2_14 = arith.constant 2 : index
    %62 = kernel.shuffle up %61, %c2_14 : f32
    %c2_15 = arith.constant 2 : index
    %63 = arith.cmpi sge, %57, %c2_15 : index
    %64 = arith.addf %62, %61 : f32
    %65 = arith.select %63, %64, %61 : f32
    %c4_16 = arith.constant 4 : index
    %66 = kernel.shuffle up %65, %c4_16 : f32
    %c4_17 = arith.constant 4 : index
    %67 = arith.cmpi sge, %57, %c4_17 : index
    %68 = arith.addf %66, %65 : f32
    %69 = arith.select %67, %68, %65 : f32
    %c8_18 = arith.constant 8 : index
    %70 = kernel.shuffle up %69, %c8_18 : f32
    %c8_19 = arith.constant 8 : index
    %71 = arith.cmpi sge, %57, %c8_19 : index
    %72 = arith.addf %70, %69 : f32
    %73 = arith.select %71, %72, %69 : f32
    %c16_20 = arith.constant 16 : index
    %74 = kernel.shuffle up %73, %c16_20 : f32
    %c16_21 = arith.constant 16 : index
    %75 = arith.cmpi sge, %57, %c16_21 : index
    %76 = arith.addf %74, %73 : f32
    %77 = arith.select %75, %76, %73 : f32
    %c0_22 = arith.constant 0 : index
    %78 = arith.cmpi sgt, %3, %c0_22 : index
    %c1_23 = arith.constant 1 : index
    %79 = kernel.shuffle up %77, %c1_23 : f32
    %cst_24 = arith.constant 0.000000e+00 : f32
    %80 = arith.select %78, %79, %cst_24 : f32
    %81 = arith.addf %53, %80 : f32
    %82 = arith.addf %81, %19#4 : f32
    %83 = arith.addf %81, %54 : f32
    %84 = arith.addf %81, %55 : f32
    %85 = arith.addf %81, %56 : f32
    %c31_25 = arith.constant 31 : index
    %86 = kernel.shuffle index %77, %c31_25 : f32
    %87 = arith.addf %53, %86 : f32
    %88 = arith.addf %19#8, %19#9 : f32
    %89 = arith.addf %88, %19#10 : f32
    %90 = arith.addf %89, %19#11 : f32
    %91 = kernel.lane_id
    %c1_26 = arith.constant 1 : index
    %92 = kernel.shuffle up %90, %c1_26 : f32
    %c1_27 = arith.constant 1 : index
    %93 = arith.cmpi sge, %91, %c1_27 : index
    %94 = arith.addf %92, %90 : f32
    %95 = arith.select %93, %94, %90 : f32
    %c2_28 = arith.constant 2 : index
    %96 = kernel.shuffle up %95, %c2_28 : f32
    %c2_29 = arith.constant 2 : index
    %97 = arith.cmpi sge, %91, %c2_29 : index
    %98 = arith.addf %96, %95 : f32
    %99 = arith.select %97, %98, %95 : f32
    %c4_30 = arith.constant 4 : index
    %100 = kernel.shuffle up %99, %c4_30 : f32
    %c4_31 = arith.constant 4 : index
    %101 = arith.cmpi sge, %91, %c4_31 : index
    %102 = arith.addf %100, %99 : f32
    %103 = arith.select %101, %102, %99 : f32
    %c8_32 = arith.constant 8 : index
    %104 = kernel.shuffle up %103, %c8_32 : f32
    %c8_33 = arith.constant 8 : index
    %105 = arith.cmpi sge, %91, %c8_33 : index
    %106 = arith.addf %104, %103 : f32
    %107 = arith.select %105, %106, %103 : f32
    %c16_34 = arith.constant 16 : index
    %108 = kernel.shuffle up %107, %c16_34 : f32
    %c16_35 = arith.constant 16 : index
    %109 = arith.cmpi sge, %91, %c16_35 : index
    %110 = arith.addf %108, %107 : f32
    %111 = arith.select %109, %110, %107 : f32
    %c0_36 = arith.constant 0 : index
    %112 = arith.cmpi sgt, %3, %c0_36 : index
    %c1_37 = arith.constant 1 : index
    %113 = kernel.shuffle up %111, %c1_37 : f32
    %cst_38 = arith.constant 0.000000e+00 : f32
    %114 = arith.select %112, %113, %cst_38 : f32
    %115 = arith.addf %87, %114 : f32
    %116 = arith.addf %115, %19#8 : f32
    %117 = arith.addf %115, %88 : f32
    %118 = arith.addf %115, %89 : f32
    %119 = arith.addf %115, %90 : f32
    %c31_39 = arith.constant 31 : index
    %120 = kernel.shuffle index %111, %c31_39 : f32
    %121 = arith.addf %87, %120 : f32
    %122 = arith.addf %19#12, %19#13 : f32
    %123 = arith.addf %122, %19#14 : f32
    %124 = arith.addf %123, %19#15 : f32
    %125 = kernel.lane_id
    %c1_40 = arith.constant 1 : index
    %126 = kernel.shuffle up %124, %c1_40 : f32
    %c1_41 = arith.constant 1 : index
    %127 = arith.cmpi sge, %125, %c1_41 : index
    %128 = arith.addf %126, %124 : f32
    %129 = arith.select %127, %128, %124 : f32
    %c2_42 = arith.constant 2 : index
    %130 = kernel.shuffle up %129, %c2_42 : f32
    %c2_43 = arith.constant 2 : index
    %131 = arith.cmpi sge, %125, %c2_43 : index
    %132 = arith.addf %130, %129 : f32
    %133 = arith.select %131, %132, %129 : f32
    %c4_44 = arith.constant 4 : index
    %134 = kernel.shuffle up %133, %c4_44 : f32
    %c4_45 = arith.constant 4 : index
    %135 = arith.cmpi sge, %125, %c4_45 : index
    %136 = arith.addf %134, %133 : f32
    %137 = arith.select %135, %136, %133 : f32
    %c8_46 = arith.constant 8 : index
    %138 = kernel.shuffle up %137, %c8_46 : f32
    %c8_47 = arith.constant 8 : index
    %139 = arith.cmpi sge, %125, %c8_47 : index
    %140 = arith.addf %138, %137 : f32
    %141 = arith.select %139, %140, %137 : f32
    %c16_48 = arith.constant 16 : index
    %142 = kernel.shuffle up %141, %c16_48 : f32
    %c16_49 = arith.constant 16 : index
    %143 = arith.cmpi sge, %125, %c16_49 : index
    %144 = arith.addf %142, %141 : f32
    %145 = arith.select %143, %144, %141 : f32
    %c0_50 = arith.constant 0 : index
    %146 = arith.cmpi sgt, %3, %c0_50 : index
    %c1_51 = arith.constant 1 : index
    %147 = kernel.shuffle up %145, %c1_51 : f32
    %cst_52 = arith.constant 0.000000e+00 : f32
    %148 = arith.select %146, %147, %cst_52 : f32
    %149 = arith.addf %121, %148 : f32
    %150 = arith.addf %149, %19#12 : f32
    %151 = arith.addf %149, %122 : f32
    %152 = arith.addf %149, %123 : f32
    %153 = arith.addf %149, %124 : f32
    %c31_53 = arith.constant 31 : index
    %154 = kernel.shuffle index %145, %c31_53 : f32
    %155 = arith.addf %121, %154 : f32
    %c0_54 = arith.constant 0 : index
    %156 = arith.cmpi eq, %3, %c0_54 : index
    loop.if %156 {
      mem.store %155, %2[%4] : memref<8xf32>
      loop.yield
    }
    kernel.barrier
    %c0_55 = arith.constant 0 : index
    %157 = arith.cmpi eq, %4, %c0_55 : index
    loop.if %157 {
      %c0_59 = arith.constant 0 : index
      %c8_60 = arith.constant 8 : index
      %c1_61 = arith.constant 1 : index
      %cst_62 = arith.constant 0.000000e+00 : f32
      %177 = loop.for %i_63 = %c0_59 to %c8_60 step %c1_61 iter_args(%arg4 = %cst_62) -> (f32) {
        %229 = mem.load %2[%i_63] : memref<8xf32>
        %230 = arith.addf %arg4, %229 : f32
        loop.yield %230 : f32
      }
      %178 = kernel.lane_id
      %c32_i32 = arith.constant 32 : i32
      %179 = arith.remsi %7, %c32_i32 : i32
      %c32_i32_64 = arith.constant 32 : i32
      %180 = arith.addi %179, %c32_i32_64 : i32
      %181 = arith.subi %180, %179 : i32
      %c0_i32 = arith.constant 0 : i32
      %182 = arith.cmpi ne, %179, %c0_i32 : i32
      %c0_i32_65 = arith.constant 0 : i32
      %183 = arith.cmpi slt, %179, %c0_i32_65 : i32
      %c0_i32_66 = arith.constant 0 : i32
      %184 = arith.cmpi slt, %181, %c0_i32_66 : i32
      %185 = arith.cmpi ne, %183, %184 : i1
      %186 = arith.andi %182, %185 : i1
      %187 = arith.select %186, %180, %179 : i32
      %c32_i32_67 = arith.constant 32 : i32
      %188 = arith.floordivsi %7, %c32_i32_67 : i32
      %c0_68 = arith.constant 0 : index
      %189 = arith.cmpi eq, %178, %c0_68 : index
      loop.if %189 {
        %c1_i32 = arith.constant 1 : i32
        %229 = arith.addi %c1_i32, %7 : i32
        %230 = arith.index_cast %7 : i32 to index
        mem.store %177, %arg2[%230] : memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>
        %231 = arith.index_cast %229 : i32 to index
        %c1_i32_85 = arith.constant 1 : i32
        kernel.store_release %c1_i32_85, %arg1[%231] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
        loop.yield
      }
      %190 = arith.index_cast %187 : i32 to index
      %191 = arith.cmpi slt, %178, %190 : index
      %192 = loop.if %191 -> (f32) {
        %229 = arith.subi %7, %187 : i32
        %230 = arith.index_cast %229 : i32 to index
        %231 = arith.addi %230, %178 : index
        %c1_85 = arith.constant 1 : index
        %232 = arith.addi %231, %c1_85 : index
        %233 = kernel.load_acquire %arg1[%232] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
        %234 = loop.while (%arg4 = %233) : (i32) -> (i32) {
          %c1_i32 = arith.constant 1 : i32
          %236 = arith.cmpi slt, %arg4, %c1_i32 : i32
          loop.condition %236, %arg4 : i32
        } do (%arg4: i32) {
          %c1_86 = arith.constant 1 : index
          %236 = arith.addi %231, %c1_86 : index
          %237 = kernel.load_acquire %arg1[%236] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
          loop.yield %237 : i32
        }
        %235 = mem.load %arg2[%231] : memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>
        loop.yield %235 : f32
      } else {
        %cst_85 = arith.constant 0.000000e+00 : f32
        loop.yield %cst_85 : f32
      }
      %193 = kernel.lane_id
      %c1_69 = arith.constant 1 : index
      %194 = kernel.shuffle up %192, %c1_69 : f32
      %c1_70 = arith.constant 1 : index
      %195 = arith.cmpi sge, %193, %c1_70 : index
      %196 = arith.addf %194, %192 : f32
      %197 = arith.select %195, %196, %192 : f32
      %c2_71 = arith.constant 2 : index
      %198 = kernel.shuffle up %197, %c2_71 : f32
      %c2_72 = arith.constant 2 : index
      %199 = arith.cmpi sge, %193, %c2_72 : index
      %200 = arith.addf %198, %197 : f32
      %201 = arith.select %199, %200, %197 : f32
      %c4_73 = arith.constant 4 : index
      %202 = kernel.shuffle up %201, %c4_73 : f32
      %c4_74 = arith.constant 4 : index
      %203 = arith.cmpi sge, %193, %c4_74 : index
      %204 = arith.addf %202, %201 : f32
      %205 = arith.select %203, %204, %201 : f32
      %c8_75 = arith.constant 8 : index
      %206 = kernel.shuffle up %205, %c8_75 : f32
      %c8_76 = arith.constant 8 : index
      %207 = arith.cmpi sge, %193, %c8_76 : index
      %208 = arith.addf %206, %205 : f32
      %209 = arith.select %207, %208, %205 : f32
      %c16_77 = arith.constant 16 : index
      %210 = kernel.shuffle up %209, %c16_77 : f32
      %c16_78 = arith.constant 16 : index
      %211 = arith.cmpi sge, %193, %c16_78 : index
      %212 = arith.addf %210, %209 : f32
      %213 = arith.select %211, %212, %209 : f32
      %c31_79 = arith.constant 31 : index
      %214 = kernel.shuffle index %213, %c31_79 : f32
      %c31_i32 = arith.constant 31 : i32
      %215 = arith.cmpi eq, %187, %c31_i32 : i32
      %c0_80 = arith.constant 0 : index
      %216 = arith.cmpi eq, %178, %c0_80 : index
      %217 = arith.andi %215, %216 : i1
      loop.if %217 {
        %229 = mem.extent [(n + 4095) floordiv 4096] : index
        %230 = arith.index_cast %188 : i32 to index
        %231 = arith.addi %229, %230 : index
        %232 = arith.addf %214, %177 : f32
        %233 = mem.extent [(n + 4095) floordiv 4096 + 1] : index
        %234 = arith.index_cast %188 : i32 to index
        %235 = arith.addi %233, %234 : index
        mem.store %232, %arg2[%231] : memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>
        %c1_i32 = arith.constant 1 : i32
        kernel.store_release %c1_i32, %arg1[%235] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
        loop.yield
      }
      %218 = arith.index_cast %188 : i32 to index
      %219 = arith.cmpi slt, %178, %218 : index
      %220:2 = loop.if %219 -> (i32, f32) {
        %c1_i32 = arith.constant 1 : i32
        %229 = arith.subi %188, %c1_i32 : i32
        %230 = arith.index_cast %229 : i32 to index
        %231 = arith.subi %230, %178 : index
        %c31_85 = arith.constant 31 : index
        %232 = arith.cmpi eq, %178, %c31_85 : index
        %c2_i32_86 = arith.constant 2 : i32
        %c1_i32_87 = arith.constant 1 : i32
        %233 = arith.select %232, %c2_i32_86, %c1_i32_87 : i32
        %234 = mem.extent [(n + 4095) floordiv 4096 + 1] : index
        %235 = arith.addi %231, %234 : index
        %236 = kernel.load_acquire %arg1[%235] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
        %237 = loop.while (%arg4 = %236) : (i32) -> (i32) {
          %245 = arith.cmpi slt, %arg4, %233 : i32
          loop.condition %245, %arg4 : i32
        } do (%arg4: i32) {
          %245 = mem.extent [(n + 4095) floordiv 4096 + 1] : index
          %246 = arith.addi %231, %245 : index
          %247 = kernel.load_acquire %arg1[%246] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
          loop.yield %247 : i32
        }
        %c2_i32_88 = arith.constant 2 : i32
        %238 = arith.cmpi eq, %237, %c2_i32_88 : i32
        %239 = mem.extent [(n + 131071) floordiv 131072] : index
        %c0_89 = arith.constant 0 : index
        %240 = arith.select %238, %239, %c0_89 : index
        %241 = mem.extent [(n + 4095) floordiv 4096] : index
        %242 = arith.addi %231, %241 : index
        %243 = arith.addi %242, %240 : index
        %244 = mem.load %arg2[%243] : memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>
        loop.yield %237, %244 : i32, f32
      } else {
        %c2_i32_85 = arith.constant 2 : i32
        %cst_86 = arith.constant 0.000000e+00 : f32
        loop.yield %c2_i32_85, %cst_86 : i32, f32
      }
      %c2_i32 = arith.constant 2 : i32
      %221 = arith.cmpi eq, %220#0, %c2_i32 : i32
      %222 = kernel.ballot %221
      %223 = math.cttz %222 : i32
      %224 = arith.index_castui %223 : i32 to index
      %225 = kernel.shuffle index %220#1, %224 : f32
      %c0_81 = arith.constant 0 : index
      %226 = arith.index_castui %223 : i32 to index
      %c1_82 = arith.constant 1 : index
      %227 = loop.for %i_83 = %c0_81 to %226 step %c1_82 iter_args(%arg4 = %225) -> (f32) {
        %c1_i32 = arith.constant 1 : i32
        %229 = arith.subi %223, %c1_i32 : i32
        %230 = arith.index_castui %229 : i32 to index
        %231 = arith.subi %230, %i_83 : index
        %232 = kernel.shuffle index %220#1, %231 : f32
        %233 = arith.addf %arg4, %232 : f32
        loop.yield %233 : f32
      }
      loop.if %217 {
        %229 = mem.extent [(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072] : index
        %230 = arith.index_cast %188 : i32 to index
        %231 = arith.addi %229, %230 : index
        %232 = arith.addf %214, %177 : f32
        %233 = arith.addf %227, %232 : f32
        %234 = mem.extent [(n + 4095) floordiv 4096 + 1] : index
        %235 = arith.index_cast %188 : i32 to index
        %236 = arith.addi %234, %235 : index
        mem.store %233, %arg2[%231] : memref<?{(n + 4095) floordiv 4096 + 2*((n + 131071) floordiv 131072)}xf32>
        %c2_i32_85 = arith.constant 2 : i32
        kernel.store_release %c2_i32_85, %arg1[%236] : memref<?{(n + 4095) floordiv 4096 + (n + 131071) floordiv 131072 + 1}xi32>
        loop.yield
      }
      %c0_84 = arith.constant 0 : index
      %228 = arith.cmpi eq, %178, %c0_84 : index
      loop.if %228 {
        %229 = arith.addf %227, %214 : f32
        %c0_85 = arith.constant 0 : index
        mem.store %229, %1[%c0_85] : memref<1xf32>
        loop.yield
      }
      loop.yield
    }
    kernel.barrier
    %c0_56 = arith.constant 0 : index
    %158 = mem.load %1[%c0_56] : memref<1xf32>
    %c0_57 = arith.constant 0 : index
    %c1_58 = arith.constant 1 : index
    %159 = loop.for %i = %c0_57 to %4 step %c1_58 iter_args(%arg4 = %158) -> (f32) {
      %177 = mem.load %2[%i] : memref<8xf32>
      %178 = arith.addf %arg4, %177 : f32
      loop.yield %178 : f32
    }
    %160 = arith.addf %159, %48 : f32
    %161 = arith.addf %159, %49 : f32
    %162 = arith.addf %159, %50 : f32
    %163 = arith.addf %159, %51 : f32
    %164 = arith.addf %159, %82 : f32
    %165 = arith.addf %159, %83 : f32
    %166 = arith.addf %159, %84 : f32
    %167 = arith.addf %159, %85 : f32
    %168 = arith.addf %159, %116 : f32
    %169 = arith.addf %159, %117 : f32
    %170 = arith.addf %159, %118 : f32
    %171 = arith.addf %159, %119 : f32
    %172 = arith.addf %159, %150 : f32
    %173 = arith.addf %159, %151 : f32
    %174 = arith.addf %159, %152 : f32
    %175 = arith.addf %159, %153 : f32
    loop.if %18 {
      %c4_59 = arith.constant 4 : index
      %177 = arith.muli %3, %c4_59 : index
      %178 = arith.addi %11, %177 : index
      %179 = vector.broadcast %160 : vector<4xf32>
      %c1_60 = arith.constant 1 : index
      %180 = vector.insert %161, %179[%c1_60] : vector<4xf32>
      %c2_61 = arith.constant 2 : index
      %181 = vector.insert %162, %180[%c2_61] : vector<4xf32>
      %c3 = arith.constant 3 : index
      %182 = vector.insert %163, %181[%c3] : vector<4xf32>
      vector.store %182, %arg3[%178] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c4_62 = arith.constant 4 : index
      %183 = arith.muli %3, %c4_62 : index
      %184 = arith.addi %11, %183 : index
      %c128 = arith.constant 128 : index
      %185 = arith.addi %184, %c128 : index
      %186 = vector.broadcast %164 : vector<4xf32>
      %c1_63 = arith.constant 1 : index
      %187 = vector.insert %165, %186[%c1_63] : vector<4xf32>
      %c2_64 = arith.constant 2 : index
      %188 = vector.insert %166, %187[%c2_64] : vector<4xf32>
      %c3_65 = arith.constant 3 : index
      %189 = vector.insert %167, %188[%c3_65] : vector<4xf32>
      vector.store %189, %arg3[%185] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c4_66 = arith.constant 4 : index
      %190 = arith.muli %3, %c4_66 : index
      %191 = arith.addi %11, %190 : index
      %c256 = arith.constant 256 : index
      %192 = arith.addi %191, %c256 : index
      %193 = vector.broadcast %168 : vector<4xf32>
      %c1_67 = arith.constant 1 : index
      %194 = vector.insert %169, %193[%c1_67] : vector<4xf32>
      %c2_68 = arith.constant 2 : index
      %195 = vector.insert %170, %194[%c2_68] : vector<4xf32>
      %c3_69 = arith.constant 3 : index
      %196 = vector.insert %171, %195[%c3_69] : vector<4xf32>
      vector.store %196, %arg3[%192] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      %c4_70 = arith.constant 4 : index
      %197 = arith.muli %3, %c4_70 : index
      %198 = arith.addi %11, %197 : index
      %c384 = arith.constant 384 : index
      %199 = arith.addi %198, %c384 : index
      %200 = vector.broadcast %172 : vector<4xf32>
      %c1_71 = arith.constant 1 : index
      %201 = vector.insert %173, %200[%c1_71] : vector<4xf32>
      %c2_72 = arith.constant 2 : index
      %202 = vector.insert %174, %201[%c2_72] : vector<4xf32>
      %c3_73 = arith.constant 3 : index
      %203 = vector.insert %175, %202[%c3_73] : vector<4xf32>
      vector.store %203, %arg3[%199] axis = 0 : memref<?{n}xf32>, vector<4xf32>
      loop.yield
    }
    %true = arith.constant true
    %176 = arith.xori %18, %true : i1
    loop.if %176 {
      %c4_59 = arith.constant 4 : index
      %177 = arith.muli %3, %c4_59 : index
      %178 = arith.addi %11, %177 : index
      %179 = mem.extent [n] : index
      %180 = arith.cmpi slt, %178, %179 : index
      loop.if %180 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        mem.store %160, %arg3[%257] : memref<?{n}xf32>
        loop.yield
      }
      %c4_60 = arith.constant 4 : index
      %181 = arith.muli %3, %c4_60 : index
      %182 = arith.addi %11, %181 : index
      %c1_61 = arith.constant 1 : index
      %183 = arith.addi %182, %c1_61 : index
      %184 = mem.extent [n] : index
      %185 = arith.cmpi slt, %183, %184 : index
      loop.if %185 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c1_78 = arith.constant 1 : index
        %258 = arith.addi %257, %c1_78 : index
        mem.store %161, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_62 = arith.constant 4 : index
      %186 = arith.muli %3, %c4_62 : index
      %187 = arith.addi %11, %186 : index
      %c2_63 = arith.constant 2 : index
      %188 = arith.addi %187, %c2_63 : index
      %189 = mem.extent [n] : index
      %190 = arith.cmpi slt, %188, %189 : index
      loop.if %190 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c2_78 = arith.constant 2 : index
        %258 = arith.addi %257, %c2_78 : index
        mem.store %162, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_64 = arith.constant 4 : index
      %191 = arith.muli %3, %c4_64 : index
      %192 = arith.addi %11, %191 : index
      %c3 = arith.constant 3 : index
      %193 = arith.addi %192, %c3 : index
      %194 = mem.extent [n] : index
      %195 = arith.cmpi slt, %193, %194 : index
      loop.if %195 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c3_78 = arith.constant 3 : index
        %258 = arith.addi %257, %c3_78 : index
        mem.store %163, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_65 = arith.constant 4 : index
      %196 = arith.muli %3, %c4_65 : index
      %197 = arith.addi %11, %196 : index
      %c128 = arith.constant 128 : index
      %198 = arith.addi %197, %c128 : index
      %199 = mem.extent [n] : index
      %200 = arith.cmpi slt, %198, %199 : index
      loop.if %200 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c128_78 = arith.constant 128 : index
        %258 = arith.addi %257, %c128_78 : index
        mem.store %164, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_66 = arith.constant 4 : index
      %201 = arith.muli %3, %c4_66 : index
      %202 = arith.addi %11, %201 : index
      %c129 = arith.constant 129 : index
      %203 = arith.addi %202, %c129 : index
      %204 = mem.extent [n] : index
      %205 = arith.cmpi slt, %203, %204 : index
      loop.if %205 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c129_78 = arith.constant 129 : index
        %258 = arith.addi %257, %c129_78 : index
        mem.store %165, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_67 = arith.constant 4 : index
      %206 = arith.muli %3, %c4_67 : index
      %207 = arith.addi %11, %206 : index
      %c130 = arith.constant 130 : index
      %208 = arith.addi %207, %c130 : index
      %209 = mem.extent [n] : index
      %210 = arith.cmpi slt, %208, %209 : index
      loop.if %210 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c130_78 = arith.constant 130 : index
        %258 = arith.addi %257, %c130_78 : index
        mem.store %166, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_68 = arith.constant 4 : index
      %211 = arith.muli %3, %c4_68 : index
      %212 = arith.addi %11, %211 : index
      %c131 = arith.constant 131 : index
      %213 = arith.addi %212, %c131 : index
      %214 = mem.extent [n] : index
      %215 = arith.cmpi slt, %213, %214 : index
      loop.if %215 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c131_78 = arith.constant 131 : index
        %258 = arith.addi %257, %c131_78 : index
        mem.store %167, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_69 = arith.constant 4 : index
      %216 = arith.muli %3, %c4_69 : index
      %217 = arith.addi %11, %216 : index
      %c256 = arith.constant 256 : index
      %218 = arith.addi %217, %c256 : index
      %219 = mem.extent [n] : index
      %220 = arith.cmpi slt, %218, %219 : index
      loop.if %220 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c256_78 = arith.constant 256 : index
        %258 = arith.addi %257, %c256_78 : index
        mem.store %168, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_70 = arith.constant 4 : index
      %221 = arith.muli %3, %c4_70 : index
      %222 = arith.addi %11, %221 : index
      %c257 = arith.constant 257 : index
      %223 = arith.addi %222, %c257 : index
      %224 = mem.extent [n] : index
      %225 = arith.cmpi slt, %223, %224 : index
      loop.if %225 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c257_78 = arith.constant 257 : index
        %258 = arith.addi %257, %c257_78 : index
        mem.store %169, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_71 = arith.constant 4 : index
      %226 = arith.muli %3, %c4_71 : index
      %227 = arith.addi %11, %226 : index
      %c258 = arith.constant 258 : index
      %228 = arith.addi %227, %c258 : index
      %229 = mem.extent [n] : index
      %230 = arith.cmpi slt, %228, %229 : index
      loop.if %230 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c258_78 = arith.constant 258 : index
        %258 = arith.addi %257, %c258_78 : index
        mem.store %170, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_72 = arith.constant 4 : index
      %231 = arith.muli %3, %c4_72 : index
      %232 = arith.addi %11, %231 : index
      %c259 = arith.constant 259 : index
      %233 = arith.addi %232, %c259 : index
      %234 = mem.extent [n] : index
      %235 = arith.cmpi slt, %233, %234 : index
      loop.if %235 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c259_78 = arith.constant 259 : index
        %258 = arith.addi %257, %c259_78 : index
        mem.store %171, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_73 = arith.constant 4 : index
      %236 = arith.muli %3, %c4_73 : index
      %237 = arith.addi %11, %236 : index
      %c384 = arith.constant 384 : index
      %238 = arith.addi %237, %c384 : index
      %239 = mem.extent [n] : index
      %240 = arith.cmpi slt, %238, %239 : index
      loop.if %240 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c384_78 = arith.constant 384 : index
        %258 = arith.addi %257, %c384_78 : index
        mem.store %172, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_74 = arith.constant 4 : index
      %241 = arith.muli %3, %c4_74 : index
      %242 = arith.addi %11, %241 : index
      %c385 = arith.constant 385 : index
      %243 = arith.addi %242, %c385 : index
      %244 = mem.extent [n] : index
      %245 = arith.cmpi slt, %243, %244 : index
      loop.if %245 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c385_78 = arith.constant 385 : index
        %258 = arith.addi %257, %c385_78 : index
        mem.store %173, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_75 = arith.constant 4 : index
      %246 = arith.muli %3, %c4_75 : index
      %247 = arith.addi %11, %246 : index
      %c386 = arith.constant 386 : index
      %248 = arith.addi %247, %c386 : index
      %249 = mem.extent [n] : index
      %250 = arith.cmpi slt, %248, %249 : index
      loop.if %250 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c386_78 = arith.constant 386 : index
        %258 = arith.addi %257, %c386_78 : index
        mem.store %174, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      %c4_76 = arith.constant 4 : index
      %251 = arith.muli %3, %c4_76 : index
      %252 = arith.addi %11, %251 : index
      %c387 = arith.constant 387 : index
      %253 = arith.addi %252, %c387 : index
      %254 = mem.extent [n] : index
      %255 = arith.cmpi slt, %253, %254 : index
      loop.if %255 {
        %c4_77 = arith.constant 4 : index
        %256 = arith.muli %3, %c4_77 : index
        %257 = arith.addi %11, %256 : index
        %c387_78 = arith.constant 387 : index
        %258 = arith.addi %257, %c387_78 : index
        mem.store %175, %arg3[%258] : memref<?{n}xf32>
        loop.yield
      }
      loop.yield
    }
    kernel.return
  }
}
