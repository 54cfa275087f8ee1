import type { Random } from "../../lib/domain/random.ts";
import { readHiddenFields } from "./hidden-fields.ts";

/** The answers of one scripted participant that the server acknowledged after COMMIT, with the hash of the answer. */
export interface Acknowledged {
  token: string;
  screen: number;
  sha256: string;
  /** The fields of the form. */
  sent: Record<string, string>;
  /** Milliseconds since 1970. */
  at: number;
}

/** Another answer to a screen that was already answered; the server must not store it. */
export type Refused = Omit<Acknowledged, "sha256" | "at">;

export interface Session {
  token: string;
  person: { age: string; gender: string };
  acknowledged: Acknowledged[];
  refused: Refused[];
  /** The end of the session as shown to the participant. */
  end: "complete" | "over-quota" | "waiting" | "closed" | "dropped-out" | "gave-up";
  stepMs: number[];
  requests: number;
}

export interface LoadTestSettings {
  baseUrls: readonly string[];
  slug: string;
  /** Screen before which this participant leaves without a word; null for one who stays. */
  dropOutAt: number | null;
  /** Share of participants who send the opposite choice after the first was saved. */
  contradictShare?: number;
  onAcknowledged?: (answer: Acknowledged) => void;
  /** How long to keep trying while the server does not answer. */
  patienceMs: number;
}

/**
 * One participant that uses the protocol of the enhancement script: every post is repeated until the server answers
 * it, on any of the application processes, as a browser behind a load balancer would.
 */
export async function runParticipant(
  settings: LoadTestSettings,
  person: Session["person"],
  random: Random,
): Promise<Session> {
  const session: Session = {
    token: "",
    person,
    acknowledged: [],
    refused: [],
    end: "gave-up",
    stepMs: [],
    requests: 0,
  };
  const deadline = performance.now() + settings.patienceMs;
  const send = async (path: string, body?: Record<string, string>) => {
    for (let attempt = 0; performance.now() < deadline; attempt += 1) {
      const base = settings.baseUrls[random.below(settings.baseUrls.length)] as string;
      const began = performance.now();
      session.requests += 1;
      const reply = await request(base + path, body);
      if (reply) {
        session.stepMs.push(performance.now() - began);
        return reply;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 50 * 2 ** attempt) * (0.5 + random.next())));
    }
    return null;
  };
  const page = await send(`/s/${settings.slug}`);
  if (!page) return session;
  // Anyone who comes after the last slot was filled finds that the study has closed itself.
  if (isClosed(page.text)) return { ...session, end: "closed" };
  const hidden = readHiddenFields(page.text);
  session.token = hidden.token ?? "";
  let action = "/api/v1/sessions";
  let carried = hidden;
  const answers: Record<string, string>[] = [
    { consent: "yes" },
    { residence: "uk", "first-language": "yes", "most-used-language": "english" },
    person,
    {},
    { choice: random.below(2) === 0 ? "true" : "false" },
    { explanation: `It follows from the story. ${session.token.slice(0, 6)}` },
  ];
  for (const [screen, answer] of answers.entries()) {
    if (settings.dropOutAt === screen) return { ...session, end: "dropped-out" };
    const reply = await send(action, { ...carried, ...answer });
    if (!reply) return session;
    const fragment = JSON.parse(reply.text) as { status?: string; receipt?: { sha256: string } | null; html?: string };
    // Every slot is claimed at this moment; no slot was claimed by this participant, and others arrive.
    if (fragment.status === "waiting") return { ...session, end: "waiting" };
    if (isClosed(reply.text)) return { ...session, end: "closed" };
    if (fragment.status !== "saved" || !fragment.receipt) {
      throw new Error(`screen ${screen} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
    }
    const { sha256 } = fragment.receipt;
    const acknowledged = { token: session.token, screen, sha256, sent: answer, at: Date.now() };
    session.acknowledged.push(acknowledged);
    settings.onAcknowledged?.(acknowledged);
    if (answer.choice && random.next() < (settings.contradictShare ?? 0)) {
      const other = { choice: answer.choice === "true" ? "false" : "true" };
      const second = await send(action, { ...carried, ...other });
      if (!second) return session;
      const { receipt } = JSON.parse(second.text) as { receipt?: { sha256: string } | null };
      if (receipt && receipt.sha256 !== sha256) throw new Error(`a second answer to screen ${screen} was saved`);
      session.refused.push({ token: session.token, screen, sent: other });
    }
    const html = fragment.html ?? "";
    if (html.includes("All places are taken")) return { ...session, end: "over-quota" };
    if (html.includes("Your code:")) return { ...session, end: "complete" };
    action = html.match(/action="([^"]+)"/)?.[1] ?? "";
    carried = readHiddenFields(html);
  }
  return session;
}

function isClosed(text: string): boolean {
  return text.includes("The study is over");
}

async function request(url: string, body?: Record<string, string>): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, {
      method: body ? "POST" : "GET",
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    // A process that is starting or stopping answers 5xx: the outcome is unknown, so the same post is sent again.
    return response.status >= 500 ? null : { status: response.status, text };
  } catch {
    return null;
  }
}
