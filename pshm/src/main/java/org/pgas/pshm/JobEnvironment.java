package org.pgas.pshm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.memory.DataChecksum;
import org.pgas.refusal.Refusals;

/**
 * The environment that a job was started from, in its file {@code environment}. For each variable that has {@code
 * name=value} and a zero; last, without a name, comes the checksum of all that.
 *
 * <pre>
 * field  writer          reader       order
 * known  first to ask    all threads  volatile, of a map that does not change any more
 * </pre>
 */
final class JobEnvironment {
    private final Path directory;
    private final int rank;
    private volatile Map<String, String> known;

    JobEnvironment(Path directory, int rank) {
        this.directory = directory;
        this.rank = rank;
    }

    /** A variable, or null. Reads the file when it is asked first. @throws NoSuchFileException when the file is gone */
    String get(String name) throws NoSuchFileException {
        Map<String, String> all = known;
        if (all == null) {
            try {
                all = read(directory);
            } catch (NoSuchFileException e) {
                throw e;
            } catch (IOException e) {
                throw Refusals.of(rank).failure(ErrorCode.RESOURCE,
                        "cannot read the job's environment: " + e, e);
            }
            known = all;
        }
        return all.get(name);
    }

    static String text(Map<String, String> variables) {
        StringBuilder text = new StringBuilder();
        variables.forEach((name, value) -> text.append(name).append('=').append(value).append('\0'));
        return text + end(text.toString());
    }

    private static String end(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return "=" + Long.toHexString(DataChecksum.of(0, MemorySegment.ofArray(bytes), 0, bytes.length));
    }

    /** The variables of a job's directory. */
    static Map<String, String> read(Path directory) throws IOException {
        String text = new String(Files.readAllBytes(directory.resolve(JobDirectory.ENVIRONMENT)),
                StandardCharsets.UTF_8);
        String variables = text.substring(0, text.lastIndexOf('\0') + 1);
        if (!text.equals(variables + end(variables))) {
            throw new IOException("the file " + directory.resolve(JobDirectory.ENVIRONMENT)
                    + " does not fit its checksum: another process has written into the files of the job");
        }
        Map<String, String> found = new HashMap<>();
        for (String entry : variables.split("\0")) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                found.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return found;
    }
}
