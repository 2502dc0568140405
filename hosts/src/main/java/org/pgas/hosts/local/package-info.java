/**
 * The wire "local": between processes of one machine, over Unix-domain sockets. For jobs of several neighbourhoods on
 * one host, and for tests. Each rank has a socket {@code wire-<rank>} in the job's directory, which only the owner may
 * enter, with rights for the owner only. All else is as of any wire over streams ({@link org.pgas.hosts.stream}).
 *
 * <p><b>Invariant:</b> sockets are their owner's alone, and closing leaves neither file, thread nor descriptor
 * ({@code LocalWireTest.theSocketIsItsOwnersAlone},
 * {@code LocalWireTest.aDirectoryOfOthersAndATakenPlaceAreRefusedAndNothingIsLeft},
 * {@code WireLaws.closingLeavesNoFileAndNoThread}, {@code StreamLaws.closingLeavesNoDescriptor}).
 *
 * <p><b>Invariant:</b> the death of a peer's process is told from its orderly end
 * ({@code StreamLaws.aProcessThatIsKilledIsLostAndSoIsOneThatClosesInOrder}).
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.hosts.local;
