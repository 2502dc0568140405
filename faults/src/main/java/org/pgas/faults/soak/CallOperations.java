package org.pgas.faults.soak;

import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

import org.pgas.Token;
import org.pgas.bytes.TypeRegistry;
import org.pgas.bytes.TypedMessages;
import org.pgas.rpc.RemoteCallException;
import org.pgas.rpc.RemoteFunction;
import org.pgas.rpc.RemoteFuture;
import org.pgas.rpc.Rpc;

/** Typed messages and remote calls: that answer, that fail, that nobody waits for, and that are given up. */
final class CallOperations extends Operations {
    /** What travels. */
    record Order(int strand, long number, String text, byte[] data) {}

    private static final TypeRegistry TYPES = TypeRegistry.builder().record(Order.class).build();

    private final TypedMessages typed;
    private final int request;
    private final AtomicLongArray answers;
    private final long[][] cast;
    private final AtomicLong castHere = new AtomicLong();
    private final Rpc rpc;
    private final RemoteFunction<Order, Long> price;
    private final RemoteFunction<Long, Void> add;

    CallOperations(Stage stage) {
        super(stage, "calls");
        answers = new AtomicLongArray(stage.strands());
        cast = new long[stage.strands()][stage.ranks()];
        typed = TypedMessages.of(stage.world(), TYPES);
        int reply = typed.onReply(Order.class, (_, order) -> answers.addAndGet(order.strand(), order.number()));
        request = typed.onRequest(Order.class, (Token token, Order order) -> typed.reply(token, reply,
                new Order(order.strand(), worth(order), "", new byte[0])));
        rpc = Rpc.of(stage.world(), TYPES);
        price = rpc.register("price", CallOperations::price);
        add = rpc.registerAction("add", castHere::addAndGet);
    }

    private static long price(Order order) {
        if (order.number() < 0) {
            throw new IllegalArgumentException("number " + order.number());
        }
        return worth(order);
    }

    private static long worth(Order order) {
        long sum = order.number() + order.text().length();
        for (byte each : order.data()) {
            sum = 31 * sum + each;
        }
        return sum;
    }

    @Override
    void burst(Strand strand) {
        for (int i = 0; i < 8; i++) {
            strand.does(this);
            int rank = strand.below(stage().ranks());
            byte[] data = new byte[strand.length(2000)];
            strand.random().nextBytes(data);
            Order order = new Order(strand.index(), strand.below(1 << 30), "x".repeat(strand.below(40)), data);
            switch (strand.below(6)) {
                case 0 -> {
                    long before = answers.get(strand.index());
                    long wanted = before + worth(order);
                    typed.request(rank, request, order);
                    if (wanted != before) {
                        job().blockUntil(() -> answers.get(strand.index()) != before);
                    }
                    strand.same("a typed answer", rank, 0, wanted, answers.get(strand.index()));
                }
                case 1 -> fails(strand, rank, new Order(order.strand(), -1 - order.number(), "", data));
                case 2 -> {
                    add.cast(rank, order.number());
                    cast[strand.index()][rank] += order.number();
                }
                case 3 -> givenUp(strand, rank, order);
                default -> strand.same("the answer of a call", rank, 0, worth(order),
                        rpc.await(price.call(rank, order)));
            }
        }
        // what was cast is handled when a later call of this thread is
        for (int rank = 0; rank < stage().ranks(); rank++) {
            rpc.await(add.call(rank, 0L));
        }
    }

    private void fails(Strand strand, int rank, Order order) {
        try {
            long found = rpc.await(price.call(rank, order));
            throw strand.mismatch("a call that has to fail", rank, 0, "an exception", found);
        } catch (CompletionException | RemoteCallException e) {
            String text = e instanceof RemoteCallException ? e.getMessage() : e.getCause().toString();
            if (!text.contains("number " + order.number())) {
                throw strand.mismatch("the message of a failure", rank, 0, "number " + order.number(), text);
            }
        }
    }

    /** Its answer comes to nobody, if it was not there in time. */
    private void givenUp(Strand strand, int rank, Order order) {
        RemoteFuture<Long> future = price.call(rank, order);
        if (strand.below(2) == 0) {
            future.cancel(true);
            return;
        }
        try {
            strand.same("the answer of a hurried call", rank, 0, worth(order), future.orTimeout(1 + strand.below(50),
                    TimeUnit.MICROSECONDS).join());
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof java.util.concurrent.TimeoutException)) {
                throw e;
            }
        }
    }

    @Override
    boolean isCollective() {
        return true;
    }

    /** Another Rpc, on a team of its own, made and closed. */
    @Override
    void together(SplittableRandom shared, Strand main) {
        main.does(this);
        int endpoints = job().endpoints().list().size();
        try (Rpc other = Rpc.of(world(), TYPES)) {
            RemoteFunction<Order, Long> worth = other.register("worth", CallOperations::worth);
            world().barrier();
            Order order = new Order(0, shared.nextInt(), "text", new byte[shared.nextInt(100)]);
            int rank = (stage().rank() + 1) % stage().ranks();
            main.same("the answer of another Rpc", rank, 0, worth(order), other.await(worth.call(rank, order)));
            world().barrier();
        }
        // its endpoint ends some polls later, on each rank at another time; the indices of new ones are to be the same
        // on all
        job().blockUntil(() -> job().endpoints().list().size() == endpoints);
        world().barrier();
    }

    @Override
    void verify(Strand main) {
        long[] own = new long[stage().ranks()];
        for (long[] each : cast) {
            for (int rank = 0; rank < own.length; rank++) {
                own[rank] += each[rank];
            }
        }
        main.same("the sum of what was cast", stage().rank(), 0, stage().sums(own)[stage().rank()], castHere.get());
    }

    @Override
    void close() {
        rpc.close();
    }
}
