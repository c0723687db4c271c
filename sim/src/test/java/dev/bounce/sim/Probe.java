package dev.bounce.sim;

import dev.bounce.sim.world.*;
import dev.bounce.spec.conform.*;
import dev.bounce.spec.tla.TlaValue;
import java.nio.file.*;
import java.util.*;

public class Probe {
    public static void main(String[] a) throws Exception {
        long from = Long.parseLong(a[0]), to = Long.parseLong(a[1]);
        Profile profile = Profile.parse(a[2]);
        List<List<TlaValue>> traces = new ArrayList<>(); List<Long> seeds = new ArrayList<>();
        for (long s = from; s <= to; s++) {
            try {
                List<TlaValue> t = SpecTrace.of(script(s, profile));
                traces.add(t); seeds.add(s);
            } catch (IllegalArgumentException e) { System.out.println(s + " " + e.getMessage()); }
        }
        long start = System.nanoTime();
        var results = new Conformance(Path.of(a[3])).check(traces);
        int ok = 0; long entries = 0;
        for (int i = 0; i < results.size(); i++) {
            var r = results.get(i);
            entries += r.entries();
            if (r.isAccepted()) ok++; else {
                System.out.println("seed " + seeds.get(i) + " " + r.followed() + "/" + r.entries());
                if (a.length > 4) {
                for (int j = Math.max(0, r.followed() - Integer.parseInt(a[4])); j <= r.followed(); j++) System.out.println("   " + j + " " + traces.get(i).get(j));
                return; }
            }
        }
        System.out.println(ok + " of " + results.size() + " accepted, " + entries + " entries, " + (System.nanoTime() - start) / 1000000 + " ms");
    }
    static Script script(long seed, Profile profile) {
        TreeMap<String, Long> k = new TreeMap<>();
        ;
        
        k.put("shutsDown", 0L);
        return new Script(seed, profile, k, null);
    }
}
