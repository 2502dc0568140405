package org.pgas.events;

import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;

/**
 * Where events begin: every call answers null, or does nothing, while its kind is not recorded.
 *
 * <p>No class of an event is initialised before the JVM's flight recorder is. The first would bring up half of the
 * recorder, which takes a rank a tenth of a second at its start.
 *
 * <p>Any thread. While no recording was ever made, a call is a load and a compare. Hot paths ask {@link #isOn} first:
 * HotSpot does not inline a method if the class of its result was never loaded.
 */
public final class Recorder {
    private Recorder() {}

    /** Whether there ever was a recording: otherwise all calls here answer null, or do nothing. */
    public static boolean isOn() {
        return FlightRecorder.isInitialized();
    }

    public static HandlerEvent handler() {
        return FlightRecorder.isInitialized() ? HandlerEvent.start() : null;
    }

    /** A transfer that is large enough begins. */
    public static TransferEvent transfer() {
        return FlightRecorder.isInitialized() ? TransferEvent.start() : null;
    }

    /** A wait begins that its first spins did not end. */
    public static WaitEvent longWait() {
        return FlightRecorder.isInitialized() ? WaitEvent.start() : null;
    }

    public static BarrierEvent barrier() {
        return FlightRecorder.isInitialized() ? BarrierEvent.start() : null;
    }

    public static CollectiveEvent collective() {
        return FlightRecorder.isInitialized() ? CollectiveEvent.start() : null;
    }

    /** A step in a membership's life has been taken now. */
    public static void step(Origin origin, String step, int jobSize, long value) {
        if (FlightRecorder.isInitialized()) {
            registerAll();
            JobEvent.emit(origin, step, jobSize, value);
        }
    }

    /** So that a recording knows the kinds that do not happen, too: a reader finds none, not an unknown name. */
    private static void registerAll() {
        for (Class<?> kind : RankEvent.class.getPermittedSubclasses()) {
            FlightRecorder.register(kind.asSubclass(Event.class));
        }
    }
}
