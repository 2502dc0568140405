package org.pgas.stress;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps one actor less than so many states ahead of the other, where states share what there is few of. jcstress lets
 * an actor run a thousand states ahead while it looks what a state costs.
 */
public final class Leash {
    private final int length;
    private final AtomicLong led = new AtomicLong();
    private final AtomicLong followed = new AtomicLong();

    public Leash(int length) {
        this.length = length;
    }

    /**
     * By the one in each state; a number below the length, which no other state within reach of the other actor has.
     */
    public int lead() {
        long number = led.getAndIncrement();
        while (number - followed.get() >= length) {
            Thread.yield();
        }
        return (int) (number % length);
    }

    /** By the other, when it is done with a state. */
    public void follow() {
        followed.getAndIncrement();
    }
}
