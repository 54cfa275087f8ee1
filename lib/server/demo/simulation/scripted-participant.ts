import * as z from "zod";
import { textToSign } from "@/lib/domain/survey/recruiters/recruiter.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { RunningProtocol } from "../../sessions/running-study.ts";
import { hashToken, mintToken } from "../../sessions/session-token.ts";
import { signEntry } from "../../studies/entry/entry-signature.ts";
import type { EndpointReply, PublicEndpoints } from "./public-endpoints.ts";
import { answerScreen, readScriptedPlacement, type ScriptedPerson } from "./scripted-answers.ts";

/**
 * How the session ended. `closed`: no session began, because the study accepted no one; it is the heading of the page.
 */
export type ScriptedEnd = "finished" | "left" | "turnedAway" | { closed: string };

/** How often a scripted participant reloads the waiting page before giving up. */
const waitPollMs = 250;
const waitPolls = 240;

/**
 * Runs one scripted participant through the pages of a study: the consent page from a signed link, then every form with
 * its hidden fields, as the enhancement script sends it, until a page has no form.
 *
 * @param entrySecret the secret of the study, which signs the link
 * @param leaves whether the participant withdraws between their first item and their last screen
 * @param manner waits as long as the person does, and returns what their browser reports about a screen, and their
 * explanation
 */
export async function runScriptedSession(
  endpoints: PublicEndpoints,
  running: RunningProtocol,
  entrySecret: string,
  person: ScriptedPerson,
  leaves: boolean,
  manner?: (screen: Screen) => Promise<Record<string, string>>,
): Promise<ScriptedEnd> {
  const firstItem = running.screens.findIndex(({ kind }) => kind === "story" || kind === "answer");
  let lastScreen = leaves ? firstItem + person.random.below(running.screens.length - firstItem) : Infinity;
  const pid = `scripted-${mintToken()}`;
  const sig = signEntry(entrySecret, textToSign({ pid }));
  const entryPage = await endpoints(`/s/${running.slug}?${new URLSearchParams({ pid, sig })}`);
  let form = readForm(entryPage.text);
  if (!form)
    return { closed: decodeHtml(/<h1\b[^>]*>([^<]*)/.exec(entryPage.text)?.[1] ?? `status ${entryPage.status}`) };
  const { token = "" } = form.carried;
  while (form) {
    const screen = running.screens[form.screen];
    if (!screen) throw new RangeError(`a page asks for the screen ${form.screen}, which the protocol has not`);
    if (screen.kind === "answer" && lastScreen === Infinity && person.leavesAt) {
      const isLeaving = person.leavesAt(await readScriptedPlacement(token, screen.position));
      if (isLeaving) lastScreen = screen.index + person.random.below(running.screens.length - screen.index);
    }
    if (screen.index >= lastScreen) {
      await endpoints(`/api/v1/sessions/${token}/withdraw`, { confirm: "yes", answers: "keep" });
      return "left";
    }
    const answers = await answerScreen(running, screen, token, person);
    const reportedBehaviour = manner ? await manner(screen) : {};
    const reply = await endpoints(form.action, { ...form.carried, ...answers, ...reportedBehaviour });
    const parsedReply = parseReply(reply);
    if (parsedReply.status === "waiting") {
      form = await waitForSlot(endpoints, `/s/${running.slug}/${token}`);
      if (!form) return readSessionEnd(token, person);
    } else if (parsedReply.html === undefined && screen.index === 0) {
      return "turnedAway";
    } else if (parsedReply.status !== "saved") {
      throw new RangeError(
        `a scripted participant was stopped at the screen "${screen.key}": ${parsedReply.status ?? reply.text.slice(0, 200)}`,
      );
    } else {
      form = readForm(parsedReply.html ?? "");
    }
  }
  return readSessionEnd(token, person);
}

/** The form of the page after the wait for a slot; null if no slot became free. */
async function waitForSlot(endpoints: PublicEndpoints, address: string): Promise<Form | null> {
  for (let look = 0; look < waitPolls; look += 1) {
    const { text } = await endpoints(address);
    if (!text.includes("<p data-wait=")) return readForm(text);
    await new Promise((resolve) => setTimeout(resolve, waitPollMs));
  }
  return null;
}

const sessionOutcomeRow = z.strictObject({ is_complete: z.boolean() });

async function readSessionEnd(token: string, { behaviour }: ScriptedPerson): Promise<"finished" | "turnedAway"> {
  if (behaviour !== undefined) {
    await pool().query(sql`
      INSERT INTO scripted_session (session_id, behaviour)
      SELECT id, ${behaviour} FROM session WHERE token_hash = ${hashToken(token)} ON CONFLICT DO NOTHING
    `);
  }
  const row = await maybeRow(
    pool(),
    sessionOutcomeRow,
    sql`SELECT outcome IS NOT DISTINCT FROM 'complete' AS is_complete FROM session WHERE token_hash = ${hashToken(token)}`,
  );
  return row?.is_complete ? "finished" : "turnedAway";
}

interface Form {
  action: string;
  screen: number;
  /** The hidden fields of every post. */
  carried: Record<string, string>;
}

/** The form of a participant's page or fragment; null if there is none. */
function readForm(html: string): Form | null {
  const [tag] = /<form\b[^>]*\bdata-screen="[^>]*>/.exec(html) ?? [];
  if (!tag) return null;
  const inputs = html.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g);
  return {
    action: decodeHtml(/\baction="([^"]*)"/.exec(tag)?.[1] ?? ""),
    screen: Number(/\bdata-screen="(\d+)"/.exec(tag)?.[1]),
    carried: Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, decodeHtml(value)])),
  };
}

const htmlEntities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

function decodeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => htmlEntities[name] ?? "");
}

function parseReply({ text }: EndpointReply): { status?: string; html?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
