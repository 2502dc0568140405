package org.pgas.conformance.litmus;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Aggregator;
import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.LocalWords;
import org.pgas.NamedBarrier;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.bytes.TypeRegistry;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.Rpc;

/** The promises of transfers, waits, barriers and messages. */
final class CoreWays {
    private static final int TELL = 200;
    private static final int ASK = 201;
    private static final int ANSWER = 202;
    private static final int TELL_LONG = 203;
    private static final int TELL_MANY = 204;

    private CoreWays() {}

    /** Told by an ordered put, seen by an ordered get. */
    static Way orderedPut(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                () -> rma.getLongAcquire(job.rank(), Way.OWN));
    }

    static Way orderedPutOfAnInt(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> rma.putIntRelease(Way.peer(job), Way.OWN, (int) round),
                () -> rma.getIntAcquire(job.rank(), Way.OWN));
    }

    /** The flag lies in the teller's memory. */
    static Way orderedPutAtHome(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> rma.putLongRelease(job.rank(), Way.OWN, round),
                () -> rma.getLongAcquire(Way.peer(job), Way.OWN));
    }

    /** The flag behind the fence is a plain word. */
    static Way fence(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> {
            rma.fence();
            rma.putLong(Way.peer(job), Way.OWN, round);
        }, () -> rma.getLongAcquire(job.rank(), Way.OWN));
    }

    /** The words are put with events, which are awaited before the flag. */
    static Way events(Job job) {
        Rma rma = job.world().rma();
        List<Event> open = new ArrayList<>();
        return new Spinning(job, round -> {
            Event.awaitAll(open.toArray(Event[]::new));
            open.clear();
            rma.putLongRelease(Way.peer(job), Way.OWN, round);
        }, () -> rma.getLongAcquire(job.rank(), Way.OWN)).words(bulk(job, (rank, offset, source) -> open
                .add(rma.putNb(rank, offset, source, 0, 8, LocalCompletion.NOW))));
    }

    static Way implicitEvents(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> {
            job.nbi().await();
            rma.putLongRelease(Way.peer(job), Way.OWN, round);
        }, () -> rma.getLongAcquire(job.rank(), Way.OWN))
                .words(bulk(job, (rank, offset, source) -> rma.putNbi(rank, offset, source, 0, 8,
                        LocalCompletion.NOW)));
    }

    static Way blockingPuts(Job job) {
        Rma rma = job.world().rma();
        return new Spinning(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                () -> rma.getLongAcquire(job.rank(), Way.OWN))
                .words(bulk(job, (rank, offset, source) -> rma.put(rank, offset, source, 0, 8)));
    }

    private interface Put {
        void put(int rank, long offset, MemorySegment source);
    }

    private static Way.Words bulk(Job job, Put put) {
        Way.Words plain = Way.plain(job);
        return new Way.Words() {
            @Override
            public void write(int place, long value) {
                put.put(Way.home(job, place), Way.offset(place), MemorySegment.ofArray(new long[]{value}));
            }

            @Override
            public long read(int place) {
                return plain.read(place);
            }
        };
    }

    static Way signal(Job job) {
        Rma rma = job.world().rma();
        LocalWords words = job.endpoint().words();
        return new Way(job, round -> rma.signal(Way.peer(job), Way.OWN, round, SignalOperation.SET),
                round -> words.waitUntilLong(Way.OWN, WaitCondition.GE, round));
    }

    /** The last word comes with the signal. */
    static Way putSignal(Job job) {
        Rma rma = job.world().rma();
        MemorySegment word = MemorySegment.ofArray(new long[1]);
        LocalWords words = job.endpoint().words();
        return new Way(job, round -> rma.putSignal(Way.peer(job), Way.OTHER, word, 0, 8, Way.OWN, round,
                SignalOperation.SET), round -> words.waitUntilLongNb(Way.OWN, WaitCondition.GE, round).await());
    }

    static Way wordSet(Job job) {
        Rma rma = job.world().rma();
        LocalWords words = job.endpoint().words();
        return new Way(job, round -> rma.putLongRelease(Way.peer(job), Way.OWN, round),
                round -> words.longs(Way.OWN).waitUntilAll(WaitCondition.GE, round));
    }

    static Way barrier(Job job) {
        return new Way(job, _ -> job.world().barrier(), _ -> job.world().barrier()).ofAll();
    }

    static Way barrierEvent(Job job) {
        return new Way(job, _ -> job.world().barrierNb().await(), _ -> job.world().barrierNb().await()).ofAll();
    }

    static Way namedBarrier(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        Way.Step both = round -> {
            barrier.notify((int) round);
            barrier.await((int) round);
        };
        return new Way(job, both, both).ofAll();
    }

    /** What a handler has been told. Only the thread that polls touches it. */
    private static final class Told {
        long seen;
        long asked;
    }

    static Way request(Job job) {
        Told told = new Told();
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> told.seen = token.argument(0)).index(TELL));
        job.world().barrier();
        return new Polling(job, round -> job.world().am().requestShort(Way.peer(job), TELL, (int) round), told);
    }

    static Way longRequest(Job job) {
        Told told = new Told();
        MemorySegment source = MemorySegment.ofArray(new long[1]);
        job.endpoint().handlers().register(
                HandlerEntry.ofLong((token, _, _) -> told.seen = token.argument(0)).index(TELL_LONG));
        job.world().barrier();
        return new Polling(job, round -> job.world().am().requestLong(Way.peer(job), TELL_LONG, source, 0, 8,
                Way.OTHER, (int) round), told);
    }

    /** Who waits asks again and again; the answer says how far the other is. */
    static Way reply(Job job) {
        Told told = new Told();
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> token.replyShort(ANSWER, (int) told.asked)).index(ASK).request(),
                HandlerEntry.ofShort(token -> told.seen = Math.max(told.seen, token.argument(0))).index(ANSWER)
                        .reply());
        job.world().barrier();
        return new Way(job, round -> told.asked = round, round -> {
            while (told.seen < round) {
                job.world().am().requestShort(Way.peer(job), ASK);
                job.poll();
            }
        });
    }

    static Way aggregator(Job job) {
        Told told = new Told();
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((_, items) -> told.seen = items.getLong(0)).index(TELL_MANY).request());
        job.world().barrier();
        Aggregator aggregator = job.world().am().aggregator(TELL_MANY, 8);
        return new Polling(job, round -> {
            aggregator.add(Way.peer(job), round);
            aggregator.complete();
        }, told).end(aggregator::close);
    }

    /** A function of the other rank's answers how far that is. */
    static Way call(Job job) {
        Told told = new Told();
        Rpc rpc = Rpc.of(job.world(), TypeRegistry.builder().build());
        RemoteFunction<Object, Long> asked = rpc.register("asked", _ -> told.asked);
        job.world().barrier();
        return new Way(job, round -> told.asked = round, round -> {
            long answer;
            do {
                answer = asked.call(Way.peer(job)).join();
            } while (answer < round);
        }).end(() -> {
            job.world().barrier();
            rpc.close();
        });
    }

    /** Sees what the looks bring. */
    static final class Spinning extends Way {
        interface Look {
            long get();
        }

        Spinning(Job job, Step tell, Look look) {
            super(job, tell, _ -> {});
            this.look = look;
        }

        private final Look look;

        @Override
        void see(long round) {
            spin(() -> look.get() >= round);
        }
    }

    private static final class Polling extends Way {
        private final Told told;

        Polling(Job job, Step tell, Told told) {
            super(job, tell, _ -> {});
            this.told = told;
        }

        @Override
        void see(long round) {
            while (told.seen < round) {
                job.poll();
            }
        }
    }
}
