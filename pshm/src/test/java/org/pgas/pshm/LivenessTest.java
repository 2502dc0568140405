package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JoinException;
import org.pgas.memory.SharedMemory;

/** Which processes live, by their numbers, by their locks, and where neither can tell. */
class LivenessTest {
    private static final Namespaces HERE = Namespaces.current();
    private static final Namespaces ELSEWHERE = new Namespaces(HERE.boot(), HERE.pid() + 1, HERE.time());

    @TempDir
    Path base;

    private Path directory;
    private ControlFile control;
    private JobLocks looker;
    private Liveness liveness;

    @BeforeEach
    void make() {
        directory = JobDirectory.create(base, "j");
        ControlFile.create(directory, 3, ProcessIdentity.NONE, JobLocks.make(directory));
        control = ControlFile.open(directory, 3);
        looker = JobLocks.look(control);
        liveness = new Liveness(control, looker);
    }

    @AfterEach
    void end() {
        looker.close();
        control.abandon();
        JobDirectory.remove(directory, null);
    }

    @Test
    void shouldBelieveWhomeverSaysThatAProcessLives() {
        Life[] all = Life.values();
        for (Life one : all) {
            for (Life other : all) {
                Life both = one.and(other);
                assertEquals(both, other.and(one));
                assertEquals(one == Life.ALIVE || other == Life.ALIVE, both == Life.ALIVE);
                assertEquals(one == Life.UNKNOWN && other == Life.UNKNOWN, both == Life.UNKNOWN);
            }
        }
    }

    @Test
    void shouldKnowOfAProcessElsewhereByItsLock() {
        JobLocks own = JobLocks.join(control);
        assertTrue(own.hold(1));
        control.enter(1, new ProcessIdentity(ProcessHandle.current().pid(), 5, ELSEWHERE), own.isHolding());
        assertEquals(Life.ALIVE, liveness.life(1));
        assertFalse(liveness.hasDied(1));
        assertEquals(Life.ALIVE, new Liveness(control, own).life(1), "its own lock");
        own.close();
        assertEquals(Life.DEAD, liveness.life(1));
        assertTrue(liveness.hasDied(1));
        own.close();
    }

    @Test
    void shouldKnowOfARankThatHasNotSaidYetWhoItIsByItsLock() throws IOException {
        JobLocks own = JobLocks.join(control);
        assertTrue(own.hold(0));
        SharedMemory.putInt(control.slot(0, ControlLayout.STATE), RankView.State.JOINING.ordinal());
        Files.setLastModifiedTime(directory, FileTime.fromMillis(0));
        assertTrue(DirectoryState.of(control).why().contains("rank 0 runs"));
        own.close();
        assertTrue(DirectoryState.of(control).abandoned(), "it was killed before it came to that");
    }

    /** A launcher locks its byte when its ranks have started, and a file system may have no locks. */
    @Test
    void shouldNotTakeAFreeByteForADeathOfOneThatHasLockedNone() {
        control.enter(1, new ProcessIdentity(7, 5, ELSEWHERE), false);
        assertEquals(FileLocks.State.FREE, looker.state(1));
        assertEquals(Life.UNKNOWN, liveness.life(1));
        assertFalse(liveness.hasDied(1));
        SharedMemory.putInt(control.slot(1, ControlLayout.STATE), RankView.State.JOINED.ordinal());
        DirectoryState state = DirectoryState.of(control);
        assertFalse(state.abandoned() || state.told());
    }

    /** Something that a rank has left behind may hold its lock: the job goes down, and its files stay for that. */
    @Test
    void shouldTellADeathFromTheEndOfAllThatARankHasLeft() throws IOException {
        JobLocks own = JobLocks.join(control);
        assertTrue(own.hold(2));
        try (OtherProcess other = OtherProcess.sleeping()) {
            control.enter(2, other.identity(), true);
            SharedMemory.putInt(control.slot(2, ControlLayout.STATE), RankView.State.JOINED.ordinal());
            assertFalse(liveness.hasDied(2));
        }
        assertTrue(liveness.hasDied(2));
        assertEquals(Life.ALIVE, liveness.life(2));
        assertFalse(DirectoryState.of(control).abandoned());
        own.close();
        assertTrue(DirectoryState.of(control).abandoned());
    }

    /** A process that closes what it does not know, as daemons do, lives still. */
    @Test
    void shouldNotTakeALostLockForADeathWhereTheNumberSaysOtherwise() {
        control.enter(1, ProcessIdentity.current(), true);
        assertEquals(FileLocks.State.FREE, looker.state(1));
        assertEquals(Life.ALIVE, liveness.life(1));
        assertFalse(liveness.hasDied(1));
    }

    @Test
    void shouldGiveAByteToOneOnly() {
        JobLocks one = JobLocks.join(control);
        JobLocks other = JobLocks.join(control);
        assertTrue(one.hold(0));
        assertFalse(other.hold(0));
        assertTrue(other.hold(1));
        assertTrue(JobLocks.areHeld(directory));
        one.close();
        assertEquals(FileLocks.State.FREE, looker.state(0));
        assertEquals(FileLocks.State.HELD, looker.state(1));
        other.close();
        assertFalse(JobLocks.areHeld(directory));
        assertEquals(FileLocks.State.UNKNOWN, other.state(0), "it is closed");
    }

    @Test
    void shouldKnowNothingByAnotherFileInItsPlaceAndLetNobodyJoinByIt() throws IOException {
        Path file = directory.resolve(JobLocks.NAME);
        Path kept = Files.move(file, directory.resolve("kept"));
        Files.createFile(file);
        control.enter(1, new ProcessIdentity(7, 5, ELSEWHERE), true);
        try (JobLocks replaced = JobLocks.look(control)) {
            assertEquals(FileLocks.State.UNKNOWN, replaced.state(1));
            assertEquals(Life.UNKNOWN, new Liveness(control, replaced).life(1));
            assertFalse(new Liveness(control, replaced).hasDied(1));
        }
        Refused.with(JoinException.class, () -> JobLocks.join(control), file.toString(), "removed, or replaced");
        Files.delete(file);
        Refused.with(JoinException.class, () -> JobLocks.join(control), file.toString(), "removed, or replaced");
        Files.move(kept, file);
        JobLocks.join(control).close();
    }

    @Test
    void shouldNotTakeAFreeByteForADeathWhereAnotherKernelMayHaveLockedIt() {
        Path proc = Path.of("/proc");
        Namespaces otherBoot = new Namespaces(HERE.boot() + 1, HERE.pid(), HERE.time());
        for (FileLocks.State state : FileLocks.State.values()) {
            Life here = FileLocks.life(state, HERE, proc);
            Life there = FileLocks.life(state, otherBoot, proc);
            switch (state) {
                case HELD -> assertEquals(Life.ALIVE, there);
                case FREE -> assertEquals(Life.DEAD, here);
                case UNKNOWN -> assertEquals(Life.UNKNOWN, here);
            }
            assertEquals(state == FileLocks.State.HELD ? Life.ALIVE : Life.UNKNOWN, there);
        }
        assertEquals(Life.UNKNOWN, FileLocks.life(FileLocks.State.FREE, Namespaces.UNKNOWN, proc));
    }

    @Test
    void shouldLeaveADirectoryWhoseProcessesLiveThoughItsControlFileIsDamaged() throws IOException {
        JobLocks own = JobLocks.join(control);
        assertTrue(own.hold(1));
        Files.delete(directory.resolve(JobDirectory.CONTROL));
        Files.setLastModifiedTime(directory, FileTime.fromMillis(0));
        DirectoryState state = DirectoryState.of(directory);
        assertFalse(state.abandoned());
        assertTrue(state.why().startsWith("processes of its job run, and no job in "), state::why);
        own.close();
        assertTrue(DirectoryState.of(directory).abandoned());
    }

    @Test
    void shouldNotSignalAMemberOfAnotherContainerThatHasTheNumberOfAProcessHere() throws IOException {
        try (OtherProcess other = OtherProcess.mapping(directory.resolve(JobDirectory.CONTROL), true)) {
            ProcessIdentity here = other.identity();
            for (Namespaces told : new Namespaces[]{ELSEWHERE, Namespaces.UNKNOWN,
                new Namespaces(HERE.boot(), HERE.pid(), HERE.time() + 1)}) {
                control.enter(1, new ProcessIdentity(here.pid(), here.start(), told), true);
                SharedMemory.putInt(control.slot(1, ControlLayout.STATE), RankView.State.JOINED.ordinal());
                Departure.killStaying(control, pid -> {
                    throw new AssertionError("kills " + pid);
                });
                assertEquals(ProcessIdentity.ELSEWHERE, control.process(1).kernelState());
                assertEquals("", ProcessPause.of(control.process(1)));
            }
            List<Long> killed = new ArrayList<>();
            control.enter(1, here, true);
            Departure.killStaying(control, killed::add);
            assertEquals(List.of(here.pid()), killed, "it is a member, if it is one of this container");
        }
    }
}
