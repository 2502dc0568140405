package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;

import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void theNearestWordIsFoundUnlessNoneIsNear() {
        assertEquals("kmers", Spelling.nearest("kmer", List.of("hello", "kmers", "heat2d")));
        assertEquals("hello", Spelling.nearest("hlelo", List.of("hello", "kmers", "heat2d")));
        assertNull(Spelling.nearest("com.example.Main", List.of("hello", "kmers", "heat2d")));
    }

    @Test
    void editsAreCounted() {
        assertEquals(0, Spelling.edits("abc", "abc"));
        assertEquals(3, Spelling.edits("kitten", "sitting"));
        assertEquals(3, Spelling.edits("", "abc"));
    }
}
