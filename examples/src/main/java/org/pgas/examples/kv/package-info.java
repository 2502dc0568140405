/**
 * A key-value store in a file that all ranks have in their memory.
 *
 * <p>{@code StoreSegment} makes or opens the file, {@code StoreLayout} says what lies where in it, {@code Records} reads and writes records, and
 * {@code KeyValueStore} is a hash table of them. {@code StoreRepair} makes it whole after a kill, and {@code StoreCheck} looks whether it is.
 */
package org.pgas.examples.kv;
