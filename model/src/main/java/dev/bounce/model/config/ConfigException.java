package dev.bounce.model.config;

/// Somebody configured what cannot be. The message is one line that names the key, the value, where
/// it came from and what is allowed.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConfigException(final String message) {
        super(message);
    }
}
