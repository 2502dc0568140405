package org.pgas.launch;

import java.util.Collection;

/** Finds what somebody may have meant. */
final class Spelling {
    private Spelling() {}

    /** The known word with the fewest edits from the given one, or null when none is near. */
    static String nearest(String word, Collection<String> known) {
        String nearest = null;
        int least = Math.max(2, word.length() / 3) + 1;
        for (String each : known) {
            int edits = edits(word, each);
            if (edits < least) {
                least = edits;
                nearest = each;
            }
        }
        return nearest;
    }

    /** Insertions, deletions and replacements from one word to the other. */
    static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
