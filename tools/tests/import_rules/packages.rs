//! The rules on packages, from the output of `cargo metadata`.

use std::path::Path;

use serde_json::Value;

use super::layers::{self, CUDA_CRATES, LLVM, LLVM_CRATES, NVPTX};
use super::{Rule, Violation};

/// A package of the workspace.
#[derive(Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its folder below the workspace's root.
    pub dir: String,
    /// What its manifest names.
    pub dependencies: Vec<Dependency>,
}

/// A line of a manifest's dependencies.
#[derive(Debug)]
pub struct Dependency {
    /// The package's name, before any renaming.
    pub name: String,
    /// The name the sources use.
    pub alias: String,
    /// Its folder below the workspace's root when it is part of the workspace.
    pub dir: Option<String>,
    /// Whether only tests use it.
    pub dev: bool,
}

/// Reads the packages; `None` when a field is missing.
pub fn read(metadata: &Value) -> Option<Vec<Package>> {
    let root = Path::new(metadata["workspace_root"].as_str()?);
    let inside = |path: &Path| Some(path.strip_prefix(root).ok()?.display().to_string());
    let dependency = |d: &Value| {
        let name = d["name"].as_str()?.to_string();
        let alias = d["rename"].as_str().unwrap_or(&name).replace('-', "_");
        let dir = d["path"].as_str().and_then(|p| inside(Path::new(p)));
        Some(Dependency { alias, dir, dev: d["kind"].as_str() == Some("dev"), name })
    };
    let package = |p: &Value| {
        Some(Package {
            name: p["name"].as_str()?.to_string(),
            dir: inside(Path::new(p["manifest_path"].as_str()?).parent()?)?,
            dependencies: p["dependencies"].as_array()?.iter().map(dependency).collect::<Option<_>>()?,
        })
    };
    metadata["packages"].as_array()?.iter().map(package).collect()
}

/// Checks every package's dependencies.
pub fn check(workspace: &[Package]) -> Vec<Violation> {
    let mut found = Vec::new();
    for package in workspace {
        let Some(layer) = layers::layer(&package.dir) else {
            let what = format!("package {} is in no layer; add its folder to layers.rs", package.name);
            found.push(violation(Rule::UnknownLayer, package, what));
            continue;
        };
        for dependency in &package.dependencies {
            if let Some((rule, what)) = breach(package, layer, dependency) {
                let kind = if dependency.dev { " (for its tests)" } else { "" };
                let what = format!("{} depends on {}{kind}: {what}", package.name, dependency.name);
                found.push(violation(rule, package, what));
            }
        }
    }
    found
}

fn violation(rule: Rule, package: &Package, what: String) -> Violation {
    Violation { rule, place: format!("{}/Cargo.toml", package.dir), what }
}

fn breach(package: &Package, layer: &layers::Layer, on: &Dependency) -> Option<(Rule, String)> {
    if let Some(dir) = on.dir.as_deref() {
        if dir == LLVM {
            let allowed = on.dev && layer.opens_llvm;
            return (!allowed).then(|| (Rule::LlvmLibrary, "the LLVM library is opened at run time".into()));
        }
        let allowed = (on.dev && dir == package.dir) || layer.may_import(dir, on.dev);
        return (!allowed).then(|| (Rule::Layering, format!("{} may import {:?}", package.dir, layer.may)));
    }
    if LLVM_CRATES.contains(&on.name.as_str()) && package.dir != LLVM {
        return Some((Rule::LlvmBindings, format!("only {LLVM} may")));
    }
    if CUDA_CRATES.contains(&on.name.as_str()) && package.dir != NVPTX {
        return Some((Rule::Cuda, format!("only {NVPTX} may")));
    }
    if layer.pure && on.name.ends_with("-sys") {
        return Some((Rule::SystemDependency, "this layer has no system dependency".into()));
    }
    None
}
