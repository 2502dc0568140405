package org.pgas.faults.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What a process has of memory that is of no file and not of the heap, apart from what the JVM's compilers need: these
 * compile less and less, but for hours, and what they work with comes and goes with what they compile. Without the
 * metadata of classes too, which are measured by themselves.
 *
 * @param anonymousBytes resident memory that is of no file, after what is free of the C library's was given back
 * @param compilerBytes compiled code with all that belongs to it, and what compilers work with, as the JVM tracks it
 * @param trackedBytes what the JVM, and Java code through it, has allocated otherwise: exact, but without what others
 *       map
 * @param otherBytes resident memory less heap, metadata and {@code compilerBytes}: has all, and the noise of what is
 *       free between what is not
 */
record NativeMemory(long anonymousBytes, long compilerBytes, long trackedBytes, long otherBytes) {
    /** Has the JVM tell by subsystem what it has. */
    static final String OPTION = "-XX:NativeMemoryTracking=summary";

    private static final Pattern COMMITTED = Pattern
            .compile("- +([A-Z][A-Za-z ]*) \\(reserved=\\d+KB, committed=(\\d+)KB");

    /** Arena chunks are those that no compiler has at the moment. */
    private static final List<String> OF_COMPILERS = List.of("Code", "Compiler", "Arena Chunk");

    private static final List<String> OF_CLASSES = List.of("Metaspace", "Class");

    private static final String HEAP = "Java Heap";

    /** What the tracking itself needs. */
    private static final String TRACKING = "Native Memory Tracking";

    /**
     * Of this process, now: it has to have been started with {@link #OPTION}, and its heap to be resident as a whole.
     */
    static NativeMemory now() throws IOException {
        // else free memory of a thread's that has compiled much counts until another needs it
        tell("systemTrimNativeHeap");
        String tracked = tell("vmNativeMemory", "summary");
        return of(tracked, Usage.status("RssAnon:"));
    }

    /** @param tracked as jcmd VM.native_memory prints it */
    static NativeMemory of(String tracked, long anonymousBytes) throws IOException {
        long heap = 0;
        long compilers = 0;
        long metadata = 0;
        long others = 0;
        Matcher line = COMMITTED.matcher(tracked);
        while (line.find()) {
            String of = line.group(1);
            long bytes = Long.parseLong(line.group(2)) << 10;
            if (of.equals(HEAP)) {
                heap = bytes;
            } else if (OF_COMPILERS.contains(of)) {
                compilers += bytes;
            } else if (OF_CLASSES.contains(of)) {
                metadata += bytes;
            } else if (!of.equals(TRACKING)) {
                others += bytes;
            }
        }
        if (heap == 0 || compilers == 0) {
            throw new IOException("the JVM does not track its native memory: start it with " + OPTION + ": " + tracked);
        }
        return new NativeMemory(anonymousBytes, compilers, others, anonymousBytes - heap - compilers - metadata);
    }

    private static String tell(String operation, String... words) throws IOException {
        try {
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            boolean withWords = words.length > 0;
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(commands, operation,
                    withWords ? new Object[]{words} : new Object[0],
                    withWords ? new String[]{String[].class.getName()} : new String[0]);
        } catch (JMException e) {
            throw new IOException("the JVM does not carry out " + operation, e);
        }
    }
}
