import { describe, expect, it } from "vitest";
import { openArrivalRules } from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";
import { findArrivalRefusal } from "./refuse-arrival.ts";

const entry = (externalId: string, source: Entry["source"] = "pid"): Entry => ({
  source,
  externalId,
  parameters: {},
  toSign: "",
  signature: null,
});

describe("who may arrive", () => {
  it("is everybody where a study says nothing", () => {
    expect(findArrivalRefusal(openArrivalRules, null, "none", "none")).toBeNull();
    expect(findArrivalRefusal(openArrivalRules, entry("a"), "none", "none")).toBeNull();
  });

  it("is who brings an id, or a signed one, where that is demanded", () => {
    const rules = { ...openArrivalRules, identity: "id" as const };
    expect(findArrivalRefusal(rules, null, "none", "none")).toBe("no-id");
    expect(findArrivalRefusal(rules, entry("a"), "none", "none")).toBeNull();
    const signed = { ...openArrivalRules, identity: "signed" as const };
    expect(findArrivalRefusal(signed, entry("a"), "none", "none")).toBe("unsigned");
    expect(findArrivalRefusal(signed, entry("a"), "signature", "none")).toBeNull();
    expect(findArrivalRefusal(signed, entry("a"), "token", "none")).toBeNull();
    expect(findArrivalRefusal(signed, entry("a"), "no-keys", "none")).toBe("no-keys");
    expect(findArrivalRefusal(signed, null, "signature", "none")).toBe("no-id");
  });

  it("is who comes from an accepted source", () => {
    const rules = { ...openArrivalRules, sources: ["prolific" as const] };
    expect(findArrivalRefusal(rules, entry("5f3c1a2b4d5e6f7a8b9c0d1e", "prolific"), "none", "none")).toBeNull();
    expect(findArrivalRefusal(rules, entry("A1B2C3", "mturk"), "none", "none")).toBe("source");
    expect(findArrivalRefusal(rules, null, "none", "none")).toBe("source");
  });

  it("is who brings an ID of the study's recruiter, where an ID is required and no source is selected", () => {
    const rules = { ...openArrivalRules, identity: "id" as const };
    expect(findArrivalRefusal(rules, entry("5f3c1a2b4d5e6f7a8b9c0d1e", "prolific"), "none", "prolific")).toBeNull();
    expect(findArrivalRefusal(rules, entry("anyone"), "none", "prolific")).toBe("source");
    expect(findArrivalRefusal(rules, entry("A1B2C3", "mturk"), "none", "prolific")).toBe("source");
    expect(findArrivalRefusal(rules, entry("anyone"), "signature", "prolific")).toBeNull();
    expect(findArrivalRefusal({ ...rules, sources: ["pid"] }, entry("anyone"), "none", "prolific")).toBeNull();
  });

  it("is who brings an ID of the right format, known before anything is asked of the signature", () => {
    expect(findArrivalRefusal(openArrivalRules, entry("a\u3164"), "signature", "none")).toBe("id-format");
    expect(findArrivalRefusal(openArrivalRules, entry("p1", "prolific"), "none", "none")).toBe("id-format");
    expect(findArrivalRefusal({ ...openArrivalRules, identity: "signed" }, entry("a b"), "none", "none")).toBe(
      "id-format",
    );
    expect(findArrivalRefusal({ ...openArrivalRules, idPattern: "[a-z ]+" }, entry("a b"), "none", "none")).toBeNull();
  });
});
