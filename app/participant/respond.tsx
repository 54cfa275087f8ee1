import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { NoticeDocument, type ParticipantNotice, PlainDocument } from "@/components/survey/notice-document.tsx";
import { screenTitle } from "@/components/survey/screen-heading.tsx";
import { SurveyDocument } from "@/components/survey/survey-document.tsx";
import { type FormTargets, SurveyScreen } from "@/components/survey/survey-screen.tsx";
import { sayIn } from "@/lib/domain/survey/languages/messages.ts";
import { findRedirect, type SessionView } from "@/lib/domain/survey/session-view.ts";
import type { PageFrame } from "./page-frame.ts";
import { surveyCss, surveyScript } from "./survey-assets.generated.ts";

const assets = { css: surveyCss, script: surveyScript };

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const styleSource = hashSource(surveyCss);
const scriptSource = hashSource(surveyScript);

/**
 * Headers of every participant page. Nothing is cached or loaded from other sites. The study determines which sites may
 * frame the page. Forms post only to this site and, if the recruiter receives a form, to the recruiter.
 */
function pageHeaders({ frameAncestors, formTargets }: Pick<PageFrame, "frameAncestors" | "formTargets">): HeadersInit {
  const policy = [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `script-src ${scriptSource}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
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
  frame: PageFrame,
  status = 200,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(<SurveyDocument view={view} targets={targets} assets={assets} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers: pageHeaders(frame) });
}

/** The screen as JSON for the enhancement script: the HTML of <main>, and the values that the script needs. */
export async function respondWithFragment(
  view: SessionView,
  targets: FormTargets,
  facts: Record<string, unknown>,
  status = 200,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(<SurveyScreen view={view} targets={targets} />);
  const title = `${screenTitle(view, sayIn(view.study.language, view.study.words))} · ${view.study.name}`;
  const hasEnded = view.screen.kind === "end";
  return Response.json(
    { ...facts, title, html, hasEnded, redirect: findRedirect(view.screen), withdraw: targets.withdraw },
    { status, headers: { "cache-control": "no-store" } },
  );
}

/** A page outside a session. */
export async function respondWithNotice(
  notice: ParticipantNotice,
  frame: PageFrame,
  status: number,
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { name, language, words } = frame;
  const html = renderToStaticMarkup(
    <NoticeDocument notice={notice} studyName={name} language={language} words={words} assets={assets} />,
  );
  return new Response(`<!DOCTYPE html>${html}`, { status, headers: pageHeaders(frame) });
}

/**
 * A page with the study's own content, in the layout of notices. The script is included only if the page contains
 * times; it shows them in the reader's time zone.
 */
export async function respondWithPage(
  title: string,
  content: ReactNode,
  frame: PageFrame,
  { status = 200, hasTimes = false }: { status?: number; hasTimes?: boolean } = {},
): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { name, language, words } = frame;
  const html = renderToStaticMarkup(
    <PlainDocument title={title} hasTimes={hasTimes} studyName={name} language={language} words={words} assets={assets}>
      {content}
    </PlainDocument>,
  );
  return new Response(`<!DOCTYPE html>${html}`, { status, headers: pageHeaders(frame) });
}
