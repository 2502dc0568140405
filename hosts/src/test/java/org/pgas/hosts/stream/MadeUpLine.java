package org.pgas.hosts.stream;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.function.IntUnaryOperator;

/** A line that keeps what is written and gives what a test puts there, and counts the calls of both. */
final class MadeUpLine implements Line {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private ByteBuffer toRead = ByteBuffer.allocate(0);
    private int reads;
    private int writes;

    /** Of so many bytes, how many a write takes. */
    private IntUnaryOperator takes = bytes -> bytes;

    /** Whether it takes data from where they lie. */
    private boolean gathers = true;

    /** How many bytes the next gathering write takes and drops; -1 for one like the others. */
    private int dropped = -1;

    /** What happens when it has. */
    private Runnable whenDropped;

    /** For whoever holds such a line: does nothing. */
    static Carrier carrier() {
        return (Carrier) Proxy.newProxyInstance(Carrier.class.getClassLoader(), new Class<?>[]{Carrier.class},
                (_, _, _) -> null);
    }

    void takes(IntUnaryOperator some) {
        takes = some;
    }

    void gathers(boolean fromWhereTheyLie) {
        gathers = fromWhereTheyLie;
    }

    void drops(int bytes, Runnable then) {
        dropped = bytes;
        whenDropped = then;
    }

    /** What is read from now on, behind what was. */
    void gives(byte[] bytes) {
        if (toRead.hasRemaining()) {
            throw new IllegalStateException(toRead + " is not read");
        }
        toRead = ByteBuffer.wrap(bytes);
    }

    int reads() {
        return reads;
    }

    int writes() {
        return writes;
    }

    /** How many bytes were written and not taken out. */
    int size() {
        return written.size();
    }

    /** What was written since this was asked last. */
    byte[] takeOut() {
        byte[] all = written.toByteArray();
        written.reset();
        return all;
    }

    @Override
    public boolean secure() {
        return true;
    }

    @Override
    public byte[] binding() {
        return new byte[0];
    }

    @Override
    public int read(ByteBuffer to) {
        reads++;
        int bytes = Math.min(toRead.remaining(), to.remaining());
        to.put(toRead.slice(toRead.position(), bytes));
        toRead.position(toRead.position() + bytes);
        return bytes;
    }

    @Override
    public int write(ByteBuffer from) {
        writes++;
        byte[] bytes = new byte[takes.applyAsInt(from.remaining())];
        from.get(bytes);
        written.writeBytes(bytes);
        return bytes.length;
    }

    @Override
    public boolean gathers() {
        return gathers;
    }

    @Override
    public int write(ByteBuffer from, ByteBuffer behind) {
        if (dropped >= 0) {
            int bytes = dropped;
            dropped = -1;
            from.position(Math.min(from.limit(), from.position() + bytes));
            whenDropped.run();
            return bytes;
        }
        int bytes = write(from);
        return from.hasRemaining() ? bytes : bytes + write(behind);
    }

    @Override
    public boolean holdsUnread() {
        return false;
    }

    @Override
    public boolean holdsUnsent() {
        return false;
    }
}
