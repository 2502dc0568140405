package org.pgas.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a program has stored with a window, in the order in which the keys came. Any thread. */
final class WindowAttributes {
    private final Window window;
    private final WindowRefusals refusals;

    /** Guarded by {@code this}. */
    private final Map<WindowKeyval<?>, Object> values = new LinkedHashMap<>();

    WindowAttributes(Window window, WindowRefusals refusals) {
        this.window = window;
        this.refusals = refusals;
    }

    /** Null for none. */
    synchronized <T> T get(WindowKeyval<T> key) {
        check("Window.attribute", key);
        return key.isPredefined() ? key.of(window) : key.cast(values.get(key));
    }

    /** The object that was there is told of its end first. */
    synchronized <T> void put(WindowKeyval<T> key, T value) {
        checkChanging("Window.attribute", key);
        if (value == null) {
            throw refusals.bad("Window.attribute", "the object is null: delete the attribute for none");
        }
        Object old = values.get(key);
        if (old != null) {
            key.deleted(window, old);
        }
        values.put(key, value);
    }

    synchronized void remove(WindowKeyval<?> key) {
        checkChanging("Window.deleteAttribute", key);
        Object old = values.get(key);
        if (old == null) {
            throw refusals.bad("Window.deleteAttribute", "nothing is stored under that key");
        }
        key.deleted(window, old);
        values.remove(key);
    }

    private void check(String call, WindowKeyval<?> key) {
        if (key == null) {
            throw refusals.bad(call, "the key is null: make one with WindowKeyval.create");
        }
    }

    private void checkChanging(String call, WindowKeyval<?> key) {
        check(call, key);
        if (key.isPredefined()) {
            throw refusals.bad(call, key + " is an attribute of every window, which stays what it is");
        }
    }

    /**
     * Tells all objects of their end, the one whose key came last first; answers what the first of them threw that
     * threw something, with the rest as suppressed ones, or null.
     */
    synchronized RuntimeException end() {
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
