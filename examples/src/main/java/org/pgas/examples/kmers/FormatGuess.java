package org.pgas.examples.kmers;

import java.util.Arrays;

/** Says what a file that is neither FASTA nor FASTQ looks like. */
final class FormatGuess {
    private record Magic(String what, int... bytes) {
        boolean matches(byte[] head) {
            for (int i = 0; i < bytes.length; i++) {
                if (i >= head.length || (head[i] & 0xff) != bytes[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final Magic[] KNOWN = {
        new Magic("a gzip file inside a gzip file; unpack it once", 0x1f, 0x8b),
        new Magic("a bzip2 file; unpack it first", 'B', 'Z', 'h'),
        new Magic("an xz file; unpack it first", 0xfd, '7', 'z', 'X', 'Z'),
        new Magic("a Zstandard file; unpack it first", 0x28, 0xb5, 0x2f, 0xfd),
        new Magic("a zip archive; unpack it first", 'P', 'K', 3, 4),
        new Magic("a BAM file; convert it to FASTQ first", 'B', 'A', 'M', 1),
        new Magic("text with a byte order mark; save it as plain ASCII", 0xef, 0xbb, 0xbf),
        new Magic("UTF-16 text; save it as plain ASCII", 0xff, 0xfe),
        new Magic("UTF-16 text; save it as plain ASCII", 0xfe, 0xff),
        new Magic("a comment of classic FASTA; ask for classic comments to have such lines skipped", ';'),
    };

    private FormatGuess() {}

    static String describe(byte[] head) {
        String hint = Arrays.stream(KNOWN).filter(magic -> magic.matches(head)).findFirst()
                .map(magic -> "; this looks like " + magic.what()).orElse("");
        return "neither FASTA (starts with '>') nor FASTQ (starts with '@'): the first bytes are "
                + Bytes.describe(head) + hint;
    }
}
