//! Measures the cost of bytes on this machine. Only this file times rates; compiling never does.
//!
//! Each core repeatedly adds one of its arrays to another. The time per byte follows from arrays that fit the
//! L2 cache, the L3 cache, or no cache. The time of an addition of one lane, the unit of costs, follows from
//! arrays that fit the L1 cache.

use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use crate::tuning::calibration::Calibration;
use std::time::Instant;
use tf_dialects::array::Array;
use tf_dialects::rates::Rates;
use tf_dialects::scalar::DType;
use tf_dialects::target::Target;

/// Bytes that all cores together access to measure memory: more than caches hold.
const MEMORY: u64 = 512 << 20;

/// Bytes that a core accesses in a run.
const BYTES_OF_RUN: u64 = 1 << 30;

/// The count of runs; the fastest counts.
const RUNS: usize = 5;

/// Bytes of an element in both arrays: one is read, the other is read and written.
const EACH: u64 = 8;

/// The cost of an element in the L1 cache: an addition, two reads and a write, all in vectors.
const WORK: f64 = 4.0;

impl Calibration {
    /// Measures the cost of a byte from the L2 cache, the L3 cache and memory, with all cores busy; takes
    /// some seconds. Other rates are those of the processor family. Other programs on the machine disturb it.
    ///
    /// # Errors
    /// As [`Session::compile_module`]; memory runs out for arrays that exceed all caches.
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
        Ok(Calibration(Rates { l2_byte, l3_byte, memory_byte, ..target.rates }))
    }
}

/// Nanoseconds per byte, for arrays of `bytes` bytes per core.
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
    // Memory that was never written may be a single shared page.
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
