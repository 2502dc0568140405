/**
 * The wire "local": between processes of one machine, over Unix-domain sockets. For jobs whose ranks are on one host and
 * in several neighbourhoods, and for tests.
 *
 * <p><b>Connections.</b> Each rank has a socket {@code wire-<rank>} in the job's directory, which only the owner may
 * enter, with rights for the owner only ({@code Door}). Of two ranks the higher one connects. Each side says first who
 * it is ({@code Greeting}); whoever is of another job, version or setting, or is there already, is turned away and
 * counted. Both channels go over the one connection, and with them rooms and the goodbye; {@code Frames} has the layout.
 * Ranks have one byte order, that of the machine.
 *
 * <p><b>Room.</b> A channel to a peer has 128 KiB of frames. The receiver says how much it has taken in all, whenever
 * that is a quarter more; three quarters are more than the largest frame, so nobody waits for room that is nowhere.
 * What the system has not taken waits in {@code Outgoing}, which has memory for the rooms of both channels. What comes
 * is read into memory for two frames and handed over there ({@code Incoming}); only what is refused is copied, to memory
 * of the channel's room. A pair of ranks needs some 400 KiB on each side, and 256 KiB more once something was refused.
 *
 * <p><b>Small frames.</b> A frame is written at once, unless somebody polls soon, and something was written in the last
 * 50 microseconds or the system takes nothing: then it waits for a poll, 5 microseconds behind the last write, or for
 * 8 KiB of others.
 *
 * <p><b>What is read is checked.</b> Before a length is used, the first word of a frame is compared with what can be
 * written; before a frame is handed over, so are source, running index, room, and a checksum over header and head. In
 * checked mode it covers the data too: else garbage in data does no harm to the library.
 *
 * <p><b>Threads.</b> There are none. Senders are in {@code Outgoing}, one at a time for a peer; whoever polls is in
 * {@code Incoming} and {@code Door}, and needs no lock, because one thread polls at a time; it enters {@code Outgoing} to note
 * and give back rooms. A sleeper is in a selector of its own ({@code Selectors}): it would hold up polls in theirs. The system
 * keeps saying what is there to read, and remembers a wake: so nothing that comes between arm and sleep is missed, and
 * arm only has to say whether something was read and not yet handed over. A sender that finds the system full lets the sleeper wait
 * for that too.
 *
 * <p>Fields that threads share have their writers, readers and orders beside them in {@code LocalWire} and
 * {@code Outgoing}. Beyond those:
 *
 * <pre>
 * field              writer                    readers        order
 * frames in memory   senders; the poller       system         plain, under the lock of Outgoing, or of the poller alone
 * counts of polls    the poller                any            plain: a look may be late
 * sticky wake        wakers                    the sleeper    the system's: a selector's wakeup
 * </pre>
 *
 * <p><b>Invariant:</b> sockets are their owner's alone, and closing leaves neither file, thread nor descriptor
 * ({@code LocalWireTest.theSocketIsItsOwnersAlone},
 * {@code LocalWireTest.aDirectoryOfOthersAndATakenPlaceAreRefusedAndNothingIsLeft},
 * {@code WireLaws.closingLeavesNoFileAndNoThread}, {@code LocalWireTest.closingLeavesNoDescriptor}).
 *
 * <p><b>Invariant:</b> the death of a peer's process is told from its orderly end
 * ({@code LocalWireTest.aProcessThatIsKilledIsLostAndSoIsOneThatClosesInOrder}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.hosts.local;
