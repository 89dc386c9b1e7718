//! Heat in a rod: a program that is traced once, compiled once, and called with rods of any length.
//! `my-program [cpu|interp]`

use std::error::Error;
use tensorforge::{Array, Device, Executable, Program, Session};

/// One step: each cell moves towards its neighbours; beyond the ends, the end elements are repeated, so no
/// heat gets lost.
fn step() -> Result<Program, Box<dyn Error>> {
    let program = Program::trace("step", |p| {
        let n = p.dim("n");
        let heat = p.input::<f32>("heat", [n]);
        let rate = p.scalar::<f32>("rate");
        p.compute([n], |[i]| {
            let here = heat.at([&i]);
            // An index out of bounds means the nearest element.
            let (left, right) = (heat.at([&i - 1]), heat.at([&i + 1]));
            &here + &rate * (left + right - 2.0 * &here)
        })
    })?;
    Ok(program)
}

fn run(step: &Executable, cells: usize, steps: usize) -> Result<Vec<f32>, Box<dyn Error>> {
    let mut start = vec![0.0f32; cells];
    start[0] = 1.0;
    let mut heat = Array::from_slice(&[cells], &start)?;
    for _ in 0..steps {
        heat = step.call((&heat, 0.25))?;
    }
    Ok(heat.as_slice::<f32>()?.to_vec())
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or("cpu".to_string());
    let device = Device::by_name(&name).ok_or_else(|| format!("unknown device '{name}'"))?;
    let session = Session::new()?;
    let step = session.compile(&step()?, device)?;
    for cells in [5, 9] {
        let heat = run(&step, cells, 20)?;
        println!("{cells} cells: {heat:.3?}, {:.3} together", heat.iter().sum::<f32>());
    }
    Ok(())
}
