package org.pgas.examples.exchange;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowMemory;

/** Where the memory of a window is. */
public enum WindowPlace {
    /** Mapped by all ranks. */
    SHARED("shared"),

    /** Of each rank's process alone. */
    LOCAL("local");

    private final String title;

    WindowPlace(String title) {
        this.title = title;
    }

    /** For tables. */
    public String title() {
        return title;
    }

    /** A window of a team, and the memory that ends with it. */
    record Made(Window window, WindowMemory memory) {
        /** Collective. */
        void free() {
            window.free();
            if (memory != null) {
                memory.free();
            }
        }
    }

    /** A window with displacements in bytes. Collective. Throws {@link NoRoomException}. */
    Made make(Team team, long bytes, boolean typeCache) {
        WindowInfo info = WindowInfo.DEFAULT.withTypeCache(typeCache);
        WindowMemory memory = this == SHARED ? null : WindowMemory.allocateLocal(team.job(), bytes);
        try {
            return new Made(memory == null ? Window.allocate(team, bytes, 1, info)
                    : Window.create(team, memory.memory(), 1, info), memory);
        } catch (PgasException e) {
            throw new NoRoomException(e);
        }
    }
}
