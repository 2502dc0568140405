package org.pgas.pshm;

/**
 * Which file it is, and how long.
 *
 * @param device and inode: no other file has both while this one is open or mapped
 */
record FileIdentity(long device, long inode, long bytes) {
    /** The same file, when it has so many bytes. */
    FileIdentity withBytes(long count) {
        return new FileIdentity(device, inode, count);
    }

    boolean isSameFile(FileIdentity other) {
        return device == other.device && inode == other.inode;
    }
}
