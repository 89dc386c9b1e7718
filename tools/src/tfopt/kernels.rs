//! `--explain-kernels`: reports the GPU resources of each kernel of a module.

use super::emit::For;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use tf_cpu::library::Library;
use tf_cpu::ptx::ptx;
use tf_cpu::unit::{BuildError, place};
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::{Access, Func, Shared, WARP, shared_bytes};
use tf_dialects::scalar::element_type;
use tf_ir::body::{Body, Value};
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::interfaces::{Effect, Effects};
use tf_ir::location::Location;
use tf_ir::types::{Dim, TypeData};
use tf_ir::walk::preorder;

/// Granularity of register allocation for a warp.
const REGISTER_UNIT: u64 = 256;
/// Maximum number of resident blocks on a multiprocessor.
const MOST_BLOCKS: u64 = 32;
/// Bytes of shared memory that the system reserves per block.
const SYSTEM_BYTES: u64 = 1024;

/// The assembler's report on a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
struct Used {
    registers: u64,
    /// Bytes of spilled registers.
    spilled: u64,
}

/// The report on all kernels of a module, the result of the pipeline `--gpu`, with the output of the
/// assembler at a path.
///
/// # Errors
/// The library is missing, or a kernel has no code. The report mentions a missing assembler.
pub(super) fn explain(module: &Body, ptxas: &Path, of: For) -> Result<String, Diagnostic> {
    let gpu = Gpu::named(of.arch.name()).unwrap_or_default();
    let assembled = assembled(module, ptxas, of)?;
    let mut report = String::new();
    if let Err(why) = &assembled {
        let _ = writeln!(report, "registers are not known: {why}");
    }
    for op in module.child_ops() {
        let Some(kernel) = module.child(op).filter(|body| body.is(body.root(), Func)) else { continue };
        let name = symbol_name(kernel, kernel.root()).unwrap_or("kernel");
        let used = assembled.as_ref().ok().and_then(|output| used(output, name));
        report.push_str(&kernel_text(kernel, name, used.as_ref(), &gpu));
    }
    Ok(report)
}

/// The assembler's output for the kernels; the inner error is the reason for which it is missing.
fn assembled(module: &Body, ptxas: &Path, of: For) -> Result<Result<String, String>, Diagnostic> {
    let nowhere =
        |message: String| Diagnostic::error(Location::UNKNOWN, message).code(&codes::CODE_GENERATION);
    let library = Library::open(None).map_err(|error| nowhere(error.to_string()))?;
    let code = ptx(&library, module, of.arch).map_err(|error| match error {
        BuildError::Emit(error) => *error,
        other => nowhere(other.to_string()),
    })?;
    let run = || -> std::io::Result<std::process::Output> {
        let folder = std::env::temp_dir().join(format!("tfopt-kernels-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (text, object) = (folder.join("kernels.ptx"), folder.join("kernels.cubin"));
        let done = std::fs::write(&text, &code.bytes).and_then(|()| {
            let arch = format!("-arch={}", of.arch.name());
            Command::new(ptxas).args([&arch, "-v", "-o"]).args([&object, &text]).output()
        });
        std::fs::remove_dir_all(&folder)?;
        done
    };
    Ok(match run() {
        Ok(output) if output.status.success() => {
            let both = [output.stdout, output.stderr].concat();
            Ok(String::from_utf8_lossy(&both).into_owned())
        }
        Ok(output) => {
            Err(format!("'{}' fails: {}", ptxas.display(), String::from_utf8_lossy(&output.stderr).trim()))
        }
        Err(error) => Err(format!(
            "'{}' cannot be run ({error}); --explain-kernels=FILE names an assembler",
            ptxas.display()
        )),
    })
}

/// The assembler's figures for a kernel.
fn used(output: &str, name: &str) -> Option<Used> {
    let begin = output.find(&format!("entry function '{name}'"))?;
    let own = &output[begin..];
    let own =
        own.get(1..).and_then(|rest| rest.find("Compiling entry function")).map_or(own, |end| &own[..end]);
    let before = |word: &str| {
        let head = &own[..own.find(word)?];
        head.split_whitespace().next_back()?.parse::<u64>().ok()
    };
    let spilled = before("bytes spill stores").unwrap_or(0);
    Some(Used { registers: before("registers")?, spilled })
}

/// Resident blocks on a multiprocessor.
fn blocks(gpu: &Gpu, threads: u64, shared: u64, registers: u64) -> u64 {
    let warps = threads.div_ceil(WARP as u64).max(1);
    let own = (registers.max(1) * WARP as u64).next_multiple_of(REGISTER_UNIT) * warps;
    let by_registers = u64::from(gpu.registers) / own;
    let by_threads = u64::from(gpu.threads) / (warps * WARP as u64);
    by_registers.min(by_threads).min(gpu.shared_bytes / (shared + SYSTEM_BYTES)).min(MOST_BLOCKS)
}

fn kernel_text(kernel: &Body, name: &str, used: Option<&Used>, gpu: &Gpu) -> String {
    let root = kernel.root();
    let mut text = String::new();
    let at = place(kernel.ctx(), kernel.loc(root));
    let _ = writeln!(text, "@{name}{}{at}", if at.is_empty() { "" } else { ", " });
    let block = kernel.cast(root, Func).and_then(|view| view.block());
    let shared: u64 = preorder(kernel)
        .into_iter()
        .filter(|op| kernel.is(*op, Shared))
        .filter_map(|op| shared_bytes(kernel.ctx(), kernel.ty(kernel.result(op, 0))))
        .sum();
    match block {
        Some([x, y, z]) => drop(writeln!(text, "  block        {} threads ({x} x {y} x {z})", x * y * z)),
        None => drop(writeln!(text, "  block        set by each launch")),
    }
    let _ = writeln!(text, "  shared       {shared} bytes");
    if let Some(used) = used {
        let _ =
            writeln!(text, "  registers    {} per thread, {} bytes spilled", used.registers, used.spilled);
        if let Some(threads) = block.map(|block| block.iter().product::<u64>()) {
            let blocks = blocks(gpu, threads, shared, used.registers);
            let share = 100 * (blocks * threads.next_multiple_of(WARP as u64)) / u64::from(gpu.threads);
            let _ = writeln!(
                text,
                "  occupancy    {blocks} blocks on a multiprocessor, {share} % of its threads"
            );
        }
    }
    text.push_str(&memory_text(kernel, gpu));
    text
}

/// The bytes that the kernel reads and writes if it accesses each element of its arguments once, and the time
/// that a GPU's memory takes for that.
fn memory_text(kernel: &Body, gpu: &Gpu) -> String {
    let ctx = kernel.ctx();
    let arguments: Vec<Value> =
        kernel.entry_block().into_iter().flat_map(|block| kernel.args(block)).collect();
    let declared = kernel.cast(kernel.root(), Func).map(|view| view.accesses()).unwrap_or_default();
    let (mut text, mut all) = (String::new(), Extent::constant(0));
    for (at, (argument, declared)) in arguments.into_iter().zip(declared).enumerate() {
        let ty = kernel.ty(argument);
        if !matches!(ctx.type_data(ty), TypeData::MemRef { .. }) {
            continue;
        }
        let width = element_type(ctx, ty).and_then(|_| ctx.scalar_width(ctx.elem_type(ty))).unwrap_or(64);
        let mut bytes = Extent::constant(i64::from(width.div_ceil(8)));
        for extent in ctx.dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent) {
            bytes = bytes.mul(&extent).unwrap_or(bytes);
        }
        let (reads, writes) =
            touched(kernel, argument).unwrap_or((declared != Access::Out, declared.writes()));
        let word = match (reads, writes) {
            (true, true) => "read and written",
            (true, false) => "read",
            (false, true) => "written",
            (false, false) => continue,
        };
        let _ = writeln!(text, "  argument {at:<3} {word}, {bytes} bytes");
        for _ in 0..u8::from(reads) + u8::from(writes) {
            all = all.add(&bytes).unwrap_or(all);
        }
    }
    let rate = gpu.bandwidth as f64;
    let least = all.as_const().map(|bytes| format!("; {:.2} µs", bytes as f64 / rate * 1e6));
    let _ =
        writeln!(text, "  memory       {all} bytes at {:.0} GB/s{}", rate / 1e9, least.unwrap_or_default());
    text
}

/// Whether a kernel reads elements of an argument, and whether it writes some; `None` if an op does not
/// declare its effects.
fn touched(kernel: &Body, argument: Value) -> Option<(bool, bool)> {
    let (mut reads, mut writes) = (false, false);
    for usage in kernel.uses(argument) {
        let effects = kernel.info(usage.op).interface::<dyn Effects>()?.effects(kernel.op(usage.op));
        let of = |effect: &Effect| match effect {
            Effect::Read(Some(value)) if *value == argument => Some((true, false)),
            Effect::Write(Some(value)) if *value == argument => Some((false, true)),
            _ => None,
        };
        let own: Vec<(bool, bool)> = effects.iter().filter_map(of).collect();
        if own.is_empty() {
            return None;
        }
        reads |= own.iter().any(|(reads, _)| *reads);
        writes |= own.iter().any(|(_, writes)| *writes);
    }
    Some((reads, writes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "ptxas info    : Compiling entry function 'a_k1' for 'sm_90'\n\
        ptxas info    : Function properties for a_k1\n    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n\
        ptxas info    : Used 40 registers, used 1 barriers, 64 bytes smem\n\
        ptxas info    : Compiling entry function 'a_k0' for 'sm_90'\n\
        ptxas info    : Function properties for a_k0\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n\
        ptxas info    : Used 12 registers, used 0 barriers\n";

    #[test]
    fn the_assembler_is_understood() {
        assert_eq!(used(OUTPUT, "a_k0"), Some(Used { registers: 12, spilled: 0 }));
        assert_eq!(used(OUTPUT, "a_k1"), Some(Used { registers: 40, spilled: 4 }));
        assert_eq!(used(OUTPUT, "a_k2"), None);
    }

    #[test]
    fn scarce_resources_limit_blocks() {
        let gpu = Gpu::default();
        assert_eq!(blocks(&gpu, 256, 0, 32), 8);
        assert_eq!(blocks(&gpu, 256, 0, 64), 4);
        assert_eq!(blocks(&gpu, 256, 100 << 10, 32), 2);
        assert_eq!(blocks(&gpu, 32, 0, 16), 32);
    }
}
