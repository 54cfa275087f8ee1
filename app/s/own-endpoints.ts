import { POST as postScreen } from "@/app/api/v1/sessions/[token]/screens/[screen]/route.ts";
import { POST as postWithdrawal } from "@/app/api/v1/sessions/[token]/withdraw/route.ts";
import { POST as postConsent } from "@/app/api/v1/sessions/route.ts";
import { GET as getSession } from "@/app/s/[study]/[token]/route.ts";
import { GET as getStudy } from "@/app/s/[study]/route.ts";
import type { PublicEndpoints } from "@/lib/server/demo/simulation/public-endpoints.ts";
import type { ScriptedFields } from "@/lib/server/demo/simulation/scripted-answers.ts";

type Handle = (request: Request, params: Record<string, string>) => Promise<Response>;

const withParams =
  <Params>(handler: (request: Request, context: { params: Promise<Params> }) => Promise<Response>): Handle =>
  (request, params) =>
    handler(request, { params: Promise.resolve(params as Params) });

/** The participants' pages and endpoints that a scripted participant uses, by the pattern of their address. */
const handlers: readonly [method: string, address: RegExp, handle: Handle][] = [
  ["GET", /^\/s\/(?<study>[^/]+)$/, withParams(getStudy)],
  ["GET", /^\/s\/(?<study>[^/]+)\/(?<token>[^/]+)$/, withParams(getSession)],
  ["POST", /^\/api\/v1\/sessions$/, (request) => postConsent(request)],
  ["POST", /^\/api\/v1\/sessions\/(?<token>[^/]+)\/screens\/(?<screen>\d+)$/, withParams(postScreen)],
  ["POST", /^\/api\/v1\/sessions\/(?<token>[^/]+)\/withdraw$/, withParams(postWithdrawal)],
];

const origin = "http://localhost";

/**
 * The endpoints for a command that runs without a server: the application's own pages and endpoints, called in this
 * process. Requests and responses are the same as over HTTP.
 */
export const inProcessEndpoints: PublicEndpoints = async (path, fields) => {
  let url = new URL(path, origin);
  let sent = fields;
  for (;;) {
    const response = await handle(url, sent);
    const location = response.headers.get("location");
    if (response.status !== 303 || location === null) return { status: response.status, text: await response.text() };
    url = new URL(location, origin);
    sent = undefined;
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
  throw new RangeError(`no page and no endpoint of participants is called ${method} ${url.pathname}`);
}
