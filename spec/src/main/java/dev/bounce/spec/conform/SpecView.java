package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.in;
import static dev.bounce.spec.conform.SpecState.numberIn;
import static dev.bounce.spec.conform.SpecState.textIn;
import static dev.bounce.spec.conform.SpecState.truthIn;
import static dev.bounce.spec.conform.Tla.number;
import static dev.bounce.spec.conform.Tla.text;

import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What a state of the specification shows: `Seen` of `TraceCheck.tla`, which [SeenAgent] reads out
/// of an engine, and which messages can still have an effect (`CanMatter` of `Merge.tla`).
final class SpecView {
    private static final Set<String> INCOMING =
            Set.of("GRANTED", "QUEUED", "SCATTERING", "ORPHAN", "QUARANTINED");
    private static final Set<String> RECORDS = Set.of("OPEN", "CLOSING");

    private final SpecState state;
    private final ModelSize size;

    SpecView(final SpecState state, final ModelSize size) {
        this.state = state;
        this.size = size;
    }

    boolean isUp(final String agent) {
        return state.truth("up", agent);
    }

    /// `Seen(a)`, in canonical order.
    TlaValue seen(final String agent) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("out", sender(size.from(agent)));
        fields.put("in", receiver(size.to(agent)));
        final List<TlaValue> arena = new ArrayList<>();
        final List<TlaValue> regions = state.sequence("reg", agent);
        for (int slot = 1; slot <= regions.size(); slot++) {
            if (!textIn(regions.get(slot - 1), "st").equals("FREE")) {
                arena.add(region(slot, regions.get(slot - 1)));
            }
        }
        fields.put("arena", Tla.set(arena));
        return Tla.canonical(Tla.record(fields));
    }

    /// What an agent remembers and `Seen` does not show: closed epochs of which something is still
    /// owed, and cancelled flows whose CANCEL waits for its answer. In canonical order.
    TlaValue remembered(final String agent) {
        final String out = size.from(agent);
        final String in = size.to(agent);
        final List<TlaValue> owed = new ArrayList<>();
        if (!out.isEmpty()) {
            for (final TlaValue old : state.set("old", out)) {
                final Map<String, TlaValue> fields = new LinkedHashMap<>();
                for (final String name : List.of("k", "sent", "ans", "fen")) {
                    fields.put(name, in(old, name));
                }
                owed.add(Tla.record(fields));
            }
        }
        final List<TlaValue> asks = new ArrayList<>();
        final List<TlaValue> flows = in.isEmpty() ? List.of() : state.sequence("flow", in);
        for (int rid = 1; rid <= flows.size(); rid++) {
            if (truthIn(flows.get(rid - 1), "ask")) {
                asks.add(number(rid));
            }
        }
        return Tla.canonical(Tla.sequence(List.of(Tla.set(owed), Tla.set(asks))));
    }

    private TlaValue sender(final String link) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        final List<TlaValue> requests = new ArrayList<>();
        final TlaValue epoch = link.isEmpty() ? Cast.NO_KEY : state.at("snd", link, "k");
        final boolean isDown = isNone(epoch);
        if (!link.isEmpty()) {
            for (final int request : size.requestsOf(link)) {
                final TlaValue record = state.at("req", request);
                if (RECORDS.contains(textIn(record, "st"))) {
                    requests.add(request(record));
                }
            }
        }
        fields.put("k", epoch);
        fields.put("st", isDown ? text("DOWN") : state.at("snd", link, "st"));
        fields.put(
                "opened",
                link.isEmpty() ? new TlaValue.Truth(false) : state.at("snd", link, "opened"));
        fields.put("requests", Tla.set(requests));
        return Tla.record(fields);
    }

    private static TlaValue request(final TlaValue record) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("k", in(record, "k"));
        fields.put("rid", in(record, "rid"));
        fields.put("st", in(record, "st"));
        fields.put("resolved", new TlaValue.Truth(!textIn(record, "res").equals("none")));
        final boolean isOpen = textIn(record, "st").equals("OPEN");
        fields.put("ch", isOpen ? in(record, "ch") : Tla.sequence(List.of()));
        return Tla.record(fields);
    }

    private TlaValue receiver(final String link) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        final List<TlaValue> flows = new ArrayList<>();
        if (link.isEmpty()) {
            fields.put("hi", number(0));
            fields.put("cur", Cast.NO_KEY);
            fields.put("pend", Cast.NO_KEY);
            fields.put("oldest", number(1));
        } else {
            for (final String name : List.of("hi", "cur", "pend", "oldest")) {
                fields.put(name, state.at("rcv", link, name));
            }
            final List<TlaValue> all = state.sequence("flow", link);
            for (int rid = 1; rid <= all.size(); rid++) {
                if (!textIn(all.get(rid - 1), "st").equals("NONE")) {
                    flows.add(flow(rid, all.get(rid - 1)));
                }
            }
        }
        fields.put("flows", Tla.set(flows));
        return Tla.record(fields);
    }

    private static TlaValue flow(final int rid, final TlaValue flow) {
        final boolean isCancelled = textIn(flow, "st").equals("CANCELLED");
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("rid", number(rid));
        fields.put("st", in(flow, "st"));
        fields.put("g", isCancelled ? Tla.sequence(List.of()) : in(flow, "g"));
        fields.put("x", isCancelled ? Tla.sequence(List.of()) : in(flow, "x"));
        return Tla.record(fields);
    }

    private static TlaValue region(final int slot, final TlaValue region) {
        final boolean isOrphan = textIn(region, "st").equals("STAGING_ORPHAN");
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("s", number(slot));
        fields.put("st", in(region, "st"));
        fields.put("k", isOrphan ? Cast.NO_KEY : in(region, "k"));
        fields.put("rid", isOrphan ? number(0) : in(region, "rid"));
        fields.put("c", isOrphan ? number(0) : in(region, "c"));
        fields.put("g", INCOMING.contains(textIn(region, "st")) ? in(region, "g") : number(0));
        return Tla.record(fields);
    }

    /// Those messages that can still have an effect, by their text.
    Set<String> mattering(final Iterable<TlaValue> messages) {
        final Set<String> mattering = new TreeSet<>();
        for (final TlaValue message : messages) {
            if (matters(message)) {
                mattering.add(message.toString());
            }
        }
        return mattering;
    }

    private boolean matters(final TlaValue message) {
        final TlaValue epoch = in(message, "k");
        final String link = textIn(epoch, "l");
        final boolean isCurrent = state.at("snd", link, "k").equals(epoch);
        final boolean isOpened = state.truth("snd", link, "opened");
        return switch (textIn(message, "t")) {
            case "OPENED", "OPEN_REFUSED" ->
                    isCurrent && state.text("snd", link, "st").equals("OPENING") && !isOpened;
            case "STALE_EPOCH" -> isCurrent && (textIn(message, "x").equals("frame") || !isOpened);
            case "STALE_INSTANCE", "CLOSED" -> listens(epoch, link);
            case "GRANT" -> isCurrent;
            case "ACK", "CANCELLED" -> listens(epoch, link) && isAwaited(message, epoch, link);
            case "OPEN" ->
                    isCurrent
                            || isLiving(epoch, link)
                                    && numberIn(epoch, "n") > state.number("rcv", link, "hi");
            default -> listens(epoch, link) || isServed(message, epoch, link);
        };
    }

    private boolean listens(final TlaValue epoch, final String link) {
        return isUp(size.sender(link))
                && (state.at("snd", link, "k").equals(epoch)
                        || state.set("old", link).stream()
                                .anyMatch(
                                        old -> in(old, "k").equals(epoch) && !truthIn(old, "ans")));
    }

    private boolean isAwaited(final TlaValue message, final TlaValue epoch, final String link) {
        return size.requestsOf(link).stream()
                .map(request -> state.at("req", request))
                .anyMatch(
                        record ->
                                in(record, "k").equals(epoch)
                                        && in(record, "rid").equals(in(message, "rid"))
                                        && RECORDS.contains(textIn(record, "st")));
    }

    private boolean isLiving(final TlaValue epoch, final String link) {
        final String receiver = size.receiver(link);
        final long life = state.number("life", receiver);
        return numberIn(epoch, "r") == life || !isUp(receiver) && numberIn(epoch, "r") > life;
    }

    private boolean isServed(final TlaValue message, final TlaValue epoch, final String link) {
        final String receiver = size.receiver(link);
        if (!isUp(receiver)) {
            return false;
        }
        return state.at("rcv", link, "cur").equals(epoch)
                || state.at("rcv", link, "pend").equals(epoch)
                || Set.of("DATA", "CLOSE").contains(textIn(message, "t"))
                        && hasQuarantined(receiver, epoch);
    }

    /// Whether regions of that epoch are quarantined.
    boolean hasQuarantined(final String agent, final TlaValue epoch) {
        return state.sequence("reg", agent).stream()
                .anyMatch(
                        region ->
                                textIn(region, "st").equals("QUARANTINED")
                                        && in(region, "k").equals(epoch));
    }

    private static boolean isNone(final TlaValue epoch) {
        return textIn(epoch, "l").equals("-");
    }
}
