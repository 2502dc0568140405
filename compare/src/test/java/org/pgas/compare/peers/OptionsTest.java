package org.pgas.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class OptionsTest {
    private static List<String> hosts(int size, String... more) {
        List<String> words = new ArrayList<>(List.of("--rank", "0", "--size", "" + size, "--directory", "."));
        words.addAll(List.of(more));
        Options options = Options.parse(words);
        return IntStream.range(0, size).mapToObj(options::host).toList();
    }

    @Test
    void shouldPutNeighboursInNumberOnOneHost() {
        assertEquals(List.of("a", "b"), hosts(2, "--hosts", "a,b"));
        assertEquals(List.of("a", "a", "b", "b"), hosts(4, "--hosts", "a,b"));
    }

    @Test
    void shouldTakeThisHostWhereNobodyNamesAny() {
        assertEquals(List.of("localhost", "localhost"), hosts(2));
    }
}
