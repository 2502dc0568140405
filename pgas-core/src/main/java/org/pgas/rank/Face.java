package org.pgas.rank;

/**
 * A type of the API whose work is done by a core in a room below. The rooms name the core alone; the library's other
 * modules come from the type to its core through {@link Cores}.
 *
 * <p>It has no public member: a program that has the type gets nothing from this one.
 *
 * @param <C> the core
 */
public abstract class Face<C> {
    final C core;

    protected Face(C core) {
        this.core = core;
    }
}
