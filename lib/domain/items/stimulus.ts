import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { AskedField, ShownField } from "../tasks/screens/task-screen.ts";
import type { Answer, Item } from "./item.ts";
import { removeConfidenceInput } from "./kinds/confidence.ts";
import type {
  ChatMessages,
  ConditionLevels,
  Highlight,
  ItemKind,
  Layout,
  Option,
  ShownParts,
  StimulusScreen,
  Wording,
} from "./kinds/item-kind.ts";
import { itemKinds, requireKind } from "./kinds/registry.ts";
import { defaultMarkSyntax, insertMarks, type MarkSyntax } from "./mark-text.ts";
import { type FormattedPart, listMarkdownParts } from "./text-format.ts";

/** Settings of a study that determine how items are shown, in addition to conditions. */
export interface Presentation {
  /** Texts of the study. Missing texts default to the texts of the kind. */
  wording?: Wording | undefined;
  /** By default, the story has a separate screen before the question. */
  layout?: Layout | undefined;
  /** Whether stories are shown with their titles. */
  titles?: boolean | undefined;
  /** How prompts write marks. */
  marks?: MarkSyntax | undefined;
  /** Practice items that precede the first counted item. */
  practice?: readonly PractisedItem[] | undefined;
}

export interface PractisedItem {
  item: Item;
  levels: ConditionLevels;
  wording: Wording;
  layout: Layout;
}

/** The format of a part's text; absent for plain text. */
interface PartFormat {
  format?: "markdown";
}

/** One visible part, in display order. */
export type StimulusPart =
  | { type: "title"; text: string }
  | { type: "instruction"; text: string }
  | ({ type: "story"; text: string; highlights: readonly Highlight[] } & PartFormat)
  | ({ type: "question"; text: string } & PartFormat)
  | ({ type: "statement"; text: string } & PartFormat)
  | { type: "fields"; fields: readonly ShownField[] }
  | { type: "questions"; questions: readonly AskedField[] }
  | ({ type: "options"; options: readonly Option[]; input: string } & PartFormat)
  | { type: "practice"; parts: readonly StimulusPart[] };

/** An item rendered under a condition for a screen or a model, with the two hashes that prove what was shown. */
export interface Stimulus {
  screens: StimulusScreen[];
  /** The contents of all screens, in order, without practice items. */
  parts: StimulusPart[];
  /** The content: version and SHA-256 of title, story, marks, question, statement and options, in order. */
  contentFingerprint: string;
  /** The presentation: version and SHA-256 of instructions, practice, layout and the order of parts. */
  presentationFingerprint: string;
}

/**
 * Version of both fingerprints, written as a prefix ("2:…"). Version 1 had no prefix and included neither titles nor
 * positions. Fingerprints of different versions cannot be compared.
 */
export const fingerprintVersion = 2;

/** The version of a fingerprint. */
export function versionOf(written: string): number {
  const at = written.indexOf(":");
  return at < 0 ? 1 : Number(written.slice(0, at));
}

/**
 * Renders an item under a condition. The participant's screen, the researcher's preview and the model's prompt all use
 * this function, because in Street et al. (section 3.2) 16 of 560 presentations differed between people and models.
 */
export function renderStimulus(item: Item, levels: ConditionLevels, presentation: Presentation = {}): Stimulus {
  const screens = screensOf(item, levels, presentation);
  const shownStimulusParts = screens.flatMap(listStimulusParts);
  const practiceScreens = (presentation.practice ?? []).map(
    ({ item: other, ...how }): StimulusPart => ({
      type: "practice",
      parts: screensOf(other, how.levels, { ...how, titles: presentation.titles }).flatMap(listStimulusParts),
    }),
  );
  return {
    screens,
    parts: [...practiceScreens, ...shownStimulusParts],
    contentFingerprint: formatFingerprint({ kind: item.kind, content: contentOf(shownStimulusParts) }),
    presentationFingerprint: formatFingerprint({
      layout: presentation.layout ?? "story-then-question",
      practised: practiceScreens,
      screens: screens.map((screen) => ({ name: screen.name, parts: listStimulusParts(screen).map(omitContent) })),
    }),
  };
}

/** The contents of a screen from top to bottom. Components that draw a screen draw exactly these parts. */
export function listStimulusParts(screen: StimulusScreen): StimulusPart[] {
  const isMarkdown = (part: FormattedPart) => screen.markdown?.includes(part) === true;
  const partFormat = (part: FormattedPart): PartFormat => (isMarkdown(part) ? { format: "markdown" } : {});
  const { title, instruction, story, question, statement, options, input, highlights = [], task } = screen;
  const instructionParts: StimulusPart[] = instruction === "" ? [] : [{ type: "instruction", text: instruction }];
  const storyParts: StimulusPart[] = [
    ...(title === null ? [] : [{ type: "title" as const, text: title }]),
    ...(story === null ? [] : [{ type: "story" as const, text: story, highlights, ...partFormat("story") }]),
    ...(task ? [{ type: "fields" as const, fields: task.shown }] : []),
  ];
  const isFirst = screen.name === "story" || screen.instructionFirst === true;
  return [
    ...(isFirst ? [...instructionParts, ...storyParts] : [...storyParts, ...instructionParts]),
    ...(question === null ? [] : [{ type: "question" as const, text: question, ...partFormat("question") }]),
    ...(statement === null ? [] : [{ type: "statement" as const, text: statement, ...partFormat("statement") }]),
    ...(task && task.asked.length > 0 ? [{ type: "questions" as const, questions: task.asked }] : []),
    ...(input === null ? [] : [{ type: "options" as const, options, input, ...partFormat("options") }]),
  ];
}

/**
 * Renders an item under a condition as a model's prompt: the contents of the screens as one text, in the style that the
 * level `prompt` selects. Practice items are not included.
 */
export function renderPrompt(item: Item, levels: ConditionLevels, presentation: Presentation = {}): string {
  return requireKind(item.kind).prompt(collectShownParts(screensOf(item, levels, presentation), presentation), levels);
}

/** The prompt as chat messages; null if it is a single user message. */
export function renderChat(item: Item, levels: ConditionLevels, presentation: Presentation = {}): ChatMessages | null {
  const shownTexts = collectShownParts(screensOf(item, levels, presentation), presentation);
  return requireKind(item.kind).chat?.(shownTexts, levels) ?? null;
}

/** The options of an item in the order that a condition shows them; empty for an unknown kind. */
export function optionsOf(item: Item, levels: ConditionLevels = {}): Option[] {
  const kind: ItemKind | undefined = itemKinds[item.kind];
  return kind?.screens(item, levels, kind.wording, "one-screen").at(-1)?.options ?? [];
}

/** An answer in readable form: the text of the option, or the given text; null if there is no answer. */
export function formatReadableAnswer(
  item: Item,
  levels: ConditionLevels,
  answer: Answer | null,
  answerKey: string | null,
): string | null {
  const chosenKey = answer?.choice ?? answer?.text ?? "";
  return optionsOf(item, levels).find(({ value }) => value === chosenKey)?.label ?? answer?.text ?? answerKey;
}

function screensOf(item: Item, levels: ConditionLevels, presentation: Presentation): StimulusScreen[] {
  const kind = requireKind(item.kind);
  const { wording, layout = "story-then-question", titles = false } = presentation;
  const screens = kind.screens(item, levels, { ...kind.wording, ...wording }, layout);
  const title = titles && item.story.title.trim() !== "" ? item.story.title : null;
  const storyIndex = screens.findIndex(({ story }) => story !== null);
  return screens.map((screen, index) => {
    const markdown = listMarkdownParts(item, screen);
    return { ...screen, title: index === storyIndex ? title : null, ...(markdown.length > 0 ? { markdown } : {}) };
  });
}

function collectShownParts(
  screens: readonly StimulusScreen[],
  { marks = defaultMarkSyntax }: Presentation,
): ShownParts {
  const reading = screens.find(({ name }) => name === "story");
  const questionScreen = screens.find(({ name }) => name === "answer");
  const storyScreen = screens.find(({ story }) => story !== null);
  const story = storyScreen?.story ? insertMarks(storyScreen.story, storyScreen.highlights ?? [], marks) : "";
  return {
    reading: reading?.instruction ?? "",
    story: [storyScreen?.title, story].filter(Boolean).join("\n\n"),
    instruction: questionScreen?.instruction ?? "",
    question: questionScreen?.question ?? "",
    statement: questionScreen?.statement ?? "",
    options: questionScreen?.options ?? [],
    ...(questionScreen?.task ? { task: questionScreen.task } : {}),
  };
}

/** The content: every part except instructions. A part that several screens show is included once. */
function contentOf(shown: readonly StimulusPart[]): StimulusPart[] {
  const unique = new Map(shown.map((part) => [canonicalJson(part), part]));
  return [...unique.values()]
    .filter(({ type }) => type !== "instruction" && type !== "practice")
    .map((part) => (part.type === "options" ? { ...part, input: removeConfidenceInput(part.input) } : part));
}

/**
 * A part as hashed for the presentation. The text is included only for instructions; other parts are only positions.
 */
function omitContent(part: StimulusPart): object {
  if (part.type === "instruction") return part;
  return part.type === "options" ? { type: part.type, input: part.input } : { type: part.type };
}

function formatFingerprint(rendered: object): string {
  return `${fingerprintVersion}:${fingerprint(canonicalJson({ version: fingerprintVersion, ...rendered }))}`;
}

/** The name of a condition in tables and files: its levels as sorted pairs "factor=level". */
export function conditionKey(levels: ConditionLevels): string {
  return Object.entries(levels)
    .map(([factor, level]) => `${factor}=${level}`)
    .sort()
    .join(";");
}

/** Parses the levels from a `conditionKey`. */
export function levelsOfKey(key: string): ConditionLevels {
  const pairs = key.split(";").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** All combinations of the levels of the factors. The first factor changes slowest. */
export function crossFactors(factors: readonly { name: string; levels: readonly string[] }[]): ConditionLevels[] {
  return factors.reduce<ConditionLevels[]>(
    (conditions, factor) =>
      conditions.flatMap((levels) => factor.levels.map((level) => ({ ...levels, [factor.name]: level }))),
    [{}],
  );
}
