package runsnap.interop;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The cross-field rules, which stand as data in {@code x-checks} of each schema. */
final class Checks {
  /** A rule that a document breaks. */
  record Broken(String rule, List<String> pointers) {}

  /** A value and where it stands. */
  private record Found(String pointer, JsonNode value) {}

  private Checks() {}

  static List<Broken> broken(JsonNode document, JsonNode schema) {
    List<Broken> broken = new ArrayList<>();
    for (JsonNode rule : schema.path("x-checks")) {
      List<String> faults = faults(rule, document).stream().map(Found::pointer).toList();
      if (!faults.isEmpty()) {
        broken.add(new Broken(rule.get("id").textValue(), faults));
      }
    }
    return broken;
  }

  private static List<Found> faults(JsonNode rule, JsonNode document) {
    if (rule.has("equal")) {
      JsonNode pair = rule.get("equal");
      boolean folds = rule.path("ignoreCase").booleanValue();
      return unless(document, pair, pair.get(1), (one, two) -> folded(one, folds).equals(folded(two, folds)));
    } else if (rule.has("notBefore")) {
      JsonNode pair = rule.get("notBefore");
      return unless(document, pair, pair.get(1), (one, two) -> !instant(one).isBefore(instant(two)));
    } else if (rule.has("equalsLast")) {
      JsonNode pair = rule.get("equalsLast");
      return unless(document, pair, pair.get(1), JsonNode::equals);
    } else if (rule.has("present")) {
      return present(rule, document);
    } else if (rule.has("consecutive")) {
      return consecutive(rule, document);
    } else if (rule.has("length")) {
      return length(rule, document);
    } else if (rule.has("pattern")) {
      return there(document, rule.get("at")).stream().filter(Predicate.not(found -> matches(found, rule))).toList();
    }
    throw new IllegalArgumentException("a rule of an unknown kind: " + rule);
  }

  /** What must hold between two values, where both are there; of several, the last one counts. */
  private interface Relation {
    boolean holds(JsonNode first, JsonNode second);
  }

  private static List<Found> unless(JsonNode document, JsonNode pair, JsonNode second, Relation relation) {
    List<Found> others = there(document, second);
    if (others.isEmpty()) {
      return List.of();
    }
    JsonNode other = others.get(others.size() - 1).value();
    return there(document, pair.get(0)).stream().filter(found -> !relation.holds(found.value(), other)).toList();
  }

  private static List<Found> present(JsonNode rule, JsonNode document) {
    JsonNode when = rule.get("when");
    boolean applies =
        there(document, when.get("at")).stream().anyMatch(state -> isOneOf(state.value(), when.get("in")));
    String due = rule.get("present").textValue();
    return applies && there(document, rule.get("present")).isEmpty()
        ? List.of(new Found(due, document))
        : List.of();
  }

  private static List<Found> consecutive(JsonNode rule, JsonNode document) {
    List<Found> faults = new ArrayList<>();
    BigInteger due = rule.get("from").bigIntegerValue();
    for (Found found : all(document, rule.get("consecutive"))) {
      BigInteger index = found.value().bigIntegerValue();
      if (!index.equals(due)) {
        faults.add(found);
      }
      due = index.add(BigInteger.ONE);
    }
    return faults;
  }

  private static List<Found> length(JsonNode rule, JsonNode document) {
    return there(document, rule.get("length")).stream()
        .filter(array -> !(rule.path("orEmpty").booleanValue() && array.value().isEmpty()))
        .filter(array -> stream(rule.get("counts")).noneMatch(count -> count(count, document) == array.value().size()))
        .toList();
  }

  private static long count(JsonNode count, JsonNode document) {
    return all(document, count.get("at")).stream().filter(found -> isOneOf(found.value(), count.get("in"))).count();
  }

  private static boolean matches(Found found, JsonNode rule) {
    String text = found.value().textValue();
    int length = text.codePointCount(0, text.length());
    return length <= rule.path("maxLength").asInt(length)
        && Pattern.compile(rule.get("pattern").textValue()).matcher(text).find();
  }

  private static JsonNode folded(JsonNode value, boolean folds) {
    return folds && value.isTextual() ? Json.MAPPER.valueToTree(value.textValue().toLowerCase(Locale.ROOT)) : value;
  }

  private static Instant instant(JsonNode text) {
    return Instants.parse(text.textValue());
  }

  private static boolean isOneOf(JsonNode value, JsonNode labels) {
    return stream(labels).anyMatch(value::equals);
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static List<Found> there(JsonNode document, JsonNode at) {
    return all(document, at).stream().filter(found -> !found.value().isNull()).toList();
  }

  /** What stands at a pointer in which {@code *} is every item of an array. */
  private static List<Found> all(JsonNode document, JsonNode at) {
    List<Found> found = List.of(new Found("", document));
    for (String step : at.textValue().substring(1).split("/")) {
      found = found.stream().flatMap(place -> step(place, step).stream()).toList();
    }
    return found;
  }

  private static List<Found> step(Found place, String step) {
    List<Found> inner = new ArrayList<>();
    if (step.equals("*") && place.value().isArray()) {
      place.value().forEach(item -> inner.add(new Found(place.pointer() + "/" + inner.size(), item)));
    } else if (place.value().has(step)) {
      inner.add(new Found(place.pointer() + "/" + step, place.value().get(step)));
    }
    return inner;
  }
}
