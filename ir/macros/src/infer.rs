//! Types that follow from others: rules of positions, and `derive(InferTypes)`.

use crate::parse::{Arity, OpArgs, Position, Rule};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Ident, Path};

/// The referent of a name in a rule.
enum Named {
    Value,
    Attribute,
}

fn named(name: &Ident, args: &OpArgs) -> Option<Named> {
    if args.operands.iter().chain(&args.results).any(|p| p.name == *name) {
        return Some(Named::Value);
    }
    args.attrs.iter().any(|a| a.name == *name).then_some(Named::Attribute)
}

/// The operand or result if the path is just its name: the type is the same.
fn same<'p>(path: &'p Path, args: &OpArgs) -> Option<&'p Ident> {
    path.get_ident().filter(|name| matches!(named(name, args), Some(Named::Value)))
}

/// The rule as a `TypeRule`.
pub fn rule(rule: &Rule, args: &OpArgs) -> syn::Result<TokenStream> {
    let path = &rule.path;
    let Some(of) = &rule.of else {
        return Ok(match same(path, args) {
            Some(name) => {
                let name = name.unraw().to_string();
                quote!(::tf_ir::registry::TypeRule::Same(#name))
            }
            None => quote!(::tf_ir::registry::TypeRule::Fixed(#path)),
        });
    };
    let name = of.unraw().to_string();
    match named(of, args) {
        Some(Named::Value) => Ok(quote!(::tf_ir::registry::TypeRule::From(#name, #path))),
        Some(Named::Attribute) => Ok(quote!(::tf_ir::registry::TypeRule::FromAttr(#name, #path))),
        None => Err(syn::Error::new_spanned(of, "no operand, result or attribute of the op has this name")),
    }
}

/// The implementation of `InferTypes` for `derive(InferTypes)`, and its registration.
pub fn derived(args: &OpArgs, op: &Ident) -> syn::Result<Option<TokenStream>> {
    let Some(interface) = args.derive.first() else { return Ok(None) };
    if interface != "InferTypes" || args.derive.len() > 1 {
        return Err(syn::Error::new_spanned(interface, "only `InferTypes` can be derived"));
    }
    let types = args.results.iter().map(|result| {
        let wanted = "`derive(InferTypes)`: the type of each result is fixed or follows from an operand";
        result_type(result, args).ok_or_else(|| syn::Error::new_spanned(&result.name, wanted))
    });
    let types = types.collect::<syn::Result<Vec<TokenStream>>>()?;
    Ok(Some(quote! {
            impl ::tf_ir::interfaces::InferTypes for #op {
                fn infer(
                    &self,
                    args: &::tf_ir::interfaces::InferArgs<'_>,
                ) -> ::std::result::Result<::tf_ir::builder::Types, ::tf_ir::diag::Diagnostic> {
                    ::std::result::Result::Ok([#(#types),*].into_iter().collect())
                }
            }
    }))
}

fn result_type(result: &Position, args: &OpArgs) -> Option<TokenStream> {
    let rule = result.rule.as_ref().filter(|_| matches!(result.arity, Arity::One))?;
    let path = &rule.path;
    let operand = |name: &Ident| {
        let i = args.operands.iter().position(|p| p.name == *name)?;
        let first = args.operands[..=i].iter().all(|p| matches!(p.arity, Arity::One));
        first.then(|| quote!(args.operand(Self::NAME, #i)?))
    };
    match (&rule.of, same(path, args)) {
        (Some(of), _) => operand(of).map(|ty| quote!(#path(args.ctx, #ty))),
        (None, Some(name)) => operand(name),
        (None, None) => Some(quote!(#path(args.ctx))),
    }
}
