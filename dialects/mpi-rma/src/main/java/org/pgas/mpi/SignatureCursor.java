package org.pgas.mpi;

import java.util.ArrayDeque;

/**
 * A place in a signature that is repeated without end, which goes forwards by runs of elements of one kind. For one
 * thread.
 */
final class SignatureCursor {
    private final Signature root;

    /** What the cursor is in, the innermost first. */
    private final ArrayDeque<Place> places = new ArrayDeque<>();

    private Basic basic;
    private long left;

    private static final class Place {
        final Signature signature;
        long round;

        Place(Signature signature) {
            this.signature = signature;
        }

        long rounds() {
            return signature.parts() != null ? signature.parts().length
                    : signature.elements() / signature.body().elements();
        }

        Signature inner() {
            return signature.parts() != null ? signature.parts()[(int) round] : signature.body();
        }
    }

    /** At the first element of a signature, which has one. */
    SignatureCursor(Signature root) {
        this.root = root;
        descend(root);
    }

    /** Of the elements here. */
    Basic basic() {
        return basic;
    }

    /** How many elements there are of this kind, from here on, at least: at least one. */
    long left() {
        return left;
    }

    /** Goes on by {@code elements}, at most {@link #left}. */
    void skip(long elements) {
        left -= elements;
        if (left > 0) {
            return;
        }
        while (!places.isEmpty()) {
            Place place = places.peek();
            if (++place.round < place.rounds()) {
                descend(place.inner());
                return;
            }
            places.pop();
        }
        descend(root);
    }

    private void descend(Signature from) {
        Signature signature = from;
        while (signature.uniform() == null) {
            Place place = new Place(signature);
            places.push(place);
            signature = place.inner();
        }
        basic = signature.uniform();
        left = signature.elements();
    }
}
