package org.pgas.operation;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.wait.Awaited;
import org.pgas.wait.Waiting;

/** One event for several operations: complete when all of them are, and synchronised with it. */
public final class JointEvent extends PendingEvent {
    private final PendingEvent[] parts;

    /** Those before have been seen complete. */
    private int first;

    /** Events of single steps of all parts; null while nobody has asked. */
    private Map<EventCategory, Event> steps;

    private JointEvent(UnawaitedOperations operations, PendingEvent[] parts, boolean whole) {
        super(operations, whole);
        this.parts = parts;
        for (PendingEvent part : parts) {
            part.join();
        }
    }

    /** Joins events that the calling thread has initiated, and that nothing else is to use from now on. */
    public static Event of(UnawaitedOperations operations, List<Event> events) {
        return of(operations, events, true);
    }

    private static Event of(UnawaitedOperations operations, List<Event> events, boolean whole) {
        for (Event event : events) {
            checkUse(event);
        }
        PendingEvent[] parts = events.stream().filter(event -> event != Event.DONE).toArray(PendingEvent[]::new);
        return switch (parts.length) {
            case 0 -> Event.DONE;
            case 1 -> parts[0];
            default -> new JointEvent(operations, parts, whole);
        };
    }

    /** Refuses an event that may not be used. */
    private static void checkUse(Event event) {
        if (event instanceof PendingEvent pending) {
            pending.isComplete();
        } else {
            event.test();
        }
    }

    @Override
    public boolean isMet() {
        while (first < parts.length && parts[first].awaited().isMet()) {
            first++;
        }
        return first == parts.length;
    }

    @Override
    public void assist() {
        for (int i = first; i < parts.length; i++) {
            parts[i].assist();
        }
    }

    @Override
    protected Event stepOf(EventCategory category) {
        if (steps == null) {
            steps = new EnumMap<>(EventCategory.class);
        }
        return steps.computeIfAbsent(category,
                step -> of(operations(), Arrays.stream(parts).map(part -> part.leaf(step)).toList(), false));
    }

    private Awaited[] pending() {
        return Arrays.stream(parts, first, parts.length).map(PendingEvent::awaited).filter(part -> !part.isMet())
                .toArray(Awaited[]::new);
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
    protected void synchronised() {
        for (PendingEvent part : parts) {
            part.consume();
        }
    }
}
