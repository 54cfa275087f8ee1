import { say } from "./words.ts";

/** The fields of a form, as they are sent and hashed. */
export type PostFields = Record<string, string | string[]>;

/** The server's response to a post. */
export interface ScreenReply {
  status?: string;
  receipt?: { screen: number; sha256: string } | null;
  html?: string;
  title?: string;
  url?: string;
  hasEnded?: boolean;
  withdraw?: string | null;
  /** A message for the person, if the page must not continue. */
  message?: string;
}

export function collectFields(form: HTMLFormElement, button: HTMLButtonElement | null): PostFields {
  const fields: PostFields = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string") continue;
    const earlier = fields[name];
    if (earlier === undefined) fields[name] = value;
    else fields[name] = Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  if (button?.name) fields[button.name] = button.value;
  return fields;
}

/** The names of the answer fields; hidden fields are not answers. */
export function answerNames(form: HTMLFormElement, fields: PostFields): string[] {
  return Object.keys(fields).filter((name) => !form.querySelector(`input[data-carried][name="${CSS.escape(name)}"]`));
}

/**
 * Sends a post until the server responds, with growing pauses of up to ten seconds. A receipt is accepted only if its
 * hash matches. While it waits, the page shows that the answers are not saved yet; after a minute it also offers them
 * as a file.
 */
export async function postUntilAnswered(
  address: string,
  fields: PostFields,
  answers: readonly string[],
  status: HTMLElement | null,
): Promise<ScreenReply> {
  const body = JSON.stringify(fields);
  const expected = await hashAnswers(fields, answers);
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    const reply = await postOnce(address, body);
    if (reply && isTrusted(reply, expected)) {
      if (status) status.textContent = say("saved");
      return reply;
    }
    showWaiting(status, performance.now() - startedAt, body);
    await pause(Math.min(10_000, 500 * 2 ** Math.min(attempt, 5)) * (0.5 + Math.random() / 2));
  }
}

/** Sends a post once. Returns null if the outcome is unknown or the server requests a retry. */
async function postOnce(address: string, body: string): Promise<ScreenReply | null> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
      keepalive: body.length < 60_000,
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    return null;
  }
  if (response.status >= 500 || response.status === 429 || response.status === 408) return null;
  try {
    const reply: ScreenReply & { error?: Refusal } = await response.json();
    if (reply.html === undefined && reply.status !== "waiting") return { message: formatRefusal(reply.error) };
    return reply;
  } catch {
    return null;
  }
}

/** An error: `message` is for programs, `detail` is in the participant's language. */
interface Refusal {
  detail?: string;
}

function formatRefusal(refusal: Refusal | undefined): string {
  return refusal?.detail ?? say("reloadPage");
}

/** Whether a response can be trusted. A response that reports a saved answer must have the hash of the sent data. */
function isTrusted(reply: ScreenReply, expected: string | null): boolean {
  if (reply.status !== "saved" || expected === null) return true;
  return reply.receipt?.sha256 === expected;
}

/**
 * SHA-256 of the answers as canonical JSON, as computed by the server; null if the browser does not support hashing.
 */
async function hashAnswers(fields: PostFields, answerFields: readonly string[]): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const answers = Object.entries(fields)
    .filter(([name]) => answerFields.includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(answers)));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function showWaiting(status: HTMLElement | null, waitedMs: number, body: string): void {
  if (!status) return;
  status.classList.add("waiting");
  const text = say("notSavedYet");
  if (status.textContent !== text && waitedMs < 60_000) status.textContent = text;
  if (waitedMs < 60_000 || status.querySelector("a")) return;
  const link = document.createElement("a");
  link.download = "my-answers.json";
  link.href = URL.createObjectURL(new Blob([body], { type: "application/json" }));
  link.textContent = say("downloadAnswers");
  status.textContent = `${text} `;
  status.append(link);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
