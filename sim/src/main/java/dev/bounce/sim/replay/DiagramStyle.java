package dev.bounce.sim.replay;

import java.io.PrintWriter;
import java.util.List;

/// How a [Sequence] is drawn.
public sealed interface DiagramStyle permits TextDiagram, MermaidDiagram {
    /// Begins a diagram.
    ///
    /// @param names of the lanes
    /// @param arrows all that will come
    void begin(List<String> names, List<Sequence.Arrow> arrows, PrintWriter out);

    /// Draws a frame.
    void arrow(Sequence.Arrow arrow, PrintWriter out);

    /// Draws what an agent did.
    void note(Sequence.Note note, PrintWriter out);
}
