/**
 * The wire "ucx": between processes of any hosts, over whatever networks UCX finds: InfiniBand and RoCE, or TCP. Only
 * where it is asked for ({@code pgas.wire=ucx}). UCX is a library of the system, libucp from version 1.10 on, called by
 * the JDK's foreign functions; this module has no native code. All but its carriers is as of any wire over streams
 * ({@link org.pgas.hosts.stream}). UCX is asked to tell when a peer dies, which release 1.13 cannot over memory that
 * processes share: so it takes TCP on one host, too.
 *
 * <p><b>What UCX does here.</b> A rank has two workers of UCX: one that is called, whose address peers are told, and
 * which only receives; and one that calls, which has an endpoint to each peer's other worker, and only sends. So a pair
 * of ranks that talks has two connections of UCX, one for each direction. Bytes of a connection of this wire go in
 * tagged messages of at most 8,000 bytes, in UCX's eager protocol ({@code UcxMessage} has the layout): nearly every
 * transport sends so many in one piece, and copies them once on each side, so that no memory of a rank is made known to
 * a device. UCX keeps the order of messages of one endpoint where it has one lane for them, which it is told to; each
 * message has an index, and a connection whose order was not kept fails.
 *
 * <pre>
 * caller  open    its number of the connection, the address of its worker
 * both    data    numbers of both ends, an index, bytes; from the caller also before the other end has answered
 * both    end     the same, without bytes: the last message
 * </pre>
 *
 * <p>A number has 44 bits by chance, which no process knows that was not told. So a stranger that reaches a worker can
 * open connections, and the greeting of {@code org.pgas.hosts.stream} turns it away; it cannot send into those of
 * others. That holds for a stranger that does not read what goes over the network: <b>UCX encrypts nothing, and proves
 * nothing</b>, and so this wire opens with {@code pgas.wire.plain=on} only. A process that can change what goes over
 * the network reads and changes everything. And UCX itself is made for networks where everybody is trusted: a process
 * that reaches its ports can let it fail, and the rank with it.
 *
 * <p><b>Room.</b> UCX takes every message. At this end a connection may have eight that UCX has not sent; then writes
 * take nothing. At the other end it puts what has come aside until it is read: as much as an honest peer has ever under
 * way ({@code StreamWire.MOST_UNREAD_BYTES}), and a peer that sends more is lost.
 *
 * <p><b>Why so.</b> UCX 1.13 as Debian builds it, with its assertions, ends the process when a peer dies while a
 * rank answers its request to be wired up, which Active Messages make and tagged messages do not; while both ends of
 * one connection of TCP call each other, which cannot be where one worker calls and another is called; and right behind
 * a connect of TCP that has waited, so that {@code UCX_TCP_CONN_NB=y} is set, whatever the user has set. Then the death
 * of one rank would end others.
 *
 * <p><b>Threads, and the lock.</b> Everything of UCX is under one lock ({@code UcxCarriers}), as its mode for several
 * threads of one worker wants it: senders hold it for a message, the thread that polls while the workers make progress,
 * which is in each poll and nowhere else but at the end. It takes out then, one after the other, the messages that have
 * come. UCX calls back, from that thread, for an endpoint that has failed alone, which is noted. What that call throws
 * is caught, and thrown by that poll.
 *
 * <p><b>Sleep.</b> A sleeper holds no lock; it is in the system's poll, on the descriptors of both workers. Before that
 * they are armed, which they refuse while something is there that no poll has seen. A wake signals a worker, and is
 * noted as well, since to arm takes signals away. As the JVM cannot interrupt that call, a sleep ends after a tenth of
 * a second at the latest.
 *
 * <p><b>Memory.</b> What UCX is given lives as long as the workers, and a message's is used again when its request is
 * done. Workers are ended when all requests are done, of which those that are left are given up with their endpoints;
 * if UCX does not give one back within two seconds, the workers are left as they are.
 *
 * <p><b>The end.</b> The orderly end of a connection is a message, behind all others. A rank that closes waits until
 * its peers have taken in what it has sent, which UCX is asked for (a flush; over TCP the peer's polls answer it), but
 * no longer than a fifth of a second: a peer that does not poll finds the rest where the network has put it.
 *
 * <p><b>Failures.</b> UCX tells that a process has died when the connection to it ends, which TCP tells at once; where
 * nothing tells, by a look at each peer every 20 seconds ({@code UCX_KEEPALIVE_INTERVAL}). It tells of the way to the
 * peer. What the peer has sent came the other way, and may still be under way or unread, its end also: so a connection
 * whose way broke takes in for another half a second what comes, and has failed then if there was no end. Half a second
 * is longer than it takes TCP to send a lost packet again.
 *
 * <p><b>What UCX does to a process.</b> It would take signals that the JVM needs for itself, and change the code of the
 * C library's functions for memory: both are turned off, by the environment, before it is loaded ({@code Ucp}). That
 * environment is this process's alone; what Java starts has another one. UCX has a thread of its own, which lets in
 * processes that connect, and sleeps else. Devices and transports are chosen by UCX, or by the user who sets {@code
 * UCX_NET_DEVICES} and {@code UCX_TLS}; {@code pgas.wire.host} says nothing to it.
 *
 * <p><b>What is not there yet.</b> One-sided transfers, by the device and without the target's processors ({@link
 * org.pgas.hosts.wire.OneSided}). A segment would be made known to UCX when it is attached, and the key that UCX packs
 * for it told with the segment's card; a peer makes the key ready once for each endpoint. Then:
 *
 * <pre>
 * register    ucp_mem_map, ucp_rkey_pack    once for each segment; the kernel pins its pages: some 0.1 ms for each MiB
 * open        ucp_ep_rkey_unpack            once for each segment and peer; microseconds
 * put, get    ucp_put_nbx, ucp_get_nbx      a downcall, 1 to 2 microseconds to the other host and back, and nothing of
 *                                           the target's processors; large ones at the speed of the device
 * flush       ucp_ep_flush_nbx              a round trip
 * </pre>
 *
 * <p>These are estimates, from what such devices are said to do. Over TCP, where UCX carries these calls out in the
 * target's progress, it would cost more than the frames that there are: a put with its completion takes two round
 * trips. So a wire has {@code oneSided()} only where all its lanes to a peer are of a device, which the API of UCX 1.13
 * does not tell. Atomic operations stay frames: what a device does to a word excludes neither its owner nor the owner's
 * neighbours. And memory that is closed stays mapped, as private memory: the device must have been told before. There
 * is no such device where this library is tested, so none of it is written.
 *
 * <p><b>Cost.</b> A frame costs a downcall and a copy more than over plain TCP; a message that comes two downcalls and
 * a copy, and each poll three downcalls. Nothing is allocated.
 *
 * <p><b>Invariant:</b> a host without UCX, or with one that is too old, is told in a sentence what to install
 * ({@code UcxVersionTest.whatIsMissingIsSaidWithThePackage}).
 *
 * <p><b>Invariant:</b> bytes come whole and in order, whatever their pieces
 * ({@code UcxCarrierTest.bytesArriveWholeAndInOrder}).
 *
 * <p><b>Invariant:</b> what a peer sends is bounded ({@code UcxCarrierTest.whoSendsMoreThanThereIsRoomForIsLost}).
 *
 * <p><b>Invariant:</b> a message that names a connection that it was not told of reaches none
 * ({@code NumbersTest.aNumberThatWasNotToldFindsNobody}).
 *
 * <p><b>Invariant:</b> the death of a peer's process is told from its orderly end
 * ({@code StreamLaws.aProcessThatIsKilledIsLostAndSoIsOneThatClosesInOrder}).
 *
 * <p><b>Invariant:</b> what a peer has sent before it closed is read, and then its end
 * ({@code UcxCarrierTest.whatWasSentBeforeTheOtherEndIsGoneIsRead}).
 *
 * <p><b>Invariant:</b> the death of a peer's process ends no other rank, whatever they were about
 * ({@code StreamLaws.theDeathOfAProcessEndsNoOtherRank}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.ucx;
