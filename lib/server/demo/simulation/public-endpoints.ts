import { previewAssignment } from "@/lib/domain/survey/recruiters/mturk.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import type { ScriptedFields } from "./scripted-answers.ts";

/**
 * Sends a request to a study as a scripted participant: a path, or a path with the fields of a form, as the enhancement
 * script sends it. Redirects are followed, as by a browser.
 */
export type PublicEndpoints = (path: string, fields?: ScriptedFields) => Promise<EndpointReply>;

/** Finds the endpoints of the study with this slug. */
export type OpenEndpoints = (slug: string) => PublicEndpoints | Promise<PublicEndpoints>;

export interface EndpointReply {
  status: number;
  text: string;
}

const maxAttempts = 20;

/**
 * The pages and endpoints of a Parallax installation at an address. A failed request is sent again, as by a browser.
 */
export function createHttpClient(origin: string): PublicEndpoints {
  return async (path, fields) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await requestPage(`${origin}${path}`, fields);
        if (attempt === maxAttempts || (reply.status < 500 && reply.status !== 429)) return reply;
      } catch (error) {
        if (attempt === maxAttempts) throw error;
      }
      await pauseAfter(attempt);
    }
  };
}

/**
 * The endpoints of a study for a background job: at the process's own address, or at the public one if the process
 * serves no pages (a worker).
 *
 * @param attemptCount the number of attempts; a process that has just started may not respond yet
 */
export async function findEndpoints(slug: string, attemptCount = maxAttempts): Promise<PublicEndpoints> {
  const { ownUrl, publicUrl } = environment();
  for (let look = 1; ; look += 1) {
    for (const origin of [ownUrl, publicUrl]) if (await isStudyAt(origin, slug)) return createHttpClient(origin);
    if (look === attemptCount) break;
    await pauseAfter(look);
  }
  throw new AppError(
    "conflict",
    `The study "${slug}" was found neither at ${ownUrl} nor at ${publicUrl}, so no participant can be simulated. Set PARALLAX_URL to an address that this process can reach.`,
  );
}

/**
 * Whether the study with this slug exists at an address; false if nothing responds. Requests the preview of a task,
 * which every study shows publicly, because a simulation can be entered only with a signed link.
 */
export async function isStudyAt(origin: string, slug: string): Promise<boolean> {
  try {
    return (await requestPage(`${origin}/s/${slug}?assignmentId=${previewAssignment}`)).status < 400;
  } catch {
    return false;
  }
}

function pauseAfter(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(2_000, 250 * attempt)));
}

async function requestPage(url: string, fields?: ScriptedFields): Promise<EndpointReply> {
  const response = await fetch(url, {
    ...(fields && {
      method: "POST",
      body: JSON.stringify(fields),
      headers: { "content-type": "application/json" },
    }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, text: await response.text() };
}
