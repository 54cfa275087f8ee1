import type { Highlight } from "@/lib/domain/items/kinds/item-kind.ts";
import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { Segment } from "@/lib/domain/words/rendered-story.ts";

export const spokenMarks: Readonly<Record<Highlight["mark"], MessageKey>> = {
  event: "highlightedEvent",
  knowledge: "highlightedText",
};

/** The segments of a sentence. Marked segments are <mark> elements with an additional text for screen readers. */
export function Segments({ say, segments }: { say: Say; segments: readonly Segment<Highlight["mark"]>[] }) {
  return segments.map((segment, index) => {
    const [mark] = segment.marks;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never change their order
    if (!mark) return <span key={index}>{segment.text}</span>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <mark key={index} className={mark} aria-roledescription={say(spokenMarks[mark])}>
        {segment.text}
      </mark>
    );
  });
}
