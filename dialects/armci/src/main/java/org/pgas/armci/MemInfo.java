package org.pgas.armci;

/**
 * Describes memory of one process that others may reach: a value that may be sent to them. Immutable.
 *
 * <p>Source: armci_meminfo_t.
 *
 * @param armciAddr the address by which any process reaches it
 * @param addr the address on the process that has it; here the same
 * @param size in bytes
 * @param cpid the process that has it
 */
public record MemInfo(long armciAddr, long addr, long size, int cpid) {}
