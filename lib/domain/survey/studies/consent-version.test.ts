import { describe, expect, it } from "vitest";
import { street2024Protocol } from "../presets/street-2024.ts";
import { updateConsentVersion } from "./consent-version.ts";

const before = street2024Protocol();
const change = (consent: Partial<typeof before.consent>) => ({ ...before, consent: { ...before.consent, ...consent } });

describe("the version of a consent text", () => {
  it("counts up when the text changes, and only then", () => {
    expect(updateConsentVersion(before, change({ text: "Another text." })).consent.version).toBe("2");
    expect(
      updateConsentVersion(change({ version: "ethics-9" }), change({ version: "ethics-9", title: "New" })).consent
        .version,
    ).toBe("ethics-10");
    expect(
      updateConsentVersion(change({ version: "final" }), change({ version: "final", title: "New" })).consent.version,
    ).toBe("final-2");
    expect(updateConsentVersion(before, { ...before, contact: "somebody" }).consent.version).toBe("1");
  });

  it("stays what somebody called it by hand", () => {
    expect(updateConsentVersion(before, change({ text: "Another text.", version: "board" })).consent.version).toBe(
      "board",
    );
  });
});
