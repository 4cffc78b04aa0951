//! The firmware image, built where it is needed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "thumbv6m-none-eabi";

/// The folder of the sources from which this program was built.
///
/// # Errors
/// If it is no longer there; the message begins with `who` needs it.
pub fn sources(who: &str) -> Result<PathBuf, String> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    if root.join("memory.x").exists() {
        return Ok(root);
    }
    let root = root.display();
    Err(format!(
        "{who} needs the sources, which are no longer in {root}"
    ))
}

/// Builds the firmware, with progress on standard error, and returns where it is; if the environment names an image, that
/// one.
///
/// # Errors
/// What is missing, and how to get it.
pub fn build(sources: &Path) -> Result<PathBuf, String> {
    if let Some(image) = env::var_os("FIRMWARE") {
        eprintln!("the firmware image is {}", image.display());
        return Ok(image.into());
    }
    let libraries = output("rustc", &["--print", "target-libdir", "--target", TARGET]);
    if !libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        eprintln!("adding the target {TARGET}");
        let add = ["target", "add", TARGET];
        run(sources, "rustup", &add, "get rustup from https://rustup.rs")?;
    }
    eprintln!("building the firmware image; the first time takes a minute or two");
    run(
        sources,
        "cargo",
        &["fw", "--locked"],
        "get Rust from https://rustup.rs",
    )?;
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    Ok(sources
        .join(target)
        .join(TARGET)
        .join("chip/fanorona-board"))
}

/// The output of a program, if it succeeds.
pub fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs a program in a folder and shows its output.
///
/// # Errors
/// If it fails, or cannot be run; then `missing` says what to do.
pub fn run(folder: &Path, program: &str, arguments: &[&str], missing: &str) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    // Our own standard output is for results.
    let status = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .stdout(std::io::stderr())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{line}: {status}")),
        Err(error) => Err(format!("{program} cannot be run ({error}); {missing}")),
    }
}
