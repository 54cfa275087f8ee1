import type { StimulusScreen } from "@/lib/domain/items/kinds/item-kind.ts";
import { renderedStory } from "@/lib/domain/words/rendered-story.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { Prose } from "./prose.tsx";
import { Segments } from "./segments.tsx";

/** A story set for reading. Marked words, where a display condition asks for them, are <mark>s in the running text. */
export function StoryText({ stimulus, title }: { stimulus: StimulusScreen; title: string }) {
  const text = stimulus.story ?? "";
  return (
    <article className="story" aria-label={title || "The story"}>
      {title && <h2>{title}</h2>}
      {stimulus.highlights?.length ? (
        <MarkedStory stimulus={stimulus} text={text} />
      ) : (
        <Prose text={text} className="story-text" />
      )}
    </article>
  );
}

function MarkedStory({ stimulus, text }: { stimulus: StimulusScreen; text: string }) {
  return (
    <div className="story-text">
      {renderedStory(worded(text), stimulus.highlights ?? []).map((paragraph) => (
        <p key={paragraph.sentences[0]?.number ?? paragraph.lead}>
          {paragraph.lead}
          {paragraph.sentences.map((sentence) => (
            <span key={sentence.number}>
              <Segments segments={sentence.segments} />
              {sentence.gap}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}
