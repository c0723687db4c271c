package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Message;
import java.util.ArrayList;

/// The messages of one step. Answers to one route travel in one frame, so that the GRANT a freed
/// region allows goes with the ACK that freed it; WANT of a request and DATA, which may be large,
/// have frames of their own. Order per route is the order of adding.
final class Outbox {
    private record Batch(long route, boolean open, ArrayList<Message> messages) {}

    private final ArrayList<Batch> batches = new ArrayList<>();

    void add(final long route, final Message message) {
        final boolean small = isSmall(message.body());
        if (small) {
            for (int index = batches.size() - 1; index >= 0; index--) {
                final Batch batch = batches.get(index);
                if (batch.route == route) {
                    if (batch.open) {
                        batch.messages.add(message);
                        return;
                    }
                    break;
                }
            }
        }
        final ArrayList<Message> messages = new ArrayList<>(small ? 4 : 1);
        messages.add(message);
        batches.add(new Batch(route, small, messages));
    }

    void flush(final Effects out) {
        for (int index = 0; index < batches.size(); index++) {
            final Batch batch = batches.get(index);
            out.add(new Effect.Send(batch.route, new Frame(batch.messages)));
        }
        batches.clear();
    }

    private static boolean isSmall(final Body body) {
        return !(body instanceof Body.Want) && !(body instanceof Body.Data);
    }
}
