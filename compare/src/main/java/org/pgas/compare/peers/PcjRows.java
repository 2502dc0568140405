package org.pgas.compare.peers;

import java.util.concurrent.atomic.AtomicLong;

import org.pcj.AsyncTask;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;
import org.pgas.meter.Meter;

/**
 * What PCJ's threads run. Its put returns when the value is there, so {@code put8} and {@code put8-fence} are the same
 * call; memory of its own is Java objects, which it serialises. Messages and atomic updates are tasks that the owner
 * carries out. A reduction is one call of its root, and nothing would keep calls of several roots apart. So there is no
 * {@code coll-reduce}: its roots take turns. A reduction to all is one to rank 0, and a broadcast.
 */
@RegisterStorage(PcjRows.Shared.class)
public final class PcjRows implements StartPoint {
    /** Variables that other ranks see; PCJ finds fields of the same names. */
    @Storage(PcjRows.class)
    enum Shared {
        told, word, flag, block, arrived, number, numbers, result, counter
    }

    private static final long SHORTEST_WARM_UP_NANOS = 1_000_000_000L;
    private static final int PEER = 1;
    private static final int RATE_CHUNK = 1;
    private static final int ACCUMULATED = (64 << 10) / Double.BYTES;

    private long told;
    private long word;
    private long flag;
    private byte[] block = {};
    private byte[] arrived = {};
    private double number;
    private double[] numbers = {};
    private double result;
    private final AtomicLong counter = new AtomicLong();

    private int rank;
    private int size;
    private Meter meter;

    /** PCJ makes it. */
    public PcjRows() {}

    @Override
    public void main() {
        Options options = Pcj.options();
        rank = PCJ.myId();
        size = PCJ.threadCount();
        meter = new Meter("pcj", new PcjCohort(), options.timing().warmFor(SHORTEST_WARM_UP_NANOS), options.choice());
        numbers = new double[ACCUMULATED];
        PCJ.monitor(Shared.flag);
        PCJ.monitor(Shared.arrived);
        PCJ.monitor(Shared.result);
        PCJ.barrier();
        if (size == 2) {
            transfers();
            messages();
            updates();
        }
        collectives(size == 2 ? "" : Integer.toString(size));
        PCJ.barrier();
    }

    private void transfers() {
        meter.alone("put8", Long.BYTES, this::putWords);
        meter.alone("put8-fence", Long.BYTES, this::putWords);
        meter.alone("get8", Long.BYTES, times -> {
            for (long i = 0; i < times; i++) {
                word = PCJ.<Long>get(PEER, Shared.word);
            }
        });
        for (int bytes : Sizes.ofBlocks()) {
            byte[] source = new byte[bytes];
            meter.alone("put", bytes, times -> {
                for (long i = 0; i < times; i++) {
                    PCJ.put(source, PEER, Shared.block);
                }
            });
        }
        for (int bytes : Sizes.ofBlocks()) {
            // rank 0 is still at the last row
            PCJ.barrier();
            block = new byte[bytes];
            meter.alone("get", bytes, times -> {
                for (long i = 0; i < times; i++) {
                    block = PCJ.<byte[]>get(PEER, Shared.block);
                }
            });
        }
        PCJ.barrier();
        block = new byte[0];
        meter.together("pingpong", Long.BYTES, this::pingPong);
    }

    private void putWords(long times) {
        for (long i = 0; i < times; i++) {
            PCJ.put(i, PEER, Shared.word);
        }
    }

    /** The answer to a put says that it is there, too. */
    private void pingPong(long times) {
        PcjFuture<Void> last = null;
        for (long i = 0; i < times; i++) {
            if (rank == 0) {
                last = PCJ.asyncPut(i, PEER, Shared.flag);
                PCJ.waitFor(Shared.flag);
            } else {
                PCJ.waitFor(Shared.flag);
                last = PCJ.asyncPut(i, 0, Shared.flag);
            }
        }
        if (last != null) {
            last.get();
        }
    }

    private void messages() {
        for (int bytes : Sizes.ofMessages()) {
            byte[] source = new byte[bytes];
            meter.alone("msg-rtt", bytes, times -> {
                for (long i = 0; i < times; i++) {
                    byte[] back = bytes == 0 ? PCJ.at(PEER, () -> new byte[0]) : echoed(source);
                    if (back.length != bytes) {
                        throw new IllegalStateException(bytes + " bytes have come back as " + back.length);
                    }
                }
            });
        }
    }

    /** Static: the task takes what it needs with it, and not this object. */
    private static byte[] echoed(byte[] payload) {
        return PCJ.at(PEER, () -> payload);
    }

    private void updates() {
        meter.alone("fetchadd", Long.BYTES, this::fetchAdd);
        meter.togetherRate("fetchadd-rate", Long.BYTES, RATE_CHUNK, times -> {
            fetchAdd(times);
            return times;
        });
        meter.alone("accumulate", Double.BYTES, times -> {
            for (long i = 0; i < times; i++) {
                PCJ.accumulate(Double::sum, 1.0, PEER, Shared.number);
            }
        });
        double[] summands = new double[ACCUMULATED];
        meter.alone("accumulate", (long) ACCUMULATED * Double.BYTES, times -> {
            for (long i = 0; i < times; i++) {
                PCJ.accumulate(PcjRows::sum, summands, PEER, Shared.numbers);
            }
        });
    }

    private void fetchAdd(long times) {
        AsyncTask<Long> task = () -> PCJ.<AtomicLong>getLocal(Shared.counter).getAndAdd(1);
        for (long i = 0; i < times; i++) {
            word += PCJ.at(PEER, task);
        }
    }

    private static double[] sum(double[] left, double[] right) {
        for (int i = 0; i < left.length; i++) {
            left[i] += right[i];
        }
        return left;
    }

    private void collectives(String ranks) {
        meter.together("barrier" + ranks, 0, times -> {
            for (long i = 0; i < times; i++) {
                PCJ.barrier();
            }
        });
        meter.together("coll-bcast" + ranks, Double.BYTES, times -> broadcasts(times, 1.0, Shared.result));
        if (size == 2) {
            byte[] large = new byte[1 << 20];
            meter.together("coll-bcast", large.length, times -> broadcasts(times, large, Shared.arrived));
        }
        meter.together("coll-allreduce" + ranks, Double.BYTES, this::reduceToAll);
    }

    /** Roots in turns; each rank waits for what the others send. */
    private <T> void broadcasts(long times, T value, Shared variable) {
        for (long i = 0; i < times; i++) {
            if (i % size == rank) {
                PCJ.broadcast(value, variable);
            }
            PCJ.waitFor(variable);
        }
    }

    private void reduceToAll(long times) {
        for (long i = 0; i < times; i++) {
            if (rank == 0) {
                double sum = PCJ.reduce(Double::sum, Shared.number);
                PCJ.broadcast(sum, Shared.result);
            }
            PCJ.waitFor(Shared.result);
        }
    }
}
