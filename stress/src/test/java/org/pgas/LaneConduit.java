package org.pgas;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

import org.pgas.spi.Conduit;

/**
 * As much of a conduit as a {@link BarrierLane} needs: two ranks' lines, and the word that says whether somebody sleeps; for others one
 * rank's part of the area or of the counters.
 */
final class LaneConduit {
    static final int BYTES = 192;

    private static final int LINE_BYTES = 64;

    private LaneConduit() {}

    static long sleepers(long base) {
        return base + 2 * LINE_BYTES;
    }

    /** @param rung what to do when all are rung */
    static Conduit of(long base, int rank, Runnable rung) {
        return of(base, rank, rung, task -> {});
    }

    /** @param tick gets what is to be done at every tick */
    static Conduit of(long base, int rank, Runnable rung, Consumer<Runnable> tick) {
        return (Conduit) Proxy.newProxyInstance(Conduit.class.getClassLoader(), new Class<?>[]{Conduit.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "laneAddress", "areaAddress", "countersAddress" -> base;
                    case "laneStride" -> LINE_BYTES;
                    case "rank" -> rank;
                    case "size" -> 2;
                    case "hasEnded" -> false;
                    case "sleepersAddress" -> sleepers(base);
                    case "ringAll" -> {
                        rung.run();
                        yield null;
                    }
                    case "everyTick" -> {
                        tick.accept((Runnable) arguments[0]);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
