package runsnap.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** Between the tree of a document and the classes that Avro's compiler makes of the schema. */
final class AvroBridge {
  /** The field that holds what the schema does not declare, as JSON texts by name. */
  private static final String UNKNOWN = "_unknown";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger SMALLEST_LONG = BigInteger.valueOf(Long.MIN_VALUE);

  /** Avro has no room for a value. */
  static final class Unrepresentable extends RuntimeException {
    private static final long serialVersionUID = 1;
    final String pointer;

    Unrepresentable(String pointer) {
      super("Avro cannot carry the value at " + pointer);
      this.pointer = pointer;
    }
  }

  private AvroBridge() {}

  static SpecificRecordBase record(JsonNode document, Schema schema) {
    return record(document, schema, "");
  }

  private static SpecificRecordBase record(JsonNode document, Schema schema, String pointer) {
    var record = (SpecificRecordBase) SpecificData.newInstance(SpecificData.get().getClass(schema), schema);
    Map<String, String> unknown = new LinkedHashMap<>();
    for (var member : document.properties()) {
      Schema.Field field = schema.getField(member.getKey());
      if (field == null || field.name().equals(UNKNOWN)) {
        unknown.put(member.getKey(), text(member.getValue()));
      } else {
        String inner = pointer + "/" + Pointers.escaped(member.getKey());
        record.put(field.pos(), value(member.getValue(), field.schema(), inner));
      }
    }
    for (Schema.Field field : schema.getFields()) {
      if (!document.has(field.name()) && field.hasDefaultValue()) {
        record.put(field.pos(), record.getSpecificData().getDefaultValue(field));
      }
    }
    record.put(UNKNOWN, unknown);
    return record;
  }

  private static Object value(JsonNode node, Schema schema, String pointer) {
    return switch (schema.getType()) {
      case UNION -> node.isNull() ? null : value(node, schema.getTypes().get(1), pointer);
      case RECORD -> record(node, schema, pointer);
      case ARRAY -> items(node, schema.getElementType(), pointer);
      case MAP -> entries(node, schema.getValueType(), pointer);
      case STRING -> isJson(schema) ? text(node) : node.textValue();
      case DOUBLE -> node.doubleValue();
      case BYTES -> decimal(node.bigIntegerValue(), (LogicalTypes.Decimal) schema.getLogicalType(), pointer);
      case LONG -> schema.getLogicalType() == null
          ? (Object) asLong(node.bigIntegerValue(), pointer)
          : instant(node.textValue(), pointer);
      default -> throw new IllegalArgumentException("no part of our schemas: " + schema);
    };
  }

  private static List<Object> items(JsonNode node, Schema schema, String pointer) {
    List<Object> items = new ArrayList<>();
    for (JsonNode item : node) {
      items.add(value(item, schema, pointer + "/" + items.size()));
    }
    return items;
  }

  private static Map<String, Object> entries(JsonNode node, Schema schema, String pointer) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (var member : node.properties()) {
      String inner = pointer + "/" + Pointers.escaped(member.getKey());
      entries.put(member.getKey(), value(member.getValue(), schema, inner));
    }
    return entries;
  }

  private static long asLong(BigInteger value, String pointer) {
    if (value.compareTo(SMALLEST_LONG) < 0 || value.compareTo(LARGEST_LONG) > 0) {
      throw new Unrepresentable(pointer);
    }
    return value.longValueExact();
  }

  private static BigDecimal decimal(BigInteger value, LogicalTypes.Decimal type, String pointer) {
    BigDecimal decimal = new BigDecimal(value);
    if (decimal.precision() > type.getPrecision()) {
      throw new Unrepresentable(pointer);
    }
    return decimal;
  }

  private static Instant instant(String text, String pointer) {
    Instant instant = Instants.parse(text);
    asLong(Instants.nanoseconds(instant), pointer);
    return instant;
  }

  private static boolean isJson(Schema schema) {
    return "json".equals(schema.getProp("format"));
  }

  private static String text(JsonNode node) {
    try {
      return Json.MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException error) {
      throw new IllegalStateException(error);
    }
  }

  static ObjectNode tree(SpecificRecordBase record) {
    ObjectNode tree = NODES.objectNode();
    for (Schema.Field field : record.getSchema().getFields()) {
      JsonNode value = tree(record.get(field.pos()), field.schema());
      if (field.name().equals(UNKNOWN)) {
        tree.setAll((ObjectNode) value);
      } else {
        tree.set(field.name(), value);
      }
    }
    return tree;
  }

  private static JsonNode tree(Object value, Schema schema) {
    if (value == null) {
      return NODES.nullNode();
    } else if (value instanceof SpecificRecordBase record) {
      return tree(record);
    } else if (value instanceof List<?> items) {
      var array = NODES.arrayNode();
      items.forEach(item -> array.add(tree(item, schema.getElementType())));
      return array;
    } else if (value instanceof Map<?, ?> entries) {
      var object = NODES.objectNode();
      entries.forEach((name, item) -> object.set((String) name, tree(item, schema.getValueType())));
      return object;
    } else if (value instanceof String text) {
      return isJson(schema) ? parsed(text) : NODES.textNode(text);
    } else if (value instanceof BigDecimal decimal) {
      return NODES.numberNode(decimal.toBigIntegerExact());
    }
    return Json.MAPPER.valueToTree(value);
  }

  private static JsonNode parsed(String text) {
    try {
      return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (Refused error) {
      throw new IllegalArgumentException("no JSON in a field of JSON", error);
    }
  }
}
