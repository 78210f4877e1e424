//! Loads, saves and checks with the reference crates.
//!
//! runsnap-reference <resumption-0.5.2 | resumption-0.9.0 | capture> again <folder> <folder for what it saves>
//! runsnap-reference <resumption-0.5.2 | resumption-0.9.0 | capture> made <folder for what it saves>
//! runsnap-reference <resumption-0.5.2 | resumption-0.9.0> check <agent IR> <snapshot>
//!
//! A file that cannot be loaded becomes a file with the error in it: NAME.error.

use std::error::Error;
use std::fs;
use std::path::Path;

mod captures;
mod resumptions;

pub type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The documents of one crate.
pub struct Reference {
    /// Loads a file and saves it in another place.
    again: fn(&Path, &Path) -> Result<()>,
    made: fn(&Path) -> Result<()>,
    check: fn(&Path, &Path) -> Result<()>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [name, command, paths @ ..] = arguments.as_slice() else {
        return Err("which crate, and what to do?".into());
    };
    let reference = match *name {
        "resumption-0.5.2" => resumptions::RELEASE_0_5,
        "resumption-0.9.0" => resumptions::RELEASE_0_9,
        "capture" => captures::REFERENCE,
        other => return Err(format!("no crate for {other}").into()),
    };
    match (*command, paths) {
        ("again", [from, to]) => again(&reference, Path::new(from), Path::new(to)),
        ("made", [to]) => (reference.made)(Path::new(to)),
        ("check", [ir, snapshot]) => {
            match (reference.check)(Path::new(ir), Path::new(snapshot)) {
                Ok(()) => println!("ok"),
                Err(error) => println!("{error}"),
            }
            Ok(())
        }
        _ => Err(format!("no command {command}").into()),
    }
}

fn again(reference: &Reference, from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let file = entry?.path();
        let target = to.join(file.file_name().ok_or("no name")?);
        if let Err(error) = (reference.again)(&file, &target) {
            fs::write(target.with_extension("error"), error.to_string())?;
        }
    }
    Ok(())
}
