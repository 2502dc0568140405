package org.pgas.conformance.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.bytes.TypeRegistry;

/** What the tests of remote calls share: types, a service whose state each rank finds by its rank, and assertions. */
final class RpcRig {
    record Point(double x, double y) {}

    /** Not in the registry. */
    record Secret(int number) {}

    static final TypeRegistry TYPES = TypeRegistry.builder().record(Point.class).build();

    /** Ranks that are threads share a class: their counters are told apart by job and rank. */
    private static final Map<String, AtomicInteger> COUNTERS = new ConcurrentHashMap<>();

    private RpcRig() {}

    static AtomicInteger counter(String job, int rank) {
        return COUNTERS.computeIfAbsent(job + " " + rank, _ -> new AtomicInteger());
    }

    /** The same on all ranks: on several hosts a number follows. */
    static String nameOfAll(Job job) {
        return job.name().split("\\.")[0];
    }

    /** Fails, with the library's error of this code and these parts in its message. */
    static PgasException assertFails(ErrorCode code, CompletableFuture<?> future, Object... parts) {
        CompletionException thrown = assertThrows(CompletionException.class, future::join);
        PgasException cause = assertInstanceOf(PgasException.class, thrown.getCause());
        assertEquals(code, cause.code(), cause.getMessage());
        assertNames(cause, parts);
        return cause;
    }

    static void assertNames(Throwable thrown, Object... parts) {
        for (Object part : parts) {
            assertTrue(thrown.getMessage().contains(part.toString()),
                    () -> "the message does not name '" + part + "': " + thrown.getMessage());
        }
    }

    static int next(Job job) {
        return (job.rank() + 1) % job.size();
    }
}
