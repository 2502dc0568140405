/**
 * Wires over streams of bytes, of whatever kind: a kind says what carries bytes between two processes, and how these
 * find each other ({@link org.pgas.hosts.stream.Carriers}), and everything else is here ({@link
 * org.pgas.hosts.stream.StreamWire}). Where sockets of the JDK carry them, a kind says less ({@link
 * org.pgas.hosts.stream.Sockets}).
 *
 * <p><b>Connections.</b> Each rank has a place where peers come in ({@code Door}). Of two ranks the higher one calls
 * ({@code Call}). Both channels go over the one connection, and with them rooms and the goodbye; {@code Frames} has the
 * layout. Ranks have one byte order, that of the machine. What a connection is made of is a line of the kind
 * ({@link org.pgas.hosts.stream.Line}): the bytes of a carrier ({@link org.pgas.hosts.stream.Carrier}), or encrypted
 * ones.
 *
 * <p><b>Greeting.</b> Ranks of a job have a secret, and prove to each other that they have it before a frame goes over
 * a connection ({@code Greeting} has the texts):
 *
 * <pre>
 * 1  caller  hello         which rank it is and which it means, its settings, a nonce; a proof of these alone
 * 2  both                  the line is made secure, where its kind encrypts
 * 3  called  answer        the same of itself; a proof of all before, and of what binds the line to its two ends
 * 4  caller  confirmation  a proof of all before
 * </pre>
 *
 * <p>The door turns away, and counts, processes of another job, version or setting, ranks that are there already, and
 * hellos that were heard before. A stranger that overhears a hello, and keeps it from its target or is there first,
 * comes to step 3 at most; no other process without the secret comes to step 2. A stranger that does so to each hello
 * of a rank keeps that rank from its peer, until the wire tells the loss. A call that ends before an answer is
 * repeated, five times within a second: somebody else may have taken its seat at the door.
 *
 * <p><b>Room.</b> A channel to a peer has 192 KiB of frames. The receiver says how much it has taken in all, whenever
 * that is a quarter more; three quarters are more than the largest frame, so nobody waits for room that is nowhere.
 * What the system has not taken waits in {@code Outgoing}, which has memory for the rooms of both channels. What comes
 * is read into memory for two frames and handed over there ({@code Incoming}); only what is refused is copied, to
 * memory of the channel's room. A pair of ranks needs some 520 KiB on each side, and 385 KiB more once something was
 * refused.
 *
 * <p><b>Small frames.</b> A frame is written at once, unless somebody polls soon, and something was written in the last
 * 50 microseconds or the system takes nothing: then it waits for a poll, 5 microseconds behind the last write, or for
 * 8 KiB of others. One that nobody needs before the next, such as what tells of room, waits for that, or for a poll 50
 * microseconds behind the last write; where it went at once, as one of 8 KiB and more does, so does the next. Plain
 * sockets take data of 16 KiB and more from where they lie.
 *
 * <p><b>What is read is checked.</b> Before a length is used, the first word of a frame is compared with what can be
 * written; before a frame is handed over, so are source, running index, room, and a checksum over header and head. In
 * checked mode it covers the data too: else garbage in data does no harm to the library.
 *
 * <p><b>Threads.</b> There are none. Senders are in {@code Outgoing}, one at a time for a peer; the thread that polls
 * is in {@code Incoming} and {@code Door}, and needs no lock, because one thread polls at a time; it enters {@code
 * Outgoing} to note and give back rooms. What carries bytes has whatever more it needs ({@code Carriers.look}).
 *
 * <p><b>Sleep.</b> Arm says whether something was read and not yet handed over. Whether something waits to be read, and
 * that a sleep ends with what comes after, the kind says ({@code Carriers.arm}). A sleeper on sockets is in a selector
 * of its own ({@code Selectors}): it would hold up polls in theirs. The system keeps saying what is there to read, and
 * remembers a wake: so nothing that comes between arm and sleep is missed. A sender that finds the system full lets the
 * sleeper wait for that too ({@code Carrier.awaitRoom}).
 *
 * <p>Fields that threads share have their writers, readers and orders beside them in {@code StreamWire} and
 * {@code Outgoing}. Beyond those:
 *
 * <pre>
 * field              writer                    readers        order
 * frames in memory   senders; the poller       system         plain, under the lock of Outgoing, or of the poller alone
 * counts of polls    the poller                any            plain: a look may be late
 * sticky wake        wakers                    the sleeper    of the kind; on sockets a selector's wakeup
 * </pre>
 *
 * <p><b>Invariant:</b> a process that does not prove that it has the job's secret, now and on this connection, is no
 * peer ({@code StreamLaws.aProofIsOfOneConnectionAlone}, {@code StreamLaws.whoDoesNotConfirmIsTurnedAway}, {@code
 * StreamLaws.aHelloThatWasHeardBeforeIsTurnedAwayAndDrivesNobodyAway}, {@code StreamLaws.garbageAtTheDoorIsTurnedAway},
 * {@code WireLaws.strangersAreTurnedAwayAndHarmNobody}).
 *
 * <p><b>Invariant:</b> strangers that hear nothing take a bounded number of seats and descriptors, and keep no peer out
 * ({@code StreamLaws.silentConnectionsTakeAFewSeatsAndHoldUpNobody}, {@code
 * StreamLaws.thereAreSilentSeatsForAllRanksOfALargeJob}, {@code LocalWireTest.whoCallsSaysHelloAtOnce}, {@code
 * StreamLaws.neitherStrangersNorLostPeersLeaveADescriptor}, {@code StreamLaws.aFloodOfConnectionsDoesNotKeepAPeerOut},
 * {@code StreamLaws.whoStopsBehindItsHelloHoldsUpNobody}).
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.hosts.stream;
