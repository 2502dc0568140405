package org.pgas.mpi;

import org.pgas.mpi.inside.StoredObjects;

/** What a program has stored with a window, and what may be stored. Any thread. */
final class WindowAttributes {
    private final Window window;
    private final WindowRefusals refusals;
    private final StoredObjects<WindowKeyval<?>> values;

    WindowAttributes(Window window, WindowRefusals refusals) {
        this.window = window;
        this.refusals = refusals;
        this.values = new StoredObjects<>((key, value) -> key.deleted(window, value));
    }

    /** Null for none. */
    <T> T get(WindowKeyval<T> key) {
        check("Window.attribute", key);
        return key.isPredefined() ? key.of(window) : key.cast(values.get(key));
    }

    /** The object that was there is told of its end first. */
    <T> void put(WindowKeyval<T> key, T value) {
        checkChanging("Window.attribute", key);
        if (value == null) {
            throw refusals.bad("Window.attribute", "the object is null: delete the attribute for none");
        }
        values.put(key, value);
    }

    void remove(WindowKeyval<?> key) {
        checkChanging("Window.deleteAttribute", key);
        if (!values.remove(key)) {
            throw refusals.bad("Window.deleteAttribute", "nothing is stored under that key");
        }
    }

    /** Tells all objects of their end: {@link StoredObjects#endAll}. */
    RuntimeException end() {
        return values.endAll();
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
}
