//! A folder of a test, in which the program may think that it is at home: no test touches what a user keeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, id};
use std::sync::atomic::{AtomicU32, Ordering};

/// An empty folder that is removed with this value.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{}-{count}", env!("CARGO_CRATE_NAME"), id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    #[allow(dead_code)] // not every test looks into it
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The program, at home in this folder.
    pub fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_fanorona-board"));
        at_home(&mut program, &self.0);
        program
    }
}

/// Lets a program take a folder for the user's own.
pub fn at_home(program: &mut Command, folder: &Path) {
    for name in ["XDG_DATA_HOME", "HOME", "LOCALAPPDATA", "APPDATA"] {
        program.env(name, folder);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
