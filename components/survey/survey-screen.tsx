import { listStimulusParts } from "@/lib/domain/items/stimulus.ts";
import { languageName, type Say, sayIn } from "@/lib/domain/survey/languages/messages.ts";
import type { FieldProblem } from "@/lib/domain/survey/parse-answers.ts";
import type { ScreenView, SessionView } from "@/lib/domain/survey/session-view.ts";
import { ConsentBoxes } from "./consent-boxes.tsx";
import { EndBody } from "./end-body.tsx";
import { QuestionInput } from "./inputs/question-input.tsx";
import { TextQuestion } from "./inputs/text-question.tsx";
import { AnswerBody, ExplanationBody, StimulusParts } from "./item-body.tsx";
import { TextWithTime, timePlaceholder } from "./local-time.tsx";
import { ProblemSummary } from "./problem-summary.tsx";
import { Prose } from "./prose.tsx";
import { ScreenHeading } from "./screen-heading.tsx";
import { interfaceText, studyText } from "./study-text.ts";
import { TimeNote } from "./time-note.tsx";

/** The addresses of a session's forms and their hidden fields. */
export interface FormTargets {
  /** The address to which the current screen is submitted. */
  action: string;
  withdraw: string | null;
  /** Values of hidden fields: the protocol ID, and on the consent form also the token and the entry parameters. */
  hidden: Readonly<Record<string, string>>;
  /** The URL prefix of an item's files. Absent if the screen shows no files. */
  media?: string;
  /** The URL of the session page without an automatic redirect. */
  stay?: string;
}

/** The content of <main>: one screen of a session, as a plain form that works without JavaScript. */
export function SurveyScreen({ view: given, targets }: { view: SessionView; targets: FormTargets }) {
  const say = sayIn(given.study.language, given.study.words);
  const view = { ...given, problems: given.problems.map((problem) => translateProblem(problem, say)) };
  const buttons = listButtons(view.screen, say);
  return (
    <>
      <LanguageChoices view={view} say={say} />
      <ScreenHeading view={view} say={say} />
      <ProblemSummary view={view} say={say} />
      {view.isAfterTimeout && <AnswerConsequence text={say("timeWasOver")} />}
      {buttons.length === 0 ? (
        <ScreenBody view={view} say={say} targets={targets} />
      ) : (
        <form
          method="post"
          action={targets.action}
          data-screen={view.index}
          data-kind={view.screen.kind}
          data-dwell-ms={view.dwell.totalMs || undefined}
          data-remaining-ms={view.dwell.totalMs ? view.dwell.remainingMs : undefined}
          data-time-ms={view.timeLimit?.totalMs}
          data-time-left-ms={view.timeLimit?.remainingMs}
          // The browser's validation messages are disabled, because they may not be in the participant's language.
          noValidate
        >
          {Object.entries(targets.hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} data-carried />
          ))}
          {view.dwell.isPlayback && <input type="hidden" name="playback" value="" data-carried />}
          <DwellNote view={view} say={say} />
          {view.timeLimit && <TimeNote limit={view.timeLimit} say={say} />}
          <ScreenBody view={view} say={say} targets={targets} />
          <div className="actions">
            {buttons.map((button) => (
              <button
                key={button.label}
                type="submit"
                name={button.name}
                value={button.value}
                className={button.isSecondary ? "secondary" : "primary"}
                aria-describedby={view.dwell.totalMs ? "dwell-note" : undefined}
                {...studyText(say, button.label)}
              >
                {button.label}
              </button>
            ))}
            {view.dwell.remainingMs > 0 && (
              <>
                <p className="dwell-left" aria-hidden="true" data-countdown />
                <p className="visually-hidden" role="status" data-dwell-status />
              </>
            )}
            {view.dwell.isPlayback && <p className="play-first" role="status" data-play-status />}
            <p className="saving" role="status" aria-live="polite" />
          </div>
        </form>
      )}
      <SlotNote slot={view.slot} language={view.study.language} say={say} />
    </>
  );
}

/**
 * Translates a problem into the participant's language. Problems without a key keep their text, because only forged
 * requests can cause them.
 */
function translateProblem(problem: FieldProblem, say: Say): FieldProblem {
  return problem.said ? { ...problem, message: say(problem.said.key, problem.said.values) } : problem;
}

function LanguageChoices({ view, say }: { view: SessionView; say: Say }) {
  if (!view.choices?.length) return null;
  return (
    <nav className="languages" aria-label={say("languages")}>
      {view.choices.map(({ language, href, isCurrent }) => (
        <a key={language} href={href} lang={language} hrefLang={language} aria-current={isCurrent ? "true" : undefined}>
          {languageName(language)}
        </a>
      ))}
    </nav>
  );
}

function ScreenBody({ view, say, targets }: { view: SessionView; say: Say; targets: FormTargets }) {
  const { screen, given } = view;
  const problemOf = (field: string) => view.problems.find((candidate) => candidate.field === field)?.message;
  switch (screen.kind) {
    case "consent":
      return (
        <>
          <Prose say={say} text={screen.text} />
          {screen.ethics && (
            <p dir="auto" {...interfaceText(say)}>
              {screen.ethics}
            </p>
          )}
          <ConsentBoxes boxes={screen.boxes} say={say} given={given} problemOf={problemOf} />
        </>
      );
    case "text":
      return (
        <>
          {screen.isAgain && <AnswerConsequence text={say("readAgain")} />}
          <Prose say={say} text={screen.text} />
        </>
      );
    case "feedback":
      return <FeedbackBody screen={screen} say={say} />;
    case "questions":
      return (
        <>
          {screen.isAgain && <AnswerConsequence text={say("answerAgain")} />}
          {screen.text && <Prose say={say} text={screen.text} />}
          {screen.questions.map((question) => (
            <QuestionInput key={question.key} say={say} question={question} given={given} problemOf={problemOf} />
          ))}
        </>
      );
    case "explanation":
      return <ExplanationBody screen={screen} say={say} given={given} problem={view.problems[0]?.message} />;
    case "story":
      return (
        <StimulusParts
          parts={listStimulusParts(screen.stimulus)}
          isSameStory={screen.isSameStory}
          say={say}
          input={null}
          media={targets.media}
        />
      );
    case "answer":
      return (
        <>
          <AnswerBody screen={screen} view={view} say={say} media={targets.media} />
          {screen.explanation && (
            <TextQuestion
              say={say}
              question={screen.explanation}
              given={given[screen.explanation.key]}
              problem={problemOf(screen.explanation.key)}
            />
          )}
        </>
      );
    case "end":
      return <EndBody screen={screen} say={say} stay={targets.stay} />;
  }
}

/** The result of the previous answer. Screen readers announce it when the page is loaded. */
function AnswerConsequence({ text }: { text: string }) {
  return (
    <p className="said" role="status">
      {text}
    </p>
  );
}

/** The feedback for a practice item: whether the answer was correct, and the explanation if there is one. */
function FeedbackBody({ screen, say }: { screen: Extract<ScreenView, { kind: "feedback" }>; say: Say }) {
  const { isRight, tryAgain, explanation } = screen;
  return (
    <>
      <AnswerConsequence text={say(isRight ? "practiceRight" : tryAgain ? "practiceAgain" : "practiceWrong")} />
      {explanation && <Prose say={say} text={explanation} />}
    </>
  );
}

/**
 * A note before the text that states the minimum time on the screen. Only the button changes when this time has passed.
 */
function DwellNote({ view, say }: { view: SessionView; say: Say }) {
  const { totalMs, remainingMs } = view.dwell;
  if (!totalMs || remainingMs <= 0) return null;
  const seconds = Math.ceil(remainingMs / 1000);
  const isWhole = remainingMs >= totalMs && !view.isEarly;
  return (
    <div className="dwell">
      <p id="dwell-note" role={view.isEarly ? "status" : undefined}>
        {say(view.dwell.isPlayback ? "playBefore" : isWhole ? "dwellBefore" : "dwellLeft", { seconds })}
      </p>
    </div>
  );
}

function SlotNote({ slot, language, say }: { slot: SessionView["slot"]; language: string; say: Say }) {
  if (!slot) return null;
  if (slot.lost) return <p className="slot">{say("placeLost")}</p>;
  if (!slot.keptUntil) return null;
  return (
    <p className="slot">
      <TextWithTime
        text={say("placeKept", { time: timePlaceholder })}
        instant={new Date(slot.keptUntil)}
        language={language}
      />
    </p>
  );
}

interface FormButton {
  label: string;
  name?: string;
  value?: string;
  isSecondary?: boolean;
}

function listButtons(screen: ScreenView, say: Say): FormButton[] {
  switch (screen.kind) {
    case "consent":
      return [
        { label: screen.agreeLabel, name: "consent", value: "yes" },
        { label: screen.declineLabel, name: "consent", value: "no", isSecondary: true },
      ];
    case "end":
      return [];
    case "answer":
      return [{ label: say("saveAnswer") }];
    default:
      return [{ label: say("continue") }];
  }
}
