import { createHash } from "node:crypto";
import { surveyCss } from "@/app/participant/survey-assets.generated.ts";
import { NoticeDocument } from "@/components/survey/notice-document.tsx";
import { SurveyDocument } from "@/components/survey/survey-document.tsx";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { readPreviewFiles } from "@/lib/server/items/media/read-preview-files.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";

const styleSource = `'sha256-${createHash("sha256").update(surveyCss).digest("base64")}'`;

/** The headers disable scripts and forms, so that a preview cannot start or end a session. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src ${styleSource}; img-src data:; media-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox`,
};

const mediaPrefix = "preview-file:";
const mediaPattern = new RegExp(`${mediaPrefix}([0-9a-f]{64})`, "gu");

const assets = { css: surveyCss, script: "" };

/** Renders a page of a study with the components and styles of the participant's screens. */
export async function respondWithPreview(actor: Actor, view: SessionView, theme: string | null): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const studyTheme = view.study.theme;
  // A study with fixed colours keeps them. Otherwise the preview uses the requested theme in place of the device
  // setting.
  const shownTheme = studyTheme === "system" && (theme === "dark" || theme === "light") ? theme : studyTheme;
  const html = renderToStaticMarkup(
    <SurveyDocument
      view={{ ...view, study: { ...view.study, theme: shownTheme } }}
      targets={{ action: "#", withdraw: null, hidden: {}, media: mediaPrefix }}
      assets={assets}
    />,
  );
  const shownHashes = [...html.matchAll(mediaPattern)].map(([, sha256 = ""]) => sha256);
  const files = await readPreviewFiles(actor, [...new Set(shownHashes)]);
  const htmlWithFiles = html.replace(mediaPattern, (address, sha256) => files.get(sha256) ?? address);
  return new Response(`<!DOCTYPE html>${htmlWithFiles}`, { headers });
}

/** Explains in the preview frame why there is no preview. */
export async function respondWithPreviewNotice(title: string, text: string, status: number): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(
    <NoticeDocument notice={{ title, text }} studyName="Preview" language="en" words={{}} assets={assets} />,
  );
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
