package runsnap

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// valueProblems applies the three rules that no schema can state, wherever the
// schema wants an integer, a number or an instant.
func valueProblems(schema *jsonschema.Schema, value any, at string) []Problem {
	var found []Problem
	for ; schema != nil; schema = schema.Ref {
		for _, branch := range schema.AnyOf {
			found = append(found, valueProblems(branch, value, at)...)
		}
		switch value := value.(type) {
		case json.Number:
			found = append(found, numberProblems(schema, value, at)...)
		case string:
			if schema.Format != nil && schema.Format.Name == "date-time" {
				if _, err := ParseInstant(value); err != nil {
					found = append(found, Problem{"value", at, "instant-in-range"})
				}
			}
		case map[string]any:
			for name, member := range value {
				found = append(found, valueProblems(memberSchema(schema, name), member, at+pointer(name))...)
			}
		case []any:
			for index, item := range value {
				found = append(found, valueProblems(schema.Items2020, item, at+pointer(strconv.Itoa(index)))...)
			}
		}
	}
	return found
}

func memberSchema(schema *jsonschema.Schema, name string) *jsonschema.Schema {
	if member, declared := schema.Properties[name]; declared {
		return member
	}
	others, _ := schema.AdditionalProperties.(*jsonschema.Schema)
	return others
}

func numberProblems(schema *jsonschema.Schema, literal json.Number, at string) []Problem {
	if schema.Types == nil {
		return nil
	}
	types := schema.Types.ToStrings()
	if slices.Contains(types, "integer") {
		if _, err := parseInteger(literal.String()); err != nil {
			return []Problem{{"value", at, "integer-from-float-literal"}}
		}
	}
	if slices.Contains(types, "number") {
		if _, err := parseDouble(literal.String()); err != nil {
			return []Problem{{"value", at, "number-is-a-double"}}
		}
	}
	return nil
}
