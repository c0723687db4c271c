package tlc2.overrides;

import dev.bounce.spec.conform.TraceOperators;

/// Tells TLC, which looks for a class of this very name, which operators Java defines.
public final class TLCOverrides implements ITLCOverrides {
    @Override
    @SuppressWarnings("rawtypes")
    public Class[] get() {
        return new Class[] {TraceOperators.class};
    }
}
