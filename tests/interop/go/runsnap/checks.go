package runsnap

import (
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Broken is a cross-field rule that a document breaks, and where.
type Broken struct {
	Rule     string
	Pointers []string
}

// check is a rule of x-checks. One of the members that hold pointers says its kind.
type check struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Equal       []string `json:"equal"`
	IgnoreCase  bool     `json:"ignoreCase"`
	NotBefore   []string `json:"notBefore"`
	Present     string   `json:"present"`
	When        labels   `json:"when"`
	Consecutive string   `json:"consecutive"`
	From        int64    `json:"from"`
	Length      string   `json:"length"`
	Counts      []labels `json:"counts"`
	OrEmpty     bool     `json:"orEmpty"`
	EqualsLast  []string `json:"equalsLast"`
	Pattern     string   `json:"pattern"`
	At          string   `json:"at"`
	MaxLength   *int     `json:"maxLength"`
	faults      func(any) []place
}

// labels are values that count, and where they stand.
type labels struct {
	At string   `json:"at"`
	In []string `json:"in"`
}

// place is a value and its pointer.
type place struct {
	pointer string
	value   any
}

// readChecks refuses a rule of a kind that it does not know.
func readChecks(schema []byte) ([]check, error) {
	var root struct {
		Checks jsontext.Value `json:"x-checks"`
	}
	if err := json.Unmarshal(schema, &root); err != nil || root.Checks == nil {
		return nil, err
	}
	var checks []check
	if err := json.Unmarshal(root.Checks, &checks, json.RejectUnknownMembers(true)); err != nil {
		return nil, err
	}
	for i := range checks {
		if err := checks[i].prepare(); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

func (c *check) prepare() error {
	switch {
	case c.Equal != nil:
		c.faults = c.unequal
	case c.NotBefore != nil:
		c.faults = c.before
	case c.Present != "":
		c.faults = c.absent
	case c.Consecutive != "":
		c.faults = c.notConsecutive
	case c.Length != "":
		c.faults = c.otherLength
	case c.EqualsLast != nil:
		c.faults = c.notLast
	case c.Pattern != "":
		pattern, err := regexp.Compile(c.Pattern)
		if err != nil {
			return err
		}
		c.faults = func(document any) []place { return c.unlike(pattern, document) }
	default:
		return fmt.Errorf("the rule %s is of no known kind", c.ID)
	}
	return nil
}

func brokenChecks(checks []check, document any) []Broken {
	broken := []Broken{}
	for _, check := range checks {
		var pointers []string
		for _, fault := range check.faults(document) {
			pointers = append(pointers, fault.pointer)
		}
		if pointers != nil {
			broken = append(broken, Broken{check.ID, pointers})
		}
	}
	return broken
}

func (c *check) unequal(document any) []place {
	first, second := one(document, c.Equal[0]), one(document, c.Equal[1])
	if first == nil || second == nil || same(first.value, second.value, c.IgnoreCase) {
		return nil
	}
	return []place{*first}
}

func (c *check) before(document any) []place {
	later, earlier := one(document, c.NotBefore[0]), one(document, c.NotBefore[1])
	if later == nil || earlier == nil {
		return nil
	}
	one, err1 := ParseInstant(later.value.(string))
	two, err2 := ParseInstant(earlier.value.(string))
	if err1 == nil && err2 == nil && one.Before(two.Time) {
		return []place{*later}
	}
	return nil
}

func (c *check) absent(document any) []place {
	state := one(document, c.When.At)
	if state == nil || !c.When.has(state.value) || one(document, c.Present) != nil {
		return nil
	}
	return []place{{pointer: c.Present}}
}

func (c *check) notConsecutive(document any) []place {
	var faults []place
	due := c.From
	for _, found := range all(document, c.Consecutive) {
		number, err := parseInteger(string(found.value.(stdjson.Number)))
		if err != nil || !number.IsInt64() {
			return append(faults, found)
		}
		if number.Int64() != due {
			faults = append(faults, found)
		}
		due = number.Int64() + 1
	}
	return faults
}

func (c *check) otherLength(document any) []place {
	found := one(document, c.Length)
	if found == nil {
		return nil
	}
	length := len(found.value.([]any))
	if length == 0 && c.OrEmpty {
		return nil
	}
	for _, counted := range c.Counts {
		count := 0
		for _, label := range all(document, counted.At) {
			if counted.has(label.value) {
				count++
			}
		}
		if count == length {
			return nil
		}
	}
	return []place{*found}
}

func (c *check) notLast(document any) []place {
	found := one(document, c.EqualsLast[0])
	last := slices.DeleteFunc(all(document, c.EqualsLast[1]), func(p place) bool { return p.value == nil })
	if found == nil || len(last) == 0 || same(found.value, last[len(last)-1].value, false) {
		return nil
	}
	return []place{*found}
}

func (c *check) unlike(pattern *regexp.Regexp, document any) []place {
	found := one(document, c.At)
	if found == nil {
		return nil
	}
	text := found.value.(string)
	if pattern.MatchString(text) && (c.MaxLength == nil || utf8.RuneCountInString(text) <= *c.MaxLength) {
		return nil
	}
	return []place{*found}
}

func (l labels) has(value any) bool {
	text, isText := value.(string)
	return isText && slices.Contains(l.In, text)
}

// same compares values as JSON: 1 and 1.0 are one number.
func same(one, two any, ignoreCase bool) bool {
	switch one := one.(type) {
	case string:
		two, isText := two.(string)
		return isText && (one == two || ignoreCase && asciiLower(one) == asciiLower(two))
	case stdjson.Number:
		two, isNumber := two.(stdjson.Number)
		return isNumber && (one == two || equalNumbers(string(one), string(two)))
	}
	return reflect.DeepEqual(one, two)
}

func equalNumbers(one, two string) bool {
	first, err1 := parseInteger(one)
	second, err2 := parseInteger(two)
	return err1 == nil && err2 == nil && first.Cmp(second) == 0
}

func asciiLower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// one is the value at a pointer, unless it is absent or null.
func one(document any, at string) *place {
	found := all(document, at)
	if len(found) == 0 || found[0].value == nil {
		return nil
	}
	return &found[0]
}

var unescaper = strings.NewReplacer("~1", "/", "~0", "~")

// all lists the values at a pointer, in which * stands for every item of an array.
func all(document any, at string) []place {
	found := []place{{"", document}}
	for _, token := range strings.Split(at, "/")[1:] {
		var inner []place
		for _, outer := range found {
			switch value := outer.value.(type) {
			case []any:
				for index, item := range value {
					if token == "*" {
						inner = append(inner, place{outer.pointer + pointer(strconv.Itoa(index)), item})
					}
				}
			case map[string]any:
				if member, there := value[unescaper.Replace(token)]; there {
					inner = append(inner, place{outer.pointer + "/" + token, member})
				}
			}
		}
		found = inner
	}
	return found
}
