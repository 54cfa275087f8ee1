import type { Highlight, StimulusScreen } from "@/lib/domain/items/kinds/item-kind.ts";
import { Prose } from "./prose.tsx";

/** A story set for reading. Marked words, where a display condition asks for them, are <mark>s in the running text. */
export function StoryText({ stimulus, title }: { stimulus: StimulusScreen; title: string }) {
  const text = stimulus.story ?? "";
  return (
    <article className="story" aria-label={title || "The story"}>
      {title && <h2>{title}</h2>}
      {stimulus.highlights?.length ? (
        <MarkedText text={text} highlights={stimulus.highlights} />
      ) : (
        <Prose text={text} className="story-text" />
      )}
    </article>
  );
}

/** Paragraphs whose words at the given positions are marked. Positions count runs of non-space characters. */
function MarkedText({ text, highlights }: { text: string; highlights: readonly Highlight[] }) {
  let word = 0;
  return (
    <div className="story-text">
      {text.split(/\r?\n\s*\r?\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a fixed text never change places
        <p key={index}>
          {paragraph.split(/(\s+)/).map((piece, place) => {
            if (piece.trim() === "") return piece;
            const position = word;
            word += 1;
            const mark = highlights.find(({ range }) => range[0] <= position && position < range[1]);
            return mark ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a fixed text never change places
              <mark key={place} className={mark.mark}>
                {piece}
              </mark>
            ) : (
              piece
            );
          })}
        </p>
      ))}
    </div>
  );
}
