package org.pgas.hosts;

import org.pgas.spi.WayLayout;
import org.pgas.spi.WayNumber;

/**
 * Shows this rank's ways to processes that look at the job from outside. The peer shows what it knows of the same way:
 * so it is told what was taken here. Otherwise it learns of that only when it is much.
 */
final class ShownWays {
    private static final WayNumber[] NUMBERS = WayNumber.values();

    private final Ways ways;
    private final long part;

    /** @param part where it is shown; 0 when nobody looks */
    ShownWays(Ways ways, long part) {
        this.ways = ways;
        this.part = part;
    }

    /** By the rank's watcher, at each tick. */
    void show() {
        for (Way way : ways.all()) {
            way.tellRest();
            for (WayNumber number : NUMBERS) {
                WayLayout.put(part, way.peer(), number, way.number(number));
            }
        }
    }
}
