/**
 * Chronicle Bytes on the library's memory: bounded views of segments and of payloads, and values of registered types
 * in them.
 *
 * <p>{@code BoundedStore} checks every access, {@code SegmentBytes} and {@code PayloadBytes} make views; a
 * {@code TypeRegistry} writes and reads values, of which each kind is a class ({@code RecordType}, {@code EnumType}
 * ...); {@code TypedMessages} sends them. No other package uses Chronicle.
 *
 * <p><b>Chronicle behind a fence.</b> Chronicle's stores read and write at bare addresses, most of them without a look
 * at a limit, and take short cuts for stores that they know. A {@code BoundedStore} is to Chronicle no direct memory
 * and has no address; so every access comes through methods that check. The price is that bulk operations of
 * Chronicle's go byte by byte where they know no better.
 *
 * <p><b>Invariant:</b> no method of a view reads or writes outside it
 * ({@code BoundsTest.shouldWriteNothingOutsideByAnyMethodAndAnyOffset},
 * {@code BoundsTest.shouldReadTheSameWhateverLiesOutside}).
 *
 * <p><b>Only what is registered.</b> A value begins with the number of a registered type, and is read by what was
 * composed for that type at registration. No class is ever looked up by a name that came in a message. Lambdas are no
 * exception: what travels is the number of a method, which the target has allowed.
 *
 * <p><b>Invariant:</b> garbage is refused, at bounded cost ({@code GarbageTest.shouldRefuseRandomBytes},
 * {@code GarbageTest.shouldNotAllocateWhatALengthClaims}).
 *
 * <p><b>Invariant:</b> only a program that uses Chronicle loads it
 * ({@code ChronicleStartIT.shouldLoadNoClassOfChronicleForAProgramThatUsesNone}).
 */
package org.pgas.bytes;
