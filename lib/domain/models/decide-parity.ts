import { computeFingerprintsVersion1 } from "../items/fingerprints-before.ts";
import type { Item } from "../items/item.ts";
import type { ConditionLevels, Layout } from "../items/kinds/item-kind.ts";
import { openEnded } from "../items/kinds/knp/two-choice.ts";
import { requireKind } from "../items/kinds/registry.ts";
import { markOfFile } from "../items/kinds/task/media-marks.ts";
import { defaultMarkSyntax, insertMarks } from "../items/mark-text.ts";
import { fingerprintVersion, type Presentation, renderPrompt, renderStimulus, versionOf } from "../items/stimulus.ts";
import type { MediaValue, StimulusValue } from "../tasks/schema/stimulus-field.ts";

/**
 * Whether a model and people were shown the same stimulus.
 * - `verified`: the prompt or the fingerprints prove the same title, story, marks, question, statement and options in
 *   the same order, and the same surrounding texts, or surrounding texts that the study declares as equivalent.
 * - `mismatch`: they prove a difference.
 * - `unverified`: there is no proof, or only fingerprints of another version.
 */
export type Parity = "verified" | "mismatch" | "unverified";

/** Incremented whenever these rules change, so that stored results are computed again. */
export const parityRuleVersion = 3;

const contentDifferences = [
  "title",
  "story",
  "marks",
  "question",
  "statement",
  "options",
  "media",
  "fingerprint",
] as const;
const presentationDifferences = ["template", "practice", "examples"] as const;

/**
 * The part in which a mismatch occurs. `media`: people were shown a file that the model did not receive. `template`:
 * only words around the item differ. `practice`: people had practice items, the model had none. `examples`: the model
 * was given solved examples before the item; this is reported and never blocks a comparison.
 */
export type ParityDifference = (typeof contentDifferences)[number] | (typeof presentationDifferences)[number];

/** The result of comparing what a model was shown with a stimulus. */
interface ShownComparison {
  content: "same" | "differs" | "unknown";
  presentation: "same" | "differs" | "unknown";
  differs: ParityDifference[];
  /** The fingerprint has another version and cannot be compared. */
  isOtherVersion?: true;
}

export interface ParityFinding {
  parity: Parity;
  differs: ParityDifference[];
  isOtherVersion?: true;
}

export interface Evidence {
  prompt?: string | null | undefined;
  contentFingerprint?: string | null | undefined;
  presentationFingerprint?: string | null | undefined;
}

/**
 * Whether different content was shown. Only a named person with a reason can excuse such a difference; differences in
 * the words around the item can be declared instead.
 */
export function isContentMismatch({ parity, differs }: ParityFinding): boolean {
  return parity === "mismatch" && differs.some((one) => (contentDifferences as readonly string[]).includes(one));
}

/**
 * Decides parity from the data of a prediction, independent of any study. If the condition declares a prompt style of
 * Parallax (`prompt=human`, `simplified`), the prompt must equal that text, after examples if the condition states some
 * (`shots`). Any other prompt must contain every part of the stimulus.
 *
 * @param levels the condition that the prediction declares
 */
export function decideParity(
  item: Item,
  levels: ConditionLevels,
  evidence: Evidence,
  presentation: Presentation = {},
): ParityFinding {
  const compared = compareShownStimuli(item, levels, evidence, presentation);
  const usesKnownStyle = requireKind(item.kind).promptStyles.includes(levels.prompt ?? "");
  if (!usesKnownStyle || evidence.prompt === undefined || evidence.prompt === null) return findingOf(compared, true);
  const comparisonArguments = [item, levels, evidence.prompt, presentation] as const;
  if (isRendered(...comparisonArguments)) return { parity: "verified", differs: [] };
  if (isRenderedAfterExamples(...comparisonArguments)) return { parity: "verified", differs: ["examples"] };
  return compared.content === "same" ? { parity: "mismatch", differs: ["template"] } : findingOf(compared, false);
}

/** Converts a comparison into a finding. `mayDiffer` states whether the words around the item may differ. */
export function findingOf(compared: ShownComparison, mayDiffer: boolean): ParityFinding {
  const { content, presentation, differs } = compared;
  if (content === "unknown")
    return { parity: "unverified", differs: [], ...(compared.isOtherVersion && { isOtherVersion: true }) };
  if (content === "differs" || (presentation === "differs" && !mayDiffer)) return { parity: "mismatch", differs };
  return { parity: "verified", differs };
}

/**
 * Compares what a model was shown with a stimulus. A prompt has priority over a fingerprint because it can be read.
 * Runs of white space count as one space. A prompt that equals one of the kind's prompt styles has the whole content.
 * Any other prompt must contain title, story with its marks, question, statement and options, verbatim and in this
 * order. In Street et al. (section 3.2), 16 of 560 presentations differed between people and models.
 *
 * @param levels the condition to compare with; it may include the model's own level `prompt`
 */
export function compareShownStimuli(
  item: Item,
  levels: ConditionLevels,
  evidence: Evidence,
  presentation: Presentation = {},
): ShownComparison {
  if (evidence.prompt !== undefined && evidence.prompt !== null)
    return compareWithPrompt(item, levels, evidence.prompt, presentation);
  if (evidence.contentFingerprint) return compareWithFingerprints(item, levels, evidence, presentation);
  return unknownComparison;
}

const unknownComparison: ShownComparison = { content: "unknown", presentation: "unknown", differs: [] };

function compareWithPrompt(
  item: Item,
  levels: ConditionLevels,
  prompt: string,
  presentation: Presentation,
): ShownComparison {
  const { promptStyles } = requireKind(item.kind);
  // The style without options applies only to conditions that show no options.
  const styles = promptStyles.filter((one) => one !== openEnded || levels.prompt === openEnded);
  const isStyle = (test: typeof isRendered) =>
    styles.find((one) => test(item, { ...levels, prompt: one }, prompt, presentation));
  const styleWithoutExamples = isStyle(isRendered);
  const style = styleWithoutExamples ?? isStyle(isRenderedAfterExamples);
  const missingStimulusParts =
    style === undefined ? findMissingParts(item, levels, normalizeSpaces(prompt), presentation) : [];
  if (missingStimulusParts.length > 0)
    return { content: "differs", presentation: "unknown", differs: missingStimulusParts };
  const blockingDifferences: ParityDifference[] = [
    ...(style === promptStyles[0] ? [] : (["template"] as const)),
    ...(presentation.practice?.length ? (["practice"] as const) : []),
  ];
  const hasExamples = styleWithoutExamples === undefined && hasShots(levels);
  return {
    content: "same",
    presentation: blockingDifferences.length === 0 ? "same" : "differs",
    differs: hasExamples ? [...blockingDifferences, "examples"] : blockingDifferences,
  };
}

const layouts: readonly Layout[] = ["story-then-question", "one-screen"];

/**
 * Whether a prompt equals Parallax's rendering of the item. If no study determines the layout, both layouts are tried.
 */
function isRendered(item: Item, levels: ConditionLevels, prompt: string, presentation: Presentation): boolean {
  const normalizedPrompt = normalizeSpaces(prompt);
  return listRenderings(item, levels, presentation).some((rendered) => normalizedPrompt === rendered);
}

/** Whether a prompt ends with Parallax's rendering of the item after examples, if the condition states examples. */
function isRenderedAfterExamples(
  item: Item,
  levels: ConditionLevels,
  prompt: string,
  presentation: Presentation,
): boolean {
  if (!hasShots(levels)) return false;
  const normalizedPrompt = normalizeSpaces(prompt);
  return listRenderings(item, levels, presentation).some((rendered) => normalizedPrompt.endsWith(` ${rendered}`));
}

/** Whether a condition includes solved examples before the item. */
function hasShots(levels: ConditionLevels): boolean {
  return /^[1-9]\d*$/u.test(levels.shots ?? "");
}

function listRenderings(item: Item, levels: ConditionLevels, presentation: Presentation): string[] {
  const possibleLayouts = presentation.layout === undefined ? layouts : [presentation.layout];
  return possibleLayouts.map((layout) => normalizeSpaces(renderPrompt(item, levels, { ...presentation, layout })));
}

function compareWithFingerprints(
  item: Item,
  levels: ConditionLevels,
  evidence: Evidence,
  presentation: Presentation,
): ShownComparison {
  const storedFingerprint = evidence.contentFingerprint ?? "";
  const stimulus = renderStimulus(item, levels, presentation);
  if (versionOf(storedFingerprint) === fingerprintVersion) {
    if (storedFingerprint !== stimulus.contentFingerprint)
      return { content: "differs", presentation: "unknown", differs: ["fingerprint"] };
    return { content: "same", ...presentationOf(evidence.presentationFingerprint, stimulus.presentationFingerprint) };
  }
  const [showsTitle, showsMarks] = [
    stimulus.screens.some(({ title }) => title !== null),
    stimulus.screens.some(({ highlights = [] }) => highlights.length > 0),
  ];
  const version1 = computeFingerprintsVersion1(item, stimulus, presentation);
  if (storedFingerprint === version1.content && !showsTitle && !showsMarks)
    return { content: "same", presentation: "unknown", differs: [] };
  return { ...unknownComparison, isOtherVersion: true };
}

function presentationOf(
  given: string | null | undefined,
  shown: string,
): Pick<ShownComparison, "presentation" | "differs"> {
  if (!given || versionOf(given) !== fingerprintVersion) return { presentation: "unknown", differs: [] };
  return given === shown ? { presentation: "same", differs: [] } : { presentation: "differs", differs: ["template"] };
}

/** The parts of the stimulus that are missing in the prompt or are not in the right order. */
function findMissingParts(
  item: Item,
  levels: ConditionLevels,
  shown: string,
  presentation: Presentation,
): ParityDifference[] {
  const { marks = defaultMarkSyntax } = presentation;
  const { screens } = renderStimulus(item, levels, presentation);
  const answer = screens.at(-1);
  const storyScreen = screens.find(({ story }) => story !== null);
  const title = normalizeSpaces(storyScreen?.title ?? "");
  const story = normalizeSpaces(insertMarks(storyScreen?.story ?? "", storyScreen?.highlights ?? [], marks));
  const question = normalizeSpaces(answer?.question ?? "");
  const missingDifferences = new Set<ParityDifference>();
  // Examples may have the same story as the item, so the search starts at the last occurrence.
  let from = hasShots(levels) ? Math.max(0, shown.lastIndexOf(title || story || question)) : 0;
  const findPart = (name: ParityDifference, part: string) => {
    const at = shown.indexOf(part, from);
    if (at < 0) missingDifferences.add(name);
    else from = at + part.length;
    return at;
  };
  if (title !== "") findPart("title", title);
  const at = findPart("story", story);
  if (missingDifferences.delete("story")) {
    // The words are the same, but the marks differ or are missing.
    const promptWithoutMarks = Object.values(marks)
      .flat()
      .reduce((text, tag) => text.replaceAll(tag, ""), shown);
    missingDifferences.add(
      normalizeSpaces(promptWithoutMarks).includes(normalizeSpaces(storyScreen?.story ?? "")) ? "marks" : "story",
    );
  } else if (title === "" && showsTitle(shown.slice(0, at), item.story.title)) missingDifferences.add("title");
  // For a kind whose items have no question, the task belongs to the template.
  if (question !== normalizeSpaces(requireKind(item.kind).fixedQuestion ?? "")) findPart("question", question);
  findPart("statement", normalizeSpaces(answer?.statement ?? ""));
  for (const { type, value } of answer?.task?.shown ?? []) {
    if (typeof value === "object" && "sha256" in value) findPart("media", markOfFile(type, value.sha256));
    else for (const text of textsOf(value)) findPart("story", normalizeSpaces(text));
  }
  if (item.options.length > 0)
    for (const { label } of answer?.options ?? []) findPart("options", normalizeSpaces(label));
  return [...missingDifferences];
}

/** The texts of a field's value. */
function textsOf(value: Exclude<StimulusValue, MediaValue>): string[] {
  if (typeof value === "string") return [value];
  return value.map((part) => (typeof part === "string" ? part : "text" in part ? part.text : part.value));
}

/** Whether the text before a story ends with the story's title, which people were not shown. */
function showsTitle(before: string, title: string): boolean {
  return title.trim() !== "" && before.trimEnd().endsWith(normalizeSpaces(title));
}

function normalizeSpaces(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
