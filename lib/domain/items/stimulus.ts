import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { Item } from "./item.ts";
import { withoutConfidenceInput } from "./kinds/confidence.ts";
import type {
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
import { defaultMarkSyntax, type MarkSyntax, markedText } from "./mark-text.ts";

/** What a study decides about how its items are shown, beside the conditions that it varies. */
export interface Presentation {
  /** The study's own texts; what is missing falls back to the kind's. */
  wording?: Wording | undefined;
  /** A screen for the story before the question, unless it says otherwise. */
  layout?: Layout | undefined;
  /** Whether stories are shown with their titles. */
  titles?: boolean | undefined;
  /** How prompts write marks. */
  marks?: MarkSyntax | undefined;
  /** Items that people practise on before the first one counts. */
  practice?: readonly PractisedItem[] | undefined;
}

export interface PractisedItem {
  item: Item;
  levels: ConditionLevels;
  wording: Wording;
  layout: Layout;
}

/** One thing that is seen, in the order in which it is seen. */
export type StimulusPart =
  | { type: "title"; text: string }
  | { type: "instruction"; text: string }
  | { type: "story"; text: string; highlights: readonly Highlight[] }
  | { type: "question"; text: string }
  | { type: "statement"; text: string }
  | { type: "options"; options: readonly Option[]; input: string }
  | { type: "practice"; parts: readonly StimulusPart[] };

/** An item under a condition, ready for a screen or a model, with the two hashes that prove who saw what. */
export interface Stimulus {
  screens: StimulusScreen[];
  /** Everything that the screens show, screen by screen, behind what was practised on. */
  parts: StimulusPart[];
  /** Version and SHA-256 of title, story, marks, question, statement and options in order: what was asked. */
  contentFingerprint: string;
  /** Version and SHA-256 of instructions, practice, layout and the order of parts: how it was asked. */
  presentationFingerprint: string;
}

/**
 * Version of both fingerprints, written before them ("2:…"). Version 1 had no prefix and covered neither titles nor what
 * stands where; fingerprints of two versions say nothing about each other.
 */
export const fingerprintVersion = 2;

/** The version of a fingerprint. */
export function versionOf(written: string): number {
  const at = written.indexOf(":");
  return at < 0 ? 1 : Number(written.slice(0, at));
}

/**
 * Renders an item under a condition. The one function behind the participant's screen, the researcher's preview and
 * the model's prompt: 16 of 560 presentations differed between people and models in Street et al. (section 3.2).
 */
export function renderStimulus(item: Item, levels: ConditionLevels, presentation: Presentation = {}): Stimulus {
  const screens = screensOf(item, levels, presentation);
  const shown = screens.flatMap(partsOf);
  const practised = (presentation.practice ?? []).map(
    ({ item: other, ...how }): StimulusPart => ({
      type: "practice",
      parts: screensOf(other, how.levels, { ...how, titles: presentation.titles }).flatMap(partsOf),
    }),
  );
  return {
    screens,
    parts: [...practised, ...shown],
    contentFingerprint: versioned({ kind: item.kind, content: contentOf(shown) }),
    presentationFingerprint: versioned({
      layout: presentation.layout ?? "story-then-question",
      practised,
      screens: screens.map((screen) => ({ name: screen.name, parts: partsOf(screen).map(withoutContent) })),
    }),
  };
}

/** What a screen shows, from top to bottom. Anyone who draws a screen draws these and nothing else of the item. */
export function partsOf(screen: StimulusScreen): StimulusPart[] {
  const { title, instruction, story, question, statement, options, input, highlights = [] } = screen;
  const told: StimulusPart[] = instruction === "" ? [] : [{ type: "instruction", text: instruction }];
  const read: StimulusPart[] = [
    ...(title === null ? [] : [{ type: "title" as const, text: title }]),
    ...(story === null ? [] : [{ type: "story" as const, text: story, highlights }]),
  ];
  const isFirst = screen.name === "story" || screen.instructionFirst === true;
  return [
    ...(isFirst ? [...told, ...read] : [...read, ...told]),
    ...(question === null ? [] : [{ type: "question" as const, text: question }]),
    ...(statement === null ? [] : [{ type: "statement" as const, text: statement }]),
    ...(input === null ? [] : [{ type: "options" as const, options, input }]),
  ];
}

/**
 * The item as a model's prompt under a condition: what the screens show, put into one text in the style that the level
 * `prompt` names. What people practise on is not in it.
 */
export function renderPrompt(item: Item, levels: ConditionLevels, presentation: Presentation = {}): string {
  return requireKind(item.kind).prompt(shownParts(screensOf(item, levels, presentation), presentation), levels);
}

/** The options of an item in the order of a condition; none for a name that is no kind. */
export function optionsOf(item: Item, levels: ConditionLevels = {}): Option[] {
  const kind: ItemKind | undefined = itemKinds[item.kind];
  return kind?.screens(item, levels, kind.wording, "one-screen").at(-1)?.options ?? [];
}

function screensOf(item: Item, levels: ConditionLevels, presentation: Presentation): StimulusScreen[] {
  const kind = requireKind(item.kind);
  const { wording, layout = "story-then-question", titles = false } = presentation;
  const screens = kind.screens(item, levels, { ...kind.wording, ...wording }, layout);
  const title = titles && item.story.title.trim() !== "" ? item.story.title : null;
  const at = screens.findIndex(({ story }) => story !== null);
  return screens.map((screen, index) => ({ ...screen, title: index === at ? title : null }));
}

function shownParts(screens: readonly StimulusScreen[], { marks = defaultMarkSyntax }: Presentation): ShownParts {
  const reading = screens.find(({ name }) => name === "story");
  const asking = screens.find(({ name }) => name === "answer");
  const told = screens.find(({ story }) => story !== null);
  const story = told?.story ? markedText(told.story, told.highlights ?? [], marks) : "";
  return {
    reading: reading?.instruction ?? "",
    story: [told?.title, story].filter(Boolean).join("\n\n"),
    instruction: asking?.instruction ?? "",
    question: asking?.question ?? "",
    statement: asking?.statement ?? "",
    options: asking?.options ?? [],
  };
}

/** What was asked: every part but the instructions, each once, however often the screens show it. */
function contentOf(shown: readonly StimulusPart[]): StimulusPart[] {
  const once = new Map(shown.map((part) => [canonicalJson(part), part]));
  return [...once.values()]
    .filter(({ type }) => type !== "instruction" && type !== "practice")
    .map((part) => (part.type === "options" ? { ...part, input: withoutConfidenceInput(part.input) } : part));
}

/** A part as the presentation counts it: where it stands, and its words only where it is an instruction. */
function withoutContent(part: StimulusPart): object {
  if (part.type === "instruction") return part;
  return part.type === "options" ? { type: part.type, input: part.input } : { type: part.type };
}

function versioned(rendered: object): string {
  return `${fingerprintVersion}:${fingerprint(canonicalJson({ version: fingerprintVersion, ...rendered }))}`;
}

/** A condition's name in tables and files: its levels as sorted "factor=level" pairs. */
export function conditionKey(levels: ConditionLevels): string {
  return Object.entries(levels)
    .map(([factor, level]) => `${factor}=${level}`)
    .sort()
    .join(";");
}

/** The levels that `conditionKey` wrote. */
export function levelsOfKey(key: string): ConditionLevels {
  const pairs = key.split(";").filter((pair) => pair.includes("="));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}

/** Every combination of the given factors' levels, first factor slowest. */
export function crossFactors(factors: readonly { name: string; levels: readonly string[] }[]): ConditionLevels[] {
  return factors.reduce<ConditionLevels[]>(
    (conditions, factor) =>
      conditions.flatMap((levels) => factor.levels.map((level) => ({ ...levels, [factor.name]: level }))),
    [{}],
  );
}
