//! The identity of a processor, as the machine reports it.

/// The vendor of a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vendor {
    /// Advanced Micro Devices.
    Amd,
    /// Intel.
    Intel,
    /// Arm, which designs the Neoverse cores.
    Arm,
}

/// The identity of a processor: what `cpuid` reports on x86, the register `MIDR_EL1` on Arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its vendor.
    pub vendor: Vendor,
    /// The family with its extension; zero for Arm.
    pub family: u32,
    /// The model with its extension; the part for Arm.
    pub model: u32,
}
