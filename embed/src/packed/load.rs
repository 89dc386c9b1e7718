//! Loading of `.tfx` files.

use super::container::{PackedError, read, read_texts};
use super::{CPU, HOST, PRINTS, PTX, SITES, SYSTEM, prints, system};
use crate::call::executable::{Artifact, Compiled, Executable, Target};
use crate::compile::signatures;
use crate::error::Error;
use crate::offload;
use crate::session::Session;
use crate::session::device::{Device, Kind};
use crate::tuning::explain::Explained;
use std::sync::Arc;
use tf_cpu::exec::{PrintSite, TrapSite};
use tf_cpu::shared;
use tf_device::Code;
use tf_dialects::signature::Signature;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::walk::deepest;

/// The sections of a file.
struct Sections<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Sections<'a> {
    fn get(&self, name: &str) -> Option<&'a [u8]> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
    }

    fn text(&self, name: &str) -> Result<&'a str, PackedError> {
        let lacks = || PackedError::Damaged(format!("the section '{name}' is missing"));
        let bytes = self.get(name).ok_or_else(lacks)?;
        std::str::from_utf8(bytes)
            .map_err(|_| PackedError::Damaged(format!("the section '{name}' is not UTF-8")))
    }

    /// The sections whose names have a prefix: the rest of the name and the bytes.
    fn named(&self, prefix: &str) -> Vec<(&'a str, &'a [u8])> {
        self.0.iter().filter_map(|(name, bytes)| Some((name.strip_prefix(prefix)?, *bytes))).collect()
    }

    /// The list of devices that the file has code for.
    fn what(&self) -> String {
        let names = |prefix| self.named(prefix).into_iter().map(|(name, _)| name.to_string());
        let all: Vec<String> = names(CPU).chain(names(PTX)).collect();
        if all.is_empty() { "no code at all".to_string() } else { all.join(", ") }
    }
}

impl Session {
    /// Loads a packed program ([`Session::pack`]) for a device: the processor, a GPU, or the interpreter.
    /// Only kernels in processor code (`simt-compiled`) need the LLVM library.
    ///
    /// # Errors
    /// [`Error::Packed`]: the file is damaged, of another version, or has no code for the device or this
    /// machine; [`Error::Device`].
    pub fn load_packed(&self, file: &[u8], device: &Device) -> Result<Executable, Error> {
        self.without_sanitizer("packed programs")?;
        let sections = Sections(read(file)?);
        let text = sections.text(HOST)?;
        let broken = |error: Error| PackedError::Damaged(format!("its program is invalid: {error}"));
        let module = self.parse("<packed>", text).map_err(broken)?;
        let entries = signatures(&module)?;
        let code = match device.kind() {
            Kind::Interpreter | Kind::Simt => {
                let depth = deepest(&module).0;
                Artifact::Module(module, depth)
            }
            Kind::Cpu => self.packed_processor(&sections, &entries)?,
            Kind::Cuda(number) => self.packed_gpu(&sections, &module, number, &entries)?,
            Kind::SimtCompiled => Artifact::Offloaded(offload::build(self, &module, device, &entries)?.0),
        };
        let functions = entries.iter().map(|s| Explained::plain(s.name())).collect();
        let (phases, warnings) = (Vec::new(), Vec::new());
        let compiled = Compiled { device: device.clone(), entries, code, phases, functions, warnings };
        Ok(Executable {
            compiled: Arc::new(compiled),
            limits: self.limits().clone(),
            printer: self.printer().clone(),
            nan_traps: self.traps_nans(),
            profiles: false,
        })
    }

    fn packed_processor(&self, sections: &Sections<'_>, entries: &[Signature]) -> Result<Artifact, Error> {
        let (written, here) = (sections.text(SYSTEM)?, system());
        if written != here {
            let why = format!("the packed program has code for {written}, but this machine is {here}");
            return Err(PackedError::Code(why).into());
        }
        let all = sections.named(CPU);
        let fitting = all.iter().find(|(name, _)| Level::named(name).is_ok_and(|level| level.runs_here()));
        let (_, object) = fitting.ok_or_else(|| {
            let what = sections.what();
            PackedError::Code(format!(
                "this processor cannot run any code in the packed program, which is for {what}"
            ))
        })?;
        let texts = read_texts(sections.get(SITES).unwrap_or_default())?;
        let site = |pair: &[String]| TrapSite { message: pair[0].clone(), location: pair[1].clone() };
        let sites: Vec<TrapSite> = texts.chunks_exact(2).map(site).collect();
        let prints = prints::read(sections.get(PRINTS).unwrap_or_default())?;
        let code = self.open_code(object, entries, (sites, prints))?;
        let find = |entry: &Signature| {
            let id = code.entry(entry.name()).ok_or_else(|| Error::no_entry(entry.name()))?;
            Ok(Target::Whole(id))
        };
        let targets = entries.iter().map(find).collect::<Result<_, Error>>()?;
        Ok(Artifact::Machine(code, targets))
    }

    fn open_code(
        &self,
        object: &[u8],
        entries: &[Signature],
        places: (Vec<TrapSite>, Vec<PrintSite>),
    ) -> Result<tf_cpu::exec::Executable, Error> {
        let opened = shared::open_packed(object, entries.to_vec(), places, self.runtime());
        Ok(opened.map_err(|error| PackedError::Code(error.message))?)
    }

    fn packed_gpu(
        &self,
        sections: &Sections<'_>,
        module: &Body,
        number: u32,
        entries: &[Signature],
    ) -> Result<Artifact, Error> {
        let (gpu, open) = self.gpu(number)?;
        let arch = tf_device::Runtime::info(&*gpu).arch.clone();
        let all = sections.named(PTX);
        let code = newest(&all, &arch).map(|bytes| Code { form: "ptx", bytes });
        let program = offload::load(module, entries, open, code).map_err(|error| match error {
            offload::LoadError::NoCode => no_code(sections, &arch).into(),
            offload::LoadError::Failed(error) => error,
        })?;
        Ok(Artifact::Offloaded(program))
    }
}

/// The error of a file without code for a GPU, with a remedy.
fn no_code(sections: &Sections<'_>, arch: &str) -> PackedError {
    let what = sections.what();
    let all: Vec<&str> = sections.named(PTX).into_iter().map(|(name, _)| name).collect();
    let least = all.iter().filter_map(|name| number(name)).min();
    let why = match (least, number(arch)) {
        (None, _) => "it was compiled without code for GPUs",
        (Some(least), Some(own)) if least > own => "all of it needs newer GPUs",
        _ => "this code runs on one other GPU architecture only",
    };
    PackedError::Code(format!(
        "the packed program has no code for {arch}: it has {what}, and {why}. Compile it for this GPU too: \
         tfc --gpu={arch}"
    ))
}

/// The integer in the name of an architecture.
fn number(name: &str) -> Option<u32> {
    name.strip_prefix("sm_").and_then(|n| n.trim_end_matches('a').parse().ok())
}

/// The code for the newest architecture that a GPU supports. Code for `sm_…a` runs on exactly that
/// architecture only.
fn newest<'a>(all: &[(&str, &'a [u8])], arch: &str) -> Option<&'a [u8]> {
    let own = number(arch)?;
    let runs = |name: &str| match number(name) {
        Some(n) if name.ends_with('a') => n == own,
        Some(n) => n <= own,
        None => false,
    };
    let fitting = all.iter().filter(|(name, _)| runs(name));
    fitting.max_by_key(|(name, _)| (number(name), name.ends_with('a'))).map(|(_, bytes)| *bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::container::write;

    const TEXT: &str = "func.func @f(%x: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> ()} {\n  return\n}\n";

    /// A file with these sections and a correct checksum.
    fn file(parts: &[(&str, &[u8])]) -> Vec<u8> {
        write(&parts.iter().map(|(name, bytes)| (name.to_string(), bytes.to_vec())).collect::<Vec<_>>())
    }

    #[track_caller]
    fn refused(file: &[u8], device: &Device) -> String {
        let session = Session::new().unwrap();
        match session.load_packed(file, device) {
            Ok(_) => panic!("it is loaded"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_gpu_takes_the_newest_code_that_it_runs() {
        let all = [("sm_80", &[80][..]), ("sm_90", &[90][..]), ("sm_90a", &[91][..])];
        for (arch, found) in [
            ("sm_75", None),
            ("sm_80", Some(80)),
            ("sm_89", Some(80)),
            ("sm_90", Some(91)),
            ("sm_100", Some(90)),
        ] {
            assert_eq!(newest(&all, arch).map(|bytes| bytes[0]), found, "{arch}");
        }
        assert_eq!(newest(&[], "sm_90"), None);
    }

    #[test]
    fn code_for_other_gpus_is_told_with_what_helps() {
        let said = |parts: &[(&str, &[u8])], arch: &str| {
            let file = file(parts);
            no_code(&Sections(read(&file).unwrap()), arch).to_string()
        };
        let later = said(&[("ptx/sm_90", b"."), ("ptx/sm_90a", b".")], "sm_86");
        let wanted = "the packed program has no code for sm_86: it has sm_90, sm_90a, and all of it needs newer GPUs. Compile it for \
                      this GPU too: tfc --gpu=sm_86";
        assert_eq!(later, wanted);
        assert!(said(&[("ptx/sm_90a", b".")], "sm_100").contains("one other GPU architecture only"));
        let none = said(&[("cpu/x86-64-v3", b".")], "sm_90");
        assert!(none.contains("it has x86-64-v3, and it was compiled without code for GPUs"), "{none}");
    }

    #[test]
    fn code_for_another_system_or_processor_is_told() {
        let arm = refused(
            &file(&[("host", TEXT.as_bytes()), ("system", b"linux on aarch64"), ("cpu/aarch64", b"code")]),
            &Device::cpu(),
        );
        let wanted =
            format!("the packed program has code for linux on aarch64, but this machine is {}", system());
        assert_eq!(arm, wanted);
        let here = system();
        let parts: [(&str, &[u8]); 3] =
            [("host", TEXT.as_bytes()), ("system", here.as_bytes()), ("cpu/x86-64-v9", b"code")];
        let later = refused(&file(&parts), &Device::cpu());
        assert_eq!(later, "this processor cannot run any code in the packed program, which is for x86-64-v9");
        let none = refused(&file(&parts[..2]), &Device::cpu());
        assert_eq!(
            none,
            "this processor cannot run any code in the packed program, which is for no code at all"
        );
    }

    /// A file with a correct checksum and a wrong section is an error that names the section.
    #[test]
    fn wrong_parts_are_told() {
        let (here, level) = (system(), format!("cpu/{}", Level::baseline()));
        let host = ("host", TEXT.as_bytes());
        let system = ("system", here.as_bytes());
        for (parts, device, said) in [
            (vec![], Device::interp(), "the section 'host' is missing"),
            (vec![("host", &[0xff, 0xfe][..])], Device::interp(), "the section 'host' is not UTF-8"),
            (
                vec![("host", &b"func.func @f( {"[..])],
                Device::interp(),
                "its program is invalid: <packed>:1:",
            ),
            (vec![host], Device::cpu(), "the section 'system' is missing"),
            (vec![host, system, (&level, b"no object")], Device::cpu(), "cannot be opened"),
            (
                vec![host, system, (&level, b"x"), ("prints", &[1, 0, 0, 0, 0, 0, 0, 0, b'a'])],
                Device::cpu(),
                "a print site has values of an unknown type",
            ),
            (vec![host, system, (&level, b"x"), ("sites", &[9])], Device::cpu(), "it is truncated"),
        ] {
            let error = refused(&file(&parts), &device);
            assert!(error.contains(said), "{error}, not {said}");
        }
    }

    /// The error after a changed byte, by its position.
    #[test]
    fn damage_is_told_wherever_it_is() {
        let whole = file(&[("host", TEXT.as_bytes()), ("system", b"linux"), ("ptx/sm_80", &[7; 100])]);
        let changed = |at: usize| {
            let mut file = whole.clone();
            file[at] ^= 0x10;
            refused(&file, &Device::interp())
        };
        let (other, sum) = (
            "this is not a packed program",
            "the packed program is damaged (its checksum does not match its contents)",
        );
        let middle = whole.len() / 2;
        for (place, at, said) in [
            ("word", 0, other),
            ("word", 6, other),
            ("form", 7, sum),
            ("checksum", 8, sum),
            ("version", 24, sum),
            ("name", 60, sum),
            ("contents", middle, sum),
            ("end", whole.len() - 1, sum),
        ] {
            let error = changed(at);
            assert!(error.starts_with(said), "{place}: {error}");
        }
        for (length, said) in
            [(0, other), (5, other), (12, "the packed program is damaged (it is truncated)"), (middle, sum)]
        {
            let error = refused(&whole[..length], &Device::interp());
            assert!(error.starts_with(said), "{length} bytes: {error}");
        }
        assert!(refused(&[&whole[..], b"more"].concat(), &Device::interp()).starts_with(sum));
    }
}
