package org.pgas.faults.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Histories that can be explained, and twins of them that cannot. */
class SearchTest {
    private static final long SEED = 20_261_129;
    private static final long PENDING = Operation.PENDING;

    private static void explained(History history) {
        assertEquals(Verdict.Answer.EXPLAINED, history.answer(), history.operations()::toString);
    }

    private static void impossible(History history) {
        assertEquals(Verdict.Answer.IMPOSSIBLE, history.answer(), history.operations()::toString);
    }

    @Test
    void shouldExplainOverlapsInEitherOrder() {
        for (int seen = 0; seen <= 5; seen += 5) {
            explained(History.of(Subject.WORD).call(0, 10, 20, Kind.SET, 5).call(1, 15, 25, Kind.GET, seen));
        }
        explained(History.of(Subject.WORD).call(0, 10, 40, Kind.SET, 5).call(1, 15, 20, Kind.GET, 0)
                .call(1, 21, 25, Kind.GET, 5));
    }

    @Test
    void shouldKeepTheOrderOfTime() {
        impossible(History.of(Subject.WORD).call(0, 10, 20, Kind.SET, 5).call(1, 21, 25, Kind.GET, 0));
        // two stamps that are the same are of no order
        explained(History.of(Subject.WORD).call(0, 10, 20, Kind.SET, 5).call(1, 20, 25, Kind.GET, 0));
        // a value that was seen is not unseen
        impossible(History.of(Subject.WORD).call(0, 10, 40, Kind.SET, 5).call(1, 15, 20, Kind.GET, 5)
                .call(2, 21, 25, Kind.GET, 0));
    }

    @Test
    void shouldLetWhatHasNotReturnedHaveAnEffectOrNone() {
        for (int seen = 0; seen <= 5; seen += 5) {
            explained(History.of(Subject.WORD).call(0, 10, PENDING, Kind.SET, 5).call(1, 15, 20, Kind.GET, seen));
        }
        impossible(History.of(Subject.WORD).call(0, 10, PENDING, Kind.SET, 5).call(1, 15, 20, Kind.GET, 6));
        explained(History.of(Subject.QUEUE).call(0, 1, PENDING, Kind.OFFER, 5).call(1, 2, 3, Kind.POLL, 5));
        explained(History.of(Subject.LOCK).call(0, 1, PENDING, Kind.LOCK).call(1, 2, 3, Kind.TRY_LOCK, 1));
    }

    @Test
    void shouldFindAnUpdateOfAWordThatIsNotAtomic() {
        explained(History.of(Subject.WORD).call(0, 10, 20, Kind.FETCH_ADD, 1, 0).call(1, 15, 25, Kind.FETCH_ADD, 1, 1));
        impossible(History.of(Subject.WORD).call(0, 10, 20, Kind.FETCH_ADD, 1, 0)
                .call(1, 15, 25, Kind.FETCH_ADD, 1, 0));
        explained(History.of(Subject.WORD).call(0, 10, 20, Kind.COMPARE_AND_SWAP, 0, 7, 0)
                .call(1, 15, 25, Kind.COMPARE_AND_SWAP, 0, 8, 7));
        // both have replaced the same 0
        impossible(History.of(Subject.WORD).call(0, 10, 20, Kind.COMPARE_AND_SWAP, 0, 7, 0)
                .call(1, 15, 25, Kind.COMPARE_AND_SWAP, 0, 8, 0));
        impossible(History.of(Subject.OTHER_WORD).call(0, 10, 20, Kind.SWAP, 7, 0).call(1, 15, 25, Kind.SWAP, 8, 0));
        impossible(History.of(Subject.ORDERED_WORD).call(0, 10, 20, Kind.SET, 7).call(0, 25, 30, Kind.SET, 8)
                .call(1, 22, 40, Kind.GET, 8).call(1, 45, 50, Kind.GET, 7));
    }

    @Test
    void shouldFindAWindowThatLosesAnUpdate() {
        History three = History.of(Subject.ELEMENT).call(0, 10, 30, Kind.ADD, 5).call(1, 12, 28, Kind.ADD, 3);
        explained(three.call(2, 40, 50, Kind.EXCLUSIVE_GET, 8));
        for (int seen : new int[]{0, 3, 5}) {
            impossible(History.of(Subject.ELEMENT).call(0, 10, 30, Kind.ADD, 5).call(1, 12, 28, Kind.ADD, 3)
                    .call(2, 40, 50, Kind.EXCLUSIVE_GET, seen));
        }
        explained(History.of(Subject.ELEMENT).call(0, 10, 30, Kind.EXCLUSIVE_SET, 5).call(1, 12, 28, Kind.ADD, 3)
                .call(2, 40, 50, Kind.GET, 5));
    }

    @Test
    void shouldFindAMutexThatLetsTwoIn() {
        explained(History.of(Subject.LOCK).call(0, 10, 20, Kind.LOCK).call(1, 12, 40, Kind.LOCK)
                .call(0, 30, 35, Kind.UNLOCK).call(1, 50, 60, Kind.UNLOCK));
        impossible(History.of(Subject.LOCK).call(0, 10, 20, Kind.LOCK).call(1, 12, 25, Kind.LOCK)
                .call(0, 30, 35, Kind.UNLOCK).call(1, 50, 60, Kind.UNLOCK));
        impossible(History.of(Subject.LOCK).call(0, 10, 20, Kind.TRY_LOCK, 1).call(1, 12, 25, Kind.TRY_LOCK, 1));
        // by a rank that does not hold it
        impossible(History.of(Subject.OTHER_LOCK).call(0, 10, 20, Kind.LOCK).call(1, 30, 35, Kind.UNLOCK));
    }

    @Test
    void shouldFindATryThatIsRefusedForNoReason() {
        impossible(History.of(Subject.LOCK).call(0, 10, 20, Kind.TRY_LOCK, 0));
        impossible(History.of(Subject.LOCK).call(0, 10, 20, Kind.LOCK).call(0, 30, 40, Kind.UNLOCK)
                .call(1, 41, 50, Kind.TRY_LOCK, 0));
        explained(History.of(Subject.LOCK).call(0, 10, 20, Kind.LOCK).call(1, 21, 25, Kind.TRY_LOCK, 0)
                .call(0, 30, 40, Kind.UNLOCK));
        explained(History.of(Subject.LOCK).call(0, 10, 20, Kind.LOCK).call(0, 30, 40, Kind.UNLOCK)
                .call(1, 39, 50, Kind.TRY_LOCK, 0));
        // two that are refused are no reason for each other
        impossible(History.of(Subject.LOCK).call(0, 10, 20, Kind.TRY_LOCK, 0).call(1, 12, 22, Kind.TRY_LOCK, 0));
    }

    @Test
    void shouldFindAQueueThatLosesDuplicatesOrReorders() {
        History three = History.of(Subject.QUEUE).call(0, 10, 20, Kind.OFFER, 1, 1).call(0, 30, 40, Kind.OFFER, 2, 1);
        explained(three.call(1, 50, 60, Kind.POLL, 1).call(1, 70, 80, Kind.POLL, 2)
                .call(1, 90, 95, Kind.POLL, Kind.NOTHING));
        for (long[] seen : new long[][]{{1, Kind.NOTHING}, {Kind.NOTHING, 1}, {1, 1}, {2, 1}, {1, 3}}) {
            impossible(History.of(Subject.QUEUE).call(0, 10, 20, Kind.OFFER, 1, 1).call(0, 30, 40, Kind.OFFER, 2, 1)
                    .call(1, 50, 60, Kind.POLL, seen[0]).call(1, 70, 80, Kind.POLL, seen[1]));
        }
        // of two that were offered at once either may be first
        explained(History.of(Subject.QUEUE).call(0, 10, 20, Kind.OFFER, 1, 1).call(1, 15, 18, Kind.OFFER, 2, 1)
                .call(2, 50, 60, Kind.POLL, 2).call(2, 70, 80, Kind.POLL, 1));
    }

    @Test
    void shouldFindAQueueThatIsFullTooSoonOrTooLate() {
        for (int places = 0; places <= Objects.QUEUE_CAPACITY + 1; places++) {
            for (int answer = 0; answer <= 1; answer++) {
                History history = History.of(Subject.QUEUE);
                for (int i = 0; i < Math.min(places, Objects.QUEUE_CAPACITY); i++) {
                    history.call(0, 10 * i, 10 * i + 5, Kind.OFFER, i + 1, 1);
                }
                history.call(0, 1000, 1010, Kind.OFFER, 99, answer);
                boolean isRight = answer == (places < Objects.QUEUE_CAPACITY ? 1 : 0);
                assertEquals(isRight ? Verdict.Answer.EXPLAINED : Verdict.Answer.IMPOSSIBLE, history.answer());
            }
        }
    }

    @Test
    void shouldFindAHeapThatHandsOutABlockTwice() {
        long block = Objects.HEAP + 160;
        explained(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block).call(1, 30, 40, Kind.FREE, block)
                .call(1, 35, 50, Kind.MALLOC, 40, block));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block)
                .call(1, 15, 40, Kind.MALLOC, 40, block));
        // it overlaps the other's end, or its header does
        explained(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block)
                .call(1, 15, 40, Kind.MALLOC, 8, block + 64));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block)
                .call(1, 15, 40, Kind.MALLOC, 8, block + 48));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block)
                .call(1, 15, 40, Kind.MALLOC, 8, block - 16));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block + 8));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, Objects.HEAP));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, Objects.HEAP + Objects.HEAP_BYTES - 32));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, Kind.NOTHING));
        impossible(History.of(Subject.HEAP).call(0, 10, 20, Kind.MALLOC, 40, block).call(0, 21, 22, Kind.FREE, block)
                .call(1, 23, 24, Kind.FREE, block));
    }

    @Test
    void shouldFindMessagesThatComeOutOfOrderTwiceOrNever() {
        assertEquals(List.of(), complaints(0, 1, 2));
        for (long[] handled : new long[][]{{0, 2, 1}, {0, 0, 1, 2}, {0, 1, 1, 2}, {0, 1, 2, 2}, {0, 1, 2, 3}, {0, 1},
            {0, 2}, {}}) {
            assertEquals(1, complaints(handled).size(), () -> List.of(handled).toString());
        }
        assertEquals(1, Deliveries.complaints(History.of(Subject.MESSAGES).call(0, 10, 20, Kind.SEND, 1, 0)
                .call(1, 8, 9, Kind.HANDLE, 0, 0, 0).operations()).size(), "handled before it is sent");
        assertEquals(1, Deliveries.complaints(History.of(Subject.MESSAGES).call(0, 10, 20, Kind.SEND, 1, 0)
                .call(1, 30, 31, Kind.HANDLE, 0, 0, 6).operations()).size(), "the payload of another one");
        assertEquals(List.of(), Deliveries.complaints(History.of(Subject.MESSAGES)
                .call(0, 10, PENDING, Kind.SEND, 1, 0).operations()), "not sent yet");
    }

    /** Three messages of rank 0 to rank 1, and one to rank 2. */
    private static List<String> complaints(long... handled) {
        History history = History.of(Subject.MESSAGES).call(0, 90, 95, Kind.SEND, 2, 0)
                .call(2, 96, 97, Kind.HANDLE, 0, 0, 0);
        for (int number = 0; number < 3; number++) {
            history.call(0, 10 * number, 10 * number + 5, Kind.SEND, 1, number);
        }
        for (int at = 0; at < handled.length; at++) {
            history.call(1, 100 + 10 * at, 101 + 10 * at, Kind.HANDLE, 0, handled[at], handled[at]);
        }
        return Deliveries.complaints(history.operations());
    }

    @Test
    void shouldSayThatItIsUndecidedWhenItMayLookAtTooFew() {
        History history = History.of(Subject.WORD);
        for (int rank = 0; rank < 8; rank++) {
            history.call(rank, rank, 100, Kind.SET, rank + 1);
        }
        history.call(8, 200, 201, Kind.GET, 77);
        assertEquals(Verdict.Answer.UNDECIDED,
                Search.of(new WordModel(), Set.of(0L), history.operations(), 100).answer());
        impossible(history);
    }

    /** What the library may do: each call at one moment, and the stamps around it anywhere. */
    @ParameterizedTest
    @EnumSource(value = Subject.class, names = "MESSAGES", mode = EnumSource.Mode.EXCLUDE)
    void shouldExplainWhateverHappensInSomeOrder(Subject subject) {
        for (int seed = 0; seed < 300; seed++) {
            List<Operation> history = Random.of(subject, SEED + seed, 1 + seed % 5, 60).widened();
            assertEquals(Verdict.Answer.EXPLAINED, Search.of(subject.model(), Overlaps.mark(history)).answer(),
                    "seed " + (SEED + seed));
        }
    }

    /** By all orders, one after the other: too simple to be wrong. */
    @ParameterizedTest
    @EnumSource(value = Subject.class, names = "MESSAGES", mode = EnumSource.Mode.EXCLUDE)
    void shouldSayTheSameAsATrialOfAllOrders(Subject subject) {
        Set<Verdict.Answer> answers = new HashSet<>();
        for (int seed = 0; seed < 600; seed++) {
            List<Operation> history = Overlaps
                    .mark(Random.of(subject, SEED + seed, 3, 6).withOneOtherResult(seed).widened());
            Verdict.Answer answer = Search.of(subject.model(), history).answer();
            assertEquals(hasOrder(subject.model(), history) ? Verdict.Answer.EXPLAINED : Verdict.Answer.IMPOSSIBLE,
                    answer, "seed " + (SEED + seed) + ": " + history);
            answers.add(answer);
        }
        assertEquals(Set.of(Verdict.Answer.EXPLAINED, Verdict.Answer.IMPOSSIBLE), answers);
    }

    private static <S> boolean hasOrder(Model<S> model, List<Operation> history) {
        return hasOrder(model, model.start(), history);
    }

    private static <S> boolean hasOrder(Model<S> model, S state, List<Operation> left) {
        if (left.isEmpty()) {
            return true;
        }
        for (Operation next : left) {
            S after = left.stream().anyMatch(each -> each.end() < next.begin()) ? null : model.after(state, next);
            if (after != null && hasOrder(model, after, left.stream().filter(each -> each != next).toList())) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldCutOutThePartThatShowsIt() {
        List<Operation> long1 = new ArrayList<>(Random.of(Subject.WORD, SEED, 3, 400).widened());
        long end = long1.stream().mapToLong(Operation::end).max().orElseThrow();
        long value = 7_777;
        List<Operation> twin = History.of(Subject.WORD).call(0, end + 10, end + 20, Kind.SET, value)
                .call(0, end + 30, end + 40, Kind.COMPARE_AND_SWAP, value, 1, value)
                .call(1, end + 35, end + 45, Kind.COMPARE_AND_SWAP, value, 2, value)
                .call(2, end + 32, end + 44, Kind.COMPARE_AND_SWAP, 5, 6, value)
                .call(2, end + 60, end + 70, Kind.GET, 1).operations();
        long1.addAll(twin);
        Excerpt<Long> excerpt = Excerpt.of(new WordModel(), Overlaps.mark(long1));
        assertEquals(Stream.of(twin.get(1), twin.get(3)).map(Operation::call).toList(),
                excerpt.operations().stream().map(Operation::call).toList());
        assertTrue(excerpt.words().startsWith("before: 7777\n"), excerpt.words());
        assertFalse(excerpt.words().contains("get"), excerpt.words());
    }

    @Test
    void shouldLeaveOutBlocksThatHaveNothingToDoWithIt() {
        List<Operation> history = new ArrayList<>(Random.of(Subject.HEAP, SEED, 3, 200).widened());
        long end = history.stream().mapToLong(Operation::end).max().orElseThrow();
        long block = Objects.HEAP + Objects.HEAP_BYTES / 2;
        history.addAll(History.of(Subject.HEAP).call(0, end + 10, end + 20, Kind.MALLOC, 40, block)
                .call(1, end + 15, end + 25, Kind.MALLOC, 100, block - 32).operations());
        assertEquals(2, Excerpt.of(Subject.HEAP.model(), Overlaps.mark(history)).operations().size());
    }

    /** A history of random calls, of which each happens at one moment. */
    private static final class Random {
        private final SplittableRandom random;
        private final Subject subject;
        private final int ranks;
        private final List<Operation> operations = new ArrayList<>();

        private Random(Subject subject, long seed, int ranks) {
            this.subject = subject;
            this.ranks = ranks;
            random = new SplittableRandom(seed);
        }

        static Random of(Subject subject, long seed, int ranks, int calls) {
            Random made = new Random(subject, seed, ranks);
            made.fill(subject.model(), calls);
            return made;
        }

        private <S> void fill(Model<S> model, int calls) {
            S state = model.start();
            while (operations.size() < calls) {
                long time = 1_000L * (operations.size() + 1);
                Call call = call(state);
                for (long result : results(call, state)) {
                    Operation operation = new Operation(random.nextInt(ranks), call, result, time, time, true);
                    S after = model.after(state, operation);
                    if (after != null) {
                        operations.add(operation);
                        state = after;
                        break;
                    }
                }
            }
        }

        private Call call(Object state) {
            List<Kind> kinds = switch (subject) {
                case WORD, OTHER_WORD -> List.of(Kind.GET, Kind.SET, Kind.ADD, Kind.FETCH_ADD, Kind.COMPARE_AND_SWAP,
                        Kind.SWAP);
                case ORDERED_WORD -> List.of(Kind.GET, Kind.SET);
                case ELEMENT -> List.of(Kind.GET, Kind.ADD, Kind.FETCH_ADD, Kind.COMPARE_AND_SWAP, Kind.SWAP,
                        Kind.EXCLUSIVE_GET, Kind.EXCLUSIVE_SET);
                case LOCK, OTHER_LOCK -> List.of(Kind.LOCK, Kind.TRY_LOCK, Kind.UNLOCK);
                case QUEUE -> List.of(Kind.OFFER, Kind.POLL);
                case HEAP -> List.of(Kind.MALLOC, Kind.FREE);
                case MESSAGES -> throw new IllegalArgumentException("messages have no model");
            };
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            long first = switch (kind) {
                case COMPARE_AND_SWAP -> random.nextBoolean() && state instanceof Long value ? value : 1;
                case FREE -> block();
                default -> random.nextInt(4);
            };
            return new Call(subject, kind, kind.arguments() > 0 ? first : 0,
                    kind.arguments() > 1 ? random.nextInt(4) : 0);
        }

        private long block() {
            return Objects.HEAP + 160 + 32L * random.nextInt(20);
        }

        /** Those that may be right, of which the model says which is. */
        private long[] results(Call call, Object state) {
            return switch (call.kind()) {
                case TRY_LOCK, OFFER -> new long[]{1, 0};
                case POLL -> new long[]{state instanceof List<?> values && !values.isEmpty() ? (Long) values.getFirst()
                        : Kind.NOTHING};
                case MALLOC -> new long[]{block()};
                default -> new long[]{state instanceof Long value && call.kind().answers() ? value : 0};
            };
        }

        /** The same with another result of one call, which may be wrong. */
        Random withOneOtherResult(long seed) {
            int at = new SplittableRandom(seed).nextInt(operations.size());
            Operation old = operations.get(at);
            long result = switch (old.call().kind()) {
                case TRY_LOCK, OFFER -> 1 - old.result();
                case MALLOC -> block();
                case UNLOCK, LOCK, FREE, SET, ADD, EXCLUSIVE_SET -> old.result();
                default -> old.result() + 1;
            };
            operations.set(at, new Operation(old.rank(), old.call(), result, old.begin(), old.end(), true));
            if (old.call().kind() == Kind.LOCK || old.call().kind() == Kind.FREE) {
                operations.add(at + 1, new Operation(old.rank(), old.call(), 0, old.begin() + 1, old.end() + 1, true));
            }
            return this;
        }

        /** With stamps before and behind each moment, as far as the rank's other calls let them. */
        List<Operation> widened() {
            List<Operation> widened = new ArrayList<>();
            for (Operation each : operations) {
                long earliest = widened.stream().filter(other -> other.rank() == each.rank())
                        .mapToLong(Operation::end).max().orElse(0);
                long latest = operations.stream()
                        .filter(other -> other.rank() == each.rank() && other.begin() > each.end())
                        .mapToLong(Operation::begin).min().orElse(each.end() + 5_000);
                widened.add(new Operation(each.rank(), each.call(), each.result(),
                        random.nextLong(earliest, each.begin()) + 1, random.nextLong(each.end(), latest), true));
            }
            return widened;
        }
    }
}
