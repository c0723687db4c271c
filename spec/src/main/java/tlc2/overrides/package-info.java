/// The name under which TLC finds operators that are defined in Java.
package tlc2.overrides;
