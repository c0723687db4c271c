/// What the planes and the control channel need of UCX: the check that the library fits, contexts,
/// workers that exchange active messages, and the thread that serves them. JUCX is used here and in
/// the two planes only.
package dev.bounce.hw.ucx;
