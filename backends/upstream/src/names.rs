//! Names of upstream ops that our dialects do not have: in our IR they are unregistered ops.

use tf_ir::context::Context;
use tf_ir::kind::WhichOp;
use tf_ir::registry::{OpInfo, OpName};

/// An upstream op without a type in our dialects.
#[derive(Clone, Copy)]
pub(crate) struct Upstream(&'static str);

impl WhichOp for Upstream {
    fn admits(self, _: OpName, info: &OpInfo) -> bool {
        info.name == self.0
    }

    fn name_in(self, ctx: &Context) -> OpName {
        ctx.op_name(self.0)
    }
}

/// `llvm`.
pub(crate) mod llvm {
    use super::Upstream;

    pub(crate) const ADDRSPACECAST: Upstream = Upstream("llvm.addrspacecast");
    pub(crate) const ADDRESSOF: Upstream = Upstream("llvm.mlir.addressof");
    pub(crate) const ALLOCA: Upstream = Upstream("llvm.alloca");
    pub(crate) const ATOMICRMW: Upstream = Upstream("llvm.atomicrmw");
    pub(crate) const BITCAST: Upstream = Upstream("llvm.bitcast");
    pub(crate) const CALL_INTRINSIC: Upstream = Upstream("llvm.call_intrinsic");
    pub(crate) const CMPXCHG: Upstream = Upstream("llvm.cmpxchg");
    pub(crate) const EXTRACTELEMENT: Upstream = Upstream("llvm.extractelement");
    pub(crate) const EXTRACTVALUE: Upstream = Upstream("llvm.extractvalue");
    pub(crate) const FENCE: Upstream = Upstream("llvm.fence");
    pub(crate) const FUNC: Upstream = Upstream("llvm.func");
    pub(crate) const GETELEMENTPTR: Upstream = Upstream("llvm.getelementptr");
    pub(crate) const GLOBAL: Upstream = Upstream("llvm.mlir.global");
    pub(crate) const GPU_MODULE: Upstream = Upstream("gpu.module");
    pub(crate) const ICMP: Upstream = Upstream("llvm.icmp");
    pub(crate) const INLINE_ASM: Upstream = Upstream("llvm.inline_asm");
    pub(crate) const INSERTELEMENT: Upstream = Upstream("llvm.insertelement");
    pub(crate) const INTTOPTR: Upstream = Upstream("llvm.inttoptr");
    pub(crate) const LOAD: Upstream = Upstream("llvm.load");
    pub(crate) const MASKED_GATHER: Upstream = Upstream("llvm.intr.masked.gather");
    pub(crate) const MASKED_LOAD: Upstream = Upstream("llvm.intr.masked.load");
    pub(crate) const MASKED_SCATTER: Upstream = Upstream("llvm.intr.masked.scatter");
    pub(crate) const MASKED_STORE: Upstream = Upstream("llvm.intr.masked.store");
    pub(crate) const MEMCPY: Upstream = Upstream("llvm.intr.memcpy");
    pub(crate) const POISON: Upstream = Upstream("llvm.mlir.poison");
    pub(crate) const PREFETCH: Upstream = Upstream("llvm.intr.prefetch");
    pub(crate) const PTRTOINT: Upstream = Upstream("llvm.ptrtoint");
    pub(crate) const RETURN: Upstream = Upstream("llvm.return");
    pub(crate) const SHUFFLEVECTOR: Upstream = Upstream("llvm.shufflevector");
    pub(crate) const STORE: Upstream = Upstream("llvm.store");
    pub(crate) const TRAP: Upstream = Upstream("llvm.intr.trap");
    pub(crate) const ZERO: Upstream = Upstream("llvm.mlir.zero");
}

/// Special registers of `nvvm`, along x, y and z.
pub(crate) mod nvvm {
    use super::Upstream;

    pub(crate) const CLUSTERID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.clusterid.x"),
        Upstream("nvvm.read.ptx.sreg.clusterid.y"),
        Upstream("nvvm.read.ptx.sreg.clusterid.z"),
    ];
    pub(crate) const CLUSTER_CTAID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.cluster.ctaid.x"),
        Upstream("nvvm.read.ptx.sreg.cluster.ctaid.y"),
        Upstream("nvvm.read.ptx.sreg.cluster.ctaid.z"),
    ];
    pub(crate) const CLUSTER_CTARANK: Upstream = Upstream("nvvm.read.ptx.sreg.cluster.ctarank");
    pub(crate) const CTAID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.ctaid.x"),
        Upstream("nvvm.read.ptx.sreg.ctaid.y"),
        Upstream("nvvm.read.ptx.sreg.ctaid.z"),
    ];
    pub(crate) const LANEID: Upstream = Upstream("nvvm.read.ptx.sreg.laneid");
    pub(crate) const NCTAID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.nctaid.x"),
        Upstream("nvvm.read.ptx.sreg.nctaid.y"),
        Upstream("nvvm.read.ptx.sreg.nctaid.z"),
    ];
    pub(crate) const NTID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.ntid.x"),
        Upstream("nvvm.read.ptx.sreg.ntid.y"),
        Upstream("nvvm.read.ptx.sreg.ntid.z"),
    ];
    pub(crate) const TID: [Upstream; 3] = [
        Upstream("nvvm.read.ptx.sreg.tid.x"),
        Upstream("nvvm.read.ptx.sreg.tid.y"),
        Upstream("nvvm.read.ptx.sreg.tid.z"),
    ];
}

/// `scf` and `cf`.
pub(crate) mod scf {
    use super::Upstream;

    pub(crate) const CONDITION: Upstream = Upstream("scf.condition");
    pub(crate) const COND_BR: Upstream = Upstream("cf.cond_br");
    pub(crate) const FOR: Upstream = Upstream("scf.for");
    pub(crate) const IF: Upstream = Upstream("scf.if");
    pub(crate) const WHILE: Upstream = Upstream("scf.while");
    pub(crate) const YIELD: Upstream = Upstream("scf.yield");
}

/// Upstream's name of a vector reduction.
pub(crate) const REDUCTION: Upstream = Upstream("vector.reduction");
