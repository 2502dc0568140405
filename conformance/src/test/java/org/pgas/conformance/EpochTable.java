package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;

/**
 * What is legal in which epoch: states of a window, calls, and which of them go together. All ranks go through it
 * together.
 */
final class EpochTable {
    /**
     * A state, how a rank comes there from where no epoch is open, what of it errors name, and the calls that are
     * legal, with ~ where they would wait.
     */
    private record State(String name, List<String> way, String open, String legal) {}

    private static final List<State> STATES = List.of(
            new State("nothing", List.of(), "no epoch is open", "fence start lock lockAll post"),
            new State("a fence", List.of("fence"), "the epoch of the last fence has no communication yet",
                    "communication fence start lock lockAll post"),
            new State("a fence and communication", List.of("fence", "communication"),
                    "a fence's epoch with communication is open", "communication fence"),
            new State("posted", List.of("post"), "an exposure epoch, posted to the group of ranks 0, 1 is open",
                    "start lock lockAll await test"),
            new State("posted and started", List.of("post", "start"),
                    "an access epoch, started to the group of ranks 0, 1"
                            + " and an exposure epoch, posted to the group of ranks 0, 1 are open",
                    "communication complete await test"),
            new State("started after a fence", List.of("fence", "start"),
                    "an access epoch, started to the group of ranks 0, 1 is open", "~communication complete post"),
            new State("locked", List.of("lock"), "a lock of rank 0 is open",
                    "communication unlock flush flushAll flushLocal flushLocalAll sync request post"),
            new State("locked and posted", List.of("lock", "post"),
                    "a lock of rank 0 and an exposure epoch, posted to the group of ranks 0, 1 are open",
                    "communication unlock flush flushAll flushLocal flushLocalAll sync request await test"),
            new State("all locked", List.of("lockAll"), "a lock of all ranks is open",
                    "communication unlockAll flush flushAll flushLocal flushLocalAll sync request post"),
            new State("completed", List.of("post", "start", "complete"),
                    "an exposure epoch, posted to the group of ranks 0, 1 is open", "start lock lockAll await test"));

    private final Team team;
    private final Window window;
    private final Group group;
    private final String who;
    private final boolean checked;
    private final Map<String, Runnable> calls = new LinkedHashMap<>();

    private int posts;
    private int starts;

    EpochTable(Team team, Window window) {
        this.team = team;
        this.window = window;
        this.group = window.group();
        this.who = "rank " + team.job().rank() + ": ";
        this.checked = team.job().isChecked();
        calls.put("fence", () -> window.fence(Assertions.NONE));
        calls.put("communication", () -> communicate(window, 0));
        calls.put("request", this::communicateWithRequest);
        calls.put("post", () -> window.post(group, Assertions.NONE));
        calls.put("start", () -> window.start(group, Assertions.NONE));
        calls.put("complete", window::complete);
        calls.put("await", window::await);
        calls.put("test", window::test);
        calls.put("lock", () -> window.lock(LockType.SHARED, 0, Assertions.NONE));
        calls.put("unlock", () -> window.unlock(0));
        calls.put("lockAll", () -> window.lockAll(Assertions.NONE));
        calls.put("unlockAll", window::unlockAll);
        calls.put("flush", () -> window.flush(0));
        calls.put("flushAll", window::flushAll);
        calls.put("flushLocal", () -> window.flushLocal(0));
        calls.put("flushLocalAll", window::flushLocalAll);
        calls.put("sync", window::sync);
    }

    /** Communication that enters its epoch, which may wait, and is refused after that, as it lacks an operation. */
    static void communicate(Window window, int target) {
        PgasException refused = assertThrows(PgasException.class, () -> window.fetchAndOp(1, target, 0, null));
        if (!refused.getMessage().contains("the operation is null")) {
            throw refused;
        }
    }

    private void communicateWithRequest() {
        RuntimeException refused = assertThrows(RuntimeException.class,
                () -> window.rput(null, 1, null, 0, 0, 1, null));
        if (refused instanceof PgasException e && e.getMessage().contains("legal now are")) {
            throw e;
        }
    }

    /** Every call in every state. */
    void run() {
        for (State state : STATES) {
            if (checked && isLocked(state) && state.way.contains("post")) {
                continue;
            }
            Set<String> legal = new TreeSet<>(List.of(state.legal.split(" ")));
            for (String call : calls.keySet()) {
                for (String step : state.way) {
                    make(step);
                    team.barrier();
                }
                String where = call + ", with " + state.name;
                if (checked && isLocked(state) && call.equals("post")) {
                    refuseToExpose(where, state);
                } else if (legal.contains(call)) {
                    tryLegal(where, call);
                } else if (!legal.contains("~" + call)) {
                    refuse(where, call, state, legal);
                }
                team.barrier();
                end();
            }
        }
    }

    private static boolean isLocked(State state) {
        return state.way.contains("lock") || state.way.contains("lockAll");
    }

    /** Checked mode finds what no rank's own state tells: that others have locked it. */
    private void refuseToExpose(String where, State state) {
        if (team.rank() == 0 || state.way.contains("lockAll")) {
            assertIllegal(where, () -> make("post"), who + "Window.post",
                    "the part of this rank is locked by ranks 0, 1, shared");
        }
    }

    private void make(String call) {
        calls.get(call).run();
        posts += call.equals("post") ? 1 : 0;
        starts += call.equals("start") ? 1 : 0;
    }

    private void tryLegal(String where, String call) {
        if (call.equals("await")) {
            endAccess();
        }
        try {
            make(call);
        } catch (PgasException e) {
            if (!call.startsWith("lock") || !e.getMessage().contains("is exposed by a post")) {
                throw new AssertionError(where + " should be legal", e);
            }
        }
    }

    private void refuse(String where, String call, State state, Set<String> legal) {
        PgasException e = assertThrows(PgasException.class, () -> calls.get(call).run(), where);
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code(), where);
        String message = e.getMessage();
        assertTrue(message.startsWith(who + "Window."), where + ": " + message);
        assertTrue(message.contains(state.open + ": legal now are "), where + ": " + message);
        String list = message.substring(message.indexOf("legal now are ") + 13) + ",";
        for (String each : legal) {
            String said = each.startsWith("flush") ? "flush and its siblings" : each.replace("~", "");
            assertTrue(
                    each.equals("request") || list.contains(" " + said + ",") || list.contains(" " + said + " with "),
                    where + " should tell of " + each + ": " + message);
        }
        for (String each : calls.keySet()) {
            assertTrue(legal.contains(each) || !list.contains(" " + each + ","),
                    where + " should not tell of " + each + ": " + message);
        }
    }

    /** Ends all access epochs, of which there are at last as many as exposure epochs. */
    private void endAccess() {
        attempt(window::complete);
        attempt(() -> window.unlock(0));
        attempt(window::unlockAll);
        if (starts < posts) {
            make("start");
            window.complete();
        }
    }

    /** Back to where no epoch is open, wherever this rank is. */
    private void end() {
        endAccess();
        if (starts > posts) {
            attempt(window::await);
            make("post");
        }
        attempt(window::await);
        window.fence(Assertions.NOSUCCEED);
    }

    private static void attempt(Runnable call) {
        try {
            call.run();
        } catch (PgasException e) {
            assertTrue(e.getMessage().contains("legal now are"), e.getMessage());
        }
    }
}
