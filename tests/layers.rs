//! The house's rules: which room may import which. See ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms and the rooms they may import, from the bottom up.
const ROOMS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("games", &["core"]),
    ("session", &["core"]),
    ("batch", &["core"]),
    ("render", &["core"]),
    ("replay", &["core"]),
    ("paths", &["core"]),
    ("live", &["core", "games", "session", "replay"]),
    ("bots", &["core", "games", "live", "batch"]),
    ("py", &["core", "games", "session", "batch", "render", "replay", "paths", "live", "bots"]),
];
const LONGEST_FILE: usize = 600;

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The code of a file, without comments; what they mention is not imported.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// What a file may not do, as messages.
fn faults(room: &str, code: &str) -> Vec<String> {
    let allowed = |other: &str| other == room || ROOMS.iter().any(|(name, may)| *name == room && may.contains(&other));
    let mut faults = Vec::new();
    for (index, _) in code.match_indices("crate::") {
        let rest = &code[index + "crate::".len()..];
        let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if rest.starts_with(['*', '{']) {
            faults.push("imports from the crate's root; name the room".to_owned());
        } else if !allowed(&word) {
            faults.push(format!("{room} may not import {word}"));
        }
    }
    if code.contains("super::super") {
        faults.push("super::super; name the room".to_owned());
    }
    let names = |library: &str| code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == library);
    if room != "py" && (names("pyo3") || names("numpy")) {
        faults.push("only py may name pyo3 or numpy".to_owned());
    }
    faults
}

#[test]
fn every_file_keeps_to_its_room() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faulty = Vec::new();
    let mut seen = 0;
    for path in sources(&src) {
        let inside = path.strip_prefix(&src).unwrap();
        let room = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        if room == "lib.rs" {
            continue;
        }
        assert!(ROOMS.iter().any(|(name, _)| *name == room), "{room} is a room that tests/layers.rs does not know");
        seen += 1;
        faulty.extend(faults(room, &code(&path)).into_iter().map(|fault| format!("{}: {fault}", inside.display())));
    }
    assert!(seen > 20, "only {seen} files found");
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in ["src", "tests", "benches"].into_iter().flat_map(|folder| sources(&root.join(folder))) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= LONGEST_FILE, "{}: {lines} lines; split it by concern", path.display());
    }
}

#[test]
fn the_test_finds_what_it_looks_for() {
    for (room, code) in [
        ("core", "use crate::games::snake::World;"),
        ("games", "let x = crate::session::Place::Native;"),
        ("session", "use crate::*;"),
        ("render", "use crate::{core, games};"),
        ("live", "use super::super::core::Point;"),
        ("live", "use crate::render::text;"),
        ("live", "use pyo3::prelude::*;"),
    ] {
        assert_eq!(faults(room, code).len(), 1, "{room}: {code}");
    }
    assert!(faults("py", "use pyo3::prelude::*; use crate::live::snake::SnakeGame;").is_empty());
}
