package org.pgas.jmh.words;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.pgas.Job;
import org.pgas.pshm.HostedJob;

/** The words, and the workers on them: the threads of this JVM, or its one thread and a second process. */
@State(Scope.Benchmark)
public class Workers {
    /** The library that performs the operations. */
    @Param({"PGAS", "VAR_HANDLE", "AGRONA", "CHRONICLE", "ATOMIC_LONG"})
    public WordLibrary library;

    /** Where the words of the workers lie. */
    @Param("ONE_WORD")
    public Layout layout;

    /** 1, or 2 with one thread in each; 2 is for libraries of mapped memory. */
    @Param("1")
    public int processes;

    private final AtomicInteger arrived = new AtomicInteger();

    private Path file;
    private HostedJob hosted;
    private Job job;
    private AtomicWord[] words;
    private SecondProcess second;

    /** Makes file, job and second process, as far as needed. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams benchmark) {
        file = WordFile.create();
        if (library == WordLibrary.PGAS) {
            // a run that was interrupted leaves its job's files behind
            HostedJob.sweep(null);
            hosted = HostedJob.create(null, "words-" + ProcessHandle.current().pid(), processes, Map.of());
        }
        if (processes == 2) {
            second = SecondProcess.start(library, layout, Operation.ofBenchmark(benchmark.getBenchmark()), file,
                    hosted == null ? file : hosted.directory());
        }
        if (hosted != null) {
            job = WordJob.join(hosted.directory(), 0, processes);
        }
        words = library.open(() -> job, file, layout);
        if (second != null) {
            second.awaitStarted();
        }
    }

    /** The word of the next thread that asks. */
    AtomicWord nextWord() {
        return words[arrived.getAndIncrement()];
    }

    /** How many operations the second process has done. */
    long doneElsewhere() {
        return second == null ? 0 : second.done();
    }

    /** Leaves nothing behind. */
    @TearDown(Level.Trial)
    public void close() {
        if (second != null) {
            second.close();
        }
        if (job != null) {
            job.close();
            hosted.remove();
            hosted.close();
        }
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
