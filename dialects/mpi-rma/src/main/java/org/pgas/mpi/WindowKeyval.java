package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;

import org.pgas.refusal.Refusals;

/**
 * A key under which a program stores an object of its own with windows: {@link Window#attribute(WindowKeyval)}. Any
 * thread; of no rank. Keys that are not used any more the garbage collector takes.
 *
 * <p>The constants are keys that every window has a value for, which cannot be changed or deleted.
 *
 * <p>Source: MPI-4.1 7.7.3 "Windows", 12.2.6 "Window Attributes"; MPI_Win_create_keyval, MPI_Win_free_keyval. There is
 * no copy function, as MPI copies no window.
 *
 * @param <T> of the objects
 */
public final class WindowKeyval<T> {
    /** {@link Window#memory}. Source: MPI_WIN_BASE. */
    public static final WindowKeyval<MemorySegment> BASE = new WindowKeyval<>("BASE", Window::memory);

    /** {@link Window#bytes} of this rank's part. Source: MPI_WIN_SIZE. */
    public static final WindowKeyval<Long> SIZE = new WindowKeyval<>("SIZE", window -> window.bytes(window.rank()));

    /** {@link Window#displacementUnit} of this rank's part. Source: MPI_WIN_DISP_UNIT. */
    public static final WindowKeyval<Integer> DISPLACEMENT_UNIT = new WindowKeyval<>("DISPLACEMENT_UNIT",
            window -> window.displacementUnit(window.rank()));

    /** {@link Window#flavour}. Source: MPI_WIN_CREATE_FLAVOR. */
    public static final WindowKeyval<WindowFlavour> CREATE_FLAVOUR = new WindowKeyval<>("CREATE_FLAVOUR",
            Window::flavour);

    /** {@link WindowModel#UNIFIED}. Source: MPI_WIN_MODEL. */
    public static final WindowKeyval<WindowModel> MODEL = new WindowKeyval<>("MODEL", _ -> WindowModel.UNIFIED);

    /** Is told that an object is no longer stored. Source: MPI_Win_delete_attr_function. */
    @FunctionalInterface
    public interface Delete<T> {
        /**
         * Called when the object is replaced, deleted, or its window freed. What it throws the call throws: the object
         * stays stored, but where the window is freed.
         */
        void delete(Window window, T value);
    }

    private final String name;

    /** Of the constants what a window has; else null. */
    private final Function<Window, T> predefined;

    /** Null of the constants. */
    private final Delete<T> delete;

    private WindowKeyval(String name, Function<Window, T> predefined) {
        this.name = name;
        this.predefined = predefined;
        this.delete = null;
    }

    private WindowKeyval(Delete<T> delete) {
        this.name = "key of the program";
        this.predefined = null;
        this.delete = delete;
    }

    /** For objects that need nothing done at their end. Source: MPI_WIN_NULL_DELETE_FN. */
    public static <T> WindowKeyval<T> create() {
        return new WindowKeyval<>((_, _) -> {
        });
    }

    /** With what is told of an object's end. Error: null. */
    public static <T> WindowKeyval<T> create(Delete<T> delete) {
        if (delete == null) {
            throw Refusals.OF_NO_RANK.bad("WindowKeyval.create", "the delete function is null: give none for none");
        }
        return new WindowKeyval<>(delete);
    }

    /** Whether it is one of the constants. */
    boolean isPredefined() {
        return predefined != null;
    }

    /** The value for a window, if this is one of the constants. */
    T of(Window window) {
        return predefined.apply(window);
    }

    @SuppressWarnings("unchecked") // what is stored under this key was given with its type
    T cast(Object value) {
        return (T) value;
    }

    void deleted(Window window, Object value) {
        delete.delete(window, cast(value));
    }

    /** Such as "SIZE". */
    @Override
    public String toString() {
        return name;
    }
}
