package dev.bounce.sim.world;

import dev.bounce.sim.check.Checkers;
import dev.bounce.sim.check.Ledger;

/// What every part of a world needs.
///
/// @param profile what kind of world it is
/// @param detail what of it is simulated and judged
/// @param settings how the seed is configured
/// @param dice its decisions
/// @param faults its faults
/// @param harm which requests they have struck
/// @param queue its time
/// @param ledger its account
/// @param checkers who judge it
/// @param marks what it has met
/// @param engines who is told
record Context(
        Profile profile,
        Detail detail,
        Settings settings,
        Dice dice,
        FaultPlan faults,
        Harm harm,
        EventQueue queue,
        Ledger ledger,
        Checkers checkers,
        Marks marks,
        Engines engines) {}
