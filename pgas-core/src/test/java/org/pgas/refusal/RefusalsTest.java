package org.pgas.refusal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

class RefusalsTest {
    private static final Refusals RANK_2 = Refusals.of(2);

    private static void assertRefusal(ErrorCode code, String message, PgasException error) {
        assertEquals(code, error.code());
        assertEquals(message, error.getMessage());
    }

    @Test
    void shouldNameRankCallArgumentValueAndWhatIsLegal() {
        assertRefusal(ErrorCode.BAD_ARGUMENT, "rank 2: Mppa.put: the local memory is null",
                RANK_2.bad("Mppa.put", "the local memory is null"));
        assertRefusal(ErrorCode.BAD_ARGUMENT, "rank 2: Upc.memget: n is -1: legal are 0 and more",
                RANK_2.illegal("Upc.memget", "n", -1, "0 and more"));
        assertRefusal(ErrorCode.BAD_ARGUMENT, "rank 2: Window.bytes: rank 4 is outside 0..3",
                RANK_2.outside("Window.bytes", "rank", 4, 4));
        assertRefusal(ErrorCode.BAD_ARGUMENT,
                "rank 2: Rma.put: flags 0x41 have the unknown bits 0x40: legal are the bits 0x3, those of RmaFlags",
                RANK_2.unknownBits("Rma.put", 0x41, 3, "RmaFlags"));
        assertRefusal(ErrorCode.NOT_INITIALIZED, "rank 2: Armci.put: this Armci is finished",
                RANK_2.error(ErrorCode.NOT_INITIALIZED, "Armci.put", "this Armci is finished"));
        assertRefusal(ErrorCode.RESOURCE,
                "rank 2: Window.create: offset 7: another process has written into the files of the job",
                RANK_2.damaged("Window.create", "offset 7"));
    }

    @Test
    void shouldNameNoRankWhereNoneIsKnown() {
        assertRefusal(ErrorCode.BAD_ARGUMENT, "Blocks.of: 3 sizes and 2 offsets",
                Refusals.OF_NO_RANK.bad("Blocks.of", "3 sizes and 2 offsets"));
    }

    @Test
    void shouldKeepTheCause() {
        Throwable cause = new IllegalStateException("closed");
        assertSame(cause, RANK_2.bad("Armci.put", "src", cause).getCause());
        assertSame(cause, RANK_2.error(ErrorCode.RESOURCE, "Armci.put", "src", cause).getCause());
    }

    @Test
    void shouldNameTheRankAloneOfWhatNoCallDid() {
        assertRefusal(ErrorCode.RESOURCE, "rank 2: no room", RANK_2.failure(ErrorCode.RESOURCE, "no room"));
        Throwable cause = new IllegalStateException("closed");
        PgasException caused = RANK_2.failure(ErrorCode.RESOURCE, "no room", cause);
        assertRefusal(ErrorCode.RESOURCE, "rank 2: no room", caused);
        assertSame(cause, caused.getCause());
    }

    @Test
    void shouldKeepCodeAndTextOfWhatGetsANote() {
        PgasException error = RANK_2.error(ErrorCode.NOT_INITIALIZED, "Rma.put", "rank 1 has no segment");
        PgasException noted = Refusals.noted(error, "the signal");
        assertRefusal(ErrorCode.NOT_INITIALIZED, "rank 2: Rma.put: rank 1 has no segment (the signal)", noted);
        assertArrayEquals(new Throwable[]{error}, noted.getSuppressed());
    }

    @Test
    void shouldNameTheProgramsCallBehindTheErrorOfALowerOne() {
        PgasException lower = RANK_2.bad("Rma.put", "offset 9 is outside 0..7");
        PgasException named = Refusals.named("Mppa.put", lower);
        assertRefusal(ErrorCode.BAD_ARGUMENT, "rank 2: Rma.put: offset 9 is outside 0..7 (Mppa.put)", named);
        assertArrayEquals(new Throwable[]{lower}, named.getSuppressed());
        assertEquals("rank 2: Rma.put: offset 9 is outside 0..7 (Mppa.put: block 3)",
                Refusals.named("Mppa.put", lower, "block 3").getMessage());
    }

    @Test
    void shouldLeaveWhatNamesTheCallAlreadyOrSpeaksOfNoArgument() {
        PgasException own = RANK_2.bad("Mppa.put", "the local memory is null");
        assertSame(own, Refusals.named("Mppa.put", own));
        assertEquals("rank 2: Mppa.put: the local memory is null (block 3)",
                Refusals.named("Mppa.put", own, "block 3").getMessage());
        PgasException ended = RANK_2.error(ErrorCode.NOT_INITIALIZED, "Rma.put", "the job is closed");
        assertSame(ended, Refusals.named("Mppa.put", ended));
    }
}
