package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;

/** Survivors signal the members that were looked at, and no other process, whatever the control file says. */
class DepartureTest {
    @TempDir
    Path base;

    private ControlFile control;
    private OtherProcess member;
    private OtherProcess stranger;

    @BeforeEach
    void start() throws IOException {
        Path directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 3, ProcessIdentity.NONE);
        control = ControlFile.open(directory, 3);
        member = OtherProcess.mapping(directory.resolve(JobDirectory.CONTROL), true);
        stranger = OtherProcess.sleeping();
    }

    @AfterEach
    void end() {
        member.close();
        stranger.close();
        control.abandon();
        JobDirectory.remove(control.directory(), null);
    }

    private void enter(int rank, ProcessIdentity process, RankView.State state) {
        control.enter(rank, process, false);
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.STATE), state.ordinal());
    }

    private List<Long> killed() {
        List<Long> killed = new ArrayList<>();
        Departure.killStaying(control, killed::add);
        return killed;
    }

    @Test
    void shouldSignalMembersThatRunAndNobodyElse() {
        enter(0, ProcessIdentity.current(), RankView.State.JOINED);
        enter(1, member.identity(), RankView.State.JOINED);
        enter(2, stranger.identity(), RankView.State.LEFT);
        assertEquals(List.of(member.identity().pid()), killed());
    }

    /**
     * The file may name any process, with the right start too: by mistake, by damage, or because somebody wants to have
     * it killed.
     */
    @Test
    void shouldNotSignalAProcessThatTheFileNamesAndThatHasNotMappedItForWriting() throws IOException {
        Path file = control.directory().resolve(JobDirectory.CONTROL);
        Path copy = Files.copy(file, base.resolve("copy"));
        try (OtherProcess reader = OtherProcess.mapping(file, false);
                OtherProcess ofAnother = OtherProcess.mapping(copy, true)) {
            for (OtherProcess each : List.of(stranger, reader, ofAnother)) {
                enter(1, each.identity(), RankView.State.JOINED);
                assertEquals(List.of(), killed());
                assertFalse(JobView.isRank(control.directory(), each.identity().pid()));
            }
            assertTrue(JobView.isRank(control.directory(), member.identity().pid()));
            enter(2, member.identity(), RankView.State.JOINING);
            assertEquals(List.of(member.identity().pid()), killed());
        }
    }

    /** The directory of a job may be gone, and its file may have been replaced. */
    @Test
    void shouldKnowMembersWhateverBecomesOfTheFilesName() throws IOException {
        Path file = control.directory().resolve(JobDirectory.CONTROL);
        enter(1, member.identity(), RankView.State.JOINED);
        Files.move(file, base.resolve("moved"));
        assertEquals(List.of(member.identity().pid()), killed());
        Files.delete(base.resolve("moved"));
        Files.writeString(file, "another");
        assertEquals(List.of(member.identity().pid()), killed());
    }

    /** The number of a member that has ended belongs to somebody else by now. */
    @Test
    void shouldNotSignalAProcessThatHasTheNumberOfAMemberAndStartedAtAnotherTime() {
        ProcessIdentity now = member.identity();
        for (long start : new long[]{now.start() - 1, now.start() + 1, 0, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            enter(1, new ProcessIdentity(now.pid(), start), RankView.State.JOINED);
            assertEquals(List.of(), killed(), "start " + start);
        }
        for (long pid : new long[]{0, -1, -now.pid(), Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32 | now.pid()}) {
            enter(1, new ProcessIdentity(pid, now.start()), RankView.State.JOINED);
            assertEquals(List.of(), killed(), "pid " + pid);
        }
    }

    /** Between the look at the process and the signal somebody writes another number into the file. */
    @Test
    void shouldSignalWhoWasLookedAtThoughTheFileNamesAnotherByThen() throws InterruptedException {
        // this process: its start is not that of the member, and it does not signal itself
        ProcessIdentity looked = member.identity();
        long other = ProcessHandle.current().pid();
        enter(1, looked, RankView.State.JOINED);
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                SharedMemory.putLongRelease(control.slot(1, ControlLayout.PID), other);
                Thread.onSpinWait();
                SharedMemory.putLongRelease(control.slot(1, ControlLayout.PID), looked.pid());
                Thread.onSpinWait();
            }
        });
        int signals = 0;
        try {
            for (int round = 0; round < 10_000_000 && signals < 50; round++) {
                for (long pid : killed()) {
                    assertEquals(looked.pid(), pid);
                    signals++;
                }
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertEquals(50, signals);
    }
}
