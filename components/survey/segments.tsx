import type { Highlight } from "@/lib/domain/items/kinds/item-kind.ts";
import type { Segment } from "@/lib/domain/words/rendered-story.ts";

const spoken: Readonly<Record<Highlight["mark"], string>> = {
  event: "highlighted event",
  knowledge: "highlighted passage",
};

/** Pieces of a sentence, the marked ones as <mark>s that say what they are to a screen reader too. */
export function Segments({ segments }: { segments: readonly Segment<Highlight["mark"]>[] }) {
  return segments.map((segment, index) => {
    const [mark] = segment.marks;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never change places
    if (!mark) return <span key={index}>{segment.text}</span>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <mark key={index} className={mark} aria-roledescription={spoken[mark]}>
        {segment.text}
      </mark>
    );
  });
}
