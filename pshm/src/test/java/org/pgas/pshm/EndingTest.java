package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

class EndingTest {
    private static final long SET = 1L << 62;
    private static final int CODE = 143;

    @TempDir
    Path base;

    private ControlFile control;

    private void create(ProcessIdentity launcher) {
        Path directory = JobDirectory.create(base, "job");
        ControlFile.create(directory, 2, launcher);
        control = ControlFile.open(directory, 2);
    }

    /** As a process does that loses its processor before it comes to the text. */
    private void setWordOnly(int rank) {
        SharedMemory.putLongRelease(control.header(ControlLayout.ENDING), SET | (rank + 1L) << 32 | CODE);
    }

    @AfterEach
    void close() {
        if (control != null) {
            control.abandon();
        }
    }

    @Test
    void theFirstEndingStays() {
        create(ProcessIdentity.current());
        assertNull(Ending.get(control));
        assertTrue(Ending.set(control, CODE, 1, "first"));
        assertFalse(Ending.set(control, 1, 0, "second"));
        assertEquals(new Ending(CODE, 1, "first"), Ending.get(control));
    }

    /** The clock is made up: at 400 ms the launcher, which had lost its processor, comes to the text. */
    @Test
    void aTextIsWaitedForWhileWhoeverWritesItLives() {
        create(ProcessIdentity.current());
        setWordOnly(-1);
        long[] millis = {0};
        Ending found = Ending.get(control, () -> {
            if (millis[0] == 400) {
                control.putText(control.header(ControlLayout.ENDING_TEXT_BYTES),
                        control.header(ControlLayout.ENDING_TEXT), "the launcher received SIGTERM\n",
                        ControlLayout.ENDING_TEXT_MAX);
            }
            millis[0] += 50;
            return 1_000_000 * (millis[0] - 50);
        });
        assertEquals(new Ending(CODE, -1, "the launcher received SIGTERM"), found);
        assertEquals(450, millis[0], "looked until the text was there");
    }

    /** It may be stopped. */
    @Test
    void aTextIsNotWaitedForForEver() {
        create(ProcessIdentity.current());
        setWordOnly(-1);
        long[] millis = {0};
        assertEquals(new Ending(CODE, -1, "the launcher ended the job and did not come to say why"),
                Ending.get(control, () -> 1_000_000 * (millis[0] += 100)));
        assertEquals(700, millis[0]);
    }

    @Test
    void anEndingWhoseWriterIsGoneSaysSo() {
        create(ProcessIdentity.NONE);
        setWordOnly(-1);
        assertEquals(new Ending(CODE, -1, "the launcher ended the job and did not come to say why"),
                Ending.get(control));
    }

    @Test
    void anEndingThatNobodyDeclaredSaysThatTheControlFileIsDamaged() {
        create(ProcessIdentity.current());
        long ofRank1 = SET | 2L << 32 | CODE;
        for (long word : new long[]{1, CODE, -1, Long.MIN_VALUE, ofRank1 ^ SET, ofRank1 | 1L << 63, ofRank1 | 1L << 31,
            ofRank1 | 1L << 48, ofRank1 | 0x100, SET | 8L << 32 | CODE, SET | 3L << 32}) {
            SharedMemory.putLongRelease(control.header(ControlLayout.ENDING), word);
            assertEquals(
                    new Ending(1, -1,
                            "the control file is damaged: its word for the end of the job is 0x"
                                    + Long.toHexString(word)),
                    Ending.get(control));
        }
    }

    @Test
    void anEndingWithoutAMessageHasAnEmptyOne() {
        create(ProcessIdentity.current());
        Ending.set(control, CODE, 0, "");
        assertEquals(new Ending(CODE, 0, ""), Ending.get(control));
    }
}
