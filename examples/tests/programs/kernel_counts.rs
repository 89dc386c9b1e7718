//! Loop nests and buffers of the programs whose own files do not pin them; `docs/guides/programs.md` has the
//! figures.

use crate::reference::kernels::{kernels, loops};
use crate::subject::{grayscott, life, mandelbrot, nbody, reductions, wave};
use tensorforge::{Program, Session};

#[test]
fn counts_of_nests_loops_and_buffers_match_the_table() {
    let session = Session::new().unwrap();
    let table: [(&str, Program, [usize; 3]); 9] = [
        // The sum over all other bodies, and the loop over its blocks.
        ("nbody", nbody::program(1e-3, 1e-4).unwrap(), [1, 2, 0]),
        // Height and speed go from one buffer to the other: the loop over the steps, and the nest in it.
        ("wave", wave::program().unwrap(), [1, 2, 3]),
        // As the wave; of two fields that diffuse, both have two buffers.
        ("grayscott", grayscott::program().unwrap(), [1, 2, 4]),
        ("life", life::program().unwrap(), [1, 2, 3]),
        ("mandelbrot", mandelbrot::program().unwrap(), [1, 1, 0]),
        // All six in one kernel over chunks, whose partial results they write, one for those and one for what
        // no chunk takes; around each is one over blocks.
        ("reductions of a vector", reductions::vector::<f32>().unwrap(), [1, 6, 6]),
        ("reductions of several axes", reductions::several::<f32>().unwrap(), [4, 25, 2]),
        // Two across the last axis; along it rows, or, for few and long ones, the sums of chunks, their
        // offsets, and the chunks.
        ("scans", reductions::scans::<f32>().unwrap(), [6, 19, 1]),
        ("scan", reductions::scan().unwrap(), [4, 7, 1]),
    ];
    let mut more = Vec::new();
    for (name, program, most) in table {
        let count = kernels(&session, &program);
        let loops_for = loops(&session, &program).map(|text| text.matches("loop.for").count()).max();
        let loops_for = loops_for.expect("there are processor families");
        let found = [count.kernels, loops_for, count.temporaries];
        if found.iter().zip(&most).any(|(found, most)| found > most) {
            more.push(format!("{name}: {found:?}, more than {most:?}"));
        }
    }
    assert!(more.is_empty(), "{}", more.join("\n"));
}
