package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.mpi.Datatype;

/** A datatype of equal elements, and what a model has to know of it. */
public final class MpiLayout {
    /** What an element is. */
    public enum Element {
        BYTE(1, Datatype.BYTE), INT(4, Datatype.INT), LONG(8, Datatype.LONG);

        final int bytes;
        final Datatype type;

        Element(int bytes, Datatype type) {
            this.bytes = bytes;
            this.type = type;
        }
    }

    public final Datatype type;
    final Element element;

    /** Where the elements of one of the type are, in elements. */
    private final int[] places;

    private MpiLayout(Element element, Datatype type, int[] places) {
        this.element = element;
        this.type = type;
        this.places = places;
    }

    /** One of up to {@code most} elements with gaps, or without any, or a predefined one. */
    public static MpiLayout random(SplittableRandom random, Element element, int most) {
        int kind = random.nextInt(6);
        if (kind == 0) {
            return new MpiLayout(element, element.type, new int[]{0});
        }
        int[] places = new int[1 + random.nextInt(most)];
        int[] lengths = new int[places.length];
        Arrays.fill(lengths, 1);
        for (int i = 1; i < places.length; i++) {
            places[i] = places[i - 1] + 1 + (kind == 1 ? 0 : random.nextInt(4));
        }
        return new MpiLayout(element, Datatype.indexed(lengths, places, element.type).commit(), places);
    }

    /** Elements in one of the type. */
    public int size() {
        return places.length;
    }

    /** Bytes from the first to the last of {@code count}. */
    public int extent(int count) {
        return count * (places[places.length - 1] + 1) * element.bytes;
    }

    /** Where element {@code i} of any count is, in bytes. */
    public int at(int i) {
        return (i / places.length * (places[places.length - 1] + 1) + places[i % places.length]) * element.bytes;
    }

    boolean isPredefined() {
        return type == element.type;
    }

    public void free() {
        if (!isPredefined()) {
            type.free();
        }
    }

    public static void copy(MpiLayout from, MemorySegment source, long sourceAt, MpiLayout to, MemorySegment target,
            long targetAt, int elements) {
        for (int i = 0; i < elements; i++) {
            MemorySegment.copy(source, sourceAt + from.at(i), target, targetAt + to.at(i), from.element.bytes);
        }
    }
}
