package org.pgas;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.pgas.spi.Conduit;

/** One event for several operations: complete when all of them are, and synchronised with it. */
final class JointEvent extends PendingEvent {
    private final Event[] parts;

    /** Those before have been seen complete. */
    private int first;

    /** Events of single steps of all parts; null while nobody has asked. */
    private Map<EventCategory, Event> steps;

    private JointEvent(Job job, Event[] parts, boolean whole) {
        super(job, whole);
        this.parts = parts;
        for (Event part : parts) {
            if (part instanceof PendingEvent pending) {
                pending.join();
            }
        }
    }

    /** Of events that the calling thread has initiated, and that nothing else is to use from now on. */
    static Event of(Job job, List<Event> events) {
        return of(job, events, true);
    }

    private static Event of(Job job, List<Event> events, boolean whole) {
        for (Event event : events) {
            event.isComplete(); // says so of one that may not be used
        }
        Event[] parts = events.stream().filter(event -> event != Event.DONE).toArray(Event[]::new);
        return switch (parts.length) {
            case 0 -> Event.DONE;
            case 1 -> parts[0];
            default -> new JointEvent(job, parts, whole);
        };
    }

    @Override
    public boolean isMet() {
        while (first < parts.length && parts[first].awaited().isMet()) {
            first++;
        }
        return first == parts.length;
    }

    @Override
    void assist() {
        for (int i = first; i < parts.length; i++) {
            parts[i].assist();
        }
    }

    @Override
    Event stepOf(EventCategory category) {
        if (steps == null) {
            steps = new EnumMap<>(EventCategory.class);
        }
        return steps.computeIfAbsent(category,
                step -> of(job(), Arrays.stream(parts).map(part -> part.leaf(step)).toList(), false));
    }

    private Awaited[] pending() {
        return Arrays.stream(parts, first, parts.length).map(Event::awaited).filter(part -> !part.isMet())
                .toArray(Awaited[]::new);
    }

    @Override
    public Conduit.Activity activity() {
        return Conduit.Activity.EVENT;
    }

    /** Every rank that one of them needs: it cannot complete without. */
    @Override
    public int[] missing() {
        return Arrays.stream(pending()).flatMapToInt(part -> IntStream.of(part.missing())).distinct().toArray();
    }

    /** As it needs all of them. */
    @Override
    public int[] absent() {
        return Arrays.stream(pending()).flatMapToInt(part -> IntStream.of(part.absent())).distinct().toArray();
    }

    @Override
    public long longestSleepNanos() {
        long shortest = Waiting.SLEEP_NANOS;
        for (int i = first; i < parts.length; i++) {
            shortest = Math.min(shortest, parts[i].awaited().longestSleepNanos());
        }
        return shortest;
    }

    @Override
    public String describe() {
        Awaited[] pending = pending();
        return pending.length == 0
                ? parts.length + " operations"
                : pending.length + " of " + parts.length + " operations, the first: " + pending[0].describe();
    }

    @Override
    void synchronised() {
        for (Event part : parts) {
            part.consume();
        }
    }
}
