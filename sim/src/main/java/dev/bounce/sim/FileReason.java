package dev.bounce.sim;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Why a file cannot be read or written, in words for somebody who does not know Java.
final class FileReason {
    private FileReason() {}

    /// The reason, without the name of the file.
    static String of(final IOException failed) {
        return switch (failed) {
            case NoSuchFileException _ -> "there is no such file or folder";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is not UTF-8";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> failed.getMessage();
        };
    }
}
