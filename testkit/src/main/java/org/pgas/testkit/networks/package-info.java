/**
 * Networks of this machine in which processes of tests run as on hosts of their own. It knows nothing of jobs.
 *
 * <p>Not part of the API: exported to nobody.
 */
package org.pgas.testkit.networks;
