// Package runsnap reads and writes captures and resumptions, in JSON and in Avro.
package runsnap

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Problem is one thing that is wrong with a document.
type Problem struct {
	Stage   string // parse, schema or value
	Pointer string
	Keyword string
}

// InvalidError tells why a document was not loaded.
type InvalidError struct{ Problems []Problem }

func (e *InvalidError) Error() string {
	first := e.Problems[0]
	return fmt.Sprintf("%d problems, the first at %q: %s", len(e.Problems), first.Pointer, first.Keyword)
}

// Schema judges the documents of one version of one kind.
type Schema struct {
	compiled *jsonschema.Schema
	checks   []check
}

// NewSchema compiles the text of a schema, and its cross-field rules.
func NewSchema(text []byte) (*Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text)) // exact bounds: numbers stay texts
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		return nil, err
	}
	checks, err := readChecks(text)
	return &Schema{compiled, checks}, err
}

// Load reads, judges and decodes a document; an InvalidError says what is wrong.
func Load[T Capture | Resumption](schema *Schema, data []byte) (*T, error) {
	if _, err := schema.judge(data); err != nil {
		return nil, err
	}
	var record T
	if err := json.Unmarshal(data, &record); err != nil {
		return nil, err
	}
	return &record, nil
}

// Save writes a document; the same document gives the same bytes.
func Save[T Capture | Resumption](record *T) ([]byte, error) {
	return json.Marshal(record, json.Deterministic(true), jsontext.WithIndent("  "))
}

// Broken lists the cross-field rules that a valid document breaks.
func (s *Schema) Broken(data []byte) ([]Broken, error) {
	document, err := s.judge(data)
	if err != nil {
		return nil, err
	}
	return brokenChecks(s.checks, document), nil
}

func (s *Schema) judge(data []byte) (any, error) {
	document, err := parse(data)
	if err != nil {
		return nil, &InvalidError{[]Problem{parseProblem(err)}}
	}
	if err := s.compiled.Validate(document); err != nil {
		return nil, &InvalidError{schemaProblems(err.(*jsonschema.ValidationError), nil)}
	}
	if problems := valueProblems(s.compiled, document, ""); len(problems) > 0 {
		return nil, &InvalidError{problems}
	}
	return document, nil
}

// schemaProblems lists the innermost causes: the outer ones only lead to them.
func schemaProblems(err *jsonschema.ValidationError, found []Problem) []Problem {
	if len(err.Causes) == 0 {
		return append(found, Problem{"schema", pointer(err.InstanceLocation...), err.ErrorKind.KeywordPath()[0]})
	}
	for _, cause := range err.Causes {
		found = schemaProblems(cause, found)
	}
	return found
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func pointer(tokens ...string) string {
	var text strings.Builder
	for _, token := range tokens {
		text.WriteString("/" + escaper.Replace(token))
	}
	return text.String()
}
