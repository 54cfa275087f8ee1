import { formatInstant } from "@/lib/domain/survey/languages/format-instant.ts";
import type { MessageKey, Say } from "@/lib/domain/survey/languages/messages.ts";
import type { OwnData } from "@/lib/domain/survey/own-data.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { WithdrawChoices, type WithdrawTarget } from "./withdraw-choices.tsx";

const outcomeKeys: Readonly<Record<Outcome, MessageKey>> = {
  complete: "outcomeComplete",
  "screened-out": "outcomeScreenedOut",
  "over-quota": "outcomeOverQuota",
  "no-consent": "outcomeNoConsent",
  quality: "outcomeQuality",
  withdrawn: "outcomeWithdrawn",
};

/** Everything that is stored of one person's visit, and the ways to withdraw. */
export function OwnDataPage(props: {
  say: Say;
  language: string;
  studyName: string;
  data: OwnData;
  recruiter: string | null;
  /** Null where nothing is left to withdraw. */
  target: WithdrawTarget | null;
  canKeep: boolean;
  backHref: string | null;
}) {
  const { say, data, language } = props;
  const at = (instant: Date) => <time dateTime={instant.toISOString()}>{formatInstant(instant, language)}</time>;
  return (
    <>
      <p>{say("dataIntro", { study: props.studyName })}</p>
      {data.erasedAt && <p>{say("dataErased", { date: formatInstant(data.erasedAt, language) })}</p>}
      {!data.erasedAt && data.outcome === "withdrawn" && <p>{say("dataKept")}</p>}
      <h2>{say("dataStudyPart")}</h2>
      <dl className="facts">
        <dt>{say("dataStarted")}</dt>
        <dd>{at(data.startedAt)}</dd>
        {data.endedAt && (
          <>
            <dt>{say("dataEnded")}</dt>
            <dd>{at(data.endedAt)}</dd>
          </>
        )}
        <dt>{say("dataOutcome")}</dt>
        <dd>{say(data.outcome ? outcomeKeys[data.outcome] : "outcomeUnfinished")}</dd>
        {data.code && (
          <>
            <dt>{say("dataCode")}</dt>
            <dd>
              <strong className="code">{data.code}</strong>
            </dd>
          </>
        )}
        {data.person && (
          <>
            <dt>{say("dataPerson", { recruiter: props.recruiter ?? data.person.source })}</dt>
            <dd>{data.person.number}</dd>
          </>
        )}
      </dl>
      {!data.person && <p>{say("dataPersonNone")}</p>}
      <h2>{say("dataAnswers")}</h2>
      {data.answers.length === 0 ? (
        <p>{say("dataNoAnswers")}</p>
      ) : (
        <dl className="facts">
          {data.answers.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same question can be asked twice; the list never changes
            <div key={index}>
              <dt dir="auto">{line.question}</dt>
              <dd dir="auto">{line.answer}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="help">{say("dataTimes")}</p>
      {props.target ? (
        <>
          <h2>{say("withdraw")}</h2>
          <WithdrawChoices say={say} target={props.target} canKeep={props.canKeep} backHref={props.backHref} />
        </>
      ) : (
        props.backHref && (
          <p>
            <a href={props.backHref}>{say("backToStudy")}</a>
          </p>
        )
      )}
    </>
  );
}
