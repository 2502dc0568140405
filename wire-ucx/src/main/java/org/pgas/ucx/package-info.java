/**
 * The wire "ucx": between processes of any hosts, over whatever networks UCX finds: InfiniBand and RoCE, or TCP. Only
 * where it is asked for ({@code pgas.wire=ucx}). UCX is a library of the system, libucp from version 1.10 on, called by
 * the JDK's foreign functions; this module has no native code. All but its carriers is as of any wire over streams
 * ({@link org.pgas.hosts.stream}). UCX is asked to tell when a peer dies, which release 1.13 cannot over memory that
 * processes share: so it takes TCP on one host, too.
 *
 * <p><b>What UCX does here.</b> A rank has two workers of UCX. One is called: peers are told its address, and it only
 * receives. The other one calls: it has an endpoint to the worker of each peer that is called, and only sends. So a
 * pair of ranks that talks has two connections of UCX, one for each direction. Bytes of a connection of this wire go in
 * tagged messages of at most 8,000 bytes, in UCX's eager protocol ({@code UcxMessage} has the layout): nearly every
 * transport sends so many in one piece, and copies them once on each side, so that no memory of a rank is made known to
 * a device. UCX keeps the order of messages of one endpoint where it has one lane for them, which it is told to; each
 * message has an index, and a connection that has not kept the order fails.
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
 * come. UCX calls back, from whatever call it is in, for an endpoint that has failed alone, which is noted. What that
 * throws is caught, and thrown by the next poll.
 *
 * <p><b>Sleep.</b> A sleeper holds no lock; it is in the system's poll, on the descriptors of both workers. Before that
 * they are armed, which they refuse while something is there that no poll has seen. A wake signals a worker, and is
 * noted as well, since to arm takes signals away. As the JVM cannot interrupt that call, a sleep ends after a tenth of
 * a second at the latest.
 *
 * <p><b>Memory.</b> What UCX is given lives as long as the workers, and a message's is used again when its request is
 * done. Workers are ended when all requests are done; those that are left are given up with their endpoints; if UCX
 * does not give one back within two seconds, the workers are left as they are.
 *
 * <p><b>The end.</b> The orderly end of a connection is a message, behind all others. A rank that closes waits until
 * its peers have taken in what it has sent, which UCX is asked for (a flush; over TCP the peer's polls answer it), but
 * no longer than a fifth of a second: a peer that does not poll finds the rest where the network has put it.
 *
 * <p><b>Failures.</b> UCX tells that a process has died when the connection to it ends, which TCP tells at once; where
 * nothing tells, by a look at each peer every 20 seconds ({@code UCX_KEEPALIVE_INTERVAL}). It tells of the way to the
 * peer. What the peer has sent came the other way, and may still be under way or unread, its end also: so a connection
 * with a broken way takes in for another half a second what comes, and has failed then if there was no end. Half a
 * second is longer than it takes TCP to send a lost packet again.
 *
 * <p><b>What UCX does to a process.</b> It would take signals that the JVM needs for itself, and change the code of the
 * C library's functions for memory: both are turned off, by the environment, before it is loaded ({@code Ucp}). That
 * environment is this process's alone; what Java starts has another one. UCX has a thread of its own, which lets in
 * processes that connect, and sleeps else. UCX chooses devices and transports, unless {@code UCX_NET_DEVICES} and
 * {@code UCX_TLS} are set; {@code pgas.wire.host} says nothing to it.
 *
 * <p><b>Transfers past messages.</b> Puts and gets that a device carries out in memory of the target, past its
 * processors ({@code UcxTransfers}), by a pair of workers of their own ({@code UcxPair}): settings and failures of
 * messages are as without them. With {@code pgas.wire.onesided=auto} they are there where the system lists a device
 * ({@code Devices}) and UCX has its transports {@code rc} or {@code dc}, to which they are bound, whatever {@code
 * UCX_TLS} says; a peer that these do not lead to gets messages. With {@code on} UCX's software does what no device
 * can. Each poll has two workers more to look at then, and each sleep two descriptors more. The key of a segment tells
 * UCX's key, where the memory is, and the address of the worker that is called for it; a peer connects to that at the
 * first key, and has messages go until a first flush there is done. Where that fails, messages go on; a rank that
 * leaves waits ten seconds for it, and no longer. Where the connection fails later the job ends. What is put or got
 * goes through memory of this wire's, at most 64 KiB at a time and 4 MiB in all: UCX reads and writes until its request
 * is done, and a program may close its memory before.
 *
 * <pre>
 * register    ucp_mem_map, ucp_rkey_pack       once for each segment that is asked for; the kernel pins its pages: some
 *                                              0.1 ms for each MiB
 * open        ucp_ep_create, ucp_ep_rkey_unpack   once for each segment and peer; microseconds
 * put         ucp_put_nbx, ucp_ep_flush_nbx    there when the flush is done: local completion of UCX says less
 * get         ucp_get_nbx                      here when it is done
 * </pre>
 *
 * <p>What these cost on a device is an estimate, from what such devices are said to do: a put or get some microseconds
 * to the other host and back, large ones at what two copies at this end allow, and nothing of the target's processors.
 * There is none where this library is tested. UCX could make memory known to the device for each transfer, and save one
 * of these copies; for 64 KiB that takes longer than the copy, and what keeps memory known in UCX needs its events of
 * memory, which are off here. Over TCP, UCX does all of it by software, in the target's polls, with messages and
 * answers of its own: the tests run on that.
 *
 * <p><b>By software they are no match for a death.</b> There the target answers, and is wired up to do so: what the
 * package keeps messages from (see <i>Why so</i>). Three processes that put and got over TCP, by UCX 1.13, until some
 * of them were killed: in 16 of 60 runs others were ended by an assertion or a fatal error of UCX; in 8 of 30 where all
 * were wired up before; in none of 30 where none was killed and all ended together. It is the target of one that dies
 * that is ended. So {@code on} is for tests: a rank that dies there may take others along, with UCX's words instead of
 * this library's; the job ends in both cases. With a device the target answers nothing, but may be wired up all the
 * same; whether a death at that moment ends it, nobody has tried.
 *
 * <p><b>Strangers.</b> A key is not checked at the memory: by software UCX writes where a message of its own says, and
 * a device where its key leads. A process that reaches the worker that is called for transfers, and knows UCX, can
 * change what is known to it: one reason more to let nobody else reach that network.
 *
 * <p><b>Leaving.</b> While a pair of workers gets to know each other, neither may go: the one that answers would be
 * ended with its answer unsent. So {@code OneSided.isQuiet} tells when that is over, and {@code org.pgas.hosts} waits
 * for it before it lets a peer go.
 *
 * <p><b>Memory that goes</b> is taken back from UCX before, when it is unbound ({@code ucp_mem_unmap}), or when the
 * wire closes. A device then refuses what a peer still sends there, which breaks the way to that peer and ends the job;
 * by software UCX checks nothing. Keys of a peer are ended when the wire closes and UCX has given back all that goes by
 * them: a transfer that waits for room in UCX still reads its key.
 *
 * <p>Atomic operations stay frames: what a device does to a word excludes neither its owner nor the owner's neighbours.
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
 * <p><b>Invariant:</b> the death of a peer's process ends no other rank, whatever messages they were about
 * ({@code StreamLaws.theDeathOfAProcessEndsNoOtherRank}).
 *
 * <p><b>Invariant:</b> what was put past messages is there when that is told, and the death of the target is told
 * ({@code OneSidedLaws.whatIsPutIsThereWhenItIsToldAndNothingElseIsTouched},
 * {@code OneSidedLaws.aProcessThatIsKilledIsLostAndOthersGoOn}).
 *
 * <p><b>Invariant:</b> a peer to which nothing leads past messages is not lost for that
 * ({@code OneSidedLaws.aPeerThatIsGoneBeforeItIsReachedIsNotLost}).
 *
 * <p><b>Invariant:</b> transfers past messages are there where they are wanted
 * ({@code UcxTransfersTest.theyAreThereWhereTheyAreWantedAndByThemselvesWhereThereIsADevice}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.ucx;
