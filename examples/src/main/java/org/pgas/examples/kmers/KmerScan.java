package org.pgas.examples.kmers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * One rank's part in scanning a sequence file for k-mers.
 *
 * <p>The ranks need no word with each other: with the same file, k and number of ranks, every window of the file that
 * has no letter other than ACGT is handed over once, as its canonical code, by exactly one rank.
 *
 * <p>A plain FASTA file is cut into byte ranges, so each rank reads its part only. Of all other files each rank reads
 * everything and picks blocks of windows in turn: compressed data has no middle to start from, and no byte of a FASTQ
 * file tells whether it is sequence or quality.
 */
public final class KmerScan {
    private final KmerCodec codec;
    private final int rank;
    private final int ranks;
    private ReadListener listener = (done, total) -> {};
    private boolean classic;

    /** The part of {@code rank}, 0 to {@code ranks - 1}. */
    public KmerScan(KmerCodec codec, int rank, int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks is " + ranks + ", legal is 1 or more");
        }
        Objects.checkIndex(rank, ranks);
        this.codec = codec;
        this.rank = rank;
        this.ranks = ranks;
    }

    /** An estimate, from above, of the letters in a file, by its size. */
    public static long lettersAtMost(Path file) throws IOException {
        return SequenceFiles.lettersAtMost(file);
    }

    /** Skips lines of FASTA that start with {@code ;}, which are an error otherwise. */
    public KmerScan withClassicComments() {
        classic = true;
        return this;
    }

    /** Has {@code newListener} told how much of this rank's part is read. */
    public KmerScan withListener(ReadListener newListener) {
        listener = newListener;
        return this;
    }

    /** Hands over this rank's k-mers of {@code file}; a {@link SequenceFormatException} says what is wrong with it. */
    public void scan(Path file, LongConsumer kmers) throws IOException {
        if (ranks > 1 && SequenceFiles.isPlainFasta(file)) {
            FastaSlice.read(file, rank, ranks, codec.k() - 1, classic, listener, wholeStream(kmers));
        } else {
            try (SequenceReader reader = SequenceReader.open(file)) {
                scan(reader, kmers);
            }
        }
    }

    /** Hands over this rank's k-mers of a stream that every rank has for itself; closes it. */
    public void scan(InputStream in, String name, LongConsumer kmers) throws IOException {
        try (SequenceReader reader = SequenceReader.of(in, name)) {
            scan(reader, kmers);
        }
    }

    private void scan(SequenceReader reader, LongConsumer kmers) throws IOException {
        if (classic) {
            reader.withClassicComments();
        }
        reader.withListener(listener).read(new WindowShare(codec, rank, ranks, WindowShare.BLOCK_WINDOWS, kmers));
    }

    private WindowShare wholeStream(LongConsumer kmers) {
        return new WindowShare(codec, 0, 1, WindowShare.BLOCK_WINDOWS, kmers);
    }
}
