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
  /** The title of the story; empty if the study shows none. */
  title: string;
  /** Whether the story is the same as for the previous question. If so, a note says so, and it is collapsible. */
  isSameStory: boolean;
}

/** The text of a story. Words that a display condition highlights are <mark>s in the running text. */
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
 * A note that the story is the same as for the previous question. The story is open by default, so that no one skips it
 * unintentionally.
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
