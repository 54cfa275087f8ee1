import { canonicalJson, fingerprint } from "../fingerprint.ts";
import type { Item } from "./item.ts";
import type { StimulusScreen } from "./kinds/item-kind.ts";
import type { Presentation, Stimulus } from "./stimulus.ts";

/**
 * The fingerprints of version 1 of a stimulus as it is rendered today. Where they equal what is stored, today's rendering
 * is what was shown then, and its fingerprints of the newest version may take their place.
 */
export function fingerprintsBefore(
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
    presentation: fingerprint(canonicalJson({ layout, screens: screens.map(screenBefore) })),
  };
}

function screenBefore(screen: StimulusScreen): object {
  return {
    name: screen.name,
    instruction: screen.instruction,
    showsStory: screen.story !== null,
    input: screen.input,
    highlights: screen.highlights ?? [],
  };
}
