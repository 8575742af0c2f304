import io.xlate.edi.stream.EDIInputFactory;
import io.xlate.edi.stream.EDIStreamReader;
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Reads a file with staedi, PASSES times: {@code java -cp staedi.jar StaediReading.java FILE PASSES}. It asks for the text of each
 * segment and element, and prints the same line of JSON as the cases in TypeScript.
 */
public class StaediReading {
  public static void main(String[] args) throws Exception {
    Logger.getLogger("io.xlate").setLevel(Level.OFF);
    EDIInputFactory factory = EDIInputFactory.newFactory();
    StringJoiner seconds = new StringJoiner(",");
    long characters = 0;
    for (int pass = 0; pass < Integer.parseInt(args[1]); pass++) {
      long start = System.nanoTime();
      characters += read(factory, args[0]);
      seconds.add(String.valueOf((System.nanoTime() - start) / 1e9));
    }
    if (characters == 0) throw new IllegalStateException("The file is empty");
    System.out.println("{\"seconds\":[" + seconds + "],\"peakMegabytes\":" + peakMegabytes() + "}");
  }

  private static long read(EDIInputFactory factory, String file) throws Exception {
    long characters = 0;
    try (FileInputStream stream = new FileInputStream(file);
        EDIStreamReader reader = factory.createEDIStreamReader(stream)) {
      while (reader.hasNext()) {
        switch (reader.next()) {
          case START_SEGMENT, ELEMENT_DATA -> characters += reader.getText().length();
          case SEGMENT_ERROR, ELEMENT_OCCURRENCE_ERROR, ELEMENT_DATA_ERROR ->
              throw new IllegalStateException("staedi reports " + reader.getErrorType());
          default -> { }
        }
      }
    }
    return characters;
  }

  /** 0 where the system has no /proc. */
  private static long peakMegabytes() throws Exception {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) return 0;
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
