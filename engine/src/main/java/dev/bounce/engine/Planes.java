package dev.bounce.engine;

/// What the host reports of the data planes, told to the epoch whose plane it is.
final class Planes {
    private final Context context;
    private final SenderOpening senderOpening;
    private final SenderEpochs senderEpochs;
    private final ReceiverLinks receiverLinks;
    private final ReceiverEpochs receiverEpochs;

    Planes(
            final Context context,
            final SenderOpening senderOpening,
            final SenderEpochs senderEpochs,
            final ReceiverLinks receiverLinks,
            final ReceiverEpochs receiverEpochs) {
        this.context = context;
        this.senderOpening = senderOpening;
        this.senderEpochs = senderEpochs;
        this.receiverLinks = receiverLinks;
        this.receiverEpochs = receiverEpochs;
    }

    /// Nothing of the epoch of that plane can land any more.
    void fenced(final PlaneKey plane) {
        switch (plane.side()) {
            case SENDER -> {
                final SenderEpoch epoch = senderEpochs.byPlane(plane);
                if (epoch == null) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    senderEpochs.fenced(epoch);
                }
            }
            case RECEIVER -> receiverEpochs.fenced(plane);
        }
    }

    /// A plane does not work any more.
    void broken(final PlaneKey plane) {
        switch (plane.side()) {
            case SENDER -> {
                final SenderEpoch epoch = senderEpochs.byPlane(plane);
                if (epoch == null || !epoch.planeRequested) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    senderEpochs.broken(epoch);
                }
            }
            case RECEIVER -> {
                final ReceiverEpoch epoch = receiverLinks.byPlane(plane);
                if (epoch == null) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else if (epoch.link.pending == epoch) {
                    receiverEpochs.dropPending(epoch.link);
                } else {
                    receiverEpochs.end(epoch, false);
                }
            }
        }
    }

    /// A plane has been made.
    void opened(final Event.PlaneOpened event) {
        switch (event.plane().side()) {
            case SENDER -> {
                final SenderEpoch epoch = senderEpochs.byPlane(event.plane());
                if (epoch == null || !epoch.planeRequested) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    senderOpening.planeOpened(epoch);
                }
            }
            case RECEIVER -> {
                final ReceiverEpoch epoch = receiverLinks.byPlane(event.plane());
                if (epoch == null) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    receiverLinks.planeOpened(epoch, event);
                }
            }
        }
    }

    /// A plane could not be made.
    void failed(final PlaneKey plane) {
        switch (plane.side()) {
            case SENDER -> {
                final SenderEpoch epoch = senderEpochs.byPlane(plane);
                if (epoch == null || !epoch.planeRequested || epoch.planeOpen) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    senderEpochs.broken(epoch);
                }
            }
            case RECEIVER -> {
                final ReceiverEpoch epoch = receiverLinks.byPlane(plane);
                if (epoch == null) {
                    context.ignore(IgnoreReason.UNKNOWN_ID);
                } else {
                    receiverEpochs.planeFailed(epoch);
                }
            }
        }
    }
}
