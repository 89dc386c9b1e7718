//! The memory of a call: temporaries of several types lie over each other, and calls in a loop take none from
//! the system.

use tensorforge::*;

/// A chain of tensors of several types; each is dead when the one after the next is made. `n` is an extent,
/// `twice` two times that.
fn chain(n: &str, twice: &str, of: &str, of_twice: &str) -> String {
    let keep = "attributes {tf.fusion = \"keep\"}";
    format!(
        "func.func @main(%x: tensor<{of}xf32>) -> tensor<{of}xf32> {{
           %a = tensor.compute (%i) in [{n}] {keep} {{
             %v = tensor.at %x[%i] : tensor<{of}xf32>
             %e = arith.addf %v, %v : f32
             tensor.yield %e : f32
           }} : tensor<{of}xf32>
           %b = tensor.compute (%i) in [{twice}] {keep} {{
             %v = tensor.at %a[%i floordiv 2] : tensor<{of}xf32>
             %e = arith.fptosi %v : f32 to i32
             tensor.yield %e : i32
           }} : tensor<{of_twice}xi32>
           %c = tensor.compute (%i) in [{n}] {keep} {{
             %v = tensor.at %b[2 * %i + 1] : tensor<{of_twice}xi32>
             %e = arith.sitofp %v : i32 to f64
             tensor.yield %e : f64
           }} : tensor<{of}xf64>
           %d = tensor.compute (%i) in [{n}] {keep} {{
             %v = tensor.at %c[%i] : tensor<{of}xf64>
             %e = arith.truncf %v : f64 to f32
             tensor.yield %e : f32
           }} : tensor<{of}xf32>
           return %d : tensor<{of}xf32>
         }}"
    )
}

fn numbers(n: usize) -> Array {
    let data: Vec<f32> = (0..n).map(|i| (i % 1013) as f32 - 500.0).collect();
    Array::from_slice(&[n], &data).unwrap()
}

fn numbers_of(x: &Array) -> &[f32] {
    x.as_slice().unwrap()
}

fn wanted(x: &Array) -> Vec<f32> {
    numbers_of(x).iter().map(|v| (v + v).trunc()).collect()
}

#[test]
fn temporaries_of_several_types_share_memory() {
    let session = crate::sessions::builder().machine(Family::REFERENCE, 2).build().unwrap();
    let text = chain("40000", "80000", "40000", "80000");
    let exe = session.compile_text(&text, Device::cpu()).unwrap();
    let explained = exe.explain();
    let [function] = &explained.functions[..] else { panic!("{explained}") };
    let apart: u64 = function.buffers.iter().filter_map(|buffer| buffer.bytes).sum();
    assert_eq!(apart, 40000 * 4 + 80000 * 4 + 40000 * 8, "{explained}");
    // The two that are alive together at most, and what rounding up to lines of 64 bytes adds.
    assert!(function.arena_bytes <= 80000 * 4 + 40000 * 8 + 64, "{explained}");
    let x = numbers(40000);
    for device in [Device::interp(), Device::cpu()] {
        let found: Array = session.compile_text(&text, device).unwrap().call(&x).unwrap();
        assert_eq!(numbers_of(&found), wanted(&x));
    }
}

/// Sizes that a call gives, growing and shrinking, on many threads at once.
#[test]
fn buffers_of_unknown_size_take_turns_on_any_thread() {
    let session = crate::sessions::builder().machine(Family::REFERENCE, 2).build().unwrap();
    let exe = session.compile_text(&chain("n", "2*n", "?{n}", "?{2*n}"), Device::cpu()).unwrap();
    let explained = exe.explain();
    let slots = explained.functions[0].buffers.iter().filter(|buffer| buffer.slot.is_some()).count();
    assert_eq!(slots, 2, "{explained}");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let exe = &exe;
            scope.spawn(move || {
                for n in [1, 30_000, 0, 700, 100_000, 64].map(|n| n + thread) {
                    let x = numbers(n);
                    let found: Array = exe.call(&x).unwrap();
                    assert_eq!(numbers_of(&found), wanted(&x), "{n} elements");
                }
            });
        }
    });
}

#[test]
fn calls_in_a_loop_take_no_memory_from_the_system() {
    let session = crate::sessions::session();
    let exe = session.compile_text(&chain("n", "2*n", "?{n}", "?{2*n}"), Device::cpu()).unwrap();
    let (x, less) = (numbers(300_000), numbers(1000));
    let mut result = Array::zeros(DType::F32, &[300_000]).unwrap();
    exe.call_into(&x, result.view_mut()).unwrap();
    let before = tf_cpu::runtime::scratch::taken();
    for _ in 0..20 {
        exe.call_into(&x, result.view_mut()).unwrap();
        let _: Array = exe.call(&less).unwrap();
    }
    assert_eq!(tf_cpu::runtime::scratch::taken(), before);
    assert_eq!(numbers_of(&result), wanted(&x));
}
