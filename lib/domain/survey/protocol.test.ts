import { describe, expect, it } from "vitest";
import { fromScratchDraft } from "./presets/from-scratch.ts";
import { manyItemsProtocol } from "./presets/many-items.ts";
import { street2024Protocol } from "./presets/street-2024.ts";
import { consentHash, outcomes, type Protocol, protocolHash, protocolSchema } from "./protocol.ts";
import type { ProtocolStep } from "./protocol-step.ts";

const street = street2024Protocol();
const presets = [street, manyItemsProtocol(), fromScratchDraft().protocol];

const [english, aboutYou, block] = street.steps as [QuestionStep, QuestionStep, ProtocolStep];
type QuestionStep = Extract<ProtocolStep, { kind: "questions" }>;

/** Whether Street's protocol is still valid with this change. */
function accepts(change: object): boolean {
  return protocolSchema.safeParse({ ...street, ...change }).success;
}

describe("a protocol", () => {
  it("of every preset fits the schema and says how each session can end", () => {
    for (const protocol of presets) {
      expect(protocolSchema.parse(protocol)).toEqual(protocol);
      for (const outcome of outcomes) expect(protocol.ends[outcome].title).not.toBe("");
    }
  });

  it("holds exactly one block of items", () => {
    expect(accepts({ steps: [block] })).toBe(true);
    expect(accepts({ steps: [english, aboutYou] })).toBe(false);
    expect(accepts({ steps: [block, { ...block, key: "again" }] })).toBe(false);
  });

  it("uses no key of a step or of a question twice", () => {
    expect(accepts({ steps: [english, { ...aboutYou, key: english.key }, block] })).toBe(false);
    expect(accepts({ steps: [english, { ...aboutYou, questions: english.questions }, block] })).toBe(false);
  });

  it("knows every outcome and no other", () => {
    const { complete: _, ...withoutOne } = street.ends;
    expect(accepts({ ends: withoutOne })).toBe(false);
    expect(accepts({ ends: { ...street.ends, lost: street.ends.complete } })).toBe(false);
  });

  it("leads people back to web pages only", () => {
    const leadsTo = (returnUrl: string) =>
      accepts({ ends: { ...street.ends, complete: { ...street.ends.complete, returnUrl } } });
    expect(leadsTo("")).toBe(true);
    expect(leadsTo("https://recruiter.example/?cc={code}")).toBe(true);
    expect(leadsTo("javascript:alert(1)")).toBe(false);
    expect(leadsTo("data:text/html,x")).toBe(false);
    expect(leadsTo("/elsewhere")).toBe(false);
  });

  it("can be shown inside sites that are named as such, and nothing else gets into the policy", () => {
    const shownIn = (site: string) => accepts({ frameAncestors: [site] });
    expect(shownIn("https://app.example.org")).toBe(true);
    expect(shownIn("https://*.example.org:8443")).toBe(true);
    for (const site of ["*", "https://a; script-src *", "https://a 'self'", "ftp://a", "https://a\nb", "https://"]) {
      expect(shownIn(site), site).toBe(false);
    }
  });

  it("holds its bounds on both sides", () => {
    const lasts = (leaseMinutes: number) => accepts({ leaseMinutes });
    expect([4, 5, 1_440, 1_441].map(lasts)).toEqual([false, true, true, false]);
    const consents = (text: string) => accepts({ consent: { ...street.consent, text } });
    expect(consents("x".repeat(20_000))).toBe(true);
    expect(consents("x".repeat(20_001))).toBe(false);
    expect(consents(" ")).toBe(false);
    expect(consents("a\u0000")).toBe(false);
    expect(consents("a\ud800")).toBe(false);
    const keyed = (key: string) => accepts({ steps: [{ ...block, key }] });
    expect(["a", `a${"b".repeat(39)}`, "a-9"].map(keyed)).toEqual([true, true, true]);
    for (const key of [`a${"b".repeat(40)}`, "1a", "A", "a_b", "", "a\n"]) expect(keyed(key), key).toBe(false);
  });

  it("refuses what it does not know, at every depth", () => {
    expect(accepts({ surprise: 1 })).toBe(false);
    expect(accepts({ consent: { ...street.consent, surprise: 1 } })).toBe(false);
    expect(accepts({ steps: [{ ...block, surprise: 1 }] })).toBe(false);
    expect(accepts({ ends: { ...street.ends, complete: { ...street.ends.complete, surprise: 1 } } })).toBe(false);
  });
});

describe("the hashes of a protocol", () => {
  it("do not depend on the order in which its parts were written down", () => {
    const reversed = Object.fromEntries(Object.entries(street).reverse()) as Protocol;
    expect(protocolHash(reversed)).toBe(protocolHash(street));
  });

  it("change with a word; that of the consent only with a word of the consent", () => {
    const contact = { ...street, contact: "someone@example.org" };
    const consent = { ...street, consent: { ...street.consent, text: `${street.consent.text} ` } };
    expect(protocolHash(contact)).not.toBe(protocolHash(street));
    expect(consentHash(contact)).toBe(consentHash(street));
    expect(consentHash(consent)).not.toBe(consentHash(street));
    expect(protocolHash(consent)).not.toBe(protocolHash(street));
  });
});
