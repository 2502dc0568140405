/**
 * How the library refuses: the one place that makes its errors, and their form. For the library's own modules.
 *
 * <p>Knows {@link org.pgas.PgasException} and {@link org.pgas.ErrorCode} of the core, and nothing else of it: no job
 * and no team.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.refusal;
