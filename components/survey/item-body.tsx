import { Fragment, type ReactNode } from "react";
import { listStimulusParts, type StimulusPart } from "@/lib/domain/items/stimulus.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { ScreenView, SessionView } from "@/lib/domain/survey/session-view.ts";
import { ItemInput, standaloneInputs } from "./inputs/item-inputs.tsx";
import { TextQuestion } from "./inputs/text-question.tsx";
import { MarkdownLine, MarkdownText } from "./markdown-text.tsx";
import { StoryText } from "./story-text.tsx";
import { studyText } from "./study-text.ts";
import { TaskStimulus } from "./task-stimulus.tsx";

/** The screen of an item. */
export function AnswerBody({
  screen,
  view,
  say,
  media,
}: {
  screen: Extract<ScreenView, { kind: "answer" }>;
  view: SessionView;
  say: Say;
  media: string | undefined;
}) {
  const { stimulus, isSameStory } = screen;
  const input = (
    <ItemInput say={say} stimulus={stimulus} isSameStory={isSameStory} given={view.given} problems={view.problems} />
  );
  const parts = listStimulusParts(stimulus);
  const shownParts = standaloneInputs.has(stimulus.input) ? parts.filter(({ type }) => type === "options") : parts;
  return <StimulusParts parts={shownParts} isSameStory={isSameStory} say={say} input={input} media={media} />;
}

/**
 * Renders the parts of a stimulus in order. Everything that a participant sees of an item is rendered here or by the
 * input.
 */
export function StimulusParts(props: {
  parts: readonly StimulusPart[];
  isSameStory: boolean;
  say: Say;
  input: ReactNode;
  media: string | undefined;
}) {
  const { parts, isSameStory, say, input, media = "" } = props;
  const title = parts.find((part) => part.type === "title")?.text ?? "";
  // biome-ignore lint/suspicious/useIterableCallbackReturn: the switch has every type of part
  return parts.map((part): ReactNode => {
    switch (part.type) {
      // In practice, which has separate screens, the title is not rendered with the story.
      case "title":
      case "practice":
        return null;
      case "instruction":
        return (
          <p key={part.type} className="instruction" {...studyText(say, part.text)}>
            {part.text}
          </p>
        );
      case "story":
        return <StoryText key={part.type} say={say} story={part} title={title} isSameStory={isSameStory} />;
      case "question":
        return part.format ? (
          <MarkdownText key={part.type} say={say} text={part.text} className="question" />
        ) : (
          <p key={part.type} className="question" {...studyText(say, part.text)}>
            {part.text}
          </p>
        );
      case "statement":
        return part.format ? (
          <blockquote key={part.type} className="statement" id="statement">
            <MarkdownText say={say} text={part.text} className="statement-text" />
          </blockquote>
        ) : (
          <blockquote key={part.type} className="statement" id="statement" {...studyText(say, part.text)}>
            {part.text}
          </blockquote>
        );
      case "fields":
        return <TaskStimulus key={part.type} say={say} fields={part.fields} media={media} />;
      case "questions":
        // The input renders this part.
        return null;
      case "options":
        return <Fragment key={part.type}>{input}</Fragment>;
    }
  });
}

/** The field for the reason of an answer, below the statement and the given answer. */
export function ExplanationBody(props: {
  screen: Extract<ScreenView, { kind: "explanation" }>;
  say: Say;
  given: SessionView["given"];
  problem: string | undefined;
}) {
  const { screen, say } = props;
  const { about, question } = screen;
  const aboutText = about?.statement ?? about?.question;
  if (question.type !== "text") return null;
  return (
    <>
      {about && (
        <div className="about">
          {aboutText && (
            <blockquote className="statement" {...studyText(say, aboutText)}>
              {about.markdown?.some((part) => part === "question" || part === "statement") ? (
                <MarkdownText say={say} text={aboutText} className="statement-text" />
              ) : (
                aboutText
              )}
            </blockquote>
          )}
          <p className="answered">
            {say("youAnswered")}{" "}
            <strong {...studyText(say, about.answer)}>
              {about.markdown?.includes("options") ? <MarkdownLine say={say} text={about.answer} /> : about.answer}
            </strong>
          </p>
        </div>
      )}
      <TextQuestion
        say={say}
        question={question}
        isLabelHidden
        given={props.given[question.key]}
        problem={props.problem}
      />
    </>
  );
}
