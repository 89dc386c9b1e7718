//! Gradients on every device: the interpreter's answer, and the mathematics'.

use tensorforge::*;

/// Runs `@main` of a text on every device.
fn run(text: &str, args: &[Array]) -> Vec<(Device, Vec<Vec<f32>>)> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let one = |device: Device| {
        let executable = session.compile_text(text, &device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let results: Vec<Array> = executable.call(args).unwrap_or_else(|e| panic!("{device}: {e}"));
        (device, results.iter().map(|a| a.as_slice::<f32>().unwrap().to_vec()).collect())
    };
    devices.into_iter().map(one).collect()
}

fn numbers(n: usize) -> Vec<f32> {
    (0..n)
        .map(|i| ((i as u32 + 1).wrapping_mul(2_654_435_769) >> 8) as f32 / (1 << 23) as f32 - 1.0)
        .collect()
}

fn close(device: &Device, found: &[f32], wanted: &[f64]) {
    assert_eq!(found.len(), wanted.len());
    let size = wanted.iter().fold(1.0f64, |m, v| m.max(v.abs()));
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((f64::from(*a) - b).abs() <= 2e-5 * size, "{device}: at {i}: {a} instead of {b}");
    }
}

#[test]
fn the_gradient_of_the_potential_is_the_force() {
    let text = "func.func @main(%x: tensor<?{n}x3xf32>) -> tensor<?{n}x3xf32> {
      %one = arith.constant 1.0 : f32
      %e, %f = tensor.vjp (%p = %x) seed(%one) : (tensor<?{n}x3xf32>) -> (f32) {
        %t = tensor.compute () in [] {
          %s = tensor.fold (%i) = 0 to n add {
            %u = tensor.fold (%j) = 0 to n add {
              %r2 = tensor.fold (%c) = 0 to 3 add {
                %a = tensor.at %p[%i, %c] : tensor<?{n}x3xf32>
                %b = tensor.at %p[%j, %c] : tensor<?{n}x3xf32>
                %d = arith.subf %a, %b : f32
                %q = arith.mulf %d, %d : f32
                tensor.yield %q : f32
              } : f32
              %eps = arith.constant 1.0e-1 : f32
              %h = arith.addf %r2, %eps : f32
              %k = math.rsqrt %h : f32
              tensor.yield %k : f32
            } : f32
            tensor.yield %u : f32
          } : f32
          tensor.yield %s : f32
        } : tensor<f32>
        %r = tensor.at %t[] : tensor<f32>
        tensor.yield %r : f32
      }
      return %f : tensor<?{n}x3xf32>
    }";
    for n in [1usize, 2, 17, 40] {
        let x = numbers(3 * n);
        let mut wanted = vec![0.0f64; 3 * n];
        for i in 0..n {
            for j in 0..n {
                let d: Vec<f64> = (0..3).map(|c| f64::from(x[3 * i + c]) - f64::from(x[3 * j + c])).collect();
                let r2 = d.iter().map(|d| d * d).sum::<f64>() + 0.1;
                (0..3).for_each(|c| wanted[3 * i + c] -= 2.0 * d[c] / (r2 * r2.sqrt()));
            }
        }
        for (device, found) in run(text, &[Array::from_slice(&[n, 3], &x).unwrap()]) {
            close(&device, &found[0], &wanted);
        }
    }
}

#[test]
fn the_gradients_of_a_product_are_products() {
    let text = "func.func @main(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>, %g: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) {
      %y, %da, %db = tensor.vjp (%u = %a, %v = %b) seed(%g) : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> (tensor<?{n}x?{m}xf32>) {
        %s = tensor.contract \"ij,jk->ik\" %u, %v : (tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
        tensor.yield %s : tensor<?{n}x?{m}xf32>
      }
      return %da, %db : tensor<?{n}x?{p}xf32>, tensor<?{p}x?{m}xf32>
    }";
    for (n, p, m) in [(1, 1, 1), (2, 3, 4), (17, 5, 9), (0, 3, 2)] {
        let (a, b, g) = (numbers(n * p), numbers(p * m), numbers(n * m));
        let array = |extents: &[usize], data: &[f32]| Array::from_slice(extents, data).unwrap();
        let at = |v: &[f32], i: usize| f64::from(v[i]);
        let mut da = vec![0.0; n * p];
        let mut db = vec![0.0; p * m];
        for i in 0..n {
            for k in 0..m {
                for j in 0..p {
                    da[i * p + j] += at(&g, i * m + k) * at(&b, j * m + k);
                    db[j * m + k] += at(&g, i * m + k) * at(&a, i * p + j);
                }
            }
        }
        for (device, found) in run(text, &[array(&[n, p], &a), array(&[p, m], &b), array(&[n, m], &g)]) {
            close(&device, &found[0], &da);
            close(&device, &found[1], &db);
        }
    }
}

/// Runs on every device and compares with the interpreter's answer.
fn agree(text: &str, args: &[Array]) -> Vec<Vec<f32>> {
    let runs = run(text, args);
    let first = runs.iter().find(|(device, _)| *device == Device::interp());
    let (_, first) = first.expect("the interpreter is there").clone();
    for (device, found) in &runs {
        for (a, b) in first.iter().zip(found) {
            let wanted: Vec<f64> = a.iter().map(|v| f64::from(*v)).collect();
            close(device, b, &wanted);
        }
    }
    first
}

#[test]
fn recurrences_give_one_answer_on_every_device() {
    let text = |trips: &str| {
        format!(
            "func.func @main(%h0: tensor<?{{n}}xf32>, %w0: tensor<?{{n}}x?{{n}}xf32>, %x: tensor<?{{t}}x?{{n}}xf32>, %g: tensor<?{{n}}xf32>) -> (tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {trips}
      %y, %dh, %dw, %dx = tensor.vjp (%h1 = %h0, %w = %w0, %xs = %x) seed(%g) : (tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>) -> (tensor<?{{n}}xf32>) {{
        %r = loop.for %i = %c0 to %end step %c1 iter_args(%h = %h1) -> (tensor<?{{n}}xf32>) {{
          %p = tensor.contract \"ij,j->i\" %w, %h : (tensor<?{{n}}x?{{n}}xf32>, tensor<?{{n}}xf32>) -> tensor<?{{n}}xf32>
          %u = tensor.dynamic_slice %xs[%i, %c0] : tensor<?{{t}}x?{{n}}xf32> to tensor<1x?{{n}}xf32>
          %v = tensor.reshape %u : tensor<1x?{{n}}xf32> to tensor<?{{n}}xf32>
          %s = arith.addf %p, %v : tensor<?{{n}}xf32>
          %q = math.tanh %s : tensor<?{{n}}xf32>
          loop.yield %q : tensor<?{{n}}xf32>
        }}
        tensor.yield %r : tensor<?{{n}}xf32>
      }}
      return %dh, %dw, %dx : tensor<?{{n}}xf32>, tensor<?{{n}}x?{{n}}xf32>, tensor<?{{t}}x?{{n}}xf32>
    }}"
        )
    };
    let array = |extents: &[usize]| Array::from_slice(extents, &numbers(extents.iter().product())).unwrap();
    for trips in ["%end = tensor.extent [t] : index", "%end = arith.constant 30 : index"] {
        for (n, t) in [(3, 7), (5, 200), (1, 1), (4, 0), (0, 3)] {
            agree(&text(trips), &[array(&[n]), array(&[n, n]), array(&[t, n]), array(&[n])]);
        }
    }
}

#[test]
fn loops_at_points_give_one_answer_on_every_device() {
    let text = "func.func @main(%x: tensor<?{n}xf32>, %w: tensor<5xf32>, %g: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<5xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %limit = arith.constant 30.0 : f32
      %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g) : (tensor<?{n}xf32>, tensor<5xf32>) -> (tensor<?{n}xf32>) {
        %s = tensor.compute (%i) in [n] {
          %c = tensor.at %u[%i] : tensor<?{n}xf32>
          %r:2 = loop.while (%a = %c, %k = %c0) : (f32, index) -> (f32, index) {
            %m = math.absf %a : f32
            %b = arith.cmpf olt, %m, %limit : f32
            loop.condition %b, %a, %k : f32, index
          } do (%a: f32, %k: index) {
            %p = tensor.at %v[%k] wrap : tensor<5xf32>
            %q = arith.mulf %a, %a : f32
            %e = arith.mulf %q, %p : f32
            %f = arith.addf %e, %a : f32
            %one = arith.constant 1.25 : f32
            %h = arith.addf %f, %one : f32
            %l = arith.addi %k, %c1 : index
            loop.yield %h, %l : f32, index
          }
          %o = loop.for %k = %c0 to %r#1 step %c1 iter_args(%a = %c) -> (f32) {
            %p = tensor.at %v[%k] wrap : tensor<5xf32>
            %q = math.sin %a : f32
            %e = arith.mulf %q, %p : f32
            loop.yield %e : f32
          }
          %z = arith.mulf %o, %r#0 : f32
          tensor.yield %z : f32
        } : tensor<?{n}xf32>
        tensor.yield %s : tensor<?{n}xf32>
      }
      return %dx, %dw : tensor<?{n}xf32>, tensor<5xf32>
    }";
    for n in [0, 1, 17, 100] {
        let weights = Array::from_slice(&[5], &[0.3f32, 0.1, 0.25, 0.2, 0.15]).unwrap();
        let array = || Array::from_slice(&[n], &numbers(n)).unwrap();
        agree(text, &[array(), weights, array()]);
    }
}

/// Mapped: a loop at a point starts from a small tensor that differs from slice to slice.
#[test]
fn loops_at_points_of_slices_give_one_answer_on_every_device() {
    let text = "func.func @main(%all: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = tensor.vmap (%x = %all) axes [0] -> [0] : (tensor<4x3xf32>) -> (tensor<4x3xf32>) {
    %y = tensor.compute (%i) in [3] {
      %l = loop.for %u = %c0 to %c5 step %c1 iter_args(%g = %x) -> (tensor<3xf32>) {
        %a = tensor.at %g[%u] wrap : tensor<3xf32>
        %b = tensor.at %x[%i] : tensor<3xf32>
        %d = arith.mulf %a, %b : f32
        %e = tensor.from_elements %b, %d, %a : tensor<3xf32>
        loop.yield %e : tensor<3xf32>
      }
      %z = tensor.at %l[1] : tensor<3xf32>
      tensor.yield %z : f32
    } : tensor<3xf32>
    tensor.yield %y : tensor<3xf32>
  }
  return %r : tensor<4x3xf32>
}";
    let all = Array::from_slice(&[4, 3], &numbers(12)).unwrap();
    agree(text, &[all]);
}
