/// TLA+ as text: values that TLC prints, configurations that it reads, definitions of modules.
package dev.bounce.spec.tla;
