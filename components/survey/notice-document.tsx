import type { ReactNode } from "react";
import { type CustomTexts, sayIn } from "@/lib/domain/survey/languages/messages.ts";
import { HiddenFields } from "./hidden-fields.tsx";
import { TextWithTime } from "./local-time.tsx";
import { Prose } from "./prose.tsx";
import { ParticipantDocument, type SurveyAssets, scriptWords } from "./survey-document.tsx";

export interface ParticipantNotice {
  title: string;
  text: string;
  /** The time to show in place of `timePlaceholder` in the text. */
  time?: Date;
  /** An action, as a form post. */
  action?: { url: string; label: string; hidden: Readonly<Record<string, string | string[]>> };
  link?: { url: string; label: string };
  /** Whether the script offers to continue a session that was started in this browser. */
  offersResume?: boolean;
  /** Whether the page polls the server until it returns another page. Without JavaScript, the page reloads. */
  waits?: boolean;
}

interface PlainProps {
  studyName: string;
  language: string;
  words: CustomTexts;
  assets: SurveyAssets;
}

/** A page outside a session, for example for a closed study, an unknown link or a repeated visit. */
export function NoticeDocument({ notice, ...frame }: PlainProps & { notice: ParticipantNotice }) {
  return (
    <PlainDocument
      title={notice.title}
      offersResume={notice.offersResume === true}
      hasTimes={notice.time !== undefined}
      waits={notice.waits === true}
      {...frame}
    >
      {notice.time ? (
        <p dir="auto">
          <TextWithTime text={notice.text} instant={notice.time} language={frame.language} />
        </p>
      ) : (
        <Prose text={notice.text} />
      )}
      {notice.waits && <p data-wait role="status" className="saving" />}
      {notice.action && (
        <form method="post" action={notice.action.url} className="actions">
          <HiddenFields fields={notice.action.hidden} />
          <button type="submit" className="primary">
            {notice.action.label}
          </button>
        </form>
      )}
      {notice.link && (
        <p>
          <a href={notice.link.url}>{notice.link.label}</a>
        </p>
      )}
    </PlainDocument>
  );
}

/**
 * A page outside a session. It includes the script only if the script is needed. The heading has the focus, so that
 * screen readers start with the message.
 */
export function PlainDocument({
  title,
  studyName,
  language,
  words,
  assets,
  offersResume = false,
  hasTimes = false,
  waits = false,
  children,
}: PlainProps & {
  title: string;
  offersResume?: boolean;
  hasTimes?: boolean;
  waits?: boolean;
  children: ReactNode;
}) {
  const needsScript = offersResume || waits;
  return (
    <ParticipantDocument
      title={`${title} · ${studyName}`}
      language={language}
      words={words}
      css={assets.css}
      isPolled={waits}
    >
      <header className="study">
        <span dir="auto">{studyName}</span>
      </header>
      <main id="main" data-words={needsScript ? JSON.stringify(scriptWords(sayIn(language, words))) : undefined}>
        {/* biome-ignore lint/a11y/noAutofocus: the page is the response to the user's last action and contains only this message */}
        <h1 tabIndex={-1} autoFocus dir="auto">
          {title}
        </h1>
        {children}
      </main>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by its hash */}
      {(needsScript || hasTimes) && <script dangerouslySetInnerHTML={{ __html: assets.script }} />}
    </ParticipantDocument>
  );
}
