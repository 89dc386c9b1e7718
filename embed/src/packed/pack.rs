//! Packing: writes `.tfx` files.

use super::{CPU, HOST, PRINTS, PTX, SITES, SYSTEM, container, prints, system};
use crate::compile::nesting::with_stack_for;
use crate::compile::plan;
use crate::compile::signatures;
use crate::error::Error;
use crate::offload::kernels_alone;
use crate::pipelines;
use crate::session::Session;
use tf_cpu::ptx::Arch;
use tf_cpu::shared::{self, STUBS};
use tf_device::kernels::of_module;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::text::{PrintOptions, print_module};

/// Makes a shared object from objects and C code, with the system's C compiler.
pub type Link<'a> = dyn FnMut(&[Vec<u8>], &str) -> Result<Vec<u8>, String> + Send + 'a;

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// GPU architectures, such as `sm_80` ([`Arch::names`]).
    pub gpus: Vec<String>,
    /// The level of the processor code, or `None` for none.
    pub processor: Option<Level>,
}

impl Packing {
    /// The architecture that kernels are mapped for: the oldest, whose kernels also run on the others.
    fn least(&self) -> &str {
        let number = |name: &&str| name.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0u32);
        self.gpus.iter().map(String::as_str).min_by_key(number).unwrap_or("sm_80")
    }
}

impl Default for Packing {
    /// The architectures of server GPUs with code of their own, which later GPUs run, too, and processor code
    /// for [`Level::baseline`].
    fn default() -> Packing {
        let gpus = ["sm_80", "sm_90", "sm_90a"].map(str::to_string).into();
        Packing { gpus, processor: Some(Level::baseline()) }
    }
}

impl Session {
    /// Compiles a program to a file that runs without the LLVM library ([`Session::load_packed`]). `link`
    /// makes a shared object of the processor code, if there is any.
    ///
    /// # Errors
    /// [`Error`]: a pass or the code generator failed, the program computes extents, or `link` fails.
    pub fn pack(&self, module: &Body, packing: &Packing, link: &mut Link<'_>) -> Result<Vec<u8>, Error> {
        with_stack_for(module, || self.pack_here(module, packing, link))?
    }

    fn pack_here(&self, module: &Body, packing: &Packing, link: &mut Link<'_>) -> Result<Vec<u8>, Error> {
        self.without_sanitizer("packed programs")?;
        let arch = |name: &String| Arch::named(name).map_err(|why| Error::Build(why.into()));
        let arches: Vec<Arch> = packing.gpus.iter().map(arch).collect::<Result<_, _>>()?;
        let mut host = module.duplicate();
        self.run_passes(&mut host, &self.settled(pipelines::device(packing.least())))?;
        let entries = signatures(&host)?;
        if let Some(staged) = entries.iter().find(|entry| plan(&host, entry.name()).is_some()) {
            let why = format!(
                "'{}' binds extents to values that it computes (tensor.bind), which packed programs do not \
                 support",
                staged.name()
            );
            return Err(Error::Build(why.into()));
        }
        let text = print_module(&host, &PrintOptions { locations: true, ..PrintOptions::default() });
        let mut sections =
            vec![(HOST.to_string(), text.into_bytes()), (SYSTEM.to_string(), system().into_bytes())];
        let kernels = of_module(&host).map_err(|error| self.refused(error))?;
        if !kernels.is_empty() {
            let mut code = kernels_alone(&host, &kernels);
            self.run_passes(&mut code, &pipelines::kernel_code())?;
            for (name, arch) in packing.gpus.iter().zip(arches) {
                let made = tf_cpu::ptx::cached_ptx(&self.library()?, &code, arch, self.objects.as_deref());
                let made = made.map_err(|error| Error::build(code.ctx(), error))?;
                sections.push((format!("{PTX}{name}"), made.bytes));
            }
        }
        if let Some(level) = packing.processor {
            sections.extend(self.processor_code(module, level, link)?);
        }
        Ok(container::write(&sections))
    }

    /// The whole program as processor code. Kernels are functions there, which host functions call.
    fn processor_code(
        &self,
        module: &Body,
        level: Level,
        link: &mut Link<'_>,
    ) -> Result<[(String, Vec<u8>); 3], Error> {
        let mut code = module.duplicate();
        level.target().describe_all(&mut code);
        self.describe_rates(&mut code);
        let has_kernels = !of_module(module).map_err(|error| self.refused(error))?.is_empty();
        self.run_passes(&mut code, &self.settled(pipelines::cpu()))?;
        if has_kernels {
            let finish = format!(
                "{},symbol-dce,inline,func.func(canonicalize,cse)",
                tf_passes::gpu::kernel_to_loops::pipeline()
            );
            self.run_passes(&mut code, &finish)?;
        }
        let made = shared::objects(&self.library()?, &code, level);
        let made = made.map_err(|error| Error::build(code.ctx(), error))?;
        let object = link(&made.objects, STUBS).map_err(|why| Error::Build(why.into()))?;
        let texts = made.sites.iter().flat_map(|site| [site.message.as_str(), site.location.as_str()]);
        let sites = container::write_texts(texts);
        let prints = prints::write(&made.prints);
        Ok([(format!("{CPU}{level}"), object), (SITES.to_string(), sites), (PRINTS.to_string(), prints)])
    }
}
