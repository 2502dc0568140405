package org.pgas.faults.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.pgas.faults.work.Workload;

class ChoiceTest {
    private static final List<Choice> MANY = LongStream.range(0, 5_000).mapToObj(Choice::of).toList();

    @Test
    void aSeedMakesTheSameChoicesEachTime() {
        assertEquals(Choice.of(7), Choice.of(7));
    }

    @Test
    void allIsDoneAtEachMomentAtWhichItCanBe() {
        for (Deed deed : Deed.values()) {
            Set<Moment> moments = EnumSet.noneOf(Moment.class);
            MANY.stream().filter(each -> each.deed() == deed).map(Choice::moment).forEach(moments::add);
            assertEquals(deed.isAllAlong()
                    ? EnumSet.of(Moment.RUNNING)
                    : deed.goesOn() ? EnumSet.of(Moment.STARTING, Moment.RUNNING) : EnumSet.allOf(Moment.class),
                    moments, deed.words());
        }
    }

    @Test
    void jobsHaveTwoToFourRanksOnTwoOrThreeHosts() {
        Set<Integer> hosts = new TreeSet<>();
        Set<Integer> ranks = new TreeSet<>();
        MANY.forEach(each -> {
            hosts.add(each.hosts());
            ranks.add(each.ranks());
            assertTrue(each.victim() < each.hosts());
            assertFalse(each.counts().contains(0));
        });
        assertEquals(Set.of(2, 3), hosts);
        assertEquals(Set.of(2, 3, 4), ranks);
    }

    private static Choice choice(Deed deed, int victim, Integer... counts) {
        return new Choice(1, deed, Moment.RUNNING, Workload.BARRIERS, List.of(counts), victim, 0, 0);
    }

    private static List<Integer> hit(Choice choice) {
        return IntStream.range(0, choice.ranks()).filter(choice::hits).boxed().toList();
    }

    @Test
    void severalRanksAreOneOfEachHostAndOneIsOfTheHostThatIsHit() {
        assertEquals(List.of(0, 2), hit(choice(Deed.RANKS, 0, 2, 1)));
        assertEquals(List.of(2), hit(choice(Deed.RANK, 1, 2, 2)));
        assertEquals(List.of(0), hit(choice(Deed.STOPPED_RANK, 0, 2, 2)));
        assertEquals(List.of(), hit(choice(Deed.AGENT, 0, 1, 1)));
    }

    @Test
    void aLauncherThatIsCutOffLosesAllOtherHosts() {
        for (Deed deed : List.of(Deed.LINK, Deed.PARTITION)) {
            assertEquals(List.of(1, 2), choice(deed, 0, 1, 1, 1).lost());
            assertEquals(List.of(2), choice(deed, 2, 1, 1, 1).lost());
        }
        assertEquals(List.of(0), choice(Deed.AGENT, 0, 1, 1).lost());
    }
}
