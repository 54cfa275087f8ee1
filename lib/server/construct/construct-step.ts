import { readResponses } from "@/lib/domain/interchange/kste/response-items.ts";
import { parseResponses } from "@/lib/domain/interchange/kste/response-xml.ts";
import { parseSummary } from "@/lib/domain/stories/construction/parse-summary.ts";
import {
  type ConstructionOptions,
  type ConstructionPrompt,
  constructionPrompt,
  type NamedTemplate,
} from "@/lib/domain/stories/construction/prompts.ts";
import { isSameText } from "@/lib/domain/stories/construction/same-text.ts";
import type { ConstructionStep } from "@/lib/domain/stories/construction/steps.ts";
import { findStoryProblems } from "@/lib/domain/stories/construction/story-problems.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { escapeTags } from "../../domain/format/escape.ts";
import { type ChatLimits, chatLimits } from "../model-client/post-json.ts";
import { type ChatAnswer, completeChat, type ObserveCall } from "./chat-completion.ts";
import type { LlmEndpoint } from "./endpoint.ts";

/** One generation: the request, the output, and the item parsed from it. Immutable. */
export interface Construction {
  prompt: ConstructionPrompt;
  output: string;
  answer: Omit<ChatAnswer, "text" | "isCut" | "isRefused">;
  /** Whether the output was truncated; another seed would not help. */
  isCut: boolean;
  seed: number;
  /** The item; null if the output could not be parsed, in which case `problems` contains the reasons. */
  item: KsteItem | null;
  problems: string[];
}

export interface ConstructionInput {
  step: ConstructionStep;
  /** The input story of the step. */
  story: string;
  id: string;
  genre: string;
  options?: ConstructionOptions;
  /** The current prompt, if it is not the built-in one. */
  template?: NamedTemplate | undefined;
  seed: number;
}

const maximumTokens: Readonly<Record<ConstructionStep, number>> = {
  summarise: 2_500,
  "erroneous-story": 4_000,
  "next-action": 2_000,
  "next-options": 1_000,
};

/**
 * Runs one generation step with an endpoint: one of the three steps of the paper (Yang et al. 2026, section 4.2), or
 * only new options for a question. Unparsed output is also stored, with its problems, so that a person can see what the
 * model did.
 */
export async function constructStep(
  endpoint: LlmEndpoint,
  input: ConstructionInput,
  limits: ChatLimits = chatLimits,
  observe?: ObserveCall,
): Promise<Construction> {
  const prompt = constructionPrompt(input.step, input.story, input.options, input.template);
  const { text, ...answer } = await completeChat(
    endpoint,
    {
      system: prompt.system,
      user: prompt.user,
      seed: input.seed,
      maximumTokens: maximumTokens[input.step],
    },
    limits,
    observe,
  );
  const { isCut, isRefused, ...answerDetails } = answer;
  const rejection = isRefused ? "The model refused." : isCut === null ? null : cutProblems[isCut];
  const result = rejection === null ? readOutput(input, text) : { item: null, problems: [rejection] };
  return { prompt, output: text, answer: answerDetails, isCut: isCut !== null, seed: input.seed, ...result };
}

/** Why a truncated answer is refused: a part of a story is not a valid input. */
const cutProblems = {
  length: "The model's answer was cut off at the token limit.",
  filter: "The endpoint's filter withheld a part of the model's answer.",
} as const;

function readOutput(input: ConstructionInput, text: string): Pick<Construction, "item" | "problems"> {
  const { id, genre } = input;
  if (input.step === "summarise") {
    const summary = parseSummary(text);
    if (summary.story === null) return { item: null, problems: summary.problems };
    const [read] = readResponses(`<response><story>${escapeTags(summary.story)}</story></response>`, { id, genre });
    return checkOutput(input, text, read?.item ?? null, summary.problems);
  }
  if (input.step === "next-options") return readOptions(input, text);
  const [read] = readResponses(text, { id, genre });
  if (!read) return checkOutput(input, text, null, ["The answer contains no <response>."]);
  return checkOutput(
    input,
    text,
    read.item,
    read.findings.map((finding) => `${finding.field}: ${finding.message}`),
  );
}

/** The given question with the options of the output. Nothing else in the question can change. */
function readOptions({ id, genre, story, options }: ConstructionInput, text: string) {
  const givenQuestion = options?.given;
  const [response] = parseResponses(text);
  const problems = response?.problems.map(({ field, message }) => `${field}: ${message}`) ?? [];
  const correct = response?.fields.answer_without_knowledge?.trim() ?? "";
  const distractor = response?.fields.answer_with_knowledge?.trim() ?? "";
  const problem =
    givenQuestion === undefined
      ? "There is no question to generate options for."
      : correct === "" || distractor === ""
        ? (findStoryProblems({ step: "next-options", source: story, output: text, story: null })[0] ??
          "The answer contains fewer than two options.")
        : correct === distractor
          ? "Both options are the same."
          : null;
  if (givenQuestion === undefined || problem !== null)
    return { item: null, problems: [...(problem === null ? [] : [problem]), ...problems] };
  const item: KsteItem = {
    ...{ id, genre, story, kind: "knp", sourceId: null, provenance: null, extra: {} },
    ...givenQuestion,
    answerWithoutKnowledge: correct,
    answerWithKnowledge: distractor,
    knowledgeExplanation: null,
    explanation: response?.fields.explanation?.trim() || null,
  };
  return { item, problems };
}

/**
 * Checks an output. It is not accepted if it is not a story (a refusal, far too short, or off-topic), or if it is a
 * summary that is identical to its source. The output is stored in either case.
 */
function checkOutput(
  { step, story }: ConstructionInput,
  output: string,
  item: KsteItem | null,
  problems: string[],
): Pick<Construction, "item" | "problems"> {
  if (step === "summarise" && item !== null && isSameText(story, item.story))
    return { item: null, problems: ["The retelling is identical to its source.", ...problems] };
  const storyProblems = findStoryProblems({ step, source: story, output, story: item?.story ?? null });
  return storyProblems.length === 0 ? { item, problems } : { item: null, problems: [...storyProblems, ...problems] };
}
