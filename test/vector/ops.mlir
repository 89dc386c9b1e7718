// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// Every op of vector in custom form.

// CHECK-LABEL: func.func @vectors
func.func @vectors(%m: memref<?{n}x3xf32>, %i: index, %j: index, %s: f32, %k: vector<16xi1>) {
  // CHECK: %[[W:.*]] = vector.broadcast %{{.*}} : vector<16xf32>
  %w = vector.broadcast %s : vector<16xf32>
  // CHECK: %[[IS:.*]] = vector.step : vector<16xindex>
  %is = vector.step : vector<16xindex>
  // CHECK: %[[V:.*]] = vector.load %{{.*}}[%{{.*}}, %{{.*}}] axis = 0 : memref<?{n}x3xf32>, vector<16xf32>
  %v = vector.load %m[%i, %j] axis = 0 : memref<?{n}x3xf32>, vector<16xf32>
  // CHECK: vector.load %{{.*}}[%{{.*}}, %{{.*}}] axis = 1 mask %[[K:.*]] else %[[W]] : memref<?{n}x3xf32>, vector<16xf32>
  %x = vector.load %m[%i, %j] axis = 1 mask %k else %w : memref<?{n}x3xf32>, vector<16xf32>
  // CHECK: vector.store %[[V]], %{{.*}}[%{{.*}}, %{{.*}}] axis = 1 {dialect.mark} : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %v, %m[%i, %j] axis = 1 {dialect.mark} : memref<?{n}x3xf32>, vector<16xf32>
  // CHECK: vector.store %[[V]], %{{.*}}[%{{.*}}, %{{.*}}] axis = 1 mask %[[K]] : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %v, %m[%i, %j] axis = 1 mask %k : memref<?{n}x3xf32>, vector<16xf32>
  // CHECK: vector.gather %{{.*}}[%[[IS]], %{{.*}}] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
  %g = vector.gather %m[%is, %j] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
  // CHECK: vector.gather %{{.*}}[%[[IS]], %[[IS]]] mask %[[K]] else %[[W]] : memref<?{n}x3xf32>[vector<16xindex>, vector<16xindex>], vector<16xf32>
  %h = vector.gather %m[%is, %is] mask %k else %w : memref<?{n}x3xf32>[vector<16xindex>, vector<16xindex>], vector<16xf32>
  // CHECK: vector.scatter %[[V]], %{{.*}}[%[[IS]], %{{.*}}] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
  vector.scatter %v, %m[%is, %j] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
  // CHECK: vector.scatter %[[V]], %{{.*}}[%{{.*}}, %[[IS]]] mask %[[K]] : memref<?{n}x3xf32>[index, vector<16xindex>], vector<16xf32>
  vector.scatter %v, %m[%i, %is] mask %k : memref<?{n}x3xf32>[index, vector<16xindex>], vector<16xf32>
  // CHECK: vector.reduce maximumf %[[V]] : vector<16xf32>
  %r = vector.reduce maximumf %v : vector<16xf32>
  // CHECK: vector.reduce add %[[V]] fastmath<fast> : vector<16xf32>
  %t = vector.reduce add %v fastmath<fast> : vector<16xf32>
  // CHECK: %[[E:.*]] = vector.extract %[[V]][%{{.*}}] : vector<16xf32>
  %e = vector.extract %v[%i] : vector<16xf32>
  // CHECK: vector.insert %[[E]], %[[V]][%{{.*}}] : vector<16xf32>
  %n = vector.insert %e, %v[%i] : vector<16xf32>
  return
}
// FULL: module {
// FULL-NEXT:   func.func @vectors(%[[ARG0:.*]]: memref<?{n}x3xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: f32, %[[ARG4:.*]]: vector<16xi1>) {
// FULL-NEXT:     %[[V0:.*]] = vector.broadcast %[[ARG3]] : vector<16xf32>
// FULL-NEXT:     %[[V1:.*]] = vector.step : vector<16xindex>
// FULL-NEXT:     %[[V2:.*]] = vector.load %[[ARG0]][%[[ARG1]], %[[ARG2]]] axis = 0 : memref<?{n}x3xf32>, vector<16xf32>
// FULL-NEXT:     %[[V3:.*]] = vector.load %[[ARG0]][%[[ARG1]], %[[ARG2]]] axis = 1 mask %[[ARG4]] else %[[V0]] : memref<?{n}x3xf32>, vector<16xf32>
// FULL-NEXT:     vector.store %[[V2]], %[[ARG0]][%[[ARG1]], %[[ARG2]]] axis = 1 {dialect.mark} : memref<?{n}x3xf32>, vector<16xf32>
// FULL-NEXT:     vector.store %[[V2]], %[[ARG0]][%[[ARG1]], %[[ARG2]]] axis = 1 mask %[[ARG4]] : memref<?{n}x3xf32>, vector<16xf32>
// FULL-NEXT:     %[[V4:.*]] = vector.gather %[[ARG0]][%[[V1]], %[[ARG2]]] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
// FULL-NEXT:     %[[V5:.*]] = vector.gather %[[ARG0]][%[[V1]], %[[V1]]] mask %[[ARG4]] else %[[V0]] : memref<?{n}x3xf32>[vector<16xindex>, vector<16xindex>], vector<16xf32>
// FULL-NEXT:     vector.scatter %[[V2]], %[[ARG0]][%[[V1]], %[[ARG2]]] : memref<?{n}x3xf32>[vector<16xindex>, index], vector<16xf32>
// FULL-NEXT:     vector.scatter %[[V2]], %[[ARG0]][%[[ARG1]], %[[V1]]] mask %[[ARG4]] : memref<?{n}x3xf32>[index, vector<16xindex>], vector<16xf32>
// FULL-NEXT:     %[[V6:.*]] = vector.reduce maximumf %[[V2]] : vector<16xf32>
// FULL-NEXT:     %[[V7:.*]] = vector.reduce add %[[V2]] fastmath<fast> : vector<16xf32>
// FULL-NEXT:     %[[V8:.*]] = vector.extract %[[V2]][%[[ARG1]]] : vector<16xf32>
// FULL-NEXT:     %[[V9:.*]] = vector.insert %[[V8]], %[[V2]][%[[ARG1]]] : vector<16xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// Words of several numbers.
// CHECK-LABEL: func.func @words(
func.func @words(%a: vector<16xi32>, %b: vector<16xi32>, %x: i32, %y: i32) {
  // CHECK: vector.dot_i16 %{{.*}}, %{{.*}} : vector<16xi32>
  %0 = vector.dot_i16 %a, %b : vector<16xi32>
  // CHECK: vector.dot_i8 %{{.*}}, %{{.*}} : i32
  %1 = vector.dot_i8 %x, %y : i32
  // CHECK: vector.dot_u8_i8 %{{.*}}, %{{.*}} : vector<16xi32>
  %2 = vector.dot_u8_i8 %a, %b : vector<16xi32>
  // CHECK: %[[F:.*]] = vector.dot_bf16 %{{.*}}, %{{.*}} : vector<16xi32>
  %3 = vector.dot_bf16 %a, %b : vector<16xi32>
  // CHECK: arith.addf %[[F]], %[[F]] : vector<16xf32>
  %4 = arith.addf %3, %3 : vector<16xf32>
  return
}
// FULL-NEXT:   func.func @words(%[[ARG0:.*]]: vector<16xi32>, %[[ARG1:.*]]: vector<16xi32>, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i32) {
// FULL-NEXT:     %[[V0:.*]] = vector.dot_i16 %[[ARG0]], %[[ARG1]] : vector<16xi32>
// FULL-NEXT:     %[[V1:.*]] = vector.dot_i8 %[[ARG2]], %[[ARG3]] : i32
// FULL-NEXT:     %[[V2:.*]] = vector.dot_u8_i8 %[[ARG0]], %[[ARG1]] : vector<16xi32>
// FULL-NEXT:     %[[V3:.*]] = vector.dot_bf16 %[[ARG0]], %[[ARG1]] : vector<16xi32>
// FULL-NEXT:     %[[V4:.*]] = arith.addf %[[V3]], %[[V3]] : vector<16xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
