import { plainComposition } from "../composition/study-composition.ts";
import type { Protocol } from "../protocol.ts";
import type { PresetDraft } from "../studies/study-draft.ts";
import { usualEnds } from "./usual-ends.ts";

/** As in Yang et al. 2026, section 5, "Human Performance": a few people answer fifty items each. */
export const manyItems = {
  id: "many-items",
  name: "Answer many items in one session (Yang et al. 2026)",
  summary:
    "A few people answer fifty items each, as in the paper, or all items if there are fewer, in individual random order. Story and question are on one screen, there is no time limit, and a reason is optional. Each item gets five answers.",
  itemKind: "true-false",
};

/**
 * Fifty items per person and five answers per item: with the demo's 140 items, exactly 14 people are needed. There is
 * one condition and one group. Every answer is saved immediately, so that a partial session keeps its answers.
 */
export function manyItemsDraft(): PresetDraft {
  return {
    stage: "main",
    language: "en",
    itemKind: manyItems.itemKind,
    itemFilter: {},
    conditions: { story: ["story"], questionOrder: ["true-false"] },
    quotas: [],
    openStratum: false,
    perStratumItem: 5,
    itemsPerSession: 50,
    // If several items are about one story, they are consecutive, so that the story is read once before its questions.
    composition: { ...plainComposition, rules: [{ order: { blocksOf: "story" } }, { order: "random" }] },
    protocol: manyItemsProtocol(),
  };
}

export function manyItemsProtocol(): Protocol {
  return {
    consent: {
      version: "1",
      title: "Before you start",
      text: consentText,
      agreeLabel: "I agree and want to take part",
      declineLabel: "I do not want to take part",
    },
    steps: [
      {
        kind: "text",
        key: "how-it-works",
        title: "How it works",
        text: howItWorks,
        dwellSeconds: 0,
      },
      {
        kind: "items",
        key: "items",
        title: "The story",
        wording: {},
        dwellSeconds: 0,
        layout: "one-screen",
        titles: "hidden",
        explanation: {
          label: "Would you like to say why?",
          help: "A few words help us to find unclear questions. You may leave this empty.",
          required: false,
          maximumLength: 4_000,
        },
      },
    ],
    ends: {
      complete: {
        title: "Thank you",
        text: "You have answered all questions, and all your answers are saved. Your private page, which is linked below, shows what is stored about you, and you can have it removed there.",
        returnUrl: "",
      },
      ...usualEnds,
      "over-quota": {
        title: "All places are taken",
        text: "Enough people have already answered. Thank you for offering your time.",
        returnUrl: "",
      },
    },
    leaseMinutes: 240,
    withdrawal: "erase",
    contact: "",
    frameAncestors: [],
    theme: "system",
  };
}

const howItWorks = `You will see one question after the other, each below the story that it is about. Where a story has several questions, they follow each other.

Please go by what the story says and by your own understanding of it. Take the time that you need.

Each answer is saved as soon as you give it. You can stop, close the page and come back to it later on the same device.`;

const consentText = `This study looks at how people understand short texts. You will answer a series of questions, each about one text. How many there are stands above every question.

Taking part is up to you. You can stop at any time by closing the page or by choosing "Withdraw", without giving a reason.

We store your answers and how long each page was open. We do not store your name, your internet address or what device you use. While you take part, an unsent answer is kept in this browser so that nothing is lost if your connection drops; it is deleted when the answer has arrived. If a recruitment service sent you here, its number for you is kept apart from your answers.

The answers are used for research and may be published without anything that points to you.`;
