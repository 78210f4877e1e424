package runsnap.interop;

import java.util.List;

/** A document is not what it should be, and where. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  /** What is wrong at a place of the document. */
  public record Failure(String pointer, String keyword) {}

  private final String stage;
  private final transient List<Failure> failures;

  public Refused(String stage, List<Failure> failures, String message) {
    super(message);
    this.stage = stage;
    this.failures = List.copyOf(failures);
  }

  public Refused(String stage, String pointer, String keyword, String message) {
    this(stage, List.of(new Failure(pointer, keyword)), message);
  }

  public String stage() {
    return stage;
  }

  public List<Failure> failures() {
    return failures;
  }
}
