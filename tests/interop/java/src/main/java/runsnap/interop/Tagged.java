package runsnap.interop;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Values with their types, in the form of the vectors. */
final class Tagged {
  private Tagged() {}

  static Object of(Object value) {
    if (value == null || value instanceof Boolean) {
      return value;
    } else if (value instanceof JsonNode node) {
      return ofJson(node);
    } else if (value instanceof String) {
      return Map.of("string", value);
    } else if (value instanceof Long || value instanceof BigInteger) {
      return Map.of("int", value.toString());
    } else if (value instanceof Double number) {
      return Map.of("float", "%016x".formatted(Double.doubleToRawLongBits(number)));
    } else if (value instanceof Instant instant) {
      return Map.of("instant", Instants.nanoseconds(instant).toString());
    } else if (value instanceof List<?> list) {
      return list.stream().map(Tagged::of).toList();
    } else if (value instanceof Map<?, ?> map) {
      return ofObject(pairs(map));
    } else if (value instanceof Record document) {
      return ofObject(members(document));
    }
    throw new IllegalArgumentException("a value of the type " + value.getClass());
  }

  private static Object ofJson(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL -> null;
      case BOOLEAN -> node.booleanValue();
      case STRING -> of(node.textValue());
      case NUMBER -> of(node.isIntegralNumber() ? node.bigIntegerValue() : (Object) node.doubleValue());
      case ARRAY -> StreamSupport.stream(node.spliterator(), false).map(Tagged::ofJson).toList();
      case OBJECT -> ofObject(
          node.properties().stream().map(member -> pair(member.getKey(), member.getValue())).toList());
      default -> throw new IllegalArgumentException("no JSON: " + node.getNodeType());
    };
  }

  private static Object ofObject(List<List<Object>> pairs) {
    return Map.of("object", pairs);
  }

  private static List<List<Object>> pairs(Map<?, ?> map) {
    return map.entrySet().stream().map(entry -> pair(entry.getKey(), entry.getValue())).toList();
  }

  private static List<Object> pair(Object name, Object value) {
    List<Object> pair = new ArrayList<>();
    pair.add(name);
    pair.add(of(value));
    return pair;
  }

  private static List<List<Object>> members(Record document) {
    List<List<Object>> members = new ArrayList<>();
    for (RecordComponent component : document.getClass().getRecordComponents()) {
      Method accessor = component.getAccessor();
      Object value = valueOf(accessor, document);
      if (accessor.isAnnotationPresent(JsonAnyGetter.class)) {
        members.addAll(pairs((Map<?, ?>) value));
      } else {
        members.add(pair(accessor.getAnnotation(JsonProperty.class).value(), value));
      }
    }
    return members;
  }

  private static Object valueOf(Method accessor, Record document) {
    try {
      return accessor.invoke(document);
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }
}
