//! The meaning of ops that are defined by their decomposition: it is built once per op and run in the
//! program.

use crate::machine::Machine;
use crate::machine::action::{Action, Interpret, Next, Stop};
use tf_dialects::func;
use tf_dialects::tensor::decompose::decompose;
use tf_dialects::tensor::transform::checkpoint::captured;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The meaning of ops that decompose and have no other.
pub(crate) struct Decomposed;

/// The name of the function that holds a decomposition.
const NAME: &str = "decomposed";

/// True for the function that holds a decomposition: its arguments are values of the program, not the
/// caller's memory.
pub(crate) fn is_decomposition(body: &Body) -> bool {
    tf_ir::builtin::symbol_name(body, body.root()) == Some(NAME)
}

/// A module with one function, and the values that are its arguments.
struct Decomposition {
    module: Body,
    takes: Vec<Value>,
}

impl Interpret for Decomposed {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let (ctx, outer) = (op.ctx(), op.body());
        let takes: Vec<Value> = op.operands().chain(captured(outer, op.id())).collect();
        let types = |values: &[Value]| -> Vec<Type> { values.iter().map(|value| outer.ty(*value)).collect() };
        let results: Vec<Value> = op.results().collect();
        let (mut body, block) = func::function(ctx, NAME, &types(&takes), &types(&results), op.loc());
        let mut map = IrMap::default();
        map.values.extend(takes.iter().copied().zip(body.args(block)));
        let copy = body.import(outer, op.id(), &mut map);
        body.append(block, copy);
        let mut b = Builder::before(&mut body, copy);
        let values = decompose(&mut b, copy)?.ok_or_else(|| op.error("does not decompose"))?;
        func::build_return(&mut Builder::at_end(&mut body, block, op.loc()), &values);
        body.erase(copy);
        let mut module = tf_ir::builtin::module(ctx, op.loc());
        let block = module.entry_block().expect("a module has a block");
        let function = module.adopt(body);
        module.append(block, function);
        Ok(Box::new(Decomposition { module, takes }))
    }
}

impl Action for Decomposition {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let args = self.takes.iter().map(|value| m.get(*value).clone()).collect();
        let results = m.run_apart(&self.module, NAME, args)?;
        m.set_results(op, results);
        Ok(Next::Continue)
    }
}
