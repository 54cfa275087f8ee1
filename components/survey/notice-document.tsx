import { Prose } from "./prose.tsx";
import type { SurveyAssets } from "./survey-document.tsx";

export interface Notice {
  title: string;
  text: string;
  /** One thing that can be done here, as a form post. */
  action?: { url: string; label: string; hidden: Readonly<Record<string, string | string[]>>; isDangerous?: boolean };
  link?: { url: string; label: string };
}

/** A participant page outside a session: a closed study, an unknown link, a question before withdrawing. */
export function NoticeDocument(props: { notice: Notice; studyName: string; language: string; assets: SurveyAssets }) {
  const { notice, assets } = props;
  return (
    <html lang={props.language}>
      {/* biome-ignore lint/style/noHeadElement: a plain document, not a page of the framework */}
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>{`${notice.title} · ${props.studyName}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      </head>
      <body>
        <header className="study">
          <span>{props.studyName}</span>
        </header>
        <main id="main">
          <h1 tabIndex={-1}>{notice.title}</h1>
          <Prose text={notice.text} />
          {notice.action && (
            <form method="post" action={notice.action.url} className="actions">
              {Object.entries(notice.action.hidden)
                .flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
                .map(({ name, value }) => (
                  <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
                ))}
              <button type="submit" className={notice.action.isDangerous ? "danger" : "primary"}>
                {notice.action.label}
              </button>
            </form>
          )}
          {notice.link && (
            <p>
              <a href={notice.link.url}>{notice.link.label}</a>
            </p>
          )}
        </main>
      </body>
    </html>
  );
}
