//! The constructor `build` of an op.

use crate::expand::segmented;
use crate::parse::{Arity, Attr, OpArgs, Position};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Path};

/// The function; none for ops that own a body or have successors, which are built differently.
pub fn function(args: &OpArgs) -> TokenStream {
    if args.successors.is_some() || args.traits.iter().any(|t| t == "ISOLATED") {
        return TokenStream::new();
    }
    let listed = |path: &Path| path.segments.last().is_some_and(|s| s.ident == "InferTypes");
    let infers = args.interfaces.iter().any(listed) || !args.derive.is_empty();
    let operands = args.operands.iter().map(|p| parameter(p, quote!(::tf_ir::body::Value)));
    let results = args.results.iter().filter(|_| !infers).map(|p| parameter(p, quote!(::tf_ir::types::Type)));
    let needed: Vec<&Attr> = args.attrs.iter().filter(|a| !a.optional).collect();
    let attrs = needed.iter().map(|Attr { name, .. }| quote!(#name: impl ::tf_ir::attr::ToAttribute,));
    let (open_regions, regions) = match &args.regions.count {
        None => (None, quote!(0)),
        Some(count) if count.at_least => (Some(quote!(regions: usize,)), quote!(regions)),
        Some(count) => {
            let n = &count.n;
            (None, quote!(#n))
        }
    };
    // Parameters are named as the positions; hygienic names of locals do not clash with them.
    let own = |name: &str| Ident::new(name, Span::mixed_site());
    let (b, values, types, slots) = (own("b"), own("values"), own("types"), own("slots"));
    let pushes = args.operands.iter().map(|p| pushed(p, &values));
    let typed = match infers {
        true => quote!(let #types = #b.infer(&Self, &#values, &#slots);),
        false => {
            let each = args.results.iter().map(|p| pushed(p, &types));
            quote!(let mut #types = ::tf_ir::builder::Types::new(); #(#each)*)
        }
    };
    let (count, given) = given_slots(args, &b);
    let (result, end) = match args.results.as_slice() {
        [Position { arity: Arity::One, .. }] => (quote!(::tf_ir::body::Value), quote!(#b.body.result(op, 0))),
        _ => (quote!(::tf_ir::body::Op), quote!(op)),
    };
    quote! {
        /// Creates and inserts the op.
        ///
        /// # Panics
        /// If the op is not registered, an attribute does not fit its description, or no result types follow
        /// from the operands.
        #[allow(clippy::too_many_arguments, unused_mut)]
        pub fn build(
            #b: &mut ::tf_ir::builder::Builder<'_>, #(#operands)* #(#results)* #(#attrs)* #open_regions
        ) -> #result {
            let mut #values = ::tf_ir::builder::Values::new();
            #(#pushes)*
            let #slots: [::std::option::Option<::tf_ir::attr::Attribute>; #count] = [#(#given),*];
            #typed
            let op = #b.build(Self, &#values, &#types, &#slots, #regions);
            #end
        }
    }
}

fn parameter(position: &Position, ty: TokenStream) -> TokenStream {
    let name = &position.name;
    match position.arity {
        Arity::One => quote!(#name: #ty,),
        Arity::Optional => quote!(#name: ::std::option::Option<#ty>,),
        Arity::Variadic => quote!(#name: &[#ty],),
    }
}

fn pushed(position: &Position, list: &Ident) -> TokenStream {
    let name = &position.name;
    match position.arity {
        Arity::One => quote!(#list.push(#name);),
        Arity::Optional => quote!(#list.extend(#name);),
        Arity::Variadic => quote!(#list.extend_from_slice(#name);),
    }
}

/// The attributes in slot order: those given, followed by the segments.
fn given_slots(args: &OpArgs, b: &Ident) -> (usize, Vec<TokenStream>) {
    let given = args.attrs.iter().map(|Attr { name, optional, .. }| match optional {
        true => quote!(::std::option::Option::None),
        false => quote!(::std::option::Option::Some(
            ::tf_ir::attr::ToAttribute::to_attribute(#name, #b.body.ctx())
        )),
    });
    let segments = segmented(args).into_iter().map(|(_, positions)| {
        let sizes = positions.iter().map(|Position { name, arity, .. }| match arity {
            Arity::One => quote!(1),
            Arity::Optional => quote!(i32::from(#name.is_some())),
            Arity::Variadic => quote!(#name.len() as i32),
        });
        quote!(::std::option::Option::Some(#b.body.ctx().i32_array_attr(&[#(#sizes),*])))
    });
    let slots: Vec<TokenStream> = given.chain(segments).collect();
    (slots.len(), slots)
}
