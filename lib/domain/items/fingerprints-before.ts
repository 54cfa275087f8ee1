import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { Item } from "./item.ts";
import type { StimulusScreen } from "./kinds/item-kind.ts";
import type { Presentation, Stimulus } from "./stimulus.ts";

/**
 * The version 1 fingerprints of a stimulus in the current rendering. If they equal the stored ones, the current
 * rendering is what was shown, and the stored fingerprints may be replaced by those of the newest version.
 */
export function fingerprintsVersion1(
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
