/**
 * Client memory that peers may copy from and to by themselves, out of their own processes.
 *
 * <p>An {@link org.pgas.lend.Offers offer} is a card in the area, which says where in the owner's process a note lies,
 * and with which random number: a peer that reads the note there, and finds it true, has reached the right process. The
 * address is of use to that read alone. Nothing here knows a segment.
 *
 * <p><b>What is offered.</b> What the kernel lets a process reach in another (process_vm_readv, as a debugger may) is
 * copied once and needs nothing of the owner: contiguous puts and gets of 1 KiB and more, of {@code Rma} and of MPI
 * windows over local memory. Offered is only what the program cannot take away under a peer: memory of automatic
 * arenas, the global one, and {@code WindowMemory.allocateLocal}.
 *
 * <p><b>Why it is believed.</b> The kernel checks every address, but a wrong one that exists would be written to. So
 * the card in shared memory names only a note in the owner's own memory, which a peer reads in the same way; address
 * and length are believed when note and card have the same random number. A damaged card, another process of that
 * number, and a kernel that refuses are all found by that read, and messages do the work as before; nothing is done to
 * be permitted more.
 *
 * <p><b>How it ends.</b> A copier counts itself in before it looks at the generation, and the owner takes the
 * generation away before it waits for the counts to be 0: one of the two sees the other. So memory is given back when
 * no peer writes to it any more; where that cannot be known, since a peer was lost inside or is stopped there while the
 * owner leaves, automatic memory is kept until the JVM ends. The calls name a process by its number only: each looks
 * before whether the job goes on, and the peer's start time is looked at again five times a second. What is left is a
 * thread stopped between these looks and its call until the peer has died and its number has come back. No transfer by
 * a call overtakes what the thread has begun by messages.
 *
 * <p><b>Invariant:</b> what is damaged is not believed, and memory is given back when no peer is at it
 * ({@code OffersTest.shouldBelieveNoCardOfWhichAWordIsDamaged},
 * {@code OffersTest.shouldBelieveNoProcessThatHasNoSuchNote},
 * {@code OffersTest.shouldReturnTheMemoryOnlyWhenNoPeerIsAtItAnyMore},
 * {@code OffersTest.shouldKeepMemoryAtWhichAPeerStillIsWhenTheMembershipEnds},
 * {@code OffersTest.shouldEndTheWaitForAPeerThatDiedInsideWhenTheJobEnds},
 * {@code ProcessMemoryTest.shouldReachNoProcessThatStartedAtAnotherTime},
 * {@code OfferedMemoryTest.shouldDoInWindowsWhatAModelDoes}).
 * <table class="striped">
 * <caption>Fields of offers: the tables are at Offers and OfferLayout</caption>
 * <thead><tr><th>field</th><th>writer</th><th>reader</th><th>order</th><th>why that is enough</th></tr></thead>
 * <tbody>
 * <tr><td>generation of an offer</td> <td>its owner</td> <td>peers</td> <td>volatile, then looks</td> <td>one of the
 * two sees the other</td></tr>
 * <tr><td>how many ranks are inside it</td> <td>peers</td> <td>its owner</td> <td>getAndAdd, then looks</td> <td>the
 * same</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Tests: {@code OffersTest}, {@code OfferedMemoryTest}; {@code OfferStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.lend;
