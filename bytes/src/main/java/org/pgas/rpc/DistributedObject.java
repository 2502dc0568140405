package org.pgas.rpc;

/**
 * One name, and a value of each rank's own. A rank binds its value by {@link Rpc#distribute}, and fetches others'.
 *
 * <pre>{@code
 * DistributedObject<Range> range = rpc.distribute("range", new Range(first, last));
 * Range next = range.fetch((rank + 1) % size).join();
 * }</pre>
 *
 * <p>Not collective: a fetch waits until that rank has bound the name, however late. Values are of types that the
 * registry knows; what is fetched is a copy, written while the other rank polls. Any thread.
 *
 * <p>Source: UPC++ "Distributed Objects" (dist_object), where the order of construction takes the place of the name.
 *
 * @param <T> the values' type
 */
public final class DistributedObject<T> implements AutoCloseable {
    // field  writer                       reader       order
    // value  threads that replace it      all threads  volatile

    private final Rpc rpc;
    private final String name;
    private volatile T value;

    DistributedObject(Rpc rpc, String name, T value) {
        this.rpc = rpc;
        this.name = name;
        this.value = value;
    }

    public String name() {
        return name;
    }

    /** This rank's value: the object itself. */
    public T local() {
        return value;
    }

    /** Replaces this rank's value, for fetches that are answered from now on. */
    public void local(T newValue) {
        value = newValue;
    }

    /**
     * A copy of the value that {@code rank} has bound, once it has. It counts as a call under way. Errors, and what the
     * future completes with, as of {@link RemoteFunction#call}; to the rank itself too.
     */
    public RemoteFuture<T> fetch(int rank) {
        return rpc.fetch(rank, name);
    }

    /** Takes this rank's value from the name, which may be bound again. Later fetches wait for that. */
    @Override
    public void close() {
        rpc.unbind(this);
    }

    @Override
    public String toString() {
        return "DistributedObject(" + name + ")";
    }
}
