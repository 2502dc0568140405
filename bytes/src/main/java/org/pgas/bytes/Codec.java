package org.pgas.bytes;

import net.openhft.chronicle.bytes.Bytes;

/**
 * How values of one class are written and read: for classes that are no records or marshallables, or for another form.
 *
 * <p>Both are called by any thread, several at once. {@link #read} takes exactly the bytes that {@link #write} wrote,
 * and has to look at what it reads: the bytes may come from a damaged message. Check a length against {@link
 * Bytes#readRemaining} before anything is allocated for it. An exception of either becomes a {@link
 * org.pgas.PgasException} that names the class.
 */
public interface Codec<T> {
    /** Writes {@code value}, which is not null, at the write position. */
    void write(T value, Bytes<?> out);

    /** Reads a value at the read position. */
    T read(Bytes<?> in);
}
