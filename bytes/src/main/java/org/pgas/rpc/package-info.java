/**
 * Remote procedure calls on Active Messages, and distributed objects: {@link org.pgas.rpc.Rpc} is where to begin. Values travel as a {@link
 * org.pgas.bytes.TypeRegistry} writes them.
 */
package org.pgas.rpc;
