import { describe, expect, it } from "vitest";
import { openArrivalRules } from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";
import { refuseArrival } from "./refuse-arrival.ts";

const entry = (externalId: string, source: Entry["source"] = "pid"): Entry => ({
  source,
  externalId,
  parameters: {},
  toSign: "",
  signature: null,
});

describe("who may arrive", () => {
  it("is everybody where a study says nothing", () => {
    expect(refuseArrival(openArrivalRules, null, "none")).toBeNull();
    expect(refuseArrival(openArrivalRules, entry("a"), "none")).toBeNull();
  });

  it("is who brings an id, or a signed one, where that is demanded", () => {
    const rules = { ...openArrivalRules, identity: "id" as const };
    expect(refuseArrival(rules, null, "none")).toBe("no-id");
    expect(refuseArrival(rules, entry("a"), "none")).toBeNull();
    const signed = { ...openArrivalRules, identity: "signed" as const };
    expect(refuseArrival(signed, entry("a"), "none")).toBe("unsigned");
    expect(refuseArrival(signed, entry("a"), "signature")).toBeNull();
    expect(refuseArrival(signed, entry("a"), "token")).toBeNull();
    expect(refuseArrival(signed, entry("a"), "no-keys")).toBe("no-keys");
    expect(refuseArrival(signed, null, "signature")).toBe("no-id");
  });

  it("is who comes from an accepted source", () => {
    const rules = { ...openArrivalRules, sources: ["prolific" as const] };
    expect(refuseArrival(rules, entry("5f3c1a2b4d5e6f7a8b9c0d1e", "prolific"), "none")).toBeNull();
    expect(refuseArrival(rules, entry("A1B2C3", "mturk"), "none")).toBe("source");
    expect(refuseArrival(rules, null, "none")).toBe("source");
  });

  it("is who brings an ID of the right format, known before anything is asked of the signature", () => {
    expect(refuseArrival(openArrivalRules, entry("a\u3164"), "signature")).toBe("id-format");
    expect(refuseArrival(openArrivalRules, entry("p1", "prolific"), "none")).toBe("id-format");
    expect(refuseArrival({ ...openArrivalRules, identity: "signed" }, entry("a b"), "none")).toBe("id-format");
    expect(refuseArrival({ ...openArrivalRules, idPattern: "[a-z ]+" }, entry("a b"), "none")).toBeNull();
  });
});
