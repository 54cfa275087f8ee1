import { plainComposition } from "../composition/study-composition.ts";
import { consentPlaceholder } from "../studies/placeholder-texts.ts";
import type { PresetDraft } from "../studies/study-draft.ts";
import { street2024Protocol } from "./street-2024.ts";

/** An empty study: consent, one block of items, six end pages, and no questions or settings about people. */
export const fromScratch = {
  id: "from-scratch",
  name: "Your own task (empty study)",
  summary:
    "Consent, items and the six end pages, without a paper as template. You add questions, groups, conditions and pages.",
  itemKind: "true-false",
};

export function fromScratchDraft(): PresetDraft {
  const street = street2024Protocol();
  return {
    stage: "pilot",
    language: "en",
    itemKind: fromScratch.itemKind,
    itemFilter: {},
    conditions: { story: ["story"], questionOrder: ["true-false"] },
    quotas: [],
    openStratum: false,
    perStratumItem: 10,
    itemsPerSession: 1,
    composition: plainComposition,
    protocol: {
      ...street,
      consent: { ...street.consent, text: consentText },
      steps: street.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, dwellSeconds: 0, explanation: null })),
    },
  };
}

const consentText = `${consentPlaceholder}

Taking part is up to you. You can stop at any time by closing the page or by choosing "Withdraw", without giving a reason.

We store your answers and how long each page was open. We do not store your name, your internet address or what device you use. If a recruitment service sent you here, its number for you is kept apart from your answers.

The answers are used for research and may be published without anything that points to you.`;
