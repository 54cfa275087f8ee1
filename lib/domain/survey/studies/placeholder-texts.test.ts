import { describe, expect, it } from "vitest";
import { fromScratchDraft } from "../presets/from-scratch.ts";
import { getPreset, studyPresets } from "../presets/registry.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { findPlaceholder } from "./placeholder-texts.ts";

describe("a text that is not written yet", () => {
  it("is found in a study begun from scratch", () => {
    expect(findPlaceholder(fromScratchDraft().protocol)).toMatchObject({ field: "protocol.consent.text" });
    const complete = studyPresets.filter(({ id }) => id !== "from-scratch" && id !== "street-2024");
    expect(complete.map((preset) => findPlaceholder(preset.draft().protocol))).toEqual(complete.map(() => null));
  });

  it("names institution, approval, pay and contact of the preset of Street et al. while they are missing", () => {
    const { protocol } = getPreset("street-2024")!.draft();
    expect(findPlaceholder(protocol)).toEqual({
      field: "protocol.consent.text",
      quoted:
        "“[name of institution]”, “[name of ethics committee and approval number]”, “[insert pay]”, “[insert contact person and e-mail address]”",
    });
    const text = protocol.consent.text.replace("[name of institution]", "the University").replace("[insert pay]", "£2");
    expect(findPlaceholder({ ...protocol, consent: { ...protocol.consent, text } })?.quoted).toBe(
      "“[name of ethics committee and approval number]”, “[insert contact person and e-mail address]”",
    );
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
