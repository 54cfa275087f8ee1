import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as z from "zod";

/** A request as it arrived; the content of an upload is counted but not stored. */
interface DepositServerRequest {
  method: string;
  path: string;
  body: unknown;
}

export interface DepositServer {
  url: string;
  token: string;
  requests: DepositServerRequest[];
  /** The files that were stored, by name. */
  files: Map<string, Buffer>;
  /** Changes the next stored file, as a broken connection would. */
  breaksFiles: boolean;
  stop: () => Promise<void>;
}

const token = "token-of-the-researcher";
const name = z.string().min(1);

/** A record as InvenioRDM documents it; unknown fields are refused. */
const recordSchema = z.strictObject({
  access: z.strictObject({ record: z.enum(["public", "restricted"]), files: z.enum(["public", "restricted"]) }),
  files: z.strictObject({ enabled: z.boolean() }),
  pids: z.record(z.string(), z.strictObject({ identifier: name, provider: name, client: name })).optional(),
  metadata: z.strictObject({
    resource_type: z.strictObject({ id: z.literal("dataset") }),
    title: name,
    publication_date: z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/),
    publisher: name.optional(),
    creators: z
      .array(
        z.strictObject({
          person_or_org: z.strictObject({
            type: z.literal("personal"),
            given_name: name.optional(),
            family_name: name,
            identifiers: z.array(z.strictObject({ scheme: z.literal("orcid"), identifier: name })).optional(),
          }),
          affiliations: z.array(z.strictObject({ name })).optional(),
        }),
      )
      .min(1),
    description: name.optional(),
    rights: z.array(z.strictObject({ id: z.string().regex(/^[a-z0-9.-]+$/) })).optional(),
    version: name.optional(),
    subjects: z.array(z.strictObject({ subject: name })).optional(),
    languages: z.array(z.strictObject({ id: z.string().length(3) })).optional(),
    dates: z.array(z.strictObject({ date: name, type: z.strictObject({ id: name }) })).optional(),
  }),
});

type Answer = { status: number; body?: unknown };
type Route = (request: {
  accept: string;
  body: unknown;
  type: string;
  match: RegExpMatchArray;
  query: URLSearchParams;
  raw: Buffer;
}) => Answer;

/** A server with InvenioRDM's API of drafts and their files, which keeps their state. */
export async function startInvenioServer(): Promise<DepositServer> {
  return serve((server) => {
    const drafts = new Map<
      string,
      { record: unknown; pids: Record<string, object>; files: Map<string, Buffer | null> }
    >();
    const shown = (id: string) => ({
      ...Object(drafts.get(id)?.record),
      id,
      is_published: false,
      pids: drafts.get(id)?.pids ?? {},
      links: { self_html: `${server.url}/uploads/${id}`, self: `${server.url}/api/records/${id}/draft` },
    });
    const draft: (route: (one: { files: Map<string, Buffer | null> }, given: Parameters<Route>[0]) => Answer) => Route =
      (route) => (given) => {
        const found = drafts.get(given.match[1] ?? "");
        return found ? route(found, given) : { status: 404 };
      };
    const invalid = (error: z.ZodError): Answer => ({
      status: 400,
      body: {
        status: 400,
        message: "A validation error occurred.",
        errors: error.issues.map(({ path, message }) => ({ field: path.join("."), messages: [message] })),
      },
    });
    return {
      "POST /api/records": ({ body, type }) => {
        if (type !== "application/json") return { status: 415 };
        const read = recordSchema.safeParse(body);
        if (!read.success) return invalid(read.error);
        const id = `abcde-${String(drafts.size + 10_000)}`;
        drafts.set(id, { record: read.data, pids: {}, files: new Map() });
        return { status: 201, body: shown(id) };
      },
      "GET /api/records/([^/]+)/draft": draft((_one, { match, accept }) => {
        const { pids, ...others } = shown(match[1] ?? "");
        // The response format of the earlier API has no identifiers.
        return { status: 200, body: accept.includes("vnd.inveniordm.v1+json") ? { ...others, pids } : others };
      }),
      "PUT /api/records/([^/]+)/draft": ({ body, match, type }) => {
        const id = match[1] ?? "";
        const found = drafts.get(id);
        if (!found || type !== "application/json") return { status: found ? 415 : 404 };
        const read = recordSchema.safeParse(body);
        if (!read.success) return invalid(read.error);
        // A draft that is saved without its identifiers loses them.
        drafts.set(id, { ...found, record: read.data, pids: read.data.pids ?? {} });
        return { status: 200, body: shown(id) };
      },
      "POST /api/records/([^/]+)/draft/pids/doi": ({ match }) => {
        const id = match[1] ?? "";
        const found = drafts.get(id);
        if (!found) return { status: 404 };
        found.pids = { doi: { identifier: `10.5072/zenodo.${id}`, provider: "datacite", client: "datacite" } };
        return { status: 201, body: shown(id) };
      },
      "GET /api/records/([^/]+)/draft/files": draft(({ files }) => ({
        status: 200,
        body: { enabled: true, entries: [...files.keys()].map((key) => ({ key })) },
      })),
      "POST /api/records/([^/]+)/draft/files": draft(({ files }, { body }) => {
        const read = z.array(z.strictObject({ key: name })).safeParse(body);
        if (!read.success || read.data.some(({ key }) => files.has(key))) return { status: 400 };
        for (const { key } of read.data) files.set(key, null);
        return { status: 201, body: { entries: read.data.map(({ key }) => ({ key, status: "pending" })) } };
      }),
      "DELETE /api/records/([^/]+)/draft/files/([^/]+)": draft(({ files }, { match }) =>
        files.delete(decodeURIComponent(match[2] ?? "")) ? { status: 204 } : { status: 404 },
      ),
      "PUT /api/records/([^/]+)/draft/files/([^/]+)/content": draft(({ files }, { match, raw, type }) => {
        const key = decodeURIComponent(match[2] ?? "");
        if (!files.has(key) || type !== "application/octet-stream") return { status: files.has(key) ? 415 : 404 };
        files.set(key, raw);
        return { status: 200, body: { key, status: "pending" } };
      }),
      "POST /api/records/([^/]+)/draft/files/([^/]+)/commit": draft(({ files }, { match }) => {
        const key = decodeURIComponent(match[2] ?? "");
        const content = files.get(key);
        if (!content) return { status: 400 };
        server.files.set(key, content);
        const checksum = `md5:${createHash("md5").update(content).digest("hex")}`;
        return { status: 200, body: { key, status: "completed", checksum, size: content.byteLength } };
      }),
    };
  });
}

const nodeSchema = z.strictObject({
  data: z.strictObject({
    type: z.literal("nodes"),
    attributes: z.strictObject({
      title: name,
      category: z.literal("data"),
      description: z.string(),
      tags: z.array(z.string()),
      public: z.literal(false),
    }),
  }),
});

const itemMetadataSchema = z.strictObject({
  data: z.strictObject({
    id: name,
    type: z.literal("custom-item-metadata-records"),
    attributes: z.strictObject({
      language: z.string().length(3).optional(),
      resource_type_general: z.literal("Dataset"),
      funders: z.array(z.strictObject({ funder_name: name })),
    }),
  }),
});

/** OSF's API v2 for components and their metadata, and its file service, at one address. */
export async function startOsfServer(): Promise<DepositServer> {
  return serve((server) => {
    const nodes: string[] = [];
    const jsonApi = "application/vnd.api+json";
    return {
      "POST /v2/nodes/": ({ body, type }) => {
        if (type !== jsonApi) return { status: 415 };
        if (!nodeSchema.safeParse(body).success) return { status: 400 };
        const id = `node${nodes.length + 1}`;
        nodes.push(id);
        return { status: 201, body: { data: { id, type: "nodes", links: { html: `${server.url}/${id}/` } } } };
      },
      "PATCH /v2/custom_item_metadata_records/([^/]+)/": ({ body, match, type }) => {
        if (type !== jsonApi) return { status: 415 };
        const read = itemMetadataSchema.safeParse(body);
        if (!nodes.includes(match[1] ?? "")) return { status: 404 };
        return read.success && read.data.data.id === match[1] ? { status: 200, body } : { status: 400 };
      },
      "GET /v2/nodes/([^/]+)/files/": ({ match }) => ({
        status: 200,
        body: {
          data: [
            {
              type: "files",
              attributes: { provider: "osfstorage" },
              links: { upload: `${server.url}/v1/resources/${match[1]}/providers/osfstorage/` },
            },
          ],
        },
      }),
      "PUT /v1/resources/([^/]+)/providers/osfstorage/": ({ match, query, raw }) => {
        const file = query.get("name");
        if (!nodes.includes(match[1] ?? "") || query.get("kind") !== "file" || !file) return { status: 400 };
        server.files.set(file, raw);
        const sha256 = createHash("sha256").update(raw).digest("hex");
        return {
          status: 201,
          body: {
            data: { type: "files", attributes: { name: file, size: raw.byteLength, extra: { hashes: { sha256 } } } },
          },
        };
      },
    };
  });
}

async function serve(routesOf: (server: DepositServer) => Record<string, Route>): Promise<DepositServer> {
  process.env.PARALLAX_PRIVATE_ENDPOINTS ??= "allow";
  const listener = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const server: DepositServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    token,
    requests: [],
    files: new Map(),
    breaksFiles: false,
    stop: () => new Promise((resolve) => listener.close(() => resolve())),
  };
  const routes = routesOf(server);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await buffer(request);
    const raw = server.breaksFiles && request.method === "PUT" ? received.subarray(1) : received;
    const { pathname, searchParams: query } = new URL(request.url ?? "", server.url);
    const type = request.headers["content-type"] ?? "";
    const { accept = "" } = request.headers;
    const body = type.includes("json") ? JSON.parse(received.toString()) : null;
    server.requests.push({ method: request.method ?? "", path: pathname, body });
    const { status, body: answer } = answerOf();
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(answer === undefined ? "" : JSON.stringify(answer));

    function answerOf(): Answer {
      if (request.headers.authorization !== `Bearer ${token}`)
        return { status: 401, body: { message: "Unauthorized" } };
      for (const [pattern, route] of Object.entries(routes)) {
        const match = `${request.method} ${pathname}`.match(new RegExp(`^${pattern}$`));
        if (match) return route({ accept, body, type, match, query, raw });
      }
      return { status: 404 };
    }
  };
  return server;
}
