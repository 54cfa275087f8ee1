import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { Item } from "./item.ts";
import type { StimulusScreen } from "./kinds/item-kind.ts";
import type { Presentation, Stimulus } from "./stimulus.ts";

/**
 * Computes the version 1 fingerprints of a stimulus in the current rendering. If they equal the stored fingerprints,
 * the current rendering is what was shown, and the newest version may replace the stored fingerprints.
 */
export function computeFingerprintsVersion1(
  item: Item,
  { screens }: Pick<Stimulus, "screens">,
  { layout = "story-then-question" }: Presentation,
): { content: string; presentation: string } {
  const answer = screens.at(-1);
  return {
    content: fingerprint(
      canonicalJson({
        kind: item.kind,
        story: item.story.text,
        question: answer?.question,
        statement: answer?.statement,
        options: answer?.options,
      }),
    ),
    presentation: fingerprint(canonicalJson({ layout, screens: screens.map(screenVersion1) })),
  };
}

function screenVersion1(screen: StimulusScreen): object {
  return {
    name: screen.name,
    instruction: screen.instruction,
    showsStory: screen.story !== null,
    input: screen.input,
    highlights: screen.highlights ?? [],
  };
}
