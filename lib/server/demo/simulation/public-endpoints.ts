import { previewAssignment } from "@/lib/domain/survey/recruiters/mturk.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";

/**
 * How a scripted participant reaches a study: a page's path, or a path and the fields of a form, as the enhancement script
 * sends it. Redirects are followed, as by a browser.
 */
export type PublicEndpoints = (path: string, fields?: Readonly<Record<string, string>>) => Promise<EndpointReply>;

/** Finds the way into the study with this name in links. */
export type OpenEndpoints = (slug: string) => PublicEndpoints | Promise<PublicEndpoints>;

export interface EndpointReply {
  status: number;
  text: string;
}

const tries = 20;

/** The pages and endpoints of the Parallax that answers at an address. What is not answered is sent again, as a browser would. */
export function endpointsAt(origin: string): PublicEndpoints {
  return async (path, fields) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const reply = await ask(`${origin}${path}`, fields);
        if (attempt === tries || (reply.status < 500 && reply.status !== 429)) return reply;
      } catch (error) {
        if (attempt === tries) throw error;
      }
      await pauseAfter(attempt);
    }
  };
}

/**
 * The way into a study from a background job: by the process's own address, or by the public one where the process serves
 * no pages, as a worker does.
 *
 * @param looks how often it looks before it gives up: a process that has just begun may not answer yet
 */
export async function findEndpoints(slug: string, looks = tries): Promise<PublicEndpoints> {
  const { ownUrl, publicUrl } = environment();
  for (let look = 1; ; look += 1) {
    for (const origin of [ownUrl, publicUrl]) if (await isStudyAt(origin, slug)) return endpointsAt(origin);
    if (look === looks) break;
    await pauseAfter(look);
  }
  throw new AppError(
    "conflict",
    `The study "${slug}" is found neither at ${ownUrl} nor at ${publicUrl}, so no one can take part. Please set PARALLAX_URL to an address that this process can reach.`,
  );
}

/**
 * Whether the study with this name in links is found at an address; not where nothing answers there. It looks as the
 * preview of a task does, which every study shows to everyone: into a simulation itself leads no link without a signature.
 */
export async function isStudyAt(origin: string, slug: string): Promise<boolean> {
  try {
    return (await ask(`${origin}/s/${slug}?assignmentId=${previewAssignment}`)).status < 400;
  } catch {
    return false;
  }
}

function pauseAfter(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(2_000, 250 * attempt)));
}

async function ask(url: string, fields?: Readonly<Record<string, string>>): Promise<EndpointReply> {
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
