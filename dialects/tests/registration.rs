//! What the dialects register is sound, and each op of the scalar table has its type.

use tf_dialects::{arith, math, register_all, scalar};
use tf_ir::OpKind;
use tf_ir::registry::Registry;

#[test]
fn registrations_are_sound() {
    let mut registry = Registry::new();
    register_all(&mut registry);
    assert_eq!(tf_ir::check::problems(&registry), [""; 0]);
    // Again, nothing happens.
    register_all(&mut registry);
}

#[test]
fn rows_of_the_scalar_table_are_types() {
    let kind = |name: &str| scalar::lookup(name).map(|spec| OpKind::of(spec.name));
    assert_eq!(kind("arith.addf"), Some(arith::Addf::KIND));
    assert_eq!(kind("arith.mulsi_extended"), Some(arith::MulsiExtended::KIND));
    assert_eq!(kind("math.log1p"), Some(math::Log1p::KIND));
}
