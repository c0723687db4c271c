package dev.bounce.hw.ucx;

/// Version of a UCX library.
public record UcxVersion(int major, int minor, int release) implements Comparable<UcxVersion> {
    /// Oldest library that JUCX 1.18.1 was tried on.
    public static final UcxVersion OLDEST = new UcxVersion(1, 13, 0);

    /// Whether JUCX 1.18.1 may be used on it: the same major version, and not older than what was
    /// tried.
    public boolean isSupported() {
        return major == OLDEST.major && compareTo(OLDEST) >= 0;
    }

    @Override
    public int compareTo(final UcxVersion other) {
        final int byMajor = Integer.compare(major, other.major);
        final int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
        return byMinor != 0 ? byMinor : Integer.compare(release, other.release);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + release;
    }
}
