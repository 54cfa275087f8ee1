import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { studyText } from "./study-text.ts";

/** The header of every screen: the progress and the title of the screen. */
export function ScreenHeading({ view, say }: { view: SessionView; say: Say }) {
  return (
    <header className="screen-heading">
      {view.progress && <ProgressLine progress={view.progress} say={say} />}
      <Title view={view} say={say} />
    </header>
  );
}

/** The heading. If a text of Parallax contains a title from the study, the language of that title is marked. */
function Title({ view, say }: { view: SessionView; say: Say }) {
  const { title, within } = titleOf(view, say);
  const marker = "\u0001";
  const [before = "", after = ""] = within(marker).split(marker);
  const isAlone = before === "" && after === "";
  return (
    <h1 tabIndex={-1} {...(isAlone ? studyText(say, title) : { dir: "auto" })}>
      {before}
      {isAlone || say.studyLanguage === null ? title : <span {...studyText(say, title)}>{title}</span>}
      {after}
    </h1>
  );
}

/** The title of the screen, for the heading and the browser tab. Items are numbered if the study has several. */
export function screenTitle(view: Pick<SessionView, "screen" | "progress">, say: Say): string {
  const { title, within } = titleOf(view, say);
  return within(title);
}

function titleOf(
  { screen, progress }: Pick<SessionView, "screen" | "progress">,
  say: Say,
): { title: string; within: (title: string) => string } {
  const addNumber = (title: string) =>
    progress && progress.items > 1 && progress.item !== null
      ? say("numberedTitle", { title, item: progress.item, items: progress.items })
      : title;
  const addPractice = (title: string) => say("practiceTitle", { title });
  switch (screen.kind) {
    case "explanation":
      return { title: screen.question.label, within: addNumber };
    case "answer":
      return { title: say("answerTitle"), within: screen.practice ? addPractice : addNumber };
    case "story":
      return { title: screen.title, within: screen.practice ? addPractice : addNumber };
    case "feedback":
      return { title: screen.title, within: addPractice };
    default:
      return { title: screen.title, within: (title) => title };
  }
}

function ProgressLine({ progress, say }: { progress: NonNullable<SessionView["progress"]>; say: Say }) {
  const text = say("progress", { current: progress.current, total: progress.total });
  return (
    <p className="progress">
      <span>{text}</span>
      <progress value={progress.current} max={progress.total} aria-label={text} />
    </p>
  );
}
