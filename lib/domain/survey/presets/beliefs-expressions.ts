import {
  type BeliefSession,
  defaultParticipantSettings,
  type ParticipantPlan,
} from "../../beliefs/participants/plan-participants.ts";
import { queryTypes } from "../../beliefs/queries.ts";
import { type Random, shuffle } from "../../random.ts";
import type { Design } from "../design.ts";
import type { Protocol } from "../protocol.ts";
import type { PlannedSlot } from "../slots/plan-slots.ts";
import { manyItemsProtocol } from "./many-items.ts";
import { formatSessionCost } from "./preset-size.ts";

/**
 * "Expressions of belief": the questions of Du et al. for models, asked of people. The questions are yes/no questions,
 * asked first alone and then after a short text that states a claim in one of 19 ways; most of the claims are false,
 * and a debrief says which.
 *
 * The sessions are created by `planParticipants`, because the general planner does not support facts, so the study is
 * started from the benchmark of expressions.
 */
export const beliefsExpressions = {
  id: "beliefs-expressions",
  name: "Answer after a claim in many wordings (Du et al. 2026)",
  summary:
    "People answer yes/no questions, first alone and then after a short text. No one is asked about a fact in two expressions, the 19 forms of expression rotate, and a debrief states which claims were false.",
  itemKind: "yes-no",
};

/**
 * The initial number of people and the resulting time. Each person is asked about every fact before and after its
 * expression.
 */
export function beliefsSize(): string {
  const { participants, factsPerParticipant, fillersPerParticipant } = defaultParticipantSettings;
  const questions = 2 * queryTypes.length * (factsPerParticipant + fillersPerParticipant);
  return `With ${factsPerParticipant} facts and ${fillersPerParticipant} fillers each: ${formatSessionCost(participants, beliefsProtocol("whole"), questions)}`;
}

/** The content of one session: the screens, and the information before and after them. */
export type BeliefSitting = "whole" | "whole-after" | "knowledge" | "expressions";

/**
 * The information for participants. The consent text is a draft that a researcher completes with institution, approval
 * and pay.
 */
export function beliefsProtocol(sitting: BeliefSitting): Protocol {
  const base = manyItemsProtocol();
  const { complete } = base.ends;
  return {
    ...base,
    consent: { ...base.consent, text: consentText(sitting) },
    steps: [
      { kind: "text", key: "how-it-works", title: "How it works", text: introductions[sitting], dwellSeconds: 0 },
      {
        kind: "items",
        key: "items",
        title: "The text",
        wording: {},
        dwellSeconds: 0,
        layout: "one-screen",
        titles: "hidden",
        explanation: null,
      },
    ],
    ends: {
      ...base.ends,
      complete: { ...complete, text: sitting === "knowledge" ? knowledgeEnd : complete.text },
    },
    ...(sitting === "knowledge" ? {} : { debrief: { title: "What was true", text: debriefText } }),
  };
}

/**
 * The design: one group, the order of the two words as its only condition, and sessions of the same length.
 *
 * @param asked whether "I do not know" is offered with every question, and whether confidence is asked; the same for
 * all participants
 */
export function beliefsDesign(
  seed: string,
  itemsPerSession: number,
  asked: { unsure?: boolean; confidence?: boolean } = {},
): Design {
  return {
    seed,
    strata: [{ key: "all", label: "Everybody", criteria: {} }],
    openStratum: false,
    factors: [
      { name: "answerOrder", levels: ["yes-no", "no-yes"] },
      ...(asked.unsure ? [{ name: "unsure", levels: ["offered"] }] : []),
      ...(asked.confidence ? [{ name: "confidence", levels: ["asked"] }] : []),
    ],
    perStratumItem: 1,
    itemsPerSession,
  };
}

/**
 * Converts sessions to slots, whose placements are indices into `itemIds`. The order of the two words is drawn once for
 * each participant, so that the buttons never swap. It is drawn in pairs of participants, so that both orders are
 * equally frequent.
 */
export function toSlots(
  sessions: readonly Pick<BeliefSession, "placements">[],
  itemIds: readonly string[],
  random: Random,
): PlannedSlot[] {
  const indexOfItem = new Map(itemIds.map((id, itemIndex) => [id, itemIndex]));
  const wordOrders = drawInPairs(sessions.length, random);
  return sessions.map(({ placements }, index) =>
    placements.map(({ item }) => {
      const placementIndex = indexOfItem.get(item);
      if (placementIndex === undefined) throw new RangeError(`the item ${item} is not in the study`);
      return { item: placementIndex, condition: wordOrders[index] ?? 0 };
    }),
  );
}

/**
 * The sessions that measure prior knowledge, if this is a separate study. Everyone is asked about every fact, because
 * it is unknown which participants return for which session. The two queries of a fact are in different halves of a
 * session.
 */
export function knowledgeSessions(plan: ParticipantPlan, participants: number, random: Random): BeliefSession[] {
  const prior = plan.items.filter(({ attributes }) => attributes.role === "prior");
  const askedFacts = new Set(
    plan.items.flatMap(({ attributes }) => (attributes.role === "expression" ? [attributes.fact] : [])),
  );
  const facts = [...askedFacts].sort();
  return Array.from({ length: participants }, (_, participant) => {
    const isSwapped = new Map(facts.map((fact) => [fact, random.below(2) === 1]));
    const queriesOfHalf = (second: boolean) =>
      shuffle(facts, random).flatMap((fact) => {
        const queryType = isSwapped.get(fact) === second ? "prior_yes" : "ctx_yes";
        const item = prior.find(({ attributes }) => attributes.fact === fact && attributes.query_type === queryType);
        if (!item) return [];
        return [
          { item: item.id, block: "prior" as const, role: "prior" as const, fact, category: null, queryType } as const,
        ];
      });
    return { participant, sitting: 1, placements: [...queriesOfHalf(false), ...queriesOfHalf(true)] };
  });
}

/** Draws the numbers 0 and 1 in random order, each once in every pair. */
function drawInPairs(count: number, random: Random): number[] {
  return Array.from({ length: Math.ceil(count / 2) }, () => shuffle([0, 1], random))
    .flat()
    .slice(0, count);
}

const introductions: Record<BeliefSitting, string> = {
  whole: `You will answer yes/no questions about books, films, places and people.

At first each question stands by itself. Later a short text stands above it. Please read the text and then answer the question.

Some questions are hard, and nobody knows all the answers. Please do not look anything up; if you do not know, choose what seems more likely to you. You will not be told which answers are right while you are answering.

Each answer is saved as soon as you give it. You can stop, close the page and come back to it later on the same device.`,
  "whole-after": `You will answer yes/no questions about books, films, places and people.

At first a short text stands above each question. Please read the text and then answer the question. Later each question stands by itself: then please answer from what you know.

Some questions are hard, and nobody knows all the answers. Please do not look anything up; if you do not know, choose what seems more likely to you. You will not be told which answers are right while you are answering.

Each answer is saved as soon as you give it. You can stop, close the page and come back to it later on the same device.`,
  knowledge: `You will answer yes/no questions about books, films, places and people.

Some questions are hard, and nobody knows all the answers. Please do not look anything up; if you do not know, choose what seems more likely to you. You will not be told which answers are right.

Each answer is saved as soon as you give it. You can stop, close the page and come back to it later on the same device.`,
  expressions: `You will answer yes/no questions about books, films, places and people. A short text stands above each question. Please read the text and then answer the question.

Some questions are hard, and nobody knows all the answers. Please do not look anything up; if you do not know, choose what seems more likely to you. You will not be told which answers are right while you are answering.

Each answer is saved as soon as you give it. You can stop, close the page and come back to it later on the same device.`,
};

/**
 * The consent text. It states that claims may be false, without saying which, and that the truth is shown at the end:
 * participants consent to a harmless deception.
 */
function consentText(sitting: BeliefSitting): string {
  const description =
    sitting === "knowledge"
      ? "This study looks at what people know about books, films, places and people. There is a second part on another day."
      : "This study looks at how people answer questions after reading short texts. Some of the texts say things that are true, and some say things that were made up. At the end you will be told which is which; if you withdraw before the end, you will be told about everything that you had read until then.";
  return `${description} You will answer a series of yes/no questions. How many there are stands above every question.

Taking part is up to you. You can stop at any time by closing the page or by choosing "Withdraw", without giving a reason.

We store your answers and how long each page was open. We do not store your name, your internet address or what device you use. While you take part, an unsent answer is kept in this browser so that nothing is lost if your connection drops; it is deleted when the answer has arrived. If a recruitment service sent you here, its number for you is kept apart from your answers.

The answers are used for research and may be published without anything that points to you.`;
}

const knowledgeEnd =
  "You have answered all questions, and all your answers are saved. Your private page, which is linked below, shows what is stored about you, and you can have it removed there. The right answers come at the end of the part with the short texts.";

const debriefText = `Some of the texts that you read were made up for this study. We wanted to know how the way in which something is said changes what people answer, and that works only if not everything is true.

Here is every text that you read, and what is true. Please do not pass the made-up ones on.`;
