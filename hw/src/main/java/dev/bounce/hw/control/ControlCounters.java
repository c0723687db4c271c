package dev.bounce.hw.control;

/// What a [ControlChannel] has counted since it was opened.
///
/// @param framesSent frames handed to a connection
/// @param bytesSent their bytes
/// @param framesReceived frames handed out
/// @param bytesReceived their bytes
/// @param droppedQueueFull frames dropped as [SendResult#QUEUE_FULL]
/// @param droppedUnreachable frames dropped as [SendResult#UNREACHABLE]
/// @param droppedOversize frames dropped as [SendResult#OVERSIZE]
/// @param droppedUnknownRoute frames dropped as [SendResult#UNKNOWN_ROUTE]
/// @param malformedMessages messages received with another number of parts than a frame has
public record ControlCounters(
        long framesSent,
        long bytesSent,
        long framesReceived,
        long bytesReceived,
        long droppedQueueFull,
        long droppedUnreachable,
        long droppedOversize,
        long droppedUnknownRoute,
        long malformedMessages) {

    /// Frames that were given to `send` and not handed to a connection.
    public long dropped() {
        return droppedQueueFull + droppedUnreachable + droppedOversize + droppedUnknownRoute;
    }
}
