package org.pgas.mpi.inside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * What a program has stored with an object of MPI's, in the order in which the keys came. Any thread: under this.
 *
 * <p>Source: MPI-4.1 7.7 "Caching".
 *
 * @param <K> of the keys
 */
public final class StoredObjects<K> {
    private final BiConsumer<K, Object> ended;
    private final Map<K, Object> values = new LinkedHashMap<>();

    /** @param ended called with each value that is no longer to be stored; what it throws a call throws */
    public StoredObjects(BiConsumer<K, Object> ended) {
        this.ended = ended;
    }

    /** Null for none. */
    public synchronized Object get(K key) {
        return values.get(key);
    }

    /** An earlier value is ended first, and stays if that throws. */
    public synchronized void put(K key, Object value) {
        Object old = values.get(key);
        if (old != null) {
            ended.accept(key, old);
        }
        values.put(key, value);
    }

    /** Whether there was a value. It is ended first, and stays if that throws. */
    public synchronized boolean remove(K key) {
        Object old = values.get(key);
        if (old == null) {
            return false;
        }
        ended.accept(key, old);
        values.remove(key);
        return true;
    }

    /** Calls {@code action} with each, in order. */
    public synchronized void forEach(BiConsumer<K, Object> action) {
        values.forEach(action);
    }

    /**
     * Ends all, in the reverse order in which their keys came. Nothing is stored afterwards. Answers the first
     * exception that the ends have thrown, with the others as suppressed ones, or null.
     */
    public synchronized RuntimeException endAll() {
        RuntimeException failure = null;
        for (K key : new ArrayList<>(values.keySet()).reversed()) {
            Object value = values.remove(key);
            if (value == null) {
                // the end of another one has removed it
                continue;
            }
            try {
                ended.accept(key, value);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }
}
