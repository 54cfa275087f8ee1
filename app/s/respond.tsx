import { createHash } from "node:crypto";
import { type Notice, NoticeDocument } from "@/components/survey/notice-document.tsx";
import { SurveyDocument } from "@/components/survey/survey-document.tsx";
import { type FormTargets, SurveyScreen, screenTitle } from "@/components/survey/survey-screen.tsx";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { surveyCss, surveyScript } from "./survey-assets.generated.ts";

const assets = { css: surveyCss, script: surveyScript };

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const styleSource = hashSource(surveyCss);
const scriptSource = hashSource(surveyScript);

/** Headers of every participant page: nothing is cached, nothing is fetched from elsewhere, framing is the study's choice. */
function pageHeaders(frameAncestors: readonly string[]): HeadersInit {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `script-src ${scriptSource}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...frameAncestors].join(" ")}`,
  ].join("; ");
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy,
  };
}

/** A whole page of a session. */
export async function respondWithScreen(
  view: SessionView,
  targets: FormTargets,
  frameAncestors: readonly string[],
  status = 200,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(<SurveyDocument view={view} targets={targets} assets={assets} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers: pageHeaders(frameAncestors) });
}

/** The same screen for the enhancement script: the content of <main>, beside whatever else it must know. */
export async function respondWithFragment(
  view: SessionView,
  targets: FormTargets,
  facts: Record<string, unknown>,
  status = 200,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(<SurveyScreen view={view} targets={targets} />);
  const title = `${screenTitle(view.screen)} · ${view.study.name}`;
  return Response.json(
    { ...facts, title, html, hasEnded: view.screen.kind === "end", withdraw: targets.withdraw },
    { status, headers: { "cache-control": "no-store" } },
  );
}

/** A page outside a session. */
export async function respondWithNotice(
  notice: Notice,
  study: { name: string; language: string; frameAncestors: readonly string[] },
  status: number,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(
    <NoticeDocument notice={notice} studyName={study.name} language={study.language} assets={assets} />,
  );
  return new Response(`<!DOCTYPE html>${html}`, { status, headers: pageHeaders(study.frameAncestors) });
}
