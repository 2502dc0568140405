package org.pgas;

/**
 * A range of the segment bound to a member's endpoint, offered to a team as scratch space. This library needs none: it
 * leaves the range alone, and hands it back when the team is destroyed.
 *
 * <p>Source: GASNet-EX gex_TM_Split (scratch_addr, scratch_size).
 *
 * @param offset in the segment, in bytes
 * @param bytes more than 0; single-valued over the new team
 */
public record TeamScratch(long offset, long bytes) {}
