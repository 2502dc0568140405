package org.pgas.jmh.bytes;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import net.openhft.chronicle.bytes.Bytes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.PreparedMessage;
import org.pgas.bytes.Codec;
import org.pgas.bytes.PayloadBytes;
import org.pgas.bytes.SegmentBytes;
import org.pgas.bytes.TypeRegistry;
import org.pgas.pshm.HostedJob;

/**
 * A record of about 100 bytes, written into a prepared message and read in place, by the handles of its registration
 * and by a codec; beside plain stores by Chronicle's calls and by the payload's own. Run it with {@code -prof gc}:
 * writing allocates nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED",
    "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow", "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED", "-XX:+UseSerialGC",
    "-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1000"})
public class RecordBenchmark {
    /** 8 doubles, 4 longs of 4 bytes, 2 ints of 2, and a string of 16: 102 bytes with type number and mark. */
    record Sample(double a, double b, double c, double d, double e, double f, double g, double h, long i, long j,
            long k, long l,
            int m, int n, String name) {}

    /** The same components by hand. */
    record Coded(Sample sample) {}

    private static final class SampleCodec implements Codec<Coded> {
        @Override
        public void write(Coded value, Bytes<?> out) {
            Sample s = value.sample;
            out.writeDouble(s.a).writeDouble(s.b).writeDouble(s.c).writeDouble(s.d).writeDouble(s.e).writeDouble(s.f);
            out.writeDouble(s.g).writeDouble(s.h).writeLong(s.i).writeLong(s.j).writeLong(s.k).writeLong(s.l);
            out.writeInt(s.m).writeInt(s.n);
        }

        @Override
        public Coded read(Bytes<?> in) {
            return new Coded(
                    new Sample(in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble(),
                            in.readDouble(), in.readDouble(), in.readDouble(), in.readLong(), in.readLong(),
                            in.readLong(), in.readLong(),
                            in.readInt(), in.readInt(), ""));
        }
    }

    private static final Sample SAMPLE = new Sample(1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 1 << 25, 1 << 26, 1 << 27,
            3 << 26, 1000, 2000,
            "sixteen letters.");

    private final Sample sample = SAMPLE;
    private final Coded coded = new Coded(SAMPLE);
    private final TypeRegistry types = TypeRegistry.builder().record(Sample.class).codec(Coded.class, new SampleCodec())
            .build();
    private final PayloadBytes writing = new PayloadBytes();
    private final PayloadBytes reading = new PayloadBytes();

    private HostedJob hosted;
    private Job job;
    private Job peer;
    private PreparedMessage message;
    private Bytes<Void> segment;

    /** Joins both ranks of a job in this JVM; each step needs both at once. */
    @Setup(Level.Trial)
    public void join() {
        hosted = HostedJob.create(null, "jmh-" + ProcessHandle.current().pid(), 2, Map.of());
        CompletableFuture<Job> other = CompletableFuture.supplyAsync(() -> joinAs(1),
                task -> Thread.ofPlatform().daemon().name("rank 1").start(task));
        job = joinAs(0);
        peer = other.join();
        segment = SegmentBytes.of(job.world(), 1, 0, 4096).bytesForWrite();
        message = job.world().am().prepareRequestMedium(1, null, 0, 256, null, 0, 0);
        types.write(sample, writing.write(message));
    }

    private Job joinAs(int rank) {
        Job joined = Job.join(JobConfig.builder().place(hosted.directory(), rank, 2).build());
        joined.attach(4096);
        return joined;
    }

    /** Leaves nothing behind. */
    @TearDown(Level.Trial)
    public void leave() {
        message.cancel();
        job.close();
        peer.close();
        hosted.remove();
        hosted.close();
    }

    /** By the composed handle, into the message. */
    @Benchmark
    public long writeRecord() {
        Bytes<Void> out = writing.write(message);
        types.write(sample, out);
        return out.writePosition();
    }

    /** By a codec of fixed widths, into the message. */
    @Benchmark
    public long writeByCodec() {
        Bytes<Void> out = writing.write(message);
        types.write(coded, out);
        return out.writePosition();
    }

    /** By the composed handle, into the peer's segment. */
    @Benchmark
    public long writeRecordIntoSegment() {
        segment.clear();
        types.write(sample, segment);
        return segment.writePosition();
    }

    /** As many stores by Chronicle's calls, without a registry. */
    @Benchmark
    public long writeLongs() {
        Bytes<Void> out = writing.write(message);
        for (int i = 0; i < 13; i++) {
            out.writeLong(i);
        }
        return out.writePosition();
    }

    /** Reads a new record, and its string, from where it was written. */
    @Benchmark
    public Object writeAndReadRecord() {
        types.write(sample, writing.write(message));
        return types.read(reading.read(message.payload()));
    }

    /** Reads components in place, without a record. */
    @Benchmark
    public double readInPlace() {
        Bytes<Void> in = reading.read(message.payload());
        double sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += in.readDouble();
        }
        return sum;
    }
}
