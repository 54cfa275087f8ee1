import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { Item } from "./item.ts";
import type { ConditionLevels, Layout, StimulusScreen, Wording } from "./kinds/item-kind.ts";
import { requireKind } from "./kinds/registry.ts";

/** An item under a condition, ready for a screen or a model, with the two hashes that prove who saw what. */
export interface Stimulus {
  screens: StimulusScreen[];
  /** SHA-256 of story, question, statement and options in order: what was asked. */
  contentFingerprint: string;
  /** SHA-256 of instructions, layout and display: how it was asked. */
  presentationFingerprint: string;
}

/**
 * Renders an item under a condition. The one function behind the participant's screen, the researcher's preview and
 * the model's prompt: 16 of 560 presentations differed between people and models in Street et al. (section 3.2).
 *
 * @param wording the study's own texts; what is missing falls back to the kind's
 */
export function renderStimulus(
  item: Item,
  levels: ConditionLevels,
  wording: Wording = {},
  layout: Layout = "story-then-question",
): Stimulus {
  const kind = requireKind(item.kind);
  const screens = kind.screens(item, levels, { ...kind.wording, ...wording }, layout);
  const answer = screens.at(-1);
  return {
    screens,
    contentFingerprint: fingerprint(
      canonicalJson({
        kind: item.kind,
        // A story that no screen shows was not part of what was asked.
        story: screens.some(({ story }) => story !== null) ? item.story.text : null,
        question: answer?.question,
        statement: answer?.statement,
        options: answer?.options,
      }),
    ),
    presentationFingerprint: fingerprint(
      canonicalJson({
        layout,
        screens: screens.map((screen) => ({
          name: screen.name,
          instruction: screen.instruction,
          showsStory: screen.story !== null,
          input: screen.input,
          highlights: screen.highlights ?? [],
        })),
      }),
    ),
  };
}

/** The item as a model's prompt under a condition, with the same wording as the human screen. */
export function renderPrompt(item: Item, levels: ConditionLevels, wording: Wording = {}): string {
  const kind = requireKind(item.kind);
  return kind.prompt(item, levels, { ...kind.wording, ...wording });
}

/** A condition's name in tables and files: its levels as sorted "factor=level" pairs. */
export function conditionKey(levels: ConditionLevels): string {
  return Object.entries(levels)
    .map(([factor, level]) => `${factor}=${level}`)
    .sort()
    .join(";");
}

/** Every combination of the given factors' levels, first factor slowest. */
export function crossFactors(factors: readonly { name: string; levels: readonly string[] }[]): ConditionLevels[] {
  return factors.reduce<ConditionLevels[]>(
    (conditions, factor) =>
      conditions.flatMap((levels) => factor.levels.map((level) => ({ ...levels, [factor.name]: level }))),
    [{}],
  );
}
