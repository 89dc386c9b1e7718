//! The attribute `program`: expands a function into its call in the program.

use crate::input::{self, Input};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Attribute, Error, FnArg, GenericParam, ItemFn, Pat, Type};

/// A parameter of the function.
struct Param {
    name: Ident,
    ty: Type,
    kind: Kind,
}

enum Kind {
    Tracer,
    Constant,
    Traced(Option<Input>),
}

impl Param {
    fn parse(arg: &mut FnArg) -> syn::Result<Param> {
        let FnArg::Typed(arg) = arg else {
            return Err(Error::new_spanned(arg, "a program's function has no self"));
        };
        let Pat::Ident(pattern) = &*arg.pat else {
            return Err(Error::new_spanned(&arg.pat, "parameters of a program's function have plain names"));
        };
        let constant = arg.attrs.iter().any(|attr| attr.path().is_ident("constant"));
        let declared = input::find(&arg.attrs)?;
        if constant && declared.is_some() {
            return Err(Error::new_spanned(&arg.pat, "a parameter is a constant or an input, not both"));
        }
        let ours = |attr: &Attribute| attr.path().is_ident("constant") || attr.path().is_ident("input");
        arg.attrs.retain(|attr| !ours(attr));
        let kind = match () {
            () if is_tracer(&arg.ty) => Kind::Tracer,
            () if constant => Kind::Constant,
            () => Kind::Traced(declared),
        };
        Ok(Param { name: pattern.ident.clone(), ty: (*arg.ty).clone(), kind })
    }

    /// The type without the reference.
    fn value_type(&self) -> &Type {
        match &self.ty {
            Type::Reference(reference) => &reference.elem,
            ty => ty,
        }
    }

    /// The argument for the body, from the variable that holds the value.
    fn passed(&self) -> TokenStream {
        let name = &self.name;
        match (&self.kind, &self.ty) {
            (Kind::Tracer, _) => quote!(__tracer.expect("the function takes a tracer")),
            (Kind::Traced(_), Type::Reference(_)) => quote!(&#name),
            _ => quote!(#name),
        }
    }
}

/// True for `&Tracer`.
fn is_tracer(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    match &*reference.elem {
        Type::Path(path) => path.path.segments.last().is_some_and(|s| s.ident == "Tracer"),
        _ => false,
    }
}

/// The function, the body that it traces, and its program if all inputs are declared.
pub fn expand(mut item: ItemFn) -> syn::Result<TokenStream> {
    if let Some(asyncness) = &item.sig.asyncness {
        return Err(Error::new_spanned(asyncness, "a program's function is not async"));
    }
    let params: Vec<Param> = item.sig.inputs.iter_mut().map(Param::parse).collect::<syn::Result<_>>()?;
    let (attrs, vis, sig, block) = (&item.attrs, &item.vis, &item.sig, &item.block);
    let name = &sig.ident;
    let mut inner = sig.clone();
    inner.ident = format_ident!("__body");
    let (_, generics, _) = sig.generics.split_for_impl();
    let turbofish = generics.as_turbofish();
    let of = |kind: fn(&Kind) -> bool| params.iter().filter(move |p| kind(&p.kind));
    let traced: Vec<&Ident> = of(|k| matches!(k, Kind::Traced(_))).map(|p| &p.name).collect();
    let given = of(|k| matches!(k, Kind::Traced(_))).map(|p| match (&p.name, &p.ty) {
        (name, Type::Reference(_)) => quote!(::core::clone::Clone::clone(#name)),
        (name, _) => quote!(#name),
    });
    let constants = of(|k| matches!(k, Kind::Constant)).map(|p| &p.name);
    let types = sig.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(ty) => Some(&ty.ident),
        _ => None,
    });
    let tracer = match of(|k| matches!(k, Kind::Tracer)).next() {
        Some(Param { name, .. }) => quote!(::core::option::Option::Some(#name)),
        None => quote!(::core::option::Option::None),
    };
    let passed = params.iter().map(Param::passed);
    let program = program(&item, &params)?;
    let text = name.to_string();
    Ok(quote! {
        #(#attrs)*
        #[track_caller]
        #vis #sig {
            #inner #block
            struct __Function;
            ::tensorforge::call_function::<__Function, _, _>(
                #text,
                #tracer,
                ::std::format!("{:?}", (#(&#constants,)* #(::core::any::type_name::<#types>(),)*)),
                (#(#given,)*),
                move |__tracer, (#(#traced,)*)| __body #turbofish (#(#passed),*),
            )
        }
        #program
    })
}

/// `name::program`, if every traced parameter is declared as an input.
fn program(item: &ItemFn, params: &[Param]) -> syn::Result<TokenStream> {
    let inputs: Vec<(&Param, &Input)> = params
        .iter()
        .filter_map(|p| match &p.kind {
            Kind::Traced(Some(input)) => Some((p, input)),
            _ => None,
        })
        .collect();
    let traced = params.iter().filter(|p| matches!(p.kind, Kind::Traced(_))).count();
    if inputs.is_empty() {
        return Ok(TokenStream::new());
    }
    if inputs.len() < traced {
        let message = "declare all inputs, or none: the program of the function needs all of them";
        return Err(Error::new_spanned(&item.sig.ident, message));
    }
    let (vis, name, text) = (&item.vis, &item.sig.ident, item.sig.ident.to_string());
    let generics = &item.sig.generics;
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let turbofish = arguments.as_turbofish();
    let constants: Vec<&Param> = params.iter().filter(|p| matches!(p.kind, Kind::Constant)).collect();
    let (known, types): (Vec<&Ident>, Vec<&Type>) = constants.iter().map(|p| (&p.name, &p.ty)).unzip();
    let makes = inputs.iter().map(|(param, input)| {
        let (variable, word) = (&param.name, param.name.to_string());
        let make = input.make(param.value_type(), &quote!(#word), &known);
        quote!(let #variable = #make;)
    });
    let passed = params.iter().map(|param| match (&param.kind, &param.ty, &param.name) {
        (Kind::Tracer, ..) => quote!(p),
        (Kind::Traced(_), Type::Reference(_), name) => quote!(&#name),
        (_, _, name) => quote!(#name),
    });
    let docs = format!("The program of the function `{text}`.");
    Ok(quote! {
        #[doc = #docs]
        #[allow(non_camel_case_types)]
        #vis struct #name {}

        impl #name {
            /// Traces the function with the inputs that it declares.
            ///
            /// # Errors
            /// As [`::tensorforge::Program::trace`].
            #[track_caller]
            #vis fn program #parameters (#(#known: #types),*)
                -> ::core::result::Result<::tensorforge::Program, ::tensorforge::TraceError> #bounds
            {
                ::tensorforge::Program::trace(#text, |p| {
                    #(#makes)*
                    #name #turbofish (#(#passed),*)
                })
            }
        }
    })
}
