package org.pgas;

import org.pgas.events.Origin;

/**
 * Whose events those of a membership are. For the library's other modules; not part of the API.
 *
 * @hidden
 */
@SuppressWarnings("exports") // events are for the library's own modules, as this is
public final class EventOrigin {
    private EventOrigin() {}

    public static Origin of(Job job) {
        return job.origin();
    }
}
