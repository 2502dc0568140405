package org.pgas.rpc;

import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Where the functions of an {@link Rpc} run on the rank that is called.
 *
 * <p>Immutable; any thread.
 */
public final class Execution {
    /**
     * On a thread of the rank that polls or waits in the library, between two messages. The function may do everything
     * that a program may: communicate, make calls, wait for their results. But it holds up the wait that it runs in,
     * and what it waits for must not be what that thread was about to do: no locks that the program holds while it
     * waits, no barriers, no collectives. The default.
     */
    public static final Execution POLLING = new Execution("POLLING", null);

    /**
     * Inside the handler of the message: the shortest round trip. For functions of a microsecond, which obey the rules
     * of handlers: no communication, no waiting, no polling ({@link org.pgas.HandlerTable}); checked mode refuses it.
     */
    public static final Execution SHORT = new Execution("SHORT", null);

    private final String name;
    private final Executor executor;

    private Execution(String name, Executor executor) {
        this.name = name;
        this.executor = executor;
    }

    /**
     * On this executor, of virtual threads for instance. The functions may run at the same time, in any order, and wait
     * for whatever they like. When it refuses one, the caller gets its exception; when it drops one without a word, as
     * some do at their shutdown, the caller waits for ever. Ending it is the program's business.
     */
    public static Execution on(Executor executor) {
        return new Execution("on " + executor, Objects.requireNonNull(executor, "executor"));
    }

    /** Null when it has none. */
    Executor executor() {
        return executor;
    }

    @Override
    public String toString() {
        return name;
    }
}
