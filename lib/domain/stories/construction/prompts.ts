import { type KnowledgeTypeEntry, knowledgeTypeEntries } from "../knowledge-types.ts";
import { fillTemplate, type PromptTemplate } from "./prompt-template.ts";
import type { ConstructionStep } from "./steps.ts";

/** A prompt ready to send. */
export interface ConstructionPrompt {
  step: ConstructionStep;
  /** Step and version, stored with every result: "erroneous-story@1", or "own/erroneous-story@3". */
  id: string;
  system: string;
  user: string;
}

/** The wording of a step and its name. */
export interface NamedTemplate extends PromptTemplate {
  id: string;
}

/** The parameters of a prompt in addition to the story. */
export interface ConstructionOptions {
  /** The kinds of knowledge to look for; default: all four. */
  knowledgeTypes?: readonly KnowledgeTypeEntry[];
  /** A remark by the annotator who requests another attempt ("not the captain this time"). */
  remark?: string;
  /** Approximate number of words of a summary; default 500. */
  words?: number;
  /** The question for which new options are requested. */
  given?: GivenQuestion;
}

/** An existing question. */
export interface GivenQuestion {
  character: string;
  implausibleKnowledge: string;
  question: string;
  answerWithoutKnowledge: string;
  answerWithKnowledge: string;
}

/** The prompt of a step about a story, in the built-in wording or in a given wording of the same step. */
export function constructionPrompt(
  step: ConstructionStep,
  story: string,
  options: ConstructionOptions = {},
  template: NamedTemplate = builtInTemplates[step],
): ConstructionPrompt {
  const { words = 500, remark = "", given } = options;
  if (!Number.isInteger(words) || words < 50 || words > 2000)
    throw new RangeError(`a summary has 50 to 2000 words, not ${words}`);
  const remarkLine = remark.trim() === "" ? "" : `- ${remark.trim()}\n`;
  const hasRemarkPlaceholder = template.user.includes("{remark}");
  const values: Record<string, string> = {
    story: removePromptTags(story),
    words: String(words),
    knowledge_types: formatKnowledgeTypes(options.knowledgeTypes),
    remark: remarkLine,
    ...(given && {
      character: removePromptTags(given.character),
      knowledge: removePromptTags(given.implausibleKnowledge),
      question: removePromptTags(given.question),
      answer_without_knowledge: removePromptTags(given.answerWithoutKnowledge),
      answer_with_knowledge: removePromptTags(given.answerWithKnowledge),
    }),
  };
  const { system, user } = fillTemplate(template, values);
  // If the wording has no placeholder for the remark, the remark must be added.
  return {
    step,
    id: template.id,
    system,
    user: remarkLine === "" || hasRemarkPlaceholder ? user : `${user}\n\n${remarkLine.trim()}`,
  };
}

/**
 * The built-in wording of each step. Any change of a text below requires a new version of its step, because candidates
 * store the version.
 */
export const builtInTemplates: Readonly<Record<ConstructionStep, NamedTemplate>> = {
  // Rewrites a story of any length in about 500 words, with the same plot and tone and without errors.
  summarise: {
    id: "summarise@1",
    system: "You condense stories. You write plain, lively English for readers of twelve to eighteen.",
    user: `Retell the story between the tags in about {words} words.

- Keep the plot: who wants what, what happens, in what order, and who is present and who is not.
- Keep the way it is told: its tense, its point of view, its mood.
- Where the story contradicts itself, retell it so that it does not. Leave out anything unfit for young readers.
- Answer with the retold story alone: no title, no remarks before or after it.
{remark}
<story>
{story}
</story>`,
  },
  // The story with one event rewritten as if a character knew something that they cannot know.
  "erroneous-story": {
    id: "erroneous-story@1",
    system: "You prepare reading tests. You change stories with great care and as little as possible.",
    user: `Put one logical error into the story between the tags: at one moment a character acts on, or speaks of, something that the character has no way of knowing.

Knowledge of this sort is out of a character's reach:
{knowledge_types}

How to go about it:
1. Choose a character, a piece of knowledge and an event. The story must tell the knowledge to the reader before the event. At the event the character must have no plausible way of knowing it. If the story has no such knowledge, add some to it where it fits naturally.
2. Rewrite the event as it would go if the character did know. Change as few words as you can.
3. If later passages no longer fit, adjust them, again as little as possible.

Mind this:
- Never say or suggest that the character does not know; the reader has to notice.
- Nothing in the story may explain the error away: no magic, no secret source, no lie, no bluff, no lucky guess.
- The rewritten passage must read as smoothly as the rest.
{remark}
<original_story>
{story}
</original_story>

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
  },
  // The story up to an event, and a question about what a character does next.
  "next-action": {
    id: "next-action@1",
    system: "You prepare reading tests. Your questions have one right answer for a careful reader.",
    user: `From the story between the tags make a short question about what a character will do next. The right answer depends on what that character knows and does not know.

Knowledge of this sort is out of a character's reach:
{knowledge_types}

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
{remark}
<story>
{story}
</story>

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
  },
  // Two new options for an unchanged question.
  "next-options": {
    id: "next-options@1",
    system: "You prepare reading tests. Your questions have one right answer for a careful reader.",
    user: `The story between the tags ends with a question about what a character does next. Write two new answers to it: what the character does without the knowledge below (right), and what the character would do with it (wrong).

Mind this:
- The character has no way of having the knowledge at the moment of the question.
- The wrong answer must make sense for no reason other than the knowledge: not the character's nature, not a habit, not chance.
- Write both answers in the same style, equally long and equally detailed, and begin them alike.
- Say something else than the present answers do, or say it better.
{remark}
<story>
{story}
</story>
<asked_of>{character}</asked_of>
<knowledge_out_of_reach>{knowledge}</knowledge_out_of_reach>
<asked>{question}</asked>
<present_right>{answer_without_knowledge}</present_right>
<present_wrong>{answer_with_knowledge}</present_wrong>

Answer in exactly this form:
<response>
<answer_without_knowledge>the right answer, the action alone</answer_without_knowledge>
<answer_with_knowledge>the wrong answer, the action alone</answer_with_knowledge>
<explanation>why the first action is to be expected and the second is not</explanation>
</response>`,
  },
};

function formatKnowledgeTypes(entries: readonly KnowledgeTypeEntry[] = knowledgeTypeEntries): string {
  return entries
    .map(({ label, definition, example }) => `- ${label}: ${definition} For example: ${example.knowledge}`)
    .join("\n");
}

/** Removes the tags that prompts put around texts, so that a text cannot close one of them. */
function removePromptTags(text: string): string {
  return text
    .replace(
      /<\s*\/?\s*(?:original_story|story|asked_of|knowledge_out_of_reach|asked|present_right|present_wrong)\s*>/giu,
      "",
    )
    .trim();
}
