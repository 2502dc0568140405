/** {@code pgas bench}: what the library costs on this machine, as a table, as a file of results and as a page with charts. */
package org.pgas.bench;
