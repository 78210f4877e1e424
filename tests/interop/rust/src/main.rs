//! Called with the folder of the test vectors and one for the results; the vectors' README says what is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use runsnap_consumer::avro::{Mapping, Result, Versions};
use runsnap_consumer::capture::Capture;
use runsnap_consumer::document::{Document, Refused, load};
use runsnap_consumer::resumption::Resumption;
use runsnap_consumer::schema::Schema;
use runsnap_consumer::tagged::tagged;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const IMPLEMENTS: [&str; 9] = [
    "schema",
    "pointers",
    "value",
    "values",
    "check",
    "json",
    "avro-object",
    "avro-read",
    "avro-write",
];

#[derive(Deserialize)]
struct Manifest {
    schemas: Vec<SchemaEntry>,
    containers: Vec<Container>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct SchemaEntry {
    kind: String,
    version: String,
    newest: bool,
    json: PathBuf,
    avro: PathBuf,
}

#[derive(Deserialize)]
struct Container {
    file: String,
    kind: String,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    kind: String,
    version: String,
    document: PathBuf,
    stage: String,
    avro: Option<PathBuf>,
}

/// What is known of one kind.
struct Kind {
    schemas: BTreeMap<String, Schema>,
    avro: Versions,
    newest: String,
}

struct Consumer<'a> {
    vectors: &'a Path,
    out: &'a Path,
    manifest: Manifest,
}

fn main() -> Result<()> {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [vectors, out] = folders.as_slice() else {
        return Err("usage: runsnap-consumer <vectors-dir> <out-dir>".into());
    };
    let manifest = serde_json::from_slice(&fs::read(vectors.join("manifest.json"))?)?;
    fs::create_dir(out.join("json"))?;
    fs::create_dir(out.join("avro"))?;
    let consumer = Consumer {
        vectors,
        out,
        manifest,
    };
    let (mut cases, mut containers) = (Map::new(), Map::new());
    consumer.consume::<Capture>("capture", &mut cases, &mut containers)?;
    consumer.consume::<Resumption>("resumption", &mut cases, &mut containers)?;
    let results = json!({
        "consumer": {"language": "Rust", "libraries": libraries()},
        "implements": IMPLEMENTS,
        "cases": cases,
        "containers": containers,
    });
    Ok(fs::write(
        out.join("results.json"),
        serde_json::to_vec(&results)?,
    )?)
}

impl Consumer<'_> {
    fn consume<T: Document>(
        &self,
        name: &str,
        cases: &mut Map<String, Value>,
        containers: &mut Map<String, Value>,
    ) -> Result<()> {
        let kind = self.kind(name)?;
        let mut documents = Vec::new();
        for case in self.manifest.cases.iter().filter(|case| case.kind == name) {
            let (result, document) = self.consumed::<T>(case, &kind)?;
            cases.insert(case.id.clone(), result);
            documents.extend(document.filter(|_| case.avro.is_some() && case.stage != "parse"));
        }
        for entry in self.manifest.containers.iter().filter(|entry| entry.kind == name) {
            let found = kind.avro.read::<T>(&self.read(&entry.file)?)?;
            containers.insert(
                entry.file.clone(),
                found.iter().map(tagged).collect::<serde_json::Result<_>>()?,
            );
        }
        let file = self.out.join(format!("avro/{name}-{}.avro", kind.newest));
        Ok(fs::write(file, kind.avro.write(&documents)?)?)
    }

    fn consumed<T: Document>(&self, case: &Case, kind: &Kind) -> Result<(Value, Option<T>)> {
        let schema = &kind.schemas[&case.version];
        let document = match load::<T>(&self.read(&case.document)?, schema) {
            Ok(document) => document,
            Err(refused) => return Ok((refusal(&refused), None)),
        };
        fs::write(
            self.out.join(format!("json/{}.json", case.id)),
            serde_json::to_vec(&document)?,
        )?;
        let mut result = json!({
            "refused": null,
            "values": tagged(&document)?,
            "checks": broken(&document, schema)?,
        });
        if let Some(path) = &case.avro {
            result["avro"] = tagged(&kind.avro.read_single::<T>(&self.read(path)?)?)?;
        }
        Ok((result, Some(document)))
    }

    fn kind(&self, name: &str) -> Result<Kind> {
        let mut kind = Kind {
            schemas: BTreeMap::new(),
            avro: Versions(Vec::new()),
            newest: String::new(),
        };
        for entry in self.manifest.schemas.iter().filter(|entry| entry.kind == name) {
            let avsc = fs::read_to_string(self.vectors.join(&entry.avro))?;
            kind.avro.0.push(Mapping::parse(&avsc)?);
            kind.schemas
                .insert(entry.version.clone(), Schema::parse(&self.read(&entry.json)?)?);
            if entry.newest {
                kind.newest.clone_from(&entry.version);
            }
        }
        Ok(kind)
    }

    fn read(&self, path: impl AsRef<Path>) -> std::io::Result<Vec<u8>> {
        fs::read(self.vectors.join(path))
    }
}

fn refusal(refused: &Refused) -> Value {
    let failures: Vec<_> = refused
        .failures
        .iter()
        .map(|failure| json!({"pointer": failure.pointer, "keyword": failure.keyword}))
        .collect();
    json!({"refused": {"stage": refused.stage, "failures": failures}, "note": refused.message})
}

fn broken<T: Document>(document: &T, schema: &Schema) -> Result<Vec<Value>> {
    let plain = serde_json::to_value(document)?;
    let broken = schema.rules.iter().map(|rule| (&rule.id, rule.broken_at(&plain)));
    Ok(broken
        .filter(|(_, pointers)| !pointers.is_empty())
        .map(|(rule, pointers)| json!({"rule": rule, "pointers": pointers}))
        .collect())
}

/// The versions that are in the lock file.
fn libraries() -> BTreeMap<&'static str, &'static str> {
    let lock = include_str!("../Cargo.lock");
    let packages = lock.split("[[package]]").filter_map(|package| {
        let member = |name: &str| package.split_once(&format!("\n{name} = \""))?.1.split('"').next();
        Some((member("name")?, member("version")?))
    });
    packages
        .filter(|(name, _)| ["apache-avro", "chrono", "jsonschema", "serde", "serde_json"].contains(name))
        .collect()
}
