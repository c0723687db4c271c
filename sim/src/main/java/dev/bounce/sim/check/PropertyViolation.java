package dev.bounce.sim.check;

/// A property does not hold.
public final class PropertyViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /// @param property name of the property, as in the specification
    /// @param observed what was seen instead, with its numbers
    public PropertyViolation(final String property, final String observed) {
        super(observed);
        this.property = property;
    }

    /// @param cause what the engine threw
    public PropertyViolation(final String property, final String observed, final Throwable cause) {
        super(observed, cause);
        this.property = property;
    }

    /// Name of the property.
    public String property() {
        return property;
    }

    /// What was seen.
    public String observed() {
        return getMessage();
    }
}
