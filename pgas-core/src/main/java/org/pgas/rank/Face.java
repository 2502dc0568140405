package org.pgas.rank;

/**
 * A type of the API: a core in a room below does its work. The rooms name the core alone; the library's other modules
 * come from the type to its core through {@link Cores}.
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
