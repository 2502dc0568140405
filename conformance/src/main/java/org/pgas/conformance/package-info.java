/** Tests of the library as a whole, with ranks as threads and as JVMs. */
package org.pgas.conformance;
