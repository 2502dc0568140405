/**
 * Jobs that trouble is made for: started by the launcher as users start them, found, signalled, and looked for
 * afterwards.
 */
package org.pgas.faults.jobs;
