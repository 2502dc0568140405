/**
 * Words of the structures in segments, and the steps on them: by ranks that have them mapped, and by their owner for
 * ranks that have not.
 *
 * <p>What lives here takes addresses, knows no job, and does not wait: so jcstress can drive it. Each protocol has its
 * table of words: {@link org.pgas.atomics.words.StructureKind} the header of all,
 * {@link org.pgas.atomics.words.MessageSlots}, {@link org.pgas.atomics.words.ByteRing},
 * {@link org.pgas.atomics.words.VersionedRecord}; those of the locks are in {@link org.pgas.atomics.locks}.
 *
 * <p><b>Steps for ranks elsewhere.</b> A structure in another neighbourhood is not mapped. Its owner carries out one
 * step of the protocol after the other for the rank that asks ({@link org.pgas.atomics.words.StructureStep}), on the
 * same words and by the same code as its neighbours do: so there is one atomicity, and one queue. A step waits for
 * nothing; the rank that asks waits, and asks again.
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.atomics.words;
