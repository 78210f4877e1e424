//! JSON text to values, to the last digit and at most 200 levels deep.

use serde::de::DeserializeOwned;

const DEEPEST: usize = 200;

#[derive(Debug)]
pub struct ParseError {
    pub pointer: String,
    pub message: String,
}

impl std::error::Error for ParseError {}

impl std::fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.pointer, self.message)
    }
}

/// serde_json stops at 128 levels, or, told not to, at the end of the stack: so the levels are counted first.
pub fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, ParseError> {
    if depth(text) > DEEPEST {
        return Err(ParseError {
            pointer: String::new(),
            message: format!("more than {DEEPEST} levels"),
        });
    }
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| ParseError {
        pointer: pointer(error.path()),
        message: error.inner().to_string(),
    })?;
    deserializer.end().map_err(|error| ParseError {
        pointer: String::new(),
        message: error.to_string(),
    })?;
    Ok(value)
}

pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Map { key } => format!("/{}", escaped(key)),
            Segment::Seq { index } => format!("/{index}"),
            Segment::Enum { .. } | Segment::Unknown => String::new(),
        })
        .collect()
}

fn depth(text: &[u8]) -> usize {
    let (mut open, mut deepest, mut in_string, mut escape) = (0_usize, 0, false, false);
    for byte in text {
        match byte {
            _ if escape => escape = false,
            b'\\' if in_string => escape = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => open += 1,
            b']' | b'}' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}
