//! Folds that a program reduces in chunks: the bits of the chunks for any number of threads.

use tensorforge::*;

/// The sums of columns and of all elements, by this schedule for the columns.
fn sums(schedule: &Schedule, whole: &Schedule) -> Program {
    Program::trace("sums", |p| {
        let x = p.input::<i32>("x", (p.dim("n"), 37));
        let columns = x.sum(0).scheduled((["j"], ["k"]), schedule);
        (columns, x.sum(..).scheduled(([""; 0], ["i", "j"]), whole))
    })
    .expect("the steps fit")
}

#[test]
fn folds_in_chunks_have_the_answer_of_folds() {
    let (columns, whole) =
        (Schedule::new().rfactor("k", 16).vectorize("j", 8), Schedule::new().rfactor("i", 4));
    let program = sums(&columns, &whole);
    assert!(program.to_text().contains("#tensor.schedule<rfactor(k, 16), vectorize(j, 8)>"));
    let plain = sums(&Schedule::new(), &Schedule::new());
    for threads in [1, 3] {
        let session = Session::builder().threads(threads).build().expect("there is a device");
        let exe = session.compile(&program, Device::cpu()).expect("it compiles");
        assert!(exe.warnings().is_empty(), "{:?}", exe.warnings());
        let wanted = session.compile(&plain, Device::interp()).expect("it compiles");
        for n in [0, 1, 15, 16, 33, 1000] {
            let data: Vec<i32> =
                (0..n * 37).map(|i| (i as i32).wrapping_mul(0x9e37_79b9_u32 as i32)).collect();
            let x = Array::from_slice(&[n, 37], &data).expect("as many as the extents say");
            let found: (Array, Array) = exe.call((&x,)).expect("it runs");
            let wanted: (Array, Array) = wanted.call((&x,)).expect("it runs");
            assert_eq!(found, wanted, "{n} rows, {threads} threads");
        }
    }
}
