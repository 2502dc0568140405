/** What typed values cost: records in messages and in segments. */
package org.pgas.jmh.bytes;
