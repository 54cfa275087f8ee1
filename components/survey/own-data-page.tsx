import type { ReactNode } from "react";
import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import { languageName, type Say } from "@/lib/domain/survey/languages/messages.ts";
import type { ParticipantData } from "@/lib/domain/survey/own-data.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { knownEntryParamNames } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { ParticipantLocalTime, TextWithTime, timePlaceholder } from "./local-time.tsx";
import { WithdrawChoices, type WithdrawTarget } from "./withdraw-choices.tsx";

const outcomeKeys: Readonly<Record<Outcome, MessageKey>> = {
  complete: "outcomeComplete",
  "screened-out": "outcomeScreenedOut",
  "over-quota": "outcomeOverQuota",
  "no-consent": "outcomeNoConsent",
  quality: "outcomeQuality",
  withdrawn: "outcomeWithdrawn",
};

interface OwnDataProps {
  say: Say;
  language: string;
  studyName: string;
  data: ParticipantData;
  recruiter: string | null;
  /** The name of the recruiter that issued the participant ID. Null if Parallax does not know the recruiter. */
  sender: string | null;
  /** Whether participants saw the recruiter's code at the end. Otherwise they saw a code from Parallax. */
  hasRecruitersCode: boolean;
  /** Null if there is nothing to withdraw. */
  target: WithdrawTarget | null;
  canKeep: boolean;
  backHref: string | null;
}

/** The page with the stored data of one participant and the options to withdraw. */
export function OwnDataPage(props: OwnDataProps) {
  const { say, data, language } = props;
  return (
    <>
      <p>{say("dataIntro", { study: props.studyName })}</p>
      {data.erasedAt && (
        <p>
          <TextWithTime
            text={say("dataErased", { date: timePlaceholder })}
            instant={data.erasedAt}
            language={language}
          />
        </p>
      )}
      {!data.erasedAt && data.outcome === "withdrawn" && <p>{say("dataKept")}</p>}
      <h2>{say("dataStudyPart")}</h2>
      <OwnFacts {...props} />
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
      {data.hasNetwork && <p className="help">{say("dataNetwork")}</p>}
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

/** The label of a participant ID. If the recruiter is unknown, the label contains the name of the URL parameter. */
function idLabel(say: Say, source: string, sender: string | null): string {
  if (sender) return say("dataPerson", { recruiter: sender });
  const known = Object.entries(knownEntryParamNames).find(([name]) => name === source);
  return say("dataParameter", { part: known ? known[1].id : source });
}

function OwnFacts({ say, data, language, recruiter, sender, hasRecruitersCode }: OwnDataProps) {
  const at = (instant: Date) => <ParticipantLocalTime instant={instant} language={language} />;
  const { person } = data;
  return (
    <dl className="facts">
      <dt>{say("dataStarted")}</dt>
      <dd>{at(data.startedAt)}</dd>
      {data.endedAt && <Fact label={say("dataEnded")}>{at(data.endedAt)}</Fact>}
      <dt>{say("dataOutcome")}</dt>
      <dd>{say(data.outcome ? outcomeKeys[data.outcome] : "outcomeUnfinished")}</dd>
      {data.language && <Fact label={say("dataLanguage")}>{languageName(data.language)}</Fact>}
      {data.code && (
        <Fact label={recruiter && hasRecruitersCode ? say("dataCodeFor", { recruiter }) : say("dataCode")}>
          <strong className="code" dir="ltr">
            {data.code}
          </strong>
        </Fact>
      )}
      {data.paidAt && <Fact label={say("dataPaid")}>{at(data.paidAt)}</Fact>}
      {person && <Fact label={idLabel(say, person.source, sender)}>{person.number}</Fact>}
      {Object.entries(person?.parameters ?? {}).map(([part, value]) => (
        <Fact key={part} label={say("dataParameter", { part })}>
          {value}
        </Fact>
      ))}
      {data.reports.length > 0 && (
        <Fact label={say("dataReported")}>
          {data.reports.map(({ status, code, at: reportedAt }) => (
            <div key={`${status} ${reportedAt.getTime()}`}>
              <bdi>{[status, ...(code ? [code] : [])].join(" · ")}</bdi> · {at(reportedAt)}
            </div>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
