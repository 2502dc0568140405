/**
 * A key-value store in a file that all ranks have in their memory, which survives kills and losses of power.
 *
 * <p>{@code StoreFile} is the store in its file, and {@code StoreOpening} the steps that open it. {@code
 * KeyValueStore} is a hash table of records ({@code Records}, {@code RecordFormat}); what it has replaced or deleted
 * waits in {@code Retired} until a sync. {@code StoreLayout} says what lies where, {@code StoreHeader} what the store
 * says of itself, in {@code HeaderCopies}.
 *
 * <p>After a kill {@code StoreRepair} makes it whole in place. After a loss of power {@code StoreScan} finds the
 * records, {@code StoreLoss} tells what is not there any more, and {@code NewFile} takes the place of the file. {@code
 * StoreCheck} looks whether a store is whole. {@code StoreDevice} is what the store asks of its file: trials put
 * themselves in between, and tests weaken the {@code StoreParts}.
 */
package org.pgas.examples.kv;
