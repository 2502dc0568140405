package org.pgas.team;

import org.pgas.PgasException;
import org.pgas.TeamFlags;
import org.pgas.rank.ThisRank;

/** The end of a team, by its members together: what hinders it on one, all find out, and all throw. */
public final class TeamDestruction {
    private static final String CALL = "Team.destroy";

    private final TeamCore team;
    private final ThisRank self;

    public TeamDestruction(TeamCore team) {
        this.team = team;
        this.self = team.self();
    }

    public void run(int flags) {
        self.checkOpen();
        self.checkUnrestricted(CALL);
        team.checkTeam(CALL);
        if (team.isWorld()) {
            throw refusal("the world team lasts as long as the job");
        }
        agree(flags & TeamFlags.GLOBALLY_QUIESCED, problem(flags));
        // no member touches the words after it has arrived here; member 0 waits for that: its process has the memory
        team.exchange().lastStep(CALL, team.memberRank() == 0);
        team.end();
    }

    /** Waits for all members; throws on all of them when one refuses, or their flags differ. */
    private void agree(int quiesced, String problem) {
        TeamExchange exchange = team.exchange();
        long own = !problem.isEmpty() ? TeamExchange.DESTROY_REFUSED
                : quiesced != 0 ? TeamExchange.DESTROY_QUIESCED : TeamExchange.DESTROY;
        boolean agreed = problem.isEmpty();
        for (long each : exchange.values(CALL, own)) {
            agreed &= each == own;
        }
        if (agreed) {
            return;
        }
        String call = CALL + "(flags 0x" + Integer.toHexString(quiesced) + ")";
        if (problem.isEmpty()) {
            throw exchange.mismatch(call);
        }
        exchange.mismatch(call + ", refused there: " + problem);
        throw refusal(problem + ": the team was destroyed on no rank");
    }

    /** What hinders this member; "" when nothing does. */
    private String problem(int flags) {
        if ((flags & ~(TeamFlags.GLOBALLY_QUIESCED | TeamFlags.SCRATCH_SEG_OFFSET)) != 0) {
            return "flags 0x" + Integer.toHexString(flags) + " are not defined here: legal is GLOBALLY_QUIESCED";
        }
        if (team.barrierWords().hasPending()) {
            return "a barrier of the team is not synchronised: await its event first";
        }
        String outstanding = team.companion().outstanding();
        if (outstanding != null) {
            return outstanding + " of the team is not synchronised: await its event first";
        }
        int domains = team.domains().live();
        return domains > 0 ? domains + " atomic domains of the team are not destroyed" : "";
    }

    private PgasException refusal(String why) {
        return self.refusals().bad(CALL, why);
    }
}
