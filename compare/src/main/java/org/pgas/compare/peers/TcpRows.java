package org.pgas.compare.peers;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

import org.pgas.meter.Cohort;
import org.pgas.meter.Meter;

/**
 * The rows of {@code tcp.c} over a channel of the JDK: rank 1 carries out what rank 0 asks for, in its own memory.
 * Messages are echoed; words and blocks are read and written; a word is added to.
 */
final class TcpRows {
    /** Puts of words that are answered together; as in the rows of MPI. */
    private static final int WORDS = 1 << 10;

    private static final int NEAR_WORDS = (16 << 10) / Long.BYTES;
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int MOST_REDUCED = 1 << 20;
    private static final int[] REDUCED = {8, 512, 32 << 10, 256 << 10, MOST_REDUCED};
    private static final long SEED = 20_260_101;

    /** A head: kind, bytes of data behind it or wanted, and where in the segment, or what is added. */
    private static final int HEAD_BYTES = 16;
    private static final int BYTES = 4;
    private static final int AT = 8;

    private static final int MESSAGE = 0;
    private static final int ONE_WAY = 1;
    private static final int LAST = 2;
    private static final int GET = 3;
    private static final int PUT = 4;
    private static final int STORE = 5;
    private static final int ADD = 6;
    private static final int ANSWER = 7;

    private final TcpStream stream;
    private final Cohort cohort;
    private final Meter meter;
    private final boolean asks;
    private final ByteBuffer head = memory(HEAD_BYTES);
    private final ByteBuffer nothing = memory(0);
    private final ByteBuffer word = memory(Long.BYTES);
    private final ByteBuffer segment = memory(SEGMENT_BYTES);
    private final ByteBuffer local = memory(SEGMENT_BYTES);
    private final double[] sums = new double[MOST_REDUCED / Double.BYTES];
    private final int[] offsets = new SplittableRandom(SEED).ints(WORDS, 0, NEAR_WORDS).map(each -> each * Long.BYTES)
            .toArray();
    private long counter;

    /** Where loops leave what they have got, so that the compiler cannot drop it. */
    private long sink;

    TcpRows(TcpStream stream, Cohort cohort, Meter meter) {
        this.stream = stream;
        this.cohort = cohort;
        this.meter = meter;
        this.asks = cohort.rank() == 0;
    }

    private static ByteBuffer memory(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    void run() {
        check();
        for (int bytes : Sizes.ofMessages()) {
            together("msg-rtt", bytes, this::roundTrips);
        }
        stream.readAhead(TcpStream.MUCH);
        for (int bytes : Sizes.ofMessages()) {
            together("msg-rate", bytes, this::oneWay);
        }
        together("put8-many", Long.BYTES, this::putManyWords);
        stream.readAhead(TcpStream.LITTLE);
        together("get8", Long.BYTES, this::getWords);
        together("put8-fence", Long.BYTES, this::putWords);
        together("fetchadd", Long.BYTES, this::fetchAdd);
        for (int bytes : Sizes.ofBlocks()) {
            together("put", bytes, this::putBlock);
        }
        for (int bytes : Sizes.ofBlocks()) {
            together("get", bytes, this::getBlock);
        }
        together("barrier", 0, (times, bytes) -> {
            for (long i = 0; i < times; i++) {
                cohort.barrier();
            }
        });
        for (int bytes : REDUCED) {
            together("coll-allreduce", bytes, this::allReduce);
        }
    }

    @FunctionalInterface
    private interface Row {
        void run(long times, int bytes);
    }

    private void together(String row, int bytes, Row body) {
        meter.together(row, bytes, times -> body.run(times, bytes));
    }

    /** @throws IllegalStateException when something did not arrive, or was not added */
    private void check() {
        int bytes = 64 << 10;
        for (int at = 0; at < bytes && asks; at++) {
            local.put(at, pattern(at));
        }
        putBlock(1, bytes);
        oneWay(3, bytes);
        roundTrips(1, bytes);
        getBlock(1, bytes);
        putManyWords(WORDS + 1, Long.BYTES);
        fetchAdd(3, Long.BYTES);
        cohort.barrier();
        local.clear();
        segment.clear();
        // the words that were put are in the beginning
        for (int at = NEAR_WORDS * Long.BYTES; at < bytes; at++) {
            expect(local.get(at) == pattern(at), "a message or a get");
            expect(asks || segment.get(at) == pattern(at), "a put");
        }
        expect(asks || counter == 3, "an addition");
        expect(asks || segment.getLong(offsets[0]) == WORDS, "a put of a word");
        for (int i = 0; i < sums.length; i++) {
            local.putDouble(i * Double.BYTES, cohort.rank() + 1);
        }
        allReduce(1, MOST_REDUCED);
        expect(sums[0] == 3 && sums[sums.length - 1] == 3, "a reduction");
        cohort.barrier();
    }

    private static byte pattern(int at) {
        return (byte) (at % 127 + 1);
    }

    private void expect(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException("rank " + cohort.rank() + ": " + what + " did not do what it should");
        }
    }

    private ByteBuffer head(int kind, int bytes, long at) {
        return head.clear().putInt(0, kind).putInt(BYTES, bytes).putLong(AT, at);
    }

    private void ask(int kind, int bytes, long at, ByteBuffer data) {
        stream.send(head(kind, bytes, at), data);
    }

    private long awaitAnswer(ByteBuffer data) {
        stream.receive(head.clear());
        stream.receive(data);
        return head.getLong(AT);
    }

    private static ByteBuffer part(ByteBuffer of, int at, int bytes) {
        return of.limit(at + bytes).position(at);
    }

    private void serve(long requests) {
        for (long i = 0; i < requests; i++) {
            stream.receive(head.clear());
            carryOut(head.getInt(0), head.getInt(BYTES), head.getLong(AT));
        }
    }

    private void carryOut(int kind, int bytes, long at) {
        switch (kind) {
            case MESSAGE -> {
                take(bytes);
                ask(ANSWER, bytes, 0, part(local, 0, bytes));
            }
            case ONE_WAY -> take(bytes);
            case LAST -> ask(ANSWER, 0, 0, nothing);
            case GET -> ask(ANSWER, bytes, at, part(segment, (int) at, bytes));
            case PUT -> {
                stream.receive(part(segment, (int) at, bytes));
                ask(ANSWER, 0, at, nothing);
            }
            case STORE -> stream.receive(part(segment, (int) at, bytes));
            case ADD -> {
                ask(ANSWER, 0, counter, nothing);
                counter += at;
            }
            default -> throw new IllegalStateException("what has come is no request: " + kind);
        }
    }

    /** The receiver looks at the first word. */
    private void take(int bytes) {
        stream.receive(part(local, 0, bytes));
        if (bytes >= Long.BYTES) {
            sink += local.getLong(0);
        }
    }

    private void roundTrips(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(MESSAGE, bytes, 0, part(local, 0, bytes));
            awaitAnswer(part(local, 0, bytes));
        }
    }

    /** Small ones are sent together. A message comes back when all have been taken in. */
    private void oneWay(long times, int bytes) {
        if (!asks) {
            serve(times + 1);
            return;
        }
        for (long i = 0; i < times; i++) {
            stream.queue(head(ONE_WAY, bytes, 0), part(local, 0, bytes));
        }
        awaitLast();
    }

    private void awaitLast() {
        stream.queue(head(LAST, 0, 0), nothing);
        stream.flush();
        awaitAnswer(nothing);
    }

    private void getWords(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(GET, bytes, offsets[(int) (i % WORDS)], nothing);
            awaitAnswer(word.clear());
            sink += word.getLong(0);
        }
    }

    private void putWords(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(PUT, bytes, offsets[(int) (i % WORDS)], word.clear().putLong(0, i));
            awaitAnswer(nothing);
        }
    }

    /** So many at once are sent together and answered once. */
    private void putManyWords(long times, int bytes) {
        if (!asks) {
            serve(times + (times + WORDS - 1) / WORDS);
            return;
        }
        for (long i = 0; i < times;) {
            for (int k = 0; k < WORDS && i < times; k++, i++) {
                stream.queue(head(STORE, bytes, offsets[k]), word.clear().putLong(0, i));
            }
            awaitLast();
        }
    }

    private void fetchAdd(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(ADD, bytes, 1, nothing);
            sink += awaitAnswer(nothing);
        }
    }

    private void putBlock(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(PUT, bytes, 0, part(local, 0, bytes));
            awaitAnswer(nothing);
        }
    }

    private void getBlock(long times, int bytes) {
        if (!asks) {
            serve(times);
            return;
        }
        for (long i = 0; i < times; i++) {
            ask(GET, bytes, 0, nothing);
            awaitAnswer(part(local, 0, bytes));
        }
    }

    private void allReduce(long times, int bytes) {
        for (long i = 0; i < times; i++) {
            stream.exchange(part(local, 0, bytes), part(segment, 0, bytes));
            for (int at = 0; at < bytes; at += Double.BYTES) {
                sums[at / Double.BYTES] = local.getDouble(at) + segment.getDouble(at);
            }
        }
    }
}
