package org.pgas.mpi;

import java.util.ArrayList;
import java.util.List;

/**
 * The kinds of a type's elements, in the order of its type map: what sender and receiver must agree on, wherever each
 * has the elements. A pair is two elements, as MPI defines it.
 *
 * <p>Of the form in which the type was made: elements of one kind, or another signature several times, or some one
 * after the other. So it is small however many elements there are.
 *
 * <p>Immutable; any thread.
 *
 * @param elements how many
 * @param uniform their kind if they are all of one; else null
 * @param body what comes several times, if it is that; else null
 * @param parts what comes one after the other, if it is that; else null
 */
record Signature(long elements, Basic uniform, Signature body, Signature[] parts) {
    static final Signature NONE = new Signature(0, null, null, new Signature[0]);

    static Signature of(Basic basic) {
        return basic.isPair() ? sequence(List.of(of(basic.first), of(basic.second))) : uniform(basic, 1);
    }

    private static Signature uniform(Basic basic, long elements) {
        return new Signature(elements, basic, null, null);
    }

    Signature times(long count) {
        if (count == 0 || elements == 0) {
            return NONE;
        }
        if (count == 1) {
            return this;
        }
        long all = Math.multiplyExact(elements, count);
        return uniform != null ? uniform(uniform, all)
                : new Signature(all, null, body == null ? this : body, null);
    }

    static Signature sequence(List<Signature> signatures) {
        List<Signature> parts = new ArrayList<>();
        long all = 0;
        for (Signature next : signatures) {
            if (next.elements == 0) {
                continue;
            }
            all = Math.addExact(all, next.elements);
            Signature last = parts.isEmpty() ? null : parts.getLast();
            if (last != null && last.uniform != null && last.uniform == next.uniform) {
                parts.set(parts.size() - 1, uniform(last.uniform, last.elements + next.elements));
            } else {
                parts.add(next);
            }
        }
        return switch (parts.size()) {
            case 0 -> NONE;
            case 1 -> parts.getFirst();
            default -> new Signature(all, null, null, parts.toArray(Signature[]::new));
        };
    }

    /** After how many elements it begins again, if it is taken again and again. */
    private long period() {
        return body != null ? body.elements : uniform != null ? 1 : elements;
    }

    /** What differs nowhere before that element differs nowhere, however often each of the two is taken. */
    static long decisive(Signature one, Signature other) {
        // two periodic sequences that agree on a beginning as long as both periods agree everywhere (Fine and Wilf)
        return one.period() + other.period();
    }

    /**
     * The first of {@code elements} elements in which the two differ, each of them taken as often as it needs, which is
     * neither of no elements; -1 if there is none.
     */
    static long difference(Signature one, Signature other, long elements) {
        if (one == other) {
            return -1;
        }
        long most = Math.min(elements, decisive(one, other));
        SignatureCursor left = new SignatureCursor(one);
        SignatureCursor right = new SignatureCursor(other);
        long done = 0;
        while (done < most) {
            if (left.basic() != right.basic()) {
                return done;
            }
            long same = Math.min(left.left(), right.left());
            done += same;
            left.skip(same);
            right.skip(same);
        }
        return -1;
    }

    /** The kind of an element, the signature taken as often as it needs. Not of no elements. */
    Basic at(long element) {
        SignatureCursor cursor = new SignatureCursor(this);
        long rest = element % elements;
        while (rest >= cursor.left()) {
            rest -= cursor.left();
            cursor.skip(cursor.left());
        }
        return cursor.basic();
    }

    /**
     * How many elements the first {@code bytes} bytes of data are, the signature taken as often as it needs, of which
     * one has {@code each} bytes, not 0; -1 if they end within an element.
     */
    long elementsIn(long each, long bytes) {
        long found = bytes / each * elements;
        long rest = bytes % each;
        SignatureCursor cursor = new SignatureCursor(this);
        while (rest > 0) {
            long run = Math.min(cursor.left(), rest / cursor.basic().bytes);
            if (run == 0) {
                return -1;
            }
            found += run;
            rest -= run * cursor.basic().bytes;
            cursor.skip(run);
        }
        return found;
    }
}
