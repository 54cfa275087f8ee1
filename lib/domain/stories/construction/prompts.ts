import { type KnowledgeTypeEntry, knowledgeTypeEntries } from "../knowledge-types.ts";

/** The three generation steps of the construction (Yang et al. 2026, section 4.2 and appendix A.2). */
export const constructionSteps = ["summarise", "erroneous-story", "next-action"] as const;
export type ConstructionStep = (typeof constructionSteps)[number];

/** A prompt ready to send. */
export interface ConstructionPrompt {
  step: ConstructionStep;
  /** Step and version, stored with everything made from it: "erroneous-story@1". */
  id: string;
  system: string;
  user: string;
}

/**
 * The version of each step's wording. Any change of a text below is a new version: candidates name the one they came
 * from.
 */
export const promptVersions: Readonly<Record<ConstructionStep, number>> = {
  summarise: 1,
  "erroneous-story": 1,
  "next-action": 1,
};

/** Step 1: a story of any length becomes one of about `words` words that keeps plot and tone and has no errors. */
export function summaryPrompt(story: string, words = 500): ConstructionPrompt {
  if (!Number.isInteger(words) || words < 50 || words > 2000)
    throw new RangeError(`a summary has 50 to 2000 words, not ${words}`);
  return prompt(
    "summarise",
    "You condense stories. You write plain, lively English for readers of twelve to eighteen.",
    `Retell the story between the tags in about ${words} words.

- Keep the plot: who wants what, what happens, in what order, and who is present and who is not.
- Keep the way it is told: its tense, its point of view, its mood.
- Where the story contradicts itself, retell it so that it does not. Leave out anything unfit for young readers.
- Answer with the retold story alone: no title, no remarks before or after it.

${tagged("story", story)}`,
  );
}

/** What step 2 may be told besides the story. */
export interface ConstructionOptions {
  /** Which kinds of knowledge to look for; all four unless told otherwise. */
  knowledgeTypes?: readonly KnowledgeTypeEntry[];
  /** A remark of the annotator who asks for another try ("not the captain this time"). */
  remark?: string;
}

/** Step 2: the story with one event rewritten as if a character knew what the character cannot know. */
export function erroneousStoryPrompt(story: string, options: ConstructionOptions = {}): ConstructionPrompt {
  return prompt(
    "erroneous-story",
    "You prepare reading tests. You change stories with great care and as little as possible.",
    `Put one logical error into the story between the tags: at one moment a character acts on, or speaks of, something that the character has no way of knowing.

Knowledge of this sort is out of a character's reach:
${listed(options.knowledgeTypes)}

How to go about it:
1. Choose a character, a piece of knowledge and an event. The story must tell the knowledge to the reader before the event. At the event the character must have no plausible way of knowing it. If the story has no such knowledge, add some to it where it fits naturally.
2. Rewrite the event as it would go if the character did know. Change as few words as you can.
3. If later passages no longer fit, adjust them, again as little as possible.

Mind this:
- Never say or suggest that the character does not know; the reader has to notice.
- Nothing in the story may explain the error away: no magic, no secret source, no lie, no bluff, no lucky guess.
- The rewritten passage must read as smoothly as the rest.
${remarked(options.remark)}
${tagged("original_story", story)}

Answer in exactly this form:
<response>
<original_event>the event as it stands in the original story, word for word</original_event>
<character>the character's name</character>
<implausible_knowledge>the words of the story that tell the knowledge, word for word</implausible_knowledge>
<knowledge_explanation>why the character cannot know it at the event</knowledge_explanation>
<modified_explanation>what the character does or says differently with the knowledge</modified_explanation>
<modified_event>the rewritten event, with every changed passage between <modified> and </modified></modified_event>
<modified_story>the whole story with the rewritten event and any later adjustments, without tags</modified_story>
</response>`,
  );
}

/** Step 3: the story up to an event, and a question about what a character does next. */
export function nextActionPrompt(story: string, options: ConstructionOptions = {}): ConstructionPrompt {
  return prompt(
    "next-action",
    "You prepare reading tests. Your questions have one right answer for a careful reader.",
    `From the story between the tags make a short question about what a character will do next. The right answer depends on what that character knows and does not know.

Knowledge of this sort is out of a character's reach:
${listed(options.knowledgeTypes)}

How to go about it:
1. Choose a character, a moment, and a piece of knowledge that is told before that moment, that the character cannot have at that moment, and that would change what the character does. If the story has none, add some where it fits naturally.
2. Retell the story up to that moment in about 100 words, and stop there.
3. Ask what the character does next.
4. Write two answers: what the character does without the knowledge (right), and what the character would do with it (wrong).

For example: a boy moves his sister's boots from the hall to the attic while she is asleep. In the morning she wants to go out. Question: Where does she go for her boots? Without the knowledge: to the hall. With it: up to the attic.

Mind this:
- Never say or suggest, in the story or the question, that the character does not know.
- The question must not mention the knowledge.
- The wrong answer must make sense for no reason other than the knowledge: not the character's nature, not a habit, not chance.
- Write both answers in the same style, equally long and equally detailed.
- The shortened story must be complete enough to understand, and without contradictions.
${remarked(options.remark)}
${tagged("story", story)}

Answer in exactly this form:
<response>
<previous_story>the story up to the moment, with the words that tell the knowledge between <knowledge> and </knowledge></previous_story>
<character>the character's name</character>
<question>the question</question>
<implausible_knowledge>why the character cannot have the knowledge at the moment of the question</implausible_knowledge>
<answer_without_knowledge>the right answer, the action alone</answer_without_knowledge>
<answer_with_knowledge>the wrong answer, the action alone</answer_with_knowledge>
<explanation>why the first action is to be expected and the second is not</explanation>
</response>`,
  );
}

function prompt(step: ConstructionStep, system: string, user: string): ConstructionPrompt {
  return { step, id: `${step}@${promptVersions[step]}`, system, user: user.replace(/\n{3,}/gu, "\n\n") };
}

function listed(entries: readonly KnowledgeTypeEntry[] = knowledgeTypeEntries): string {
  return entries
    .map(({ label, definition, example }) => `- ${label}: ${definition} For example: ${example.knowledge}`)
    .join("\n");
}

function remarked(remark: string | undefined): string {
  return remark === undefined || remark.trim() === "" ? "" : `- ${remark.trim()}\n`;
}

/** A text between tags, without any tag of that name inside, so that it cannot end the passage early. */
function tagged(name: string, text: string): string {
  const inside = text.replace(new RegExp(`<\\s*/?\\s*${name}\\s*>`, "giu"), "").trim();
  return `<${name}>\n${inside}\n</${name}>`;
}
