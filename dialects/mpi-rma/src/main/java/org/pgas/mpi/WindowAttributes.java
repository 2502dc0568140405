package org.pgas.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a program has stored with a window, in the order in which the keys came. Any thread. */
final class WindowAttributes {
    /** Guarded by {@code this}. */
    private final Map<WindowKeyval<?>, Object> values = new LinkedHashMap<>();

    /** Null for none. */
    synchronized Object get(WindowKeyval<?> key) {
        return values.get(key);
    }

    /** The object that was there is told of its end first. */
    synchronized void put(Window window, WindowKeyval<?> key, Object value) {
        Object old = values.get(key);
        if (old != null) {
            key.deleted(window, old);
        }
        values.put(key, value);
    }

    /** Says whether there was one. */
    synchronized boolean remove(Window window, WindowKeyval<?> key) {
        Object old = values.get(key);
        if (old == null) {
            return false;
        }
        key.deleted(window, old);
        values.remove(key);
        return true;
    }

    /**
     * Tells all objects of their end, the one whose key came last first; answers what the first of them threw that
     * threw something, with the rest as suppressed ones, or null.
     */
    synchronized RuntimeException end(Window window) {
        List<WindowKeyval<?>> keys = new ArrayList<>(values.keySet());
        RuntimeException failure = null;
        for (WindowKeyval<?> key : keys.reversed()) {
            try {
                key.deleted(window, values.remove(key));
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
