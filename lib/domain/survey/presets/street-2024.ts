import { crossStrata, type Design } from "../design.ts";
import type { Protocol } from "../protocol.ts";
import type { ProtocolStep } from "../protocol-step.ts";
import { usualEnds } from "./usual-ends.ts";

const ages = [
  { value: "18-29", label: "18 to 29" },
  { value: "30-39", label: "30 to 39" },
  { value: "40-49", label: "40 to 49" },
  { value: "50-65", label: "50 to 65" },
];
const quotaGenders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
];

/** "Street et al. 2024, one statement per participant": their section 3.1 and appendices A.1 and A.2. */
export const street2024 = {
  id: "street-2024",
  name: "One story and one statement per person (Street et al. 2024)",
  summary:
    "Each person reads one story twice, answers one true-or-false statement and gives a reason. Quotas: four age bands and two genders. Conditions: story and word order.",
  itemKind: "true-false",
};

/** 26 complete answers per stratum and statement: 52 per statement and condition, 29,120 in all for 140 statements. */
export function street2024Design(seed: string, perStratumItem = 26): Design {
  return {
    seed,
    strata: crossStrata([
      { key: "age", options: ages },
      { key: "gender", options: quotaGenders },
    ]),
    openStratum: true,
    factors: [
      { name: "story", levels: ["no-story", "story"] },
      { name: "questionOrder", levels: ["true-false", "false-true"] },
    ],
    perStratumItem,
    itemsPerSession: 1,
  };
}

/**
 * The session of Street et al.: consent, residence in the United Kingdom (section 3.1), English as first and most used language
 * (appendix A.1), age band and gender,
 * story behind a 60-second dwell (appendix A.2), statement, reason. The study made from the preset
 * adds `street2024ConsentDetails` to the consent text.
 */
export function street2024Protocol(): Protocol {
  return {
    consent: {
      version: "1",
      title: "Before you start",
      text: consentText,
      agreeLabel: "I agree and want to take part",
      declineLabel: "I do not want to take part",
    },
    steps: [englishStep, aboutYouStep, statementStep],
    ends,
    leaseMinutes: 30,
    withdrawal: "erase",
    contact: "",
    frameAncestors: [],
    theme: "system",
  };
}

/**
 * The part of the consent text that only the researcher can complete. No stage of the study can be opened while it
 * contains a placeholder.
 */
export const street2024ConsentDetails = `This study is run by [name of institution]. It was approved by [name of ethics committee and approval number].

You receive [insert pay] for taking part.

If you have questions or complaints, please write to [insert contact person and e-mail address].`;

/** Residence in the United Kingdom (section 3.1), English as first and most used language (appendix A.1). */
const englishStep: ProtocolStep = {
  kind: "questions",
  key: "english",
  title: "Residence and languages",
  text: "",
  questions: [
    {
      type: "choice",
      key: "residence",
      label: "Do you live in the United Kingdom?",
      help: "",
      choices: [
        { value: "uk", label: "Yes", endsAs: null },
        { value: "elsewhere", label: "No", endsAs: "screened-out" },
      ],
    },
    {
      type: "choice",
      key: "first-language",
      label: "Is English your first language?",
      help: "By first language we mean the language, or one of the languages, that you first learnt as a child.",
      choices: [
        { value: "yes", label: "Yes", endsAs: null },
        { value: "no", label: "No", endsAs: "screened-out" },
      ],
    },
    {
      type: "choice",
      key: "most-used-language",
      label: "Which language do you use most in your daily life?",
      help: "",
      choices: [
        { value: "english", label: "English", endsAs: null },
        { value: "other", label: "Another language", endsAs: "screened-out" },
      ],
    },
  ],
};

/** The questions needed for the quotas. */
const aboutYouStep: ProtocolStep = {
  kind: "questions",
  key: "about-you",
  title: "About you",
  text: "We ask so that people of all ages and genders are heard equally often.",
  questions: [
    {
      type: "choice",
      key: "age",
      label: "How old are you?",
      help: "",
      choices: [
        { value: "under-18", label: "Under 18", endsAs: "screened-out" },
        ...ages.map((age) => ({ ...age, endsAs: null })),
        { value: "over-65", label: "Over 65", endsAs: "screened-out" },
      ],
    },
    {
      type: "choice",
      key: "gender",
      label: "What is your gender?",
      help: "",
      choices: [
        ...quotaGenders.map((gender) => ({ ...gender, endsAs: null })),
        { value: "non-binary", label: "Non-binary or third gender", endsAs: null },
        { value: "undisclosed", label: "I prefer not to say", endsAs: null },
      ],
    },
  ],
};

/** The story with its dwell time (appendix A.2), the statement and the reason. */
const statementStep: ProtocolStep = {
  kind: "items",
  key: "statement",
  title: "The story",
  wording: {},
  dwellSeconds: 60,
  layout: "story-then-question",
  titles: "hidden",
  explanation: {
    label: "Why did you choose this answer?",
    help: "A sentence or two is enough. There is no right or wrong here.",
    required: true,
    maximumLength: 4_000,
  },
};

const ends: Protocol["ends"] = {
  complete: {
    title: "Thank you",
    text: "Your answers are saved. Your private page, which is linked below, shows what is stored about you, and you can have it removed there.",
    returnUrl: "",
  },
  ...usualEnds,
  "over-quota": {
    title: "All places are taken",
    text: "We have already heard from enough people in your age group and gender. Thank you for offering your time.",
    returnUrl: "",
  },
};

const consentText = `This study looks at how people understand short stories about everyday life. You will read one story, which takes about two minutes, decide whether one statement about it is true or false, and write a sentence about why. All in all it takes about five minutes.

Taking part is up to you. You can stop at any time by closing the page or by choosing "Withdraw", without giving a reason.

We store your answers, your age band, your gender and how long each page was open. We do not store your name, your internet address or what device you use. While you take part, an unsent answer is kept in this browser so that nothing is lost if your connection drops; it is deleted when the answer has arrived. If a recruitment service sent you here, its number for you is kept apart from your answers.

The answers are used for research and may be published without anything that points to you.`;
