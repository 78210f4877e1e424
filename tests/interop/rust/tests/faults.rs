use serde_json::Value;
#[test]
fn x() {
    for t in [
        "18446744073709551616",
        "[-9223372036854775809]",
        "{\"a\":340282366920938463463374607431768211456}",
        "1.5",
        "-0",
        "-0.0",
        "1e400",
        "0.1000000000000000055511151231257827021181583404541015625",
        "1.0",
    ] {
        let v: Value = serde_json::from_str(t).unwrap();
        println!(
            "{} {:?} {:?}",
            v,
            serde_json::from_value::<Value>(v.clone()).map(|v| v.to_string()),
            serde_json::from_value::<std::collections::BTreeMap<String, Value>>(v.clone())
                .map(|v| format!("{v:?}"))
        );
        println!("{:?}", serde_json::to_value(&v).map(|v| v.to_string()));
    }
}
