package org.pgas.mpi.comm;

import org.pgas.refusal.Refusals;

/**
 * A key under which a program stores an object of its own with communicators: {@link Comm#attribute(Keyval)}. Any
 * thread; of no rank. Keys that are not used any more the garbage collector takes.
 *
 * <p>Source: MPI-4.1 7.7 "Caching", MPI_Comm_create_keyval.
 *
 * @param <T> of the objects
 */
public final class Keyval<T> {
    /** Decides which object the copy of a communicator has. */
    @FunctionalInterface
    public interface Copy<T> {
        /** Called by {@link Comm#dup}: the object for the copy; null for none. What it throws ends the dup. */
        T copy(Comm old, T value);
    }

    /** Is told that an object is no longer stored. */
    @FunctionalInterface
    public interface Delete<T> {
        /**
         * Called when the object is replaced, deleted, or its communicator freed; of {@link Mpi#self} also by
         * {@link Mpi#finish}. What it throws the call throws: the object stays stored, but where the communicator ends.
         */
        void delete(Comm comm, T value);
    }

    private final Copy<T> copy;
    private final Delete<T> delete;

    private Keyval(Copy<T> copy, Delete<T> delete) {
        this.copy = copy;
        this.delete = delete;
    }

    /** Objects that copies of a communicator do not have. Source: MPI_COMM_NULL_COPY_FN. */
    public static <T> Keyval<T> create() {
        return create((_, _) -> null, (_, _) -> {
        });
    }

    /** Objects that copies of a communicator share. Source: MPI_COMM_DUP_FN. */
    public static <T> Keyval<T> shared() {
        return create((_, value) -> value, (_, _) -> {
        });
    }

    /** With what happens to objects. Error: null. */
    public static <T> Keyval<T> create(Copy<T> copy, Delete<T> delete) {
        if (copy == null || delete == null) {
            throw Refusals.OF_NO_RANK.bad("Keyval.create", "the " + (copy == null ? "copy" : "delete")
                    + " function is null: give one that does nothing");
        }
        return new Keyval<>(copy, delete);
    }

    @SuppressWarnings("unchecked") // what is stored under this key was given with its type
    Object copied(Comm old, Object value) {
        return copy.copy(old, (T) value);
    }

    @SuppressWarnings("unchecked") // the same
    void deleted(Comm comm, Object value) {
        delete.delete(comm, (T) value);
    }
}
