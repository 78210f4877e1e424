package runsnap.interop;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Bytes to a tree, integers exact and other numbers as doubles; refuses what Jackson lets through. */
public final class StrictJson {
  private static final int DEEPEST = 200;
  private static final int LONGEST_INTEGER = 4300;
  private static final int LONGEST_NUMBER = 10 * LONGEST_INTEGER;

  // docs:begin strict
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(LONGEST_NUMBER)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  // docs:end strict

  private StrictJson() {}

  public static JsonNode parse(byte[] data) throws Refused {
    String text = decoded(data);
    try (JsonParser parser = MAPPER.createParser(text)) {
      try {
        JsonNode tree = MAPPER.readTree(parser);
        if (tree == null || tree.isMissingNode()) {
          throw new Refused("parse", "", "syntax", "no JSON at all");
        }
        refuseWhatCannotBeWrittenAgain(tree, "");
        return tree;
      } catch (JsonProcessingException error) {
        String pointer = parser.getParsingContext().pathAsPointer().toString();
        throw new Refused("parse", pointer, keyword(error), error.getOriginalMessage());
      }
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Given bytes, Jackson would skip a byte order mark and guess at UTF-16 and UTF-32. */
  private static String decoded(byte[] data) throws Refused {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
      if (!text.startsWith("\uFEFF")) {
        return text;
      }
    } catch (CharacterCodingException error) {
      throw new Refused("parse", "", "encoding", "not UTF-8");
    }
    throw new Refused("parse", "", "encoding", "a byte order mark");
  }

  private static String keyword(JsonProcessingException error) {
    String message = error.getOriginalMessage();
    if (message.startsWith("Duplicate field")) {
      return "duplicate-member";
    }
    if (error instanceof StreamConstraintsException) {
      return message.contains("nesting depth") ? "depth" : "integer-digits";
    }
    return "syntax";
  }

  /** Infinities, which Jackson makes of 1e400, halves of surrogate pairs, and overlong integers. */
  private static void refuseWhatCannotBeWrittenAgain(JsonNode node, String pointer) throws Refused {
    if (node.isDouble() && Double.isInfinite(node.doubleValue())) {
      throw new Refused("parse", pointer, "not-finite", "a number beyond the range of doubles");
    }
    if (node.isBigInteger() && digits(node) > LONGEST_INTEGER) {
      throw new Refused("parse", pointer, "integer-digits", "more than 4300 digits");
    }
    if (node.isTextual() && hasLoneSurrogate(node.textValue())) {
      throw new Refused("parse", pointer, "lone-surrogate", "half of a surrogate pair");
    }
    for (int index = 0; index < node.size() && node.isArray(); index++) {
      refuseWhatCannotBeWrittenAgain(node.get(index), pointer + "/" + index);
    }
    for (var member : node.properties()) {
      String inner = pointer + "/" + Pointers.escaped(member.getKey());
      if (hasLoneSurrogate(member.getKey())) {
        throw new Refused("parse", pointer, "lone-surrogate", "half of a surrogate pair in a name");
      }
      refuseWhatCannotBeWrittenAgain(member.getValue(), inner);
    }
  }

  private static int digits(JsonNode node) {
    return node.bigIntegerValue().abs().toString().length();
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
  }
}
