package org.pgas.mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All that is known of a type's elements: where it begins and ends, what they are, and which bytes they take. Types are
 * made by composing these. What reaches too far is an {@link ArithmeticException}.
 *
 * <p>Immutable; any thread.
 *
 * @param kind the kind of the predefined type that all elements belong to, pairs as one; null if they belong to several
 * @param data the bytes of the elements
 * @param whole as {@code data}, but with the gaps in pairs; the same object where there are none
 */
record Typemap(Bounds bounds, Signature signature, Basic kind, Flat data, Flat whole) {
    static Typemap of(Basic basic) {
        Flat whole = Flat.run(basic.span);
        Flat data = whole;
        if (basic.bytes != basic.span) {
            data = Flat.sequence(new Flat[]{Flat.run(basic.first.span), Flat.run(basic.second.span)},
                    new long[]{0, basic.secondOffset()});
        }
        return new Typemap(Bounds.of(basic), Signature.of(basic), basic, data, whole);
    }

    long extent() {
        return bounds.extent();
    }

    Typemap times(long count, long stride) {
        if (count == 1) {
            return this;
        }
        return with(bounds.times(count, stride), signature.times(count), data.times(count, stride),
                whole == data ? null : whole.times(count, stride));
    }

    Typemap at(long displacement) {
        return displacement == 0 ? this
                : with(bounds.at(displacement, displacement), signature, data.at(displacement),
                        whole == data ? null : whole.at(displacement));
    }

    Typemap resized(long lower, long extent) {
        Bounds resized = bounds.resized(lower, extent);
        return new Typemap(resized, signature, kind, data, whole);
    }

    /** A part of an array of these, in C order, with the array's bounds. */
    Typemap part(int[] sizes, int[] subsizes, int[] starts) {
        long size = extent();
        long displacement = 0;
        Typemap part = this;
        for (int dimension = sizes.length - 1; dimension >= 0; dimension--) {
            part = part.times(subsizes[dimension], size);
            displacement = Math.addExact(displacement, Math.multiplyExact(starts[dimension], size));
            size = Math.multiplyExact(sizes[dimension], size);
        }
        return part.at(displacement).resized(0, size);
    }

    /** {@code lengths[i]} copies, as far apart as the type is long, from each of {@code displacements} on. */
    Typemap blocks(long[] lengths, long[] displacements) {
        long[] filledLengths = new long[lengths.length];
        long[] filledDisplacements = new long[lengths.length];
        int blocks = 0;
        long extent = extent();
        long copies = 0;
        Bounds all = Bounds.NONE;
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] > 0) {
                filledLengths[blocks] = lengths[i];
                filledDisplacements[blocks++] = displacements[i];
                copies = Math.addExact(copies, lengths[i]);
                all = all.with(bounds.times(lengths[i], extent).at(displacements[i], displacements[i]));
            }
        }
        filledLengths = Arrays.copyOf(filledLengths, blocks);
        filledDisplacements = Arrays.copyOf(filledDisplacements, blocks);
        return with(all, signature.times(copies), data.blocks(extent, filledLengths, filledDisplacements),
                whole == data ? null : whole.blocks(extent, filledLengths, filledDisplacements));
    }

    /** One behind the other, each moved by its displacement. */
    static Typemap sequence(Typemap[] parts, long[] displacements) {
        Bounds all = Bounds.NONE;
        List<Signature> signatures = new ArrayList<>(parts.length);
        Flat[] data = new Flat[parts.length];
        Flat[] whole = new Flat[parts.length];
        boolean hasGaps = false;
        for (int i = 0; i < parts.length; i++) {
            Bounds bounds = parts[i].bounds;
            if (bounds != Bounds.NONE) {
                all = all.with(bounds.at(displacements[i], displacements[i]));
            }
            signatures.add(parts[i].signature);
            data[i] = parts[i].data;
            whole[i] = parts[i].whole;
            hasGaps |= whole[i] != data[i];
        }
        Flat bytes = Flat.sequence(data, displacements);
        return new Typemap(all, Signature.sequence(signatures), commonKind(parts), bytes,
                hasGaps ? Flat.sequence(whole, displacements) : bytes);
    }

    /** Types without elements do not count, if there are others. */
    private static Basic commonKind(Typemap[] parts) {
        boolean isEmpty = true;
        for (Typemap part : parts) {
            isEmpty &= part.signature.elements() == 0;
        }
        Basic common = null;
        for (Typemap part : parts) {
            if (!isEmpty && part.signature.elements() == 0) {
                continue;
            }
            if (part.kind == null || common != null && part.kind != common) {
                return null;
            }
            common = part.kind;
        }
        return common;
    }

    /** {@code newWhole} is null where it is {@code newData}. */
    private Typemap with(Bounds newBounds, Signature newSignature, Flat newData, Flat newWhole) {
        return new Typemap(newBounds, newSignature, kind, newData, newWhole == null ? newData : newWhole);
    }
}
