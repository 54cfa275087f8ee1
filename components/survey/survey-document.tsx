import type { ReactNode } from "react";
import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import {
  type CustomTexts,
  directionOf,
  interfaceLanguage,
  type Say,
  sayIn,
} from "@/lib/domain/survey/languages/messages.ts";
import { findRedirect, redirectSeconds, type SessionView } from "@/lib/domain/survey/session-view.ts";
import { screenTitle } from "./screen-heading.tsx";
import { studyText } from "./study-text.ts";
import { type FormTargets, SurveyScreen } from "./survey-screen.tsx";

export interface SurveyAssets {
  /** The whole stylesheet. It is inlined, because a second request would delay the first screen. */
  css: string;
  /** The enhancement script. It is inlined for the same reason. */
  script: string;
}

/** A complete participant page. Its only script is the enhancement script, and all forms work without this script. */
export function SurveyDocument(props: { view: SessionView; targets: FormTargets; assets: SurveyAssets }) {
  const { view, targets, assets } = props;
  const { language, words, theme, contact, name } = view.study;
  const say = sayIn(language, words);
  const redirect = findRedirect(view.screen);
  return (
    <ParticipantDocument
      title={`${screenTitle(view, say)} · ${name}`}
      language={language}
      words={words}
      theme={theme === "system" ? undefined : theme}
      css={assets.css}
      // The browser redirects automatically, even without JavaScript.
      redirect={redirect}
    >
      <a className="skip" href="#main">
        {say("skip")}
      </a>
      <header className="study">
        <Logo />
        <span {...studyText(say, name)}>{name}</span>
      </header>
      <main id="main" data-words={JSON.stringify(scriptWords(say))}>
        <SurveyScreen view={view} targets={targets} />
      </main>
      <footer className="study-footer">
        {contact && <span dir="auto">{say("contact", { contact })}</span>}
        {targets.withdraw && (
          <a href={targets.withdraw} data-withdraw>
            {say("withdraw")}
          </a>
        )}
      </footer>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by its hash */}
      <script dangerouslySetInnerHTML={{ __html: assets.script }} />
    </ParticipantDocument>
  );
}

/** The frame of every participant page, with language, direction, title and stylesheet. */
export function ParticipantDocument(props: {
  title: string;
  language: string;
  words: CustomTexts;
  theme?: "light" | "dark" | undefined;
  css: string;
  redirect?: string | null;
  /** Whether browsers without JavaScript reload the page every few seconds. */
  isPolled?: boolean;
  children: ReactNode;
}) {
  const interfaceTag = interfaceLanguage(props.language, props.words);
  return (
    <html lang={interfaceTag} dir={directionOf(interfaceTag)} data-theme={props.theme}>
      {/* biome-ignore lint/style/noHeadElement: a plain document, not a page of the framework */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive, noai, noimageai" />
        <meta name="color-scheme" content="light dark" />
        {props.redirect && <meta httpEquiv="refresh" content={`${redirectSeconds};url=${props.redirect}`} />}
        {props.isPolled && (
          <noscript>
            <meta httpEquiv="refresh" content={String(pollSeconds)} />
          </noscript>
        )}
        <link rel="icon" href="data:," />
        <title>{props.title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: props.css }} />
      </head>
      <body>{props.children}</body>
    </html>
  );
}

/** A screen reader has enough time to read the message before the page is reloaded. */
const pollSeconds = 10;

const scriptKeys = [
  "alreadyFinished",
  "alreadyStarted",
  "continueHere",
  "downloadAnswers",
  "dwellOver",
  "notChosenYet",
  "nothingSelected",
  "notSavedYet",
  "playFirst",
  "reloadPage",
  "saved",
  "showEnd",
  "withdraw",
] as const satisfies readonly MessageKey[];

/** The texts for the enhancement script. Their placeholders are in braces. */
export function scriptWords(say: Say): Record<string, string> {
  return {
    ...Object.fromEntries(scriptKeys.map((key) => [key, say(key)])),
    waitStill: say("waitStill", { time: "{time}" }),
    dwellTicking: say("dwellTicking", { time: "{time}" }),
    timeTicking: say("timeTicking", { time: "{time}" }),
    wordsSelected: say("wordsSelected", { count: "{count}" }),
    lengthNow: say("lengthNow", { length: "{length}", limit: "{limit}" }),
  };
}

/** The logo of Parallax: two observers of the same object. */
function Logo() {
  return (
    <svg className="mark" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" className="mark-people" />
      <circle cx="18" cy="10" r="8" className="mark-models" />
    </svg>
  );
}
