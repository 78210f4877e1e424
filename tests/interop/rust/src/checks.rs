//! The cross-field rules, from the schema's `x-checks`.

use serde::Deserialize;
use serde_json::{Number, Value, json};

use crate::instant::Instant;
use crate::json::escaped;

#[derive(Debug, Deserialize)]
pub struct Rule {
    pub id: String,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Debug, Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Kind {
    Equal {
        equal: [String; 2],
        #[serde(default)]
        ignore_case: bool,
    },
    NotBefore {
        not_before: [String; 2],
    },
    Present {
        present: String,
        when: Labels,
    },
    Consecutive {
        consecutive: String,
        from: i64,
    },
    Length {
        length: String,
        counts: Vec<Labels>,
        #[serde(default)]
        or_empty: bool,
    },
    EqualsLast {
        equals_last: [String; 2],
    },
    Pattern {
        pattern: String,
        at: String,
        max_length: Option<u64>,
    },
}

#[derive(Debug, Deserialize)]
struct Labels {
    at: String,
    r#in: Vec<String>,
}

impl Labels {
    fn count(&self, document: &Value) -> usize {
        let labels = selected(document, &self.at);
        labels.iter().filter(|(_, label)| self.has(label)).count()
    }

    fn has(&self, label: &Value) -> bool {
        label
            .as_str()
            .is_some_and(|label| self.r#in.iter().any(|known| known == label))
    }
}

impl Rule {
    /// The pointers of what breaks the rule: none when it holds, or does not apply.
    pub fn broken_at(&self, document: &Value) -> Vec<String> {
        match &self.kind {
            Kind::Consecutive { consecutive, from } => unordered(document, consecutive, i128::from(*from)),
            kind => kind
                .broken_value(document)
                .map(str::to_owned)
                .into_iter()
                .collect(),
        }
    }
}

impl Kind {
    /// The first value that the rule names, if the rule is broken.
    fn broken_value<'a>(&'a self, document: &'a Value) -> Option<&'a str> {
        let (pointer, holds) = match self {
            Self::Equal {
                equal: [one, other],
                ignore_case,
            } => (
                one,
                equal(present(document, one)?, present(document, other)?, *ignore_case),
            ),
            Self::NotBefore {
                not_before: [later, earlier],
            } => (later, instant(document, later)? >= instant(document, earlier)?),
            Self::Present {
                present: pointer,
                when,
            } => {
                let applies = when.has(present(document, &when.at)?);
                (pointer, !applies || present(document, pointer).is_some())
            }
            Self::Length {
                length,
                counts,
                or_empty,
            } => {
                let long = present(document, length)?.as_array()?.len();
                let fits = counts.iter().any(|labels| labels.count(document) == long);
                (length, fits || (*or_empty && long == 0))
            }
            Self::EqualsLast {
                equals_last: [one, many],
            } => {
                let items = selected(document, many);
                let (_, last) = items.into_iter().rfind(|(_, item)| !item.is_null())?;
                (one, equal(present(document, one)?, last, false))
            }
            Self::Pattern {
                pattern,
                at,
                max_length,
            } => (at, matches(present(document, at)?, pattern, *max_length)),
            Self::Consecutive { .. } => return None,
        };
        (!holds).then_some(pointer.as_str())
    }
}

fn present<'a>(document: &'a Value, pointer: &str) -> Option<&'a Value> {
    document.pointer(pointer).filter(|value| !value.is_null())
}

fn instant(document: &Value, pointer: &str) -> Option<Instant> {
    Instant::parse(present(document, pointer)?.as_str()?).ok()
}

fn equal(one: &Value, other: &Value, ignore_case: bool) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) if ignore_case => one.eq_ignore_ascii_case(other),
        _ => one == other,
    }
}

fn unordered(document: &Value, pointer: &str, from: i128) -> Vec<String> {
    let mut due = Some(from);
    let mut broken = Vec::new();
    for (at, found) in selected(document, pointer) {
        let found = found.as_number().and_then(Number::as_i128);
        if found != due {
            broken.push(at);
        }
        due = found.map(|number| number + 1);
    }
    broken
}

/// The regular expressions are those of JSON Schema, so its validator is asked.
fn matches(value: &Value, pattern: &str, max_length: Option<u64>) -> bool {
    let mut schema = json!({ "pattern": pattern });
    if let Some(length) = max_length {
        schema["maxLength"] = length.into();
    }
    jsonschema::is_valid(&schema, value)
}

/// The values at a pointer in which `*` stands for every item of an array, each with its own pointer.
fn selected<'a>(document: &'a Value, pointer: &str) -> Vec<(String, &'a Value)> {
    let mut found = vec![(String::new(), document)];
    for token in pointer.split('/').skip(1) {
        found = found
            .into_iter()
            .flat_map(|(at, value)| inside(at, value, token))
            .collect();
    }
    found
}

fn inside<'a>(at: String, value: &'a Value, token: &str) -> Vec<(String, &'a Value)> {
    if token == "*" {
        let items = value.as_array().into_iter().flatten().enumerate();
        return items
            .map(|(index, item)| (format!("{at}/{index}"), item))
            .collect();
    }
    let name = token.replace("~1", "/").replace("~0", "~");
    let member = value
        .get(&name)
        .map(|member| (format!("{at}/{}", escaped(&name)), member));
    member.into_iter().collect()
}
