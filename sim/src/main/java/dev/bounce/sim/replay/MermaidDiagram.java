package dev.bounce.sim.replay;

import java.io.PrintWriter;
import java.util.List;

/// A `sequenceDiagram` of Mermaid: an arrow with a cross is lost, one with an open head has not
/// arrived in this trace.
public final class MermaidDiagram implements DiagramStyle {
    @Override
    public void begin(
            final List<String> names, final List<Sequence.Arrow> arrows, final PrintWriter out) {
        out.println("sequenceDiagram");
        for (int lane = 0; lane < names.size(); lane++) {
            out.println("  participant p" + lane + " as " + lane + " " + escape(names.get(lane)));
        }
    }

    @Override
    public void arrow(final Sequence.Arrow arrow, final PrintWriter out) {
        final String head =
                switch (arrow.fate) {
                    case ARRIVED -> "->>";
                    case AGAIN -> "-->>";
                    case LOST -> "-x";
                    case UNKNOWN -> "-)";
                };
        out.println("  p" + arrow.from + head + "p" + arrow.to + ": " + escape(arrow.label));
    }

    @Override
    public void note(final Sequence.Note note, final PrintWriter out) {
        out.println("  Note over p" + note.lane() + ": " + escape(note.text()));
    }

    /// `#` and `;` have a meaning of their own.
    private static String escape(final String text) {
        return text.replace("#", "#35;").replaceAll("(?<!#35);", "#59;");
    }
}
