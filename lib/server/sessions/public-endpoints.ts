/**
 * How a scripted participant reaches a study: a page's path, or a path and the fields of a form, as the enhancement script
 * sends it. Redirects are followed, as by a browser.
 */
export type PublicEndpoints = (path: string, fields?: Readonly<Record<string, string>>) => Promise<EndpointReply>;

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
      await new Promise((resolve) => setTimeout(resolve, Math.min(2_000, 250 * attempt)));
    }
  };
}

/** Whether the study with this name in links is found at an address; not where nothing answers there. */
export async function isStudyAt(origin: string, slug: string): Promise<boolean> {
  try {
    return (await ask(`${origin}/s/${slug}`)).status < 400;
  } catch {
    return false;
  }
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
