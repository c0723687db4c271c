package dev.bounce.hw.control;

/// The counters behind [ControlCounters], plain fields written by the owner of a channel only.
final class ControlTally {
    private long framesSent;
    private long bytesSent;
    private long framesReceived;
    private long bytesReceived;
    private long droppedQueueFull;
    private long droppedUnreachable;
    private long droppedOversize;
    private long droppedUnknownRoute;
    private long malformedMessages;

    /// A frame was given to `send`.
    void sent(final SendResult result, final int bytes) {
        switch (result) {
            case SENT -> {
                framesSent++;
                bytesSent += bytes;
            }
            case QUEUE_FULL -> droppedQueueFull++;
            case UNREACHABLE -> droppedUnreachable++;
            case OVERSIZE -> droppedOversize++;
            case UNKNOWN_ROUTE -> droppedUnknownRoute++;
        }
    }

    /// A frame was handed out.
    void received(final int bytes) {
        framesReceived++;
        bytesReceived += bytes;
    }

    /// A message of another form was dropped.
    void malformed() {
        malformedMessages++;
    }

    /// Any thread; values may lag behind by a moment.
    ControlCounters counters() {
        return new ControlCounters(
                framesSent,
                bytesSent,
                framesReceived,
                bytesReceived,
                droppedQueueFull,
                droppedUnreachable,
                droppedOversize,
                droppedUnknownRoute,
                malformedMessages);
    }
}
