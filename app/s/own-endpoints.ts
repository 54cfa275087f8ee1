import { POST as postScreen } from "@/app/api/v1/sessions/[token]/screens/[screen]/route.ts";
import { POST as postWithdrawal } from "@/app/api/v1/sessions/[token]/withdraw/route.ts";
import { POST as postConsent } from "@/app/api/v1/sessions/route.ts";
import { GET as getSession } from "@/app/s/[study]/[token]/route.ts";
import { GET as getStudy } from "@/app/s/[study]/route.ts";
import type { PublicEndpoints } from "@/lib/server/demo/simulation/public-endpoints.ts";
import type { ScriptedFields } from "@/lib/server/demo/simulation/scripted-answers.ts";

type Handle = (request: Request, params: Record<string, string>) => Promise<Response>;

const passParams =
  <Params>(handler: (request: Request, context: { params: Promise<Params> }) => Promise<Response>): Handle =>
  (request, params) =>
    handler(request, { params: Promise.resolve(params as Params) });

/** The participants' pages and endpoints that scripted participants use, with the patterns of their addresses. */
const handlers: readonly [method: string, address: RegExp, handle: Handle][] = [
  ["GET", /^\/s\/(?<study>[^/]+)$/, passParams(getStudy)],
  ["GET", /^\/s\/(?<study>[^/]+)\/(?<token>[^/]+)$/, passParams(getSession)],
  ["POST", /^\/api\/v1\/sessions$/, (request) => postConsent(request)],
  ["POST", /^\/api\/v1\/sessions\/(?<token>[^/]+)\/screens\/(?<screen>\d+)$/, passParams(postScreen)],
  ["POST", /^\/api\/v1\/sessions\/(?<token>[^/]+)\/withdraw$/, passParams(postWithdrawal)],
];

const origin = "http://localhost";

/**
 * Sends requests of scripted participants to the application's own handlers in this process, for a command that runs
 * without a server. Requests and responses are the same as over HTTP.
 */
export const inProcessEndpoints: PublicEndpoints = async (path, fields) => {
  let url = new URL(path, origin);
  let remainingFields = fields;
  for (;;) {
    const response = await handle(url, remainingFields);
    const location = response.headers.get("location");
    if (response.status !== 303 || location === null) return { status: response.status, text: await response.text() };
    url = new URL(location, origin);
    remainingFields = undefined;
  }
};

async function handle(url: URL, fields: ScriptedFields | undefined): Promise<Response> {
  const method = fields ? "POST" : "GET";
  for (const [handled, address, answer] of handlers) {
    const match = handled === method ? address.exec(url.pathname) : null;
    if (!match) continue;
    const body = fields && { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
    return answer(new Request(url, { method, ...body }), { ...match.groups });
  }
  throw new RangeError(`no participant page or endpoint matches ${method} ${url.pathname}`);
}
