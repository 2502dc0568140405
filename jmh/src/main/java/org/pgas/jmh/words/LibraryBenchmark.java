package org.pgas.jmh.words;

import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Atomic operations on words by one or two workers. The options are those of a rank, then what Chronicle wants, then an
 * alignment of objects that tells where words of the heap lie.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:+UseSerialGC",
    "-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000", "-Xms64m", "-Xmx64m",
    "--sun-misc-unsafe-memory-access=allow", "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    "-Dslf4j.internal.verbosity=ERROR", "-XX:ObjectAlignmentInBytes=64"})
public class LibraryBenchmark {
    @Benchmark
    public long fetchAdd(Worker worker) {
        return worker.word.getAndAdd(1);
    }

    @Benchmark
    public long increment(Worker worker) {
        return worker.word.increment();
    }

    @Benchmark
    public long get(Worker worker) {
        return worker.word.get();
    }

    @Benchmark
    public void set(Worker worker) {
        worker.word.set(1);
    }
}
