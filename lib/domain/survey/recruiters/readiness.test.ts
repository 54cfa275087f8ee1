import { describe, expect, it } from "vitest";
import { openArrivalRules } from "../arrival-rules.ts";
import { street2024Protocol } from "../presets/street-2024.ts";
import { consentPlaceholder } from "../studies/placeholder-texts.ts";
import { listMissing, type ReadinessFacts, reviewReadiness } from "./readiness.ts";
import { defaultRecruitment, isPayInConsent, recruiterFields, recruiterText } from "./recruiter-text.ts";

const plain = street2024Protocol();
const protocol = {
  ...plain,
  consent: { ...plain.consent, text: "You read one story.\n\nYou are paid 1.50 pounds.\n" },
  recruiter: { kind: "prolific" as const, name: "", idParameter: "", otherParameters: [] },
  ends: { ...plain.ends, complete: { ...plain.ends.complete, code: "C1" } },
};
const ready: ReadinessFacts = {
  publicUrl: "https://studies.example.org",
  status: "open",
  protocol,
  rules: { ...openArrivalRules, identity: "id" },
  recruitment: { title: "Stories", description: "You read one story.", minutes: 5, pay: "£1.50" },
  hasWebhookSecret: true,
  undecidedStudies: 0,
  rehearsal: { isCurrent: true, isComplete: true, missingParameters: [], hasArrived: true },
};
const missingIn = (change: Partial<ReadinessFacts>) =>
  reviewReadiness({ ...ready, ...change }).flatMap(({ state, text }) =>
    state === "done" ? [] : [`${state}: ${text}`],
  );

describe("what a study lacks before it goes live", () => {
  it("is nothing when address, codes, texts, rules and one whole session are right", () => {
    expect(missingIn({})).toEqual([]);
  });

  it("lists the same requirements on both pages: that it is not open is not one of them", () => {
    expect(listMissing(reviewReadiness({ ...ready, status: "draft" }))).toEqual([]);
    const local = reviewReadiness({ ...ready, status: "draft", publicUrl: "http://localhost:3000" });
    expect(listMissing(local).map(({ text }) => text)).toEqual([expect.stringContaining("no one outside")]);
    // The list shows as many as it counts.
    expect(local.filter(({ state }) => state === "missing")).toHaveLength(1);
    expect(local.at(-1)).toMatchObject({ state: "next", href: "" });
  });

  it("leads from a text that is not written to the step of the form that contains it", () => {
    const hrefWith = (change: object) =>
      reviewReadiness({ ...ready, protocol: { ...protocol, ...change } }).find(({ text }) => /not written/.test(text))
        ?.href;
    expect(hrefWith({ consent: { ...protocol.consent, text: consentPlaceholder } })).toBe("/design/edit#consent");
    const { complete, ...ends } = protocol.ends;
    expect(hrefWith({ ends: { ...ends, complete: { ...complete, text: "[your text]" } } })).toBe("/design/edit#ends");
    const [first, ...steps] = protocol.steps;
    expect(hrefWith({ steps: [{ ...first, title: "[insert title]" }, ...steps] })).toBe("/design/edit#pages");
  });

  it("names an address that nobody outside can open, or that is not encrypted", () => {
    for (const publicUrl of ["http://localhost:3000", "https://127.0.0.1", "https://[::1]:8443", "http://192.168.1.4"])
      expect(missingIn({ publicUrl })[0], publicUrl).toContain("no one outside");
    expect(missingIn({ publicUrl: "http://studies.example.org" })[0]).toContain("advice: Links begin with");
    const mturk = { ...protocol, recruiter: { ...protocol.recruiter, kind: "mturk" as const } };
    expect(missingIn({ publicUrl: "http://studies.example.org", protocol: mturk })[0]).toContain("missing:");
  });

  it("names a code that is missing or stands for two ends", () => {
    const { complete, ...ends } = protocol.ends;
    const without = { ...protocol, ends: { ...ends, complete: { ...complete, code: "" } } };
    expect(missingIn({ protocol: without })[0]).toContain("has no Prolific code");
    const doubled = { ...protocol, ends: { ...protocol.ends, quality: { ...protocol.ends.quality, code: "C1" } } };
    expect(missingIn({ protocol: doubled })[0]).toContain("the same code");
  });

  it("names rules that would refuse the recruiter's own people", () => {
    expect(missingIn({ rules: { ...openArrivalRules, sources: ["pid"] } })[0]).toContain("do not accept");
    const signed = { ...openArrivalRules, identity: "signed" as const };
    expect(missingIn({ rules: signed })[0]).toContain("advice: The rules require signed IDs. On Prolific, secure");
    const mturk = {
      ...protocol,
      recruiter: { kind: "mturk" as const, name: "", idParameter: "", otherParameters: [] },
    };
    expect(missingIn({ rules: signed, protocol: mturk }).join()).toContain("MTurk does not sign IDs");
    expect(missingIn({ rules: openArrivalRules })[0]).toContain("advice: Anyone");
  });

  it("wants one whole session of the study as it is now, with every parameter", () => {
    const rehearsal = ready.rehearsal as NonNullable<ReadinessFacts["rehearsal"]>;
    expect(missingIn({ rehearsal: null })).toEqual(["missing: The study has not been rehearsed yet."]);
    expect(missingIn({ rehearsal: { ...rehearsal, isCurrent: false } })[0]).toContain("has changed");
    expect(missingIn({ rehearsal: { ...rehearsal, hasArrived: false } })[0]).toContain("has not been started");
    expect(missingIn({ rehearsal: { ...rehearsal, missingParameters: ["SESSION_ID"] } })[0]).toContain("SESSION_ID");
    expect(missingIn({ rehearsal: { ...rehearsal, isComplete: false } })[0]).toContain("Complete");
  });

  it("compares the pay of the form with what the consent page says", () => {
    expect(missingIn({ recruitment: { ...ready.recruitment, pay: "£3" } })[0]).toContain("does not name that amount");
    expect(missingIn({ recruitment: { ...ready.recruitment, pay: "", minutes: null } })[0]).toContain(
      "how long it takes and what it pays",
    );
    expect(isPayInConsent(protocol, "1,5 EUR")).toBe(true);
  });
});

describe("the text for a recruiter's form", () => {
  it("says what the study says and nothing else: no time and no pay before somebody has written them", () => {
    const recruitment = defaultRecruitment("Lies, second try", { ...protocol, publicTitle: "Stories" });
    expect(defaultRecruitment("Stories", protocol)).toEqual(recruitment);
    expect(recruiterFields(recruitment, "lab@example.org")).toEqual([
      { name: "Title", text: "Stories" },
      {
        name: "Description",
        text: "You read one story.\n\nYou are paid 1.50 pounds.\n\nQuestions: lab@example.org",
      },
      { name: "Time", text: null },
      { name: "Pay", text: null },
    ]);
    expect(recruiterText(recruitment, " ")).toBe("Stories\n\nYou read one story.\n\nYou are paid 1.50 pounds.");
    expect(recruiterText({ ...recruitment, minutes: 1, pay: "£1.50" }, "")).toMatch(
      /\n\nTime: 1 minute\n\nPay: £1.50$/,
    );
  });
});
