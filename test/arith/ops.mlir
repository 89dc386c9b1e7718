// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// RUN: tfopt %s | FileCheck %s --check-prefix=NAMES

// Every op of arith in custom form, on scalars, vectors and tensors.

// CHECK-LABEL: func.func @constants
// NAMES-LABEL: func.func @constants
func.func @constants() {
  // CHECK: arith.constant 1 : i32
  // NAMES: %c1_i32 = arith.constant 1 : i32
  %0 = arith.constant 1 : i32
  // NAMES: %c-5_i7 = arith.constant -5 : i7
  %1 = arith.constant -5 : i7
  // NAMES: %c42_i64 = arith.constant 42 : i64
  %2 = arith.constant 42
  // NAMES: %c7 = arith.constant 7 : index
  %3 = arith.constant 7 : index
  // NAMES: %true = arith.constant true
  %4 = arith.constant true
  // NAMES: %false = arith.constant false
  %5 = arith.constant false
  // CHECK: arith.constant 1.500000e+00 : f32
  // NAMES: %cst = arith.constant 1.500000e+00 : f32
  %6 = arith.constant 1.5 : f32
  // CHECK: arith.constant -0.000000e+00 : f64
  // NAMES: %cst_0 = arith.constant -0.000000e+00 : f64
  %7 = arith.constant -0.0
  // CHECK: arith.constant 0x7FC00000 : f32
  %8 = arith.constant 0x7FC00000 : f32
  // CHECK: arith.constant 0xFF80 : bf16
  %9 = arith.constant 0xFF80 : bf16
  // CHECK: arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %10 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  // CHECK: arith.constant {dialect.note = "kept"} dense<2.500000e-01> : vector<4xf16>
  %11 = arith.constant {dialect.note = "kept"} dense<0.25> : vector<4xf16>
  // CHECK: arith.constant dense<[true, false]> : tensor<2xi1>
  %12 = arith.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: arith.constant dense<7> : vector<[4]xi8>
  %13 = arith.constant dense<7> : vector<[4]xi8>
  return
}

// CHECK-LABEL: func.func @integers
func.func @integers(%a: i32, %b: index, %v: vector<4xi8>, %t: tensor<?x3xi64>) {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %0 = arith.addi %a, %a : i32
  // CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nsw> : index
  %1 = arith.addi %b, %b overflow<nsw> : index
  // CHECK: arith.subi %{{.*}}, %{{.*}} overflow<nsw, nuw> : vector<4xi8>
  %2 = arith.subi %v, %v overflow<nuw, nsw> : vector<4xi8>
  // CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nuw> {dialect.note} : tensor<?x3xi64>
  %3 = arith.muli %t, %t overflow<nuw> {dialect.note} : tensor<?x3xi64>
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
  %4 = arith.muli %a, %a overflow<none> : i32
  // CHECK: arith.divsi %{{.*}}, %{{.*}} : i32
  %5 = arith.divsi %a, %a : i32
  // CHECK: arith.divsi %{{.*}}, %{{.*}} exact : i32
  %6 = arith.divsi %a, %a exact : i32
  // CHECK: arith.divui %{{.*}}, %{{.*}} exact {dialect.note} : index
  %7 = arith.divui %b, %b exact {dialect.note} : index
  // CHECK: arith.ceildivsi %{{.*}}, %{{.*}} : vector<4xi8>
  %8 = arith.ceildivsi %v, %v : vector<4xi8>
  // CHECK: arith.ceildivui %{{.*}}, %{{.*}} : i32
  %9 = arith.ceildivui %a, %a : i32
  // CHECK: arith.floordivsi %{{.*}}, %{{.*}} : tensor<?x3xi64>
  %10 = arith.floordivsi %t, %t : tensor<?x3xi64>
  // CHECK: arith.remsi %{{.*}}, %{{.*}} : i32
  %11 = arith.remsi %a, %a : i32
  // CHECK: arith.remui %{{.*}}, %{{.*}} : i32
  %12 = arith.remui %a, %a : i32
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i32
  %13 = arith.andi %a, %a : i32
  // CHECK: arith.ori %{{.*}}, %{{.*}} : vector<4xi8>
  %14 = arith.ori %v, %v : vector<4xi8>
  // CHECK: arith.xori %{{.*}}, %{{.*}} : index
  %15 = arith.xori %b, %b : index
  // CHECK: arith.shli %{{.*}}, %{{.*}} overflow<nsw> : i32
  %16 = arith.shli %a, %a overflow<nsw> : i32
  // CHECK: arith.shrsi %{{.*}}, %{{.*}} : i32
  %17 = arith.shrsi %a, %a : i32
  // CHECK: arith.shrui %{{.*}}, %{{.*}} exact : i32
  %18 = arith.shrui %a, %a exact : i32
  // CHECK: arith.maxsi %{{.*}}, %{{.*}} : i32
  %19 = arith.maxsi %a, %a : i32
  // CHECK: arith.maxui %{{.*}}, %{{.*}} : i32
  %20 = arith.maxui %a, %a : i32
  // CHECK: arith.minsi %{{.*}}, %{{.*}} : vector<4xi8>
  %21 = arith.minsi %v, %v : vector<4xi8>
  // CHECK: arith.minui %{{.*}}, %{{.*}} : tensor<?x3xi64>
  %22 = arith.minui %t, %t : tensor<?x3xi64>
  return
}

// CHECK-LABEL: func.func @two_results
// NAMES-LABEL: func.func @two_results
func.func @two_results(%a: i32, %v: vector<4xi8>, %t: tensor<?x3xi64>) {
  // NAMES: %sum, %overflow = arith.addui_extended %arg0, %arg0 : i32, i1
  // CHECK: arith.addui_extended %{{.*}}, %{{.*}} : i32, i1
  %0:2 = arith.addui_extended %a, %a : i32, i1
  // CHECK: arith.addui_extended %{{.*}}, %{{.*}} : tensor<?x3xi64>, tensor<?x3xi1>
  %1:2 = arith.addui_extended %t, %t : tensor<?x3xi64>, tensor<?x3xi1>
  // NAMES: %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
  // CHECK: arith.mulsi_extended %{{.*}}, %{{.*}} : i32
  %low, %high = arith.mulsi_extended %a, %a : i32
  // CHECK: arith.mului_extended %{{.*}}, %{{.*}} {dialect.note} : vector<4xi8>
  %2:2 = arith.mului_extended %v, %v {dialect.note} : vector<4xi8>
  return
}

// CHECK-LABEL: func.func @floats
func.func @floats(%a: f32, %h: f16, %v: vector<2x[4]xbf16>, %t: tensor<*xf64>, %n: f8E4M3FN) {
  // CHECK: arith.negf %{{.*}} : f32
  %0 = arith.negf %a : f32
  // CHECK: arith.negf %{{.*}} fastmath<nnan> : f32
  %1 = arith.negf %a fastmath<nnan> : f32
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f8E4M3FN
  %2 = arith.addf %n, %n : f8E4M3FN
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<fast> : f16
  %3 = arith.addf %h, %h fastmath<fast> : f16
  // CHECK: arith.subf %{{.*}}, %{{.*}} fastmath<reassoc,ninf,contract> : vector<2x[4]xbf16>
  %4 = arith.subf %v, %v fastmath<contract,reassoc, ninf> : vector<2x[4]xbf16>
  // CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<nsz> {dialect.note} : tensor<*xf64>
  %5 = arith.mulf %t, %t fastmath<nsz> {dialect.note} : tensor<*xf64>
  // CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp> : f32
  %6 = arith.divf %a, %a fastmath<arcp> : f32
  // CHECK: arith.remf %{{.*}}, %{{.*}} fastmath<afn> : f32
  %7 = arith.remf %a, %a fastmath<afn> : f32
  // CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
  %8 = arith.maximumf %a, %a fastmath<none> : f32
  // CHECK: arith.minimumf %{{.*}}, %{{.*}} fastmath<fast> : f32
  %9 = arith.minimumf %a, %a fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  // CHECK: arith.maxnumf %{{.*}}, %{{.*}} : f32
  %10 = arith.maxnumf %a, %a : f32
  // CHECK: arith.minnumf %{{.*}}, %{{.*}} : f16
  %11 = arith.minnumf %h, %h : f16
  return
}

// CHECK-LABEL: func.func @compare_integers
func.func @compare_integers(%a: i32, %i: index, %v: vector<4xi8>, %t: tensor<?x3xi64>) {
  // CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : i32
  %0 = arith.cmpi eq, %a, %a : i32
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : index
  %1 = arith.cmpi "ne", %i, %i : index
  // CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : vector<4xi8>
  %2 = arith.cmpi slt, %v, %v : vector<4xi8>
  // CHECK: arith.cmpi sle, %{{.*}}, %{{.*}} : tensor<?x3xi64>
  %3 = arith.cmpi sle, %t, %t : tensor<?x3xi64>
  // CHECK: arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
  %4 = arith.cmpi sgt, %a, %a : i32
  // CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} : i32
  %5 = arith.cmpi sge, %a, %a : i32
  // CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i32
  %6 = arith.cmpi ult, %a, %a : i32
  // CHECK: arith.cmpi ule, %{{.*}}, %{{.*}} : i32
  %7 = arith.cmpi ule, %a, %a : i32
  // CHECK: arith.cmpi ugt, %{{.*}}, %{{.*}} : i32
  %8 = arith.cmpi ugt, %a, %a : i32
  // CHECK: arith.cmpi uge, %{{.*}}, %{{.*}} {dialect.note} : i32
  %9 = arith.cmpi uge, %a, %a {dialect.note} : i32
  return
}

// CHECK-LABEL: func.func @compare_floats
func.func @compare_floats(%a: f32, %v: vector<4xbf16>, %t: tensor<?xf64>) {
  // CHECK: arith.cmpf false, %{{.*}}, %{{.*}} : f32
  %0 = arith.cmpf false, %a, %a : f32
  // CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
  %1 = arith.cmpf oeq, %a, %a : f32
  // CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} fastmath<nnan> : f32
  %2 = arith.cmpf ogt, %a, %a fastmath<nnan> : f32
  // CHECK: arith.cmpf oge, %{{.*}}, %{{.*}} : vector<4xbf16>
  %3 = arith.cmpf oge, %v, %v : vector<4xbf16>
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : tensor<?xf64>
  %4 = arith.cmpf olt, %t, %t : tensor<?xf64>
  // CHECK: arith.cmpf ole, %{{.*}}, %{{.*}} : f32
  %5 = arith.cmpf ole, %a, %a : f32
  // CHECK: arith.cmpf one, %{{.*}}, %{{.*}} : f32
  %6 = arith.cmpf one, %a, %a : f32
  // CHECK: arith.cmpf ord, %{{.*}}, %{{.*}} : f32
  %7 = arith.cmpf ord, %a, %a : f32
  // CHECK: arith.cmpf ueq, %{{.*}}, %{{.*}} : f32
  %8 = arith.cmpf ueq, %a, %a : f32
  // CHECK: arith.cmpf ugt, %{{.*}}, %{{.*}} : f32
  %9 = arith.cmpf ugt, %a, %a : f32
  // CHECK: arith.cmpf uge, %{{.*}}, %{{.*}} : f32
  %10 = arith.cmpf uge, %a, %a : f32
  // CHECK: arith.cmpf ult, %{{.*}}, %{{.*}} : f32
  %11 = arith.cmpf ult, %a, %a : f32
  // CHECK: arith.cmpf ule, %{{.*}}, %{{.*}} : f32
  %12 = arith.cmpf ule, %a, %a : f32
  // CHECK: arith.cmpf une, %{{.*}}, %{{.*}} : f32
  %13 = arith.cmpf une, %a, %a : f32
  // CHECK: arith.cmpf uno, %{{.*}}, %{{.*}} : f32
  %14 = arith.cmpf uno, %a, %a : f32
  // CHECK: arith.cmpf true, %{{.*}}, %{{.*}} fastmath<fast> {dialect.note} : f32
  %15 = arith.cmpf true, %a, %a fastmath<fast> {dialect.note} : f32
  return
}

// CHECK-LABEL: func.func @select
func.func @select(%c: i1, %cv: vector<4xi1>, %ct: tensor<?xi1>, %a: i32, %v: vector<4xf32>, %t: tensor<?xf32>,
                  %f: () -> ()) {
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
  %0 = arith.select %c, %a, %a : i32
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
  %1 = arith.select %c, %v, %v : vector<4xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
  %2 = arith.select %cv, %v, %v : vector<4xi1>, vector<4xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} {dialect.note} : tensor<?xi1>, tensor<?xf32>
  %3 = arith.select %ct, %t, %t {dialect.note} : tensor<?xi1>, tensor<?xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf32>
  %4 = arith.select %c, %t, %t : tensor<?xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : () -> ()
  %5 = arith.select %c, %f, %f : () -> ()
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi1>
  %6 = arith.select %cv, %cv, %cv : vector<4xi1>, vector<4xi1>
  return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%a: i32, %f: f32, %i: index, %vi: vector<4xi16>, %tf: tensor<?x2xf16>, %m: memref<?xi32>) {
  // CHECK: arith.extui %{{.*}} : i32 to i64
  %0 = arith.extui %a : i32 to i64
  // CHECK: arith.extsi %{{.*}} : vector<4xi16> to vector<4xi32>
  %1 = arith.extsi %vi : vector<4xi16> to vector<4xi32>
  // CHECK: arith.extf %{{.*}} : tensor<?x2xf16> to tensor<?x2xf32>
  %2 = arith.extf %tf : tensor<?x2xf16> to tensor<?x2xf32>
  // CHECK: arith.extf %{{.*}} fastmath<nnan> : f32 to f64
  %3 = arith.extf %f fastmath<nnan> : f32 to f64
  // CHECK: arith.trunci %{{.*}} : i32 to i1
  %4 = arith.trunci %a : i32 to i1
  // CHECK: arith.trunci %{{.*}} overflow<nsw, nuw> : i32 to i8
  %5 = arith.trunci %a overflow<nsw, nuw> : i32 to i8
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %6 = arith.truncf %f : f32 to bf16
  // CHECK: arith.truncf %{{.*}} to_nearest_even : f32 to f16
  %7 = arith.truncf %f to_nearest_even : f32 to f16
  // CHECK: arith.truncf %{{.*}} downward fastmath<nnan> {dialect.note} : f32 to f16
  %8 = arith.truncf %f downward fastmath<nnan> {dialect.note} : f32 to f16
  // CHECK: arith.truncf %{{.*}} upward : f32 to f16
  %9 = arith.truncf %f upward : f32 to f16
  // CHECK: arith.truncf %{{.*}} toward_zero : f32 to f16
  %10 = arith.truncf %f toward_zero : f32 to f16
  // CHECK: arith.truncf %{{.*}} to_nearest_away fastmath<fast> : f32 to f16
  %11 = arith.truncf %f to_nearest_away fastmath<fast> : f32 to f16
  // CHECK: arith.uitofp %{{.*}} : i32 to f16
  %12 = arith.uitofp %a : i32 to f16
  // CHECK: arith.sitofp %{{.*}} : vector<4xi16> to vector<4xf64>
  %13 = arith.sitofp %vi : vector<4xi16> to vector<4xf64>
  // CHECK: arith.fptoui %{{.*}} : f32 to i8
  %14 = arith.fptoui %f : f32 to i8
  // CHECK: arith.fptosi %{{.*}} : tensor<?x2xf16> to tensor<?x2xi64>
  %15 = arith.fptosi %tf : tensor<?x2xf16> to tensor<?x2xi64>
  // CHECK: arith.index_cast %{{.*}} : index to i32
  %16 = arith.index_cast %i : index to i32
  // CHECK: arith.index_cast %{{.*}} : memref<?xi32> to memref<?xindex>
  %17 = arith.index_cast %m : memref<?xi32> to memref<?xindex>
  // CHECK: arith.index_castui %{{.*}} : vector<4xi16> to vector<4xindex>
  %18 = arith.index_castui %vi : vector<4xi16> to vector<4xindex>
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  %19 = arith.bitcast %f : f32 to i32
  // CHECK: arith.bitcast %{{.*}} {dialect.note} : tensor<?x2xf16> to tensor<?x2xbf16>
  %20 = arith.bitcast %tf {dialect.note} : tensor<?x2xf16> to tensor<?x2xbf16>
  // CHECK: arith.bitcast %{{.*}} : memref<?xi32> to memref<?xf32>
  %21 = arith.bitcast %m : memref<?xi32> to memref<?xf32>
  return
}

// CHECK-LABEL: func.func @scaling
func.func @scaling(%f: f32, %n: f4E2M1FN, %s: f8E8M0FNU, %v: vector<32xf4E2M1FN>, %vs: vector<32xf8E8M0FNU>) {
  // CHECK: arith.scaling_extf %{{.*}}, %{{.*}} : f4E2M1FN, f8E8M0FNU to f32
  %0 = arith.scaling_extf %n, %s : f4E2M1FN, f8E8M0FNU to f32
  // CHECK: arith.scaling_extf %{{.*}}, %{{.*}} fastmath<nnan> : vector<32xf4E2M1FN>, vector<32xf8E8M0FNU> to vector<32xbf16>
  %1 = arith.scaling_extf %v, %vs fastmath<nnan> : vector<32xf4E2M1FN>, vector<32xf8E8M0FNU> to vector<32xbf16>
  // CHECK: arith.scaling_truncf %{{.*}}, %{{.*}} : f32, f8E8M0FNU to f4E2M1FN
  %2 = arith.scaling_truncf %f, %s : f32, f8E8M0FNU to f4E2M1FN
  // CHECK: arith.scaling_truncf %{{.*}}, %{{.*}} toward_zero fastmath<fast> {dialect.note} : f32, f8E8M0FNU to f4E2M1FN
  %3 = arith.scaling_truncf %f, %s toward_zero fastmath<fast> {dialect.note} : f32, f8E8M0FNU to f4E2M1FN
  return
}
