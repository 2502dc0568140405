package org.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;
import org.pgas.team.TeamExchange;
import org.pgas.team.TeamWish;
import org.pgas.team.TeamWords;

/**
 * What goes wrong on one member in a step in which all tell each other something: all find out, none waits for ever.
 */
class TeamExchangeTest {
    private static final int RANKS = 3;

    private final FakeWorld world = new FakeWorld(RANKS);
    private final List<Job> jobs = jobs(Map.of());

    private List<Job> jobs(Map<Setting, String> settings) {
        return IntStream.range(0, RANKS).mapToObj(rank -> world.job(rank, settings)).toList();
    }

    private void onAllRanks(Consumer<Job> action) {
        onAllRanks(jobs, action);
    }

    private static void onAllRanks(List<Job> jobs, Consumer<Job> action) {
        List<CompletableFuture<Void>> ranks = new ArrayList<>();
        for (Job job : jobs) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    action.accept(job);
                    end.complete(null);
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
            ranks.add(end);
        }
        CompletableFuture.allOf(ranks.toArray(CompletableFuture[]::new)).orTimeout(5, TimeUnit.MINUTES).join();
    }

    /** Takes all pieces of at least {@code least} bytes that a rank has; returns them. */
    private static List<Long> fill(SharedArea area, long least) {
        List<Long> pieces = new ArrayList<>();
        for (long bytes = 16L << 20; bytes >= least; bytes /= 2) {
            try {
                while (true) {
                    pieces.add(area.allocate(bytes));
                }
            } catch (PgasException e) {
                assertEquals(ErrorCode.RESOURCE, e.code());
            }
        }
        return pieces;
    }

    private static byte[] told(int rank, int round) {
        return ("rank " + rank + " in round " + round).repeat(rank * round).getBytes(
                java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void exchange(Job job, int round) {
        byte[][] all = TeamCore.of(job.world()).exchange().bytes("a call", told(job.rank(), round));
        for (int rank = 0; rank < RANKS; rank++) {
            assertArrayEquals(told(rank, round), all[rank]);
        }
    }

    @Test
    void shouldTellEveryMemberWhatEachGivesAndKeepNothing() {
        onAllRanks(job -> {
            long before = job.rooms().area.bytesTaken();
            for (int round = 0; round < 100; round++) {
                exchange(job, round);
            }
            assertEquals(before, job.rooms().area.bytesTaken());
        });
    }

    /** Rank 2 plays somebody who writes over the lengths in front of what it tells. */
    @ParameterizedTest
    @CsvSource({"-1, 0", "0, -1", "9223372036854775807, 1", "1, 2147483648", "16777217, 0", "0, 16777217",
        "16777216, 16777216"})
    void shouldSayThatWhatAMemberTellsIsDamagedWhenItsLengthsAre(long callBytes, long ownBytes) {
        onAllRanks(job -> {
            TeamExchange exchange = TeamCore.of(job.world()).exchange();
            if (job.rank() == 2) {
                long piece = job.rooms().area.allocate(64);
                SharedMemory.putLong(job.rooms().area.address(piece), callBytes);
                SharedMemory.putLong(job.rooms().area.address(piece) + Long.BYTES, ownBytes);
                exchange.values("a call", piece);
            } else {
                Refusal.of(ErrorCode.RESOURCE, () -> exchange.bytes("a call", told(job.rank(), 1)),
                        "rank " + job.rank() + ": a call: what rank 2 of the team tells is damaged",
                        callBytes + " and " + ownBytes);
            }
        });
    }

    /** Of nothing, which has a checksum too. */
    @Test
    void shouldSayThatWhatAMemberTellsIsDamagedWhenItsChecksumIs() {
        onAllRanks(job -> {
            TeamExchange exchange = TeamCore.of(job.world()).exchange();
            if (job.rank() == 2) {
                exchange.values("a call", job.rooms().area.allocate(64));
            } else {
                Refusal.of(ErrorCode.RESOURCE, () -> exchange.bytes("a call", told(job.rank(), 1)),
                        "rank " + job.rank() + ": a call: what rank 2 of the team tells is damaged",
                        "its checksum does not fit");
            }
        });
    }

    @Test
    void shouldThrowOnAllMembersWhenOneHasNoRoomToTell() {
        onAllRanks(job -> {
            Team team = job.world().dup();
            List<Long> pieces = job.rank() == 1 ? fill(job.rooms().area, 1) : List.of();
            long before = job.rooms().area.bytesTaken();
            String who = job.rank() == 1 ? "bytes of shared memory" : "Team.split: rank 1 of the team found no shared";
            Refusal.of(ErrorCode.RESOURCE, () -> team.split(0, 0), "rank " + job.rank() + ":", who);
            Refusal.of(ErrorCode.RESOURCE, () -> team.create(List.of(new Endpoint.Location(0, 0)), 0));
            Refusal.of(ErrorCode.RESOURCE, team::publish);
            assertEquals(before, job.rooms().area.bytesTaken());
            pieces.forEach(job.rooms().area::free);
            exchange(job, 1);
            team.dup().destroy();
            team.destroy();
        });
    }

    @Test
    void shouldThrowOnAllMembersWhenTheWordsOfATeamFindNoRoom() {
        onAllRanks(job -> {
            // what is left is enough to tell something
            List<Long> pieces = job.rank() == 0 ? fill(job.rooms().area, TeamWords.bytes(1) / 2) : List.of();
            TeamCore.of(job.world()).exchange().step("filled");
            if (job.rank() == 0) {
                job.rooms().area.free(pieces.get(pieces.size() - 1));
            }
            long before = job.rooms().area.bytesTaken();
            Refusal.of(ErrorCode.RESOURCE, () -> job.world().dup(), "rank " + job.rank() + ":");
            assertEquals(before, job.rooms().area.bytesTaken());
            pieces.stream().limit(Math.max(0, pieces.size() - 1)).forEach(job.rooms().area::free);
            job.world().dup().destroy();
        });
    }

    @Test
    void shouldThrowOnAllMembersWhenOneHasNoRoomToTellWhatItCalled() {
        onAllRanks(job -> {
            Team team = job.world().dup();
            List<Long> pieces = job.rank() == 0 ? fill(job.rooms().area, 1) : List.of();
            long before = job.rooms().area.bytesTaken();
            assertThrows(PgasException.class, () -> {
                if (job.rank() == 2) {
                    team.destroy();
                } else {
                    team.dup();
                }
            });
            assertEquals(before, job.rooms().area.bytesTaken());
            pieces.forEach(job.rooms().area::free);
            team.destroy();
        });
    }

    @Test
    void shouldNameTheCallsThatDifferWhateverTheyTell() {
        onAllRanks(job -> {
            long before = job.rooms().area.bytesTaken();
            Refusal.badArgument(() -> {
                if (job.rank() == 2) {
                    job.world().publish();
                } else {
                    job.world().split(0, 0);
                }
            }, "rank " + job.rank() + ":",
                    job.rank() == 2 ? "Team.publish: rank 0 called Team.split, rank 1 called Team.split"
                            : "Team.split: rank 2 called Team.publish");
            assertEquals(before, job.rooms().area.bytesTaken());
            exchange(job, 2);
        });
    }

    @Test
    void shouldKeepAPieceThatOthersMayStillReadWhenAWaitFails() {
        List<Job> hasty = jobs(Map.of(Setting.WAIT_TIMEOUT, "50ms"));
        Job alone = hasty.get(0);
        long before = alone.rooms().area.bytesTaken();
        assertThrows(PgasException.class, () -> TeamCore.of(alone.world()).exchange().bytes("a call", told(0, 1)));
        assertTrue(alone.rooms().area.bytesTaken() > before);
    }

    @Test
    void shouldDestroyOnAllMembersOrOnNone() {
        for (String checks : List.of("on", "off")) {
            List<Job> members = jobs(Map.of(Setting.CHECKS, checks));
            onAllRanks(members, job -> {
                long before = job.rooms().area.bytesTaken();
                Team team = job.world().dup();
                int other = job.rank() == 1 ? 0 : 1;
                Refusal.badArgument(() -> team.destroy(job.rank() == 1 ? TeamFlags.GLOBALLY_QUIESCED : 0),
                        "rank " + job.rank() + ":",
                        "rank " + other + " called Team.destroy(flags 0x" + (other == 1 ? 2 : 0) + ")");
                Event event = job.rank() == 2 ? team.barrierNb() : null;
                Refusal.badArgument(() -> team.destroy(), "rank " + job.rank() + ":",
                        job.rank() == 2 ? "await its event first: the team was destroyed on no rank"
                                : "rank 2 called Team.destroy(flags 0x0), refused there: a barrier");
                if (event == null) {
                    team.barrier();
                } else {
                    event.await();
                }
                Refusal.badArgument(() -> {
                    if (job.rank() == 0) {
                        team.destroy();
                    } else {
                        team.publish();
                    }
                }, "rank " + job.rank() + ":",
                        job.rank() == 0 ? "rank 1 called Team.publish" : "rank 0 called Team.destroy");
                team.destroy(TeamFlags.GLOBALLY_QUIESCED);
                assertEquals(before, job.rooms().area.bytesTaken());
            });
        }
    }

    @Test
    void shouldHoldTheEndpointsOfATeamWhileItIsMade() {
        Job maker = jobs.get(0);
        Endpoint endpoint = maker.endpoints().create(Capabilities.ALL);
        BarrierLane lane = TeamCore.of(maker.world()).words().internal();
        long before = lane.arrivals();
        onAllRanks(job -> {
            String call = "Team.create";
            if (job == maker) {
                Refusal.badArgument(() -> job.world().create(List.of(new Endpoint.Location(0, endpoint.index())), 0),
                        "rank 2 of the parent team has no endpoint of index 17");
                return;
            }
            // the same steps by hand, so that the maker cannot go on
            TeamCore.of(job.world()).exchange().bytes(call, TeamWish.none().encode());
            while (lane.arrivals() < before + 3) {
                Thread.onSpinWait();
            }
            if (job.rank() == 1) {
                Refusal.badArgument(endpoint::destroy, "member of 1 team");
            }
            TeamCore.of(job.world()).exchange().values(call, job.rank() == 2 ? 17 : -1);
        });
        endpoint.destroy();
    }

    @Test
    void shouldLeaveNoMapOfATeamThatIsDestroyed() {
        onAllRanks(job -> {
            TeamCore.of(job.world()).addresses();
            TeamCore.of(job.world()).addresses(Capabilities.RMA);
            int before = job.rooms().places.addresses().attached();
            for (int cycle = 0; cycle < 50; cycle++) {
                Team team = job.world().dup();
                TeamCore.of(team).addresses();
                assertTrue(job.rooms().places.addresses().attached() > before);
                team.destroy();
                assertEquals(before, job.rooms().places.addresses().attached());
            }
        });
    }
}
