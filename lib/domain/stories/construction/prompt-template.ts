import type { ConstructionStep } from "./steps.ts";

/** The two messages of a prompt, with placeholders such as `{story}` for the item's texts. */
export interface PromptTemplate {
  system: string;
  user: string;
}

/** The allowed placeholders in the prompts of each step; required ones are in `requiredPlaceholders`. */
export const placeholders: Readonly<Record<ConstructionStep, readonly string[]>> = {
  summarise: ["story", "words", "remark"],
  "erroneous-story": ["story", "knowledge_types", "remark"],
  "next-action": ["story", "knowledge_types", "remark"],
  "next-options": [
    "story",
    "character",
    "knowledge",
    "question",
    "answer_without_knowledge",
    "answer_with_knowledge",
    "remark",
  ],
};

const requiredPlaceholders: Readonly<Record<ConstructionStep, readonly string[]>> = {
  summarise: ["story"],
  "erroneous-story": ["story"],
  "next-action": ["story"],
  "next-options": ["story", "question"],
};

/** The tags that a prompt must request for each step, because the output is parsed by these tags. */
const answerTags: Readonly<Record<ConstructionStep, readonly string[]>> = {
  summarise: [],
  "erroneous-story": ["response", "character", "implausible_knowledge", "modified_event", "modified_story"],
  "next-action": [
    "response",
    "previous_story",
    "character",
    "question",
    "answer_without_knowledge",
    "answer_with_knowledge",
  ],
  "next-options": ["response", "answer_without_knowledge", "answer_with_knowledge"],
};

const PLACEHOLDER = /\{([a-z_]+)\}/gu;

/** Why a template is invalid for a step, as a sentence about one of its parts; null if it is valid. */
export function findTemplateProblem(step: ConstructionStep, { system, user }: PromptTemplate): string | null {
  const usedPlaceholders = new Set([...`${system}\n${user}`.matchAll(PLACEHOLDER)].map((match) => match[1] as string));
  const missing = requiredPlaceholders[step].find((name) => !usedPlaceholders.has(name));
  if (missing !== undefined) return `The prompt must contain the placeholder {${missing}}.`;
  const unknown = [...usedPlaceholders].find((name) => !placeholders[step].includes(name));
  if (unknown !== undefined) {
    return `{${unknown}} is not a placeholder of this step (${placeholders[step].map((name) => `{${name}}`).join(", ")}).`;
  }
  const tag = answerTags[step].find((name) => !user.includes(`<${name}>`));
  return tag === undefined ? null : `The user message must request <${tag}>, by which the answer is parsed.`;
}

/**
 * Replaces all placeholders by their values in one pass. Values are plain text, so a story that contains text like a
 * placeholder is unchanged. A placeholder without a value becomes empty.
 */
export function fillTemplate(
  { system, user }: PromptTemplate,
  values: Readonly<Record<string, string>>,
): { system: string; user: string } {
  const fillPlaceholders = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? "");
  return { system: fillPlaceholders(system), user: fillPlaceholders(user).replace(/\n{3,}/gu, "\n\n") };
}
