/**
 * {@code pgas bench}: what the library costs on this machine, as a table, as a file of results and as a page with
 * charts.
 *
 * <p>A {@code Row} measures one thing, a {@code Run} starts jobs in turns and collects, {@code Comparison} looks at an
 * earlier run, {@code Page} and {@code Charts} show. {@code org.pgas.bench.page} draws charts and writes pages, for
 * {@code org.pgas.compare} too.
 */
package org.pgas.bench;
