package runsnap_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"

	"runsnap.invalid/consumer/runsnap"
)

const (
	schemas = "../../../vectors/schemas"
	runs    = "../../../../examples/runs"
)

// stopped breaks a cross-field rule, and the schema when its steps are negative.
const stopped = `{
	"ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": "none", "label": "l", "stoppedAt": "n1",
	"resumeAt": "n2", "inputs": {}, "bindings": {}, "steps": %d, "usage": {"inputTokens": 18446744073709551615, "outputTokens": 0}
}`

func Example() {
	// docs:begin load
	text, err := os.ReadFile(schemas + "/capture/1.2.0.json")
	if err != nil {
		log.Fatal(err)
	}
	schema, err := runsnap.NewSchema(text)
	if err != nil {
		log.Fatal(err)
	}
	data, err := os.ReadFile(runs + "/capture.json")
	if err != nil {
		log.Fatal(err)
	}
	capture, err := runsnap.Load[runsnap.Capture](schema, data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(*capture.RngSeed)                       // every digit: 13907115649297310042
	fmt.Println(capture.RunLog.StartedAt)               // every nanosecond: 2026-05-28 20:26:40.000000001 +0000 UTC
	fmt.Println(capture.LlmIo[0].Unknown["cache_tier"]) // members that no release declares: "standard"

	capture.ModelVersion = nil
	again, err := runsnap.Save(capture) // with all of that
	// docs:end load
	if err != nil {
		log.Fatal(err)
	}
	loaded, err := runsnap.Load[runsnap.Capture](schema, again)
	fmt.Println(loaded.LlmIo[0].Unknown["cache_tier"], err)
	// Output:
	// 13907115649297310042
	// 2026-05-28 20:26:40.000000001 +0000 UTC
	// "standard"
	// "standard" <nil>
}

func ExampleInvalidError() {
	schema := newestSchema("resumption/0.1.1.json")
	data := fmt.Appendf(nil, stopped, -1)
	// docs:begin problems
	_, err := runsnap.Load[runsnap.Resumption](schema, data)
	var invalid *runsnap.InvalidError
	if errors.As(err, &invalid) {
		for _, problem := range invalid.Problems {
			fmt.Println(problem.Stage, problem.Pointer, problem.Keyword) // schema /steps minimum
		}
	}
	// docs:end problems
	// Output:
	// schema /steps minimum
}

func ExampleSchema_Broken() {
	schema := newestSchema("resumption/0.1.1.json")
	data := fmt.Appendf(nil, stopped, 1)
	// docs:begin checks
	broken, err := schema.Broken(data)
	if err != nil {
		log.Fatal(err)
	}
	for _, rule := range broken {
		fmt.Println(rule.Rule, rule.Pointers) // artifact-is-digest [/artifact]
	}
	// docs:end checks
	// Output:
	// artifact-is-digest [/artifact]
}

func ExampleWriteCaptures() {
	schema := newestSchema("capture/1.2.0.json")
	data, err := os.ReadFile(runs + "/capture.json")
	if err != nil {
		log.Fatal(err)
	}
	capture, err := runsnap.Load[runsnap.Capture](schema, data)
	if err != nil {
		log.Fatal(err)
	}
	// docs:begin avro
	text, err := os.ReadFile(schemas + "/capture/1.2.0.avsc")
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := runsnap.WriteCaptures(&file, text, []*runsnap.Capture{capture}); err != nil {
		log.Fatal(err)
	}
	captures, err := runsnap.ReadCaptures(&file) // of any version
	// docs:end avro
	fmt.Println(*captures[0].RngSeed, captures[0].RunLog.StartedAt, err)
	// Output:
	// 13907115649297310042 2026-05-28 20:26:40.000000001 +0000 UTC <nil>
}

func newestSchema(name string) *runsnap.Schema {
	text, err := os.ReadFile(schemas + "/" + name)
	if err != nil {
		log.Fatal(err)
	}
	schema, err := runsnap.NewSchema(text)
	if err != nil {
		log.Fatal(err)
	}
	return schema
}
