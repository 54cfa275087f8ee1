import { describe, expect, it } from "vitest";
import { fromScratchDraft } from "../presets/from-scratch.ts";
import { studyPresets } from "../presets/registry.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { findPlaceholder } from "./placeholder-texts.ts";

describe("a text that is not written yet", () => {
  it("is found in a study begun from scratch, and in no other preset", () => {
    expect(findPlaceholder(fromScratchDraft().protocol)).toMatchObject({ field: "protocol.consent.text" });
    const others = studyPresets.filter(({ id }) => id !== "from-scratch").map((preset) => preset.draft().protocol);
    expect(others.map(findPlaceholder)).toEqual(others.map(() => null));
  });

  it("is found wherever somebody left a note", () => {
    const protocol = street2024Protocol();
    for (const note of ["[your name]", "TODO", "Lorem ipsum dolor", "[…]"]) {
      expect(findPlaceholder({ ...protocol, contact: `Write to ${note}` })).toMatchObject({
        field: "protocol.contact",
      });
    }
    expect(findPlaceholder({ ...protocol, contact: "She said [laughing] that all is well" })).toBeNull();
  });
});
