package org.pgas.compare.programs;

import java.util.List;
import java.util.Map;

/**
 * A process to start.
 *
 * @param environment what is set besides that of this process
 */
public record Start(List<String> command, Map<String, String> environment) {
    /** Keeps its own copies. */
    public Start {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
