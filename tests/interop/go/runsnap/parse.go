package runsnap

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits of what is read.
const (
	MaxDepth  = 200
	MaxDigits = 4300
)

var (
	errDepth     = errors.New("more than 200 levels")
	errDigits    = errors.New("an integer of more than 4,300 digits")
	errNotFinite = errors.New("a number beyond every double")
)

// parse reads strict JSON into maps, slices, strings, booleans, nil and
// encoding/json's Number, which keeps every digit and is what the validator knows.
func parse(data []byte) (any, error) {
	var document any
	err := json.Unmarshal(data, &document, json.WithUnmarshalers(json.UnmarshalFromFunc(parseValue)))
	return document, err
}

func parseValue(decoder *jsontext.Decoder, value *any) error {
	switch kind := decoder.PeekKind(); {
	case kind == '0':
		text, err := decoder.ReadValue()
		if err != nil {
			return err
		}
		number, err := boundNumber(string(text))
		*value = stdjson.Number(number)
		return err
	case (kind == '{' || kind == '[') && decoder.StackDepth() >= MaxDepth:
		return errDepth
	}
	return errors.ErrUnsupported
}

// boundNumber keeps integers, and writes any other number as the double that it is:
// of 1e-2000000 the validator makes a fraction, and panics (TestValidatorPanics).
func boundNumber(literal string) (string, error) {
	if isInteger(literal) {
		if len(strings.TrimPrefix(literal, "-")) > MaxDigits {
			return "", errDigits
		}
		return literal, nil
	}
	value, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return "", errNotFinite
	}
	return strconv.FormatFloat(value, 'e', -1, 64), nil
}

// parseProblem tells where reading stopped.
func parseProblem(err error) Problem {
	problem := Problem{Stage: "parse", Keyword: "syntax"}
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntactic):
		problem.Pointer = string(syntactic.JSONPointer)
	case errors.As(err, &semantic):
		problem.Pointer = string(semantic.JSONPointer)
	}
	for cause, keyword := range map[error]string{
		jsontext.ErrDuplicateName: "duplicate-member", errDepth: "depth", errDigits: "integer-digits", errNotFinite: "not-finite",
	} {
		if errors.Is(err, cause) {
			problem.Keyword = keyword
		}
	}
	return problem
}

// isInteger tells a literal without fraction and exponent.
func isInteger(literal string) bool { return !strings.ContainsAny(literal, ".eE") }

// maxExact is 2^53: up to it, every integer is a double of its own.
const maxExact = 1 << 53

// parseInteger reads an integer, which may be written as 3.0 or 1e2 up to 2^53.
func parseInteger(literal string) (*big.Int, error) {
	if isInteger(literal) {
		if value, ok := new(big.Int).SetString(literal, 10); ok {
			return value, nil
		}
		return nil, fmt.Errorf("no integer: %.40s", literal)
	}
	float, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return nil, fmt.Errorf("no integer: %.40s", literal)
	}
	value, accuracy := big.NewFloat(float).Int(nil)
	if accuracy != big.Exact || float > maxExact || float < -maxExact {
		return nil, fmt.Errorf("no exact integer: %.40s", literal)
	}
	return value, nil
}

// parseDouble reads a double; an integer literal has to be one exactly.
func parseDouble(literal string) (float64, error) {
	value, err := strconv.ParseFloat(literal, 64)
	if err != nil || !isInteger(literal) {
		return value, err
	}
	exact, ok := new(big.Rat).SetString(literal)
	if !ok || exact.Cmp(new(big.Rat).SetFloat64(value)) != 0 {
		return 0, fmt.Errorf("no double: %.40s", literal)
	}
	return value, nil
}
