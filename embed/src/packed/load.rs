//! Reading files.

use super::container::{PackedError, read, read_texts};
use super::{CPU, HOST, PRINTS, PTX, SITES, SYSTEM, prints, system};
use crate::compile::signatures;
use crate::device::{Device, Kind};
use crate::error::Error;
use crate::executable::{Artifact, Compiled, Executable, Target};
use crate::explain::Explained;
use crate::offload;
use crate::session::Session;
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
        let lacks = || PackedError::Damaged(format!("it lacks its part '{name}'"));
        let bytes = self.get(name).ok_or_else(lacks)?;
        std::str::from_utf8(bytes).map_err(|_| PackedError::Damaged(format!("its part '{name}' is no text")))
    }

    /// What stands behind a prefix in the names of sections, with their bytes.
    fn named(&self, prefix: &str) -> Vec<(&'a str, &'a [u8])> {
        self.0.iter().filter_map(|(name, bytes)| Some((name.strip_prefix(prefix)?, *bytes))).collect()
    }

    /// What the file has code for, in words.
    fn what(&self) -> String {
        let names = |prefix| self.named(prefix).into_iter().map(|(name, _)| name.to_string());
        let all: Vec<String> = names(CPU).chain(names(PTX)).collect();
        if all.is_empty() { "no code at all".to_string() } else { all.join(", ") }
    }
}

impl Session {
    /// A packed program ([`Session::pack`]) on a device: the processor, a GPU, or the interpreter. The LLVM library is not needed.
    ///
    /// # Errors
    /// [`Error::Packed`]: the file is damaged, of another version, or has no code for the device or this machine;
    /// [`Error::Device`].
    pub fn load_packed(&self, file: &[u8], device: &Device) -> Result<Executable, Error> {
        self.without_sanitizer("packed programs")?;
        let sections = Sections(read(file)?);
        let text = sections.text(HOST)?;
        let broken = |error: Error| PackedError::Damaged(format!("its program is none: {error}"));
        let module = self.parse("<packed>", text).map_err(broken)?;
        let entries = signatures(&module)?;
        let code = match device.kind() {
            Kind::Interpreter | Kind::Simt => {
                let depth = deepest(&module).0;
                Artifact::Module(module, depth)
            }
            Kind::Cpu => self.packed_processor(&sections, &entries)?,
            Kind::Cuda(number) => self.packed_gpu(&sections, &module, number, &entries)?,
            Kind::SimtCompiled => {
                let what = sections.what();
                let why = format!(
                    "packed programs do not run on the device '{device}': this one has code for {what}"
                );
                return Err(PackedError::Code(why).into());
            }
        };
        let functions = entries.iter().map(|s| Explained::plain(s.name())).collect();
        let compiled = Compiled { device: device.clone(), entries, code, phases: Vec::new(), functions };
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
            let why = format!("the packed program has code for {written}, and this machine is {here}");
            return Err(PackedError::Code(why).into());
        }
        let all = sections.named(CPU);
        let fitting = all.iter().find(|(name, _)| Level::named(name).is_ok_and(|level| level.runs_here()));
        let (_, object) = fitting.ok_or_else(|| {
            let what = sections.what();
            PackedError::Code(format!(
                "this machine's processor runs none of what the packed program has: {what}"
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
            offload::LoadError::NoCode => {
                let what = sections.what();
                PackedError::Code(format!("the packed program has no code for {arch}: it has {what}")).into()
            }
            offload::LoadError::Failed(error) => error,
        })?;
        Ok(Artifact::Offloaded(program))
    }
}

/// The code for the newest architecture that a GPU runs: an earlier one, or one whose code is for it alone.
fn newest<'a>(all: &[(&str, &'a [u8])], arch: &str) -> Option<&'a [u8]> {
    let number =
        |name: &str| name.strip_prefix("sm_").and_then(|n| n.trim_end_matches('a').parse::<u32>().ok());
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
    use super::newest;

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
}
