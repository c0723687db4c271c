/// The command line of what needs no hardware. Results go to standard output; a mistake of the
/// caller is one line on standard error and exit code 2.
package dev.bounce.sim;
