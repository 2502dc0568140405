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

    /**
     * A word by which a process says something of this file to others that have mapped it: what garbage may say, or a
     * word of another file, is something else.
     *
     * @param what is said, not 0
     */
    long sign(int what) {
        long mixed = (inode * 0x9E37_79B9_7F4A_7C15L ^ device * 0xC2B2_AE3D_27D4_EB4FL) + what;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        return mixed ^ mixed >>> 32;
    }

    boolean isSameFile(FileIdentity other) {
        return device == other.device && inode == other.inode;
    }
}
