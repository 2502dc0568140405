package org.pgas.examples.uts;

import java.util.function.BooleanSupplier;

import org.pgas.ActiveMessages;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Payload;
import org.pgas.Team;
import org.pgas.Token;

/**
 * One rank's part in visiting all nodes of a tree. Rank 0 begins with the root; a rank without nodes asks the others in
 * turn, with a short request, and is answered with a chunk of nodes, a medium reply, or with a short one that there are
 * none to spare.
 *
 * <p>Each rank walks in one thread. Handlers, whichever thread runs them, touch only {@link Offer}, {@link Loot},
 * {@link Engagement} and the word that says it is over.
 */
public final class TreeSearch {
    /** Few enough that a thief waits some microseconds only, many enough that looking for thieves costs nothing. */
    private static final int VISITS_PER_POLL = 16;

    private final Job job;
    private final ActiveMessages messages;
    private final TreeWalk walk;
    private final NodeStack stack;
    private final Offer offer;
    private final Loot loot;
    private final Engagement engagement;
    private final BooleanSupplier answered;
    private final Tally tally;

    private final int steal;
    private final int give;
    private final int refuse;
    private final int thank;
    private final int end;

    private int victim;

    /** Written by a handler, or at rank 0 by the walker. */
    private volatile boolean ended;

    /**
     * Prepares for {@link #run}. Collective; equal arguments on all ranks.
     *
     * @param chunk nodes that change hands at a time, 1 to {@link #largestChunk}
     */
    public TreeSearch(Job job, GeometricTree tree, int chunk) {
        this.job = job;
        messages = job.world().am();
        walk = new TreeWalk(tree);
        stack = walk.stack();
        offer = new Offer(chunk);
        loot = new Loot(chunk);
        engagement = new Engagement(job.rank());
        answered = loot::isAnswered;
        tally = new Tally(job);
        victim = job.rank();
        int[] handlers = job.endpoint().handlers().register(
                HandlerEntry.ofShort(this::onSteal).name("steal").request().arguments(0),
                HandlerEntry.ofMedium(this::onGift).name("give").reply().arguments(0),
                HandlerEntry.ofShort(token -> loot.refused()).name("refuse").reply().arguments(0),
                HandlerEntry.ofShort(token -> engagement.isThanked()).name("thank").request().arguments(0),
                HandlerEntry.ofShort(token -> ended = true).name("end").request().arguments(0));
        steal = handlers[0];
        give = handlers[1];
        refuse = handlers[2];
        thank = handlers[3];
        end = handlers[4];
        job.world().barrier();
    }

    /** The largest chunk that fits into a message. */
    public static int largestChunk(Job job) {
        long bytes = job.world().am().maxReplyMedium(Team.INVALID_RANK, LocalCompletion.NOW, 0, 0);
        return (int) (bytes / NodeStack.NODE_BYTES);
    }

    private void onSteal(Token token) {
        if (offer.take()) {
            engagement.gives();
            token.replyMedium(give, offer.nodes(), 0, offer.nodes().byteSize());
            offer.given();
        } else {
            token.replyShort(refuse);
        }
    }

    private void onGift(Token token, Payload nodes) {
        loot.received(nodes);
    }

    /** Visits nodes until there is none left on any rank. Collective, once; the result is complete on rank 0. */
    public Tally run() {
        long start = System.nanoTime();
        if (job.rank() == 0) {
            walk.startAtRoot();
        }
        while (!ended) {
            walkOn();
            if (engagement.isDone()) {
                leave();
            }
            if (!ended && job.size() > 1) {
                stealFromNext();
            }
        }
        tally.gather(walk, System.nanoTime() - start);
        return tally;
    }

    /**
     * Visits the nodes that are here, at last those put aside. If another thread's handler is giving these away just
     * now, it has noted that by the time they are gone: so a thread that finds nothing here afterwards also finds that
     * thanks are owed.
     */
    private void walkOn() {
        do {
            while (!stack.isEmpty()) {
                walk.visit(VISITS_PER_POLL);
                offer.refill(stack);
                job.poll();
            }
        } while (offer.takeBack(stack) || !offer.isEmpty());
    }

    private void leave() {
        if (!engagement.isRoot()) {
            messages.requestShort(engagement.leave(), thank);
            return;
        }
        for (int rank = 1; rank < job.size(); rank++) {
            messages.requestShort(rank, end);
        }
        ended = true;
    }

    private void stealFromNext() {
        do {
            victim = (victim + 1) % job.size();
        } while (victim == job.rank());
        loot.ask();
        messages.requestShort(victim, steal);
        // an answer always comes: a rank that has ended takes in messages until all have ended
        job.blockUntil(answered);
        if (loot.moveTo(stack) && engagement.thanksAtOnce(victim)) {
            messages.requestShort(victim, thank);
        }
    }
}
