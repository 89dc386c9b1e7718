//! The programs as texts for `tfopt`: `./x campaign work` reads them.

use crate::subject::{
    automaton, buddhabrot, convnet, fft, fluid, levenshtein, linear, mandelbrot, nbody, pathtracer, product,
    reductions, spheres, vmc, wave,
};
use std::path::PathBuf;
use tensorforge::{Program, TraceError};
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

fn programs() -> Result<Vec<(&'static str, Program)>, TraceError> {
    let helium = vmc::System::helium();
    Ok(vec![
        ("automaton-grow", automaton::grow()?),
        ("automaton-gradients", automaton::gradients()?),
        ("buddhabrot", buddhabrot::program()?),
        ("convnet-gradients", convnet::gradients(8)?),
        ("fluid", fluid::program()?),
        ("levenshtein", levenshtein::program()?),
        ("linear-inverse", linear::inverse()?),
        ("linear-determinants", linear::determinants()?),
        ("mandelbrot", mandelbrot::program()?),
        ("nbody", nbody::program(1e-3, 1e-4)?),
        ("nbody-by-gradient", nbody::program_by_gradient(1e-3, 1e-4)?),
        ("pathtracer", pathtracer::program()?),
        ("product", product::plain()?),
        ("reductions-vector", reductions::vector::<f32>()?),
        ("reductions-several", reductions::several::<f32>()?),
        ("reductions-scans", reductions::scans::<f32>()?),
        ("fft-rows", fft::rows(16, fft::Way::Forward, fft::library)?),
        ("spheres", spheres::program()?),
        ("vmc", vmc::measure(&helium)?),
        ("wave", wave::program()?),
    ])
}

#[test]
fn programs_are_written_as_texts_that_come_back() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, program) in programs().unwrap() {
        let text = print_module(program.module(), &PrintOptions::with_locations());
        let again = parse_module(program.module().ctx(), name, &text, &ParseOptions::default());
        let again = again.unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        assert_eq!(print_module(&again.body, &PrintOptions::with_locations()), text, "{name}");
        std::fs::write(folder.join(format!("{name}.mlir")), text).unwrap();
    }
}
