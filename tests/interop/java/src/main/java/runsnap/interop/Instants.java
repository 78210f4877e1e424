package runsnap.interop;

import java.math.BigInteger;
import java.time.Instant;

/** Moments in the text form of the schemas, which have judged it before. */
public final class Instants {
  static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private Instants() {}

  // docs:begin instant
  /** As {@link Instant#parse}, which refuses offsets beyond 18 hours; RFC 3339 goes to 23:59. */
  public static Instant parse(String text) {
    if (text.endsWith("Z") || text.endsWith("z")) {
      return Instant.parse(text);
    }
    int at = text.length() - "+00:00".length();
    long minutes = 60 * Long.parseLong(text.substring(at + 1, at + 3)) + Long.parseLong(text.substring(at + 4));
    long offset = text.charAt(at) == '-' ? -minutes : minutes;
    return Instant.parse(text.substring(0, at) + "Z").minusSeconds(60 * offset);
  }
  // docs:end instant

  /** Since 1970; a long holds those of the years 1678 to 2261. */
  static BigInteger nanoseconds(Instant instant) {
    return BigInteger.valueOf(instant.getEpochSecond())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(instant.getNano()));
  }
}
