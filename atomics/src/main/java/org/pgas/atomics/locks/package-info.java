/**
 * Locks on words that the caller keeps: the ticket locks behind {@link org.pgas.atomics.FairMutex} and
 * {@link org.pgas.atomics.FairReadWriteLock}, their form on words of the library's own, and the locks of accumulates.
 *
 * <p>A lock on words of the library's own is an {@link org.pgas.atomics.locks.AreaLock}. Ranks that have the words
 * mapped use {@link org.pgas.atomics.locks.AreaReadWriteLock}. Ranks of other neighbourhoods use
 * {@link org.pgas.atomics.locks.FarAreaLock}: the rank that has the words in its part of the area carries out the steps
 * for them ({@link org.pgas.atomics.locks.AreaLockSteps}), in the same queue.
 *
 * <p>What lives here takes addresses, and checks none: the caller keeps the words for as long as any thread uses them.
 * Nothing here knows a shared structure. The protocols and their tables are at
 * {@link org.pgas.atomics.locks.TicketLock}, {@link org.pgas.atomics.locks.TicketReadWriteLock},
 * {@link org.pgas.atomics.locks.WaiterSlots} and {@link org.pgas.atomics.locks.AccumulateLocks}. Tests:
 * {@code TicketLockTest}, {@code TicketReadWriteLockTest}, {@code DamagedLockTest}, {@code DamagedBlockLockTest},
 * {@code AccumulateLocksTest}; {@code TicketStress}, {@code MutexStress}, {@code ReadWriteStress},
 * {@code PassingReaderStress}.
 *
 * <p>Not part of the API: exported to the library's own modules.
 */
package org.pgas.atomics.locks;
