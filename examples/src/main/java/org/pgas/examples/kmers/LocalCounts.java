package org.pgas.examples.kmers;

/** One rank's part of a table of k-mer counts, once all counting is over. */
public interface LocalCounts {
    /** Visits the k-mers of this rank's part. After a barrier that follows all counting. */
    void forEachLocal(Visitor visitor);

    /** Slots of this rank's part, taken or free. */
    long slots();

    /** Takes a k-mer and its count. */
    @FunctionalInterface
    interface Visitor {
        /** Called once for each distinct k-mer. */
        void visit(long kmer, long count);
    }
}
