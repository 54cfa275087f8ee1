import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { type Debrief, findRedirect, type ScreenView } from "@/lib/domain/survey/session-view.ts";
import { HiddenFields } from "./hidden-fields.tsx";
import { Prose } from "./prose.tsx";
import { interfaceText, studyText } from "./study-text.ts";

type End = Extract<ScreenView, { kind: "end" }>;

/**
 * The last page: the outcome, the return link to the recruiter, the code, and the link to the participant's own data.
 */
export function EndBody({ screen, say, stay }: { screen: End; say: Say; stay: string | undefined }) {
  const recruiter = screen.exit && "submit" in screen.exit ? screen.exit.recruiter : linkedRecruiter(screen);
  return (
    <>
      <Prose say={say} text={screen.text} />
      {findRedirect(screen) && recruiter && (
        <p className="redirect" role="status" data-redirect={findRedirect(screen)}>
          {say(screen.outcome === "no-consent" ? "redirectDeclined" : "redirectSoon", { recruiter })}{" "}
          {stay && (
            <a href={stay} data-stay>
              {say("stayHere")}
            </a>
          )}
        </p>
      )}
      <ExitBody screen={screen} say={say} />
      {screen.code && (
        <p className="code-line">
          {recruiter ? say("codeFallback", { recruiter }) : say("yourCode")}{" "}
          <strong className="code" dir="ltr">
            {screen.code}
          </strong>
        </p>
      )}
      {screen.debrief && <DebriefBody debrief={screen.debrief} say={say} />}
      {screen.privateUrl && (
        <p className="private-page">
          <a href={screen.privateUrl}>{say("privatePage")}</a> {say("privatePageText")}
        </p>
      )}
      {screen.codePage && (
        <p className="private-page">
          {say(screen.codePage.isOtherCode ? "codeLaterOther" : "codeLater")}{" "}
          <a href={screen.codePage.url}>{say("codePageTitle")}</a>
        </p>
      )}
    </>
  );
}

function linkedRecruiter({ exit }: End): string | null {
  return exit?.kind === "link" ? exit.recruiter : null;
}

function ExitBody({ screen, say }: { screen: End; say: Say }) {
  const { exit } = screen;
  switch (exit?.kind) {
    case "link":
      return (
        <p className="actions">
          <a className="button primary" href={exit.url} rel="noreferrer" target="_top">
            {exit.recruiter ? say("finishOn", { recruiter: exit.recruiter }) : say("goBackToSender")}
          </a>
        </p>
      );
    case "form":
      return (
        <form method="post" action={exit.submit.action} className="actions">
          <HiddenFields fields={exit.submit.fields} />
          <button type="submit" className="primary">
            {say("finishOn", { recruiter: exit.recruiter })}
          </button>
        </form>
      );
    case "return":
      return <p className="return">{say(returnKeys[exit.recruiter])}</p>;
    case undefined:
      return null;
  }
}

const returnKeys: Readonly<Record<"prolific" | "mturk", MessageKey>> = {
  prolific: "returnOnProlific",
  mturk: "returnOnMturk",
};

/** Corrects the false statements that the participant was shown. */
function DebriefBody({ debrief, say }: { debrief: Debrief; say: Say }) {
  return (
    <section className="debrief" aria-labelledby="debrief">
      <h2 id="debrief" {...studyText(say, debrief.title)}>
        {debrief.title}
      </h2>
      <Prose say={say} text={debrief.text} />
      <ol>
        {debrief.lines.map((line) => (
          <li key={line.told}>
            <q {...studyText(say, line.told)}>{line.told}</q>
            <p {...studyText(say, line.truth)}>
              {line.claim && (
                <strong {...interfaceText(say)}>{say(line.claim === "true" ? "isTrue" : "madeUp")}</strong>
              )}{" "}
              {line.truth}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
