package org.pgas.wait;

/**
 * How long the waits of a rank spin before they yield.
 *
 * <p>Where every rank can have a core, each wait spins. Where ranks share cores, a spinning rank keeps another from
 * running, and that may be the one that is awaited. But if the awaited rank runs on another core just now, it answers
 * sooner than a yield returns; two such ranks go on at full speed until one of them loses its core.
 *
 * <p>No rank sees which others run; the last waits tell. One that ended while it spun adds 1 to a score; one that has
 * spun in vain takes {@value #PENALTY} away. While there is a score, waits spin; when there is none, they yield at
 * once, and only now and then one tries. Attempts become rarer by half with each that was in vain, down to one in
 * {@value #RAREST}, until the score is full again. So waits spin on only as long as four of five of them are over by
 * that, and ranks that cannot run together, as in a barrier of more ranks than cores, lose next to nothing.
 *
 * <pre>
 * field    writer                     reader    order
 * score    waiting threads of a rank  the same  plain, racy: a lost update makes some waits spin, or yield
 * every    waiting threads of a rank  the same  plain, racy: the same
 * untried  waiting threads of a rank  the same  plain, racy: the same
 * </pre>
 */
public final class Spinning {
    /** Looks of a wait that spins; some three microseconds. */
    static final int ROUNDS = 200;

    /** The highest score: so few waits that spin in vain end the spinning, however many did not. */
    static final int MOST = 8;

    /** What a wait that has spun in vain takes from the score. */
    static final int PENALTY = 4;

    /** At first, one of so many waits without a score spins. */
    static final int OFTENEST = 16;

    /** The same when that was in vain again and again. */
    static final int RAREST = 1024;

    private final boolean isShared;

    /** From 0 to the highest. Racy. */
    private int score = MOST;

    /** One of so many waits without a score spins. Racy. */
    private int every = OFTENEST;

    /** Waits without a score since one has spun. Racy. */
    private int untried;

    /** @param isShared whether ranks are more than cores */
    Spinning(boolean isShared) {
        this.isShared = isShared;
    }

    /** Looks that every wait may spend, whatever was before: none where ranks share cores. */
    int always() {
        return isShared ? 0 : ROUNDS;
    }

    /** Looks for a wait that is not met at once; 0 if it is to yield. To be told what came of it. */
    public int rounds() {
        return isShared ? sharedRounds() : ROUNDS;
    }

    private int sharedRounds() {
        if (score > 0) {
            return ROUNDS;
        }
        if (++untried < every) {
            return 0;
        }
        untried = 0;
        return ROUNDS;
    }

    /** A wait was over while it spun. */
    public void met() {
        if (isShared && score < MOST) {
            praise();
        }
    }

    private void praise() {
        score++;
        if (score >= MOST) {
            every = OFTENEST;
        }
    }

    /** A wait has spun so many rounds, found nothing to do meanwhile, and was not over. */
    public void missed(int rounds) {
        if (isShared && rounds > 0) {
            score = Math.max(0, score - PENALTY);
            if (score == 0) {
                every = Math.min(RAREST, 2 * every);
            }
        }
    }
}
