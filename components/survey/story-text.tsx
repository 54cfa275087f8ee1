import type { ReactNode } from "react";
import type { StimulusPart } from "@/lib/domain/items/stimulus.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { renderStory } from "@/lib/domain/words/rendered-story.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { MarkdownText } from "./markdown-text.tsx";
import { Prose } from "./prose.tsx";
import { Segments } from "./segments.tsx";
import { studyText } from "./study-text.ts";

interface StoryProps {
  say: Say;
  story: Extract<StimulusPart, { type: "story" }>;
  /** The title of the story. Empty if the study shows no titles. */
  title: string;
  /** Whether the previous question had the same story. If so, a note says this and the story can be collapsed. */
  isSameStory: boolean;
}

/** The text of a story. Words that a display condition highlights are <mark> elements. */
export function StoryText({ say, story, title, isSameStory }: StoryProps) {
  const body =
    story.highlights.length > 0 ? (
      <MarkedStory say={say} story={story} />
    ) : story.format ? (
      <MarkdownText say={say} text={story.text} />
    ) : (
      <Prose say={say} text={story.text} className="story-text" />
    );
  return (
    <article className="story" aria-label={title || say("theStory")}>
      <SameStory say={say} isSameStory={isSameStory}>
        {title && <h2 {...studyText(say, title)}>{title}</h2>}
        {body}
      </SameStory>
    </article>
  );
}

/**
 * Adds a note if the previous question had the same story. The story is initially open, so that no one skips it by
 * accident.
 */
export function SameStory({ say, isSameStory, children }: { say: Say; isSameStory: boolean; children: ReactNode }) {
  if (!isSameStory) return children;
  return (
    <details open className="same-story">
      <summary>{say("sameStory")}</summary>
      {children}
    </details>
  );
}

function MarkedStory({ say, story }: Pick<StoryProps, "say" | "story">) {
  return (
    <div className="story-text">
      {renderStory(parseWords(story.text), story.highlights).map((paragraph) => (
        <p key={paragraph.sentences[0]?.number ?? paragraph.lead} {...studyText(say, story.text)}>
          {paragraph.lead}
          {paragraph.sentences.map((sentence) => (
            <span key={sentence.number}>
              <Segments say={say} segments={sentence.segments} />
              {sentence.gap}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}
