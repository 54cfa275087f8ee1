import type { Debrief, ScreenView, SessionView } from "@/lib/domain/survey/session-view.ts";
import { ChoiceInput } from "./inputs/choice-input.tsx";
import { ItemInput } from "./inputs/item-inputs.tsx";
import { TextQuestion } from "./inputs/text-question.tsx";
import { Prose } from "./prose.tsx";
import { StoryText } from "./story-text.tsx";

/** Where the forms of a session post to, and what they carry along. */
export interface FormTargets {
  /** Posting here takes the current screen. */
  action: string;
  withdraw: string | null;
  /** Hidden fields: the protocol's id, and on the consent form the token and the entry parameters. */
  hidden: Readonly<Record<string, string>>;
}

/** The content of <main>: one screen of a session, as a plain form that works without a script. */
export function SurveyScreen({ view, targets }: { view: SessionView; targets: FormTargets }) {
  const { screen } = view;
  const buttons = continueButtons(screen);
  return (
    <>
      <ScreenHeading view={view} />
      <ProblemSummary view={view} />
      {buttons.length === 0 ? (
        <ScreenBody view={view} />
      ) : (
        <form
          method="post"
          action={targets.action}
          data-screen={view.index}
          data-kind={screen.kind}
          data-dwell-ms={view.dwell.totalMs || undefined}
          data-remaining-ms={view.dwell.totalMs ? view.dwell.remainingMs : undefined}
        >
          {Object.entries(targets.hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ScreenBody view={view} />
          <DwellNote view={view} />
          <div className="actions">
            {buttons.map((button) => (
              <button
                key={button.label}
                type="submit"
                name={button.name}
                value={button.value}
                className={button.isSecondary ? "secondary" : "primary"}
                aria-describedby={view.dwell.totalMs ? "dwell-note" : undefined}
              >
                {button.label}
              </button>
            ))}
            <p className="saving" role="status" aria-live="polite" />
          </div>
        </form>
      )}
      <SlotNote slot={view.slot} />
    </>
  );
}

function ScreenHeading({ view }: { view: SessionView }) {
  return (
    <header className="screen-heading">
      {view.progress && <ProgressLine progress={view.progress} />}
      <h1 tabIndex={-1}>{screenTitle(view.screen)}</h1>
    </header>
  );
}

/** What the tab and the heading say. */
export function screenTitle(screen: ScreenView): string {
  switch (screen.kind) {
    case "explanation":
      return screen.question.label;
    case "answer":
      return screen.practice ? "Your answer: practice" : "Your answer";
    case "story":
      return screen.practice ? `${screen.title}: practice` : screen.title;
    default:
      return screen.title;
  }
}

function ProgressLine({ progress }: { progress: NonNullable<SessionView["progress"]> }) {
  const text =
    progress.items > 1 && progress.item !== null
      ? `Question ${progress.item} of ${progress.items}`
      : `Step ${progress.current} of ${progress.total}`;
  return (
    <p className="progress">
      <span>{text}</span>
      <progress value={progress.current} max={progress.total} aria-label={text} />
    </p>
  );
}

function ProblemSummary({ view }: { view: SessionView }) {
  if (view.problems.length === 0) return null;
  return (
    <div className="problem-summary" role="alert" tabIndex={-1}>
      <h2>Please check this page</h2>
      <ul>
        {view.problems.map((problem) => (
          <li key={problem.field}>
            <a href={`#field-${problem.field}`}>{problem.message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ScreenBody({ view }: { view: SessionView }) {
  const { screen, problems, given } = view;
  switch (screen.kind) {
    case "consent":
    case "text":
      return <Prose text={screen.text} />;
    case "questions":
      return (
        <>
          {screen.text && <Prose text={screen.text} />}
          {screen.questions.map((question) => {
            const problem = problems.find((candidate) => candidate.field === question.key)?.message;
            if (question.type === "text") {
              return (
                <TextQuestion key={question.key} question={question} given={given[question.key]} problem={problem} />
              );
            }
            return (
              <ChoiceInput
                key={question.key}
                name={question.key}
                legend={question.label}
                help={question.help}
                options={question.choices}
                chosen={given[question.key]}
                problem={problem}
              />
            );
          })}
        </>
      );
    case "explanation":
      return screen.question.type === "text" ? (
        <TextQuestion
          question={screen.question}
          isLabelHidden
          given={given[screen.question.key]}
          problem={problems[0]?.message}
        />
      ) : null;
    case "story":
      return (
        <>
          {screen.stimulus.instruction && <p className="instruction">{screen.stimulus.instruction}</p>}
          <StoryText stimulus={screen.stimulus} title={screen.storyTitle} />
        </>
      );
    case "answer":
      return (
        <>
          {screen.stimulus.story !== null && screen.stimulus.input !== "consistency" && (
            <StoryText stimulus={screen.stimulus} title="" />
          )}
          {screen.stimulus.instruction && <p className="instruction">{screen.stimulus.instruction}</p>}
          {screen.stimulus.question && <p className="question">{screen.stimulus.question}</p>}
          {screen.stimulus.statement && <blockquote className="statement">{screen.stimulus.statement}</blockquote>}
          <ItemInput stimulus={screen.stimulus} given={given} problems={problems} />
        </>
      );
    case "end":
      return <EndBody screen={screen} />;
  }
}

function EndBody({ screen }: { screen: Extract<ScreenView, { kind: "end" }> }) {
  return (
    <>
      <Prose text={screen.text} />
      {screen.code && (
        <p className="code-line">
          Your code: <strong className="code">{screen.code}</strong>
        </p>
      )}
      {screen.debrief && <DebriefBody debrief={screen.debrief} />}
      {screen.returnUrl && (
        <p className="actions">
          <a className="button primary" href={screen.returnUrl} rel="noreferrer" target="_top">
            Go back to where you came from
          </a>
        </p>
      )}
    </>
  );
}

/** What the person was told, each with what is true. */
function DebriefBody({ debrief }: { debrief: Debrief }) {
  return (
    <section className="debrief" aria-labelledby="debrief">
      <h2 id="debrief">{debrief.title}</h2>
      <Prose text={debrief.text} />
      <ol>
        {debrief.lines.map((line) => (
          <li key={line.told}>
            <q>{line.told}</q>
            <p>
              <strong>{line.wasFalse ? "Made up." : "True."}</strong> {line.truth}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Says beforehand how long the screen stays; nothing moves by itself but the button that becomes available. */
function DwellNote({ view }: { view: SessionView }) {
  if (!view.dwell.totalMs) return null;
  const seconds = Math.ceil(view.dwell.totalMs / 1000);
  return (
    <div className="dwell">
      <p id="dwell-note">You can continue after {seconds === 1 ? "one second" : `${seconds} seconds`} on this page.</p>
      <p className="dwell-status" role="status" aria-live="polite" />
    </div>
  );
}

function SlotNote({ slot }: { slot: SessionView["slot"] }) {
  if (!slot) return null;
  if (slot.lost) {
    return (
      <p className="slot">
        You were away for a while, so your place was offered to somebody else. You can still finish; your answers count
        as yours and you will be paid.
      </p>
    );
  }
  if (!slot.keptUntil) return null;
  return (
    <p className="slot">
      If you have to stop, come back to this page. Your place is kept until{" "}
      <time dateTime={slot.keptUntil} data-local>
        {slot.keptUntil.slice(11, 16)} UTC
      </time>
      .
    </p>
  );
}

interface FormButton {
  label: string;
  name?: string;
  value?: string;
  isSecondary?: boolean;
}

function continueButtons(screen: ScreenView): FormButton[] {
  switch (screen.kind) {
    case "consent":
      return [
        { label: screen.agreeLabel, name: "consent", value: "yes" },
        { label: screen.declineLabel, name: "consent", value: "no", isSecondary: true },
      ];
    case "end":
      return [];
    case "answer":
      return [{ label: "Save my answer" }];
    default:
      return [{ label: "Continue" }];
  }
}
