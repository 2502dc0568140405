package org.pgas.faults.histories;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Token;

/** A rank: makes the calls of its program, and writes down each with what it has got. */
public final class Player {
    /** Each rank prints a line that ends so before its first call. */
    static final String READY = "ready";

    /** Each rank prints a line that ends so behind its last call. */
    static final String PLAYED = "played to the end";

    private static final int MOST_BLOCKS = 12;

    private final Job job;
    private final Program program;
    private final Objects objects;
    private final Calls calls;
    private final Notebook notebook;

    /** Written by handlers, of which one runs at a time. */
    private final Notebook handlers;

    private final int[] sent;
    private final long[] seen = new long[Subject.values().length];
    private final Set<Subject> held = EnumSet.noneOf(Subject.class);
    private final List<Long> blocks = new ArrayList<>();
    private int handled;

    private Player(Job job, Program program, Path directory, UnaryOperator<Calls> way) throws IOException {
        this.job = job;
        this.program = program;
        sent = new int[job.size()];
        objects = Objects.make(job, program.owner());
        calls = way.apply(objects);
        int steps = program.steps(job.rank()).stream().mapToInt(List::size).sum();
        notebook = Notebook.create(notebook(directory, job.rank()), steps);
        // one more, since it may not be empty, and more for messages that come twice
        handlers = Notebook.create(handlers(directory, job.rank()), 2 * program.messagesTo(job.rank()) + 1);
        job.endpoint().handlers().register(
                HandlerEntry.ofShort(token -> handle(token, token.argument(0))).index(Objects.SHORT).request()
                        .arguments(1),
                HandlerEntry.ofMedium((token, payload) -> handle(token, payload.getLong(0))).index(Objects.MEDIUM)
                        .request().arguments(1));
    }

    /** Where a rank writes its calls. */
    static Path notebook(Path directory, int rank) {
        return directory.resolve("calls-" + rank);
    }

    /** Where a rank writes the messages that it handles. */
    static Path handlers(Path directory, int rank) {
        return directory.resolve("handlers-" + rank);
    }

    /** Arguments: the seed, and a directory for notebooks. */
    public static void main(String[] arguments) throws IOException {
        play(arguments, UnaryOperator.identity());
    }

    /** The same with calls that are made in another way. */
    static void play(String[] arguments, UnaryOperator<Calls> way) throws IOException {
        Program program = Program.of(Long.parseLong(arguments[0]));
        try (Job job = Job.join()) {
            Player player = new Player(job, program, Path.of(arguments[1]), way);
            job.world().barrier();
            if (job.rank() == 0) {
                System.out.println("program of " + program.words());
            }
            System.out.println(READY);
            job.world().barrier();
            player.play();
            System.out.println(PLAYED);
        }
    }

    private void play() {
        List<List<Step>> rounds = program.steps(job.rank());
        for (int round = 0; round < rounds.size(); round++) {
            rounds.get(round).forEach(this::play);
            if (program.meetBehind(round)) {
                job.world().barrier();
            }
        }
        int messages = program.messagesTo(job.rank());
        job.blockUntil(() -> handled >= messages);
        // takes in what comes once more than it should
        job.world().barrier();
    }

    private void play(Step step) {
        for (int i = 0; i < step.pause(); i++) {
            Thread.onSpinWait();
        }
        Call call = call(step);
        if (call == null) {
            return;
        }
        notebook.begin(call);
        // no load before the stamp, and no store behind the next one
        VarHandle.fullFence();
        long result = calls.make(call);
        VarHandle.fullFence();
        notebook.end(result);
        learn(step, call, result);
    }

    /** What the step is by what this rank has seen so far; null if it is left out. */
    private Call call(Step step) {
        Subject subject = step.subject();
        return switch (step.kind()) {
            case GET, LOCK, TRY_LOCK, POLL, EXCLUSIVE_GET -> new Call(subject, step.kind(), 0, 0);
            case COMPARE_AND_SWAP -> new Call(subject, step.kind(), seen[subject.ordinal()], step.value());
            case UNLOCK -> held.contains(subject) ? new Call(subject, Kind.UNLOCK, 0, 0) : null;
            case MALLOC -> blocks.size() < MOST_BLOCKS ? new Call(subject, Kind.MALLOC, step.value(), 0) : null;
            case FREE -> free(step);
            case SEND -> new Call(subject, Kind.SEND, step.value(), sent[(int) step.value()]);
            default -> new Call(subject, step.kind(), step.value(), 0);
        };
    }

    /** A block of this rank, or one that was left for it by another rank. */
    private Call free(Step step) {
        long block = step.choice() == Step.HANDED_OVER ? objects.leave(job.rank(), 0) : 0;
        if (block == 0 && !blocks.isEmpty()) {
            block = blocks.remove(step.choice() % blocks.size());
        }
        return block == 0 ? null : new Call(step.subject(), Kind.FREE, block, 0);
    }

    private void learn(Step step, Call call, long result) {
        int subject = call.subject().ordinal();
        switch (call.kind()) {
            case GET, EXCLUSIVE_GET -> seen[subject] = result;
            case SET, SWAP, EXCLUSIVE_SET -> seen[subject] = call.first();
            case FETCH_ADD -> seen[subject] = result + call.first();
            case COMPARE_AND_SWAP -> seen[subject] = result == call.first() ? call.second() : result;
            case LOCK -> held.add(call.subject());
            case TRY_LOCK -> {
                if (result != 0) {
                    held.add(call.subject());
                }
            }
            case UNLOCK -> held.remove(call.subject());
            case MALLOC -> keep(step, result);
            case SEND -> sent[(int) call.first()]++;
            default -> {
            }
        }
    }

    /** A block that was not taken comes back to the rank that leaves the next one. */
    private void keep(Step step, long block) {
        if (block == Kind.NOTHING) {
            return;
        }
        long kept = step.choice() == Step.HANDED_OVER ? objects.leave((job.rank() + 1) % job.size(), block) : block;
        if (kept != 0) {
            blocks.add(kept);
        }
    }

    private void handle(Token token, long payload) {
        handlers.begin(new Call(Subject.MESSAGES, Kind.HANDLE, token.sourceRank(), token.argument(0)));
        handlers.end(payload);
        handled++;
    }
}
