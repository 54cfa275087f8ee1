import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { type FormTargets, SurveyScreen, screenTitle } from "./survey-screen.tsx";

export interface SurveyAssets {
  /** The whole stylesheet, inlined: a second request would delay the first screen by a round trip. */
  css: string;
  /** The enhancement script, inlined for the same reason. */
  script: string;
}

/** A whole participant page. The only script is the enhancement; without it every form still works. */
export function SurveyDocument(props: { view: SessionView; targets: FormTargets; assets: SurveyAssets }) {
  const { view, targets, assets } = props;
  return (
    <html lang={view.study.language} data-theme={view.study.theme === "system" ? undefined : view.study.theme}>
      {/* biome-ignore lint/style/noHeadElement: a plain document, not a page of the framework */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive, noai, noimageai" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>{`${screenTitle(view.screen)} · ${view.study.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        <header className="study">
          <Mark />
          <span>{view.study.name}</span>
        </header>
        <main id="main">
          <SurveyScreen view={view} targets={targets} />
        </main>
        <footer className="study-footer">
          {view.study.contact && <span>Questions? {view.study.contact}</span>}
          {targets.withdraw && (
            <a href={targets.withdraw} data-withdraw>
              Withdraw
            </a>
          )}
        </footer>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: assets.script }} />
      </body>
    </html>
  );
}

/** Two observers of the same thing: the sign of Parallax. */
function Mark() {
  return (
    <svg className="mark" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="8" className="mark-people" />
      <circle cx="18" cy="10" r="8" className="mark-models" />
    </svg>
  );
}
