package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a job's output is the library's word of damage. */
class JudgementTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "pgas: rank 1: messages: the request ring from rank 0 has a damaged record at position 656: its checksum does"
                + " not fit: something else than this library wrote into the job's memory; job ends with 1 | true",
        "pgas: rank 0: a piece of 3 bytes, where 8 were asked for: a message was damaged; job ends with 1 | true",
        "pgas: rank 0: rank 2 has sent a frame over the wire that this library never writes; job ends with 1 | true",
        "pgas: rank 0 of the job was killed by signal 9; job ends with 137 | false",
        "[0] WRONG payload: what the program got is damaged | false"})
    void theLibrarysWordOfDamageIsKnown(String line, boolean told) {
        assertEquals(told, Judgement.isTold("[0] ready\n" + line + "\n"));
    }
}
