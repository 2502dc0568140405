package org.pgas.mpi;

import java.util.ArrayDeque;
import java.util.function.Supplier;

/** As many objects as calls were ever using at once, used again and again. For any thread, virtual ones, too. */
final class Spares<T> {
    private final Supplier<T> maker;

    /** Those that no call uses. Guarded by {@code this}. */
    private final ArrayDeque<T> free = new ArrayDeque<>();

    Spares(Supplier<T> maker) {
        this.maker = maker;
    }

    T take() {
        synchronized (this) {
            T taken = free.pollLast();
            if (taken != null) {
                return taken;
            }
        }
        return maker.get();
    }

    synchronized void giveBack(T spare) {
        free.addLast(spare);
    }
}
