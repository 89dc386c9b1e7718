//! What bytes cost on this machine, measured: the one place where rates are timed, and nobody does so while compiling.
//!
//! Each core adds arrays of its own to others, again and again. How long a byte takes follows from arrays that stay in the second cache, in the
//! third, or in none; what an addition of one lane takes, which costs are counted in, from arrays that stay in the first.

use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use crate::tuning::calibration::Calibration;
use std::time::Instant;
use tf_dialects::array::Array;
use tf_dialects::rates::Rates;
use tf_dialects::scalar::DType;
use tf_dialects::target::Target;

/// Bytes that all cores together go through where memory is measured: more than caches hold.
const MEMORY: u64 = 512 << 20;

/// Bytes that a core goes through in a run.
const BYTES_OF_RUN: u64 = 1 << 30;

/// Runs, of which the fastest counts.
const RUNS: usize = 5;

/// Bytes of a number, twice: one is read, and one is read and written.
const EACH: u64 = 8;

/// What a number costs where it is at hand: an addition, two reads and a write, all of them in vectors.
const WORK: f64 = 4.0;

impl Calibration {
    /// Measures what a byte from the second cache, from the third and from memory costs, with all cores at work: some seconds. Other rates are the
    /// usual ones. What else runs on the machine disturbs it.
    ///
    /// # Errors
    /// As [`Session::compile_module`]; there is no memory for arrays that no cache holds.
    pub fn measure() -> Result<Calibration, Error> {
        let target = Target::host();
        let session = Session::builder().threads(target.cores as usize).build()?;
        let places = [
            target.l1_bytes / 2,
            target.l2_bytes / 2,
            2 * target.l2_bytes,
            MEMORY / u64::from(target.cores.max(1)),
        ];
        let times = places.map(|bytes| stream(&session, &target, bytes));
        let [near, second, third, memory] = times;
        let addition = near? * EACH as f64 / (WORK / target.lanes(32) as f64);
        let l2_byte = second? / addition;
        let l3_byte = (third? / addition).max(l2_byte);
        let memory_byte = (memory? / addition).max(l3_byte);
        Ok(Calibration(Rates { l2_byte, l3_byte, memory_byte, ..Rates::USUAL }))
    }
}

/// Nanoseconds for each byte of arrays of which each core has so many bytes.
fn stream(session: &Session, target: &Target, bytes: u64) -> Result<f64, Error> {
    let (cores, lanes) = (target.cores.max(1) as usize, target.lanes(32) as u64);
    let length = (bytes / EACH / lanes).max(1) * lanes;
    let times = (BYTES_OF_RUN / (length * EACH)).max(1);
    let array = format!("{cores}x{length}xf32");
    let text = format!(
        "func.func @stream(%a: memref<{array}>, %r: memref<{array}>)
    attributes {{tf.signature = (tensor<{array}>) -> tensor<{array}>}} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %cores = arith.constant {cores} : index
  %times = arith.constant {times} : index
  %length = arith.constant {length} : index
  %lanes = arith.constant {lanes} : index
  loop.parallel (%core) = (%zero) to (%cores) step (%one) {{
    loop.for %time = %zero to %times step %one {{
      loop.for %i = %zero to %length step %lanes {{
        %x = vector.load %a[%core, %i] axis = 1 : memref<{array}>, vector<{lanes}xf32>
        %y = vector.load %r[%core, %i] axis = 1 : memref<{array}>, vector<{lanes}xf32>
        %z = arith.addf %x, %y : vector<{lanes}xf32>
        vector.store %z, %r[%core, %i] axis = 1 : memref<{array}>, vector<{lanes}xf32>
        loop.yield
      }}
      loop.yield
    }}
    loop.yield
  }}
  return
}}"
    );
    let program =
        session.compile_module(&session.parse("stream.mlir", &text)?, Device::cpu().with_pipeline(""))?;
    // Memory that nobody has written may be one page for all.
    let mut added = Array::zeros(DType::F32, &[cores, length as usize])?;
    added.as_mut_slice::<f32>()?.fill(1.0);
    let mut sums = added.clone();
    let mut least = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        program.call_into((&added,), &mut sums)?;
        least = least.min(start.elapsed().as_secs_f64());
    }
    Ok(least * 1e9 / (times * length * EACH) as f64)
}
