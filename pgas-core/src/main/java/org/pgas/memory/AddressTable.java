package org.pgas.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the segments of one endpoint index are mapped in this JVM, by job rank; one table per (job, endpoint index). Transfers read
 * the {@link AddressMap}s that it keeps up to date.
 *
 * <p>Changes while transfers run. A transfer reads one reference, plainly, to an immutable {@link Window}: it acts on the old window
 * or on the new one, never on a mixture, and on an old one harmlessly, since mappings are never taken away from under a table.
 */
public final class AddressTable {
    private final Window[] windows;

    /** Guarded by {@code this}. Weak, so that a map ends with its team. */
    private final List<WeakReference<AddressMap>> maps = new ArrayList<>();

    public AddressTable(int jobSize) {
        windows = new Window[jobSize];
        Arrays.fill(windows, Window.NONE);
    }

    /** Brings a new map up to date, and includes it in every later change. */
    synchronized void keepUpToDate(AddressMap map) {
        for (int jobRank = 0; jobRank < windows.length; jobRank++) {
            map.replace(jobRank, windows[jobRank]);
        }
        maps.removeIf(reference -> reference.get() == null);
        maps.add(new WeakReference<>(map));
    }

    /** Lets transfers reach {@code size} bytes, more than 0, of {@code jobRank} at {@code base}, behind which the {@link SegmentTrailer} lies. */
    public void publish(int jobRank, long base, long size) {
        replace(jobRank, new Window(base, size));
    }

    /** Makes every later access to this rank fail its bounds check. */
    public void withdraw(int jobRank) {
        replace(jobRank, Window.NONE);
    }

    private synchronized void replace(int jobRank, Window window) {
        windows[jobRank] = window;
        for (WeakReference<AddressMap> reference : maps) {
            AddressMap map = reference.get();
            if (map != null) {
                map.replace(jobRank, window);
            }
        }
        // a thread that is told of a close by this one must not still see the window
        SharedMemory.fullFence();
    }

    public synchronized long base(int jobRank) {
        return windows[jobRank].base;
    }

    /** Bytes; 0 when nothing is mapped. */
    public synchronized long size(int jobRank) {
        return Math.max(0, windows[jobRank].size);
    }
}
