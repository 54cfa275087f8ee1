import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

const token = "token-of-the-researcher";
const name = z.string().min(1);
const remoteId = z.string().regex(/^[0-9a-f]{24}$/);

/** A draft as Prolific documents it; unknown fields are refused. */
const draftSchema = z.strictObject({
  name,
  internal_name: name,
  description: name,
  external_study_url: z.url().refine((url) => url.includes("{{%PROLIFIC_PID%}}") && url.includes("{{%SESSION_ID%}}")),
  prolific_id_option: z.literal("url_parameters"),
  completion_codes: z
    .array(
      z.strictObject({
        code: name,
        code_type: z.enum([
          "COMPLETED",
          "FAILED_ATTENTION_CHECK",
          "FOLLOW_UP_STUDY",
          "GIVE_BONUS",
          "INCOMPATIBLE_DEVICE",
          "NO_CONSENT",
          "OTHER",
          "FIXED_SCREENOUT",
        ]),
        actions: z.array(z.strictObject({ action: z.enum(["AUTOMATICALLY_APPROVE", "MANUALLY_REVIEW"]) })).min(1),
      }),
    )
    .min(1)
    .refine((codes) => new Set(codes.map(({ code }) => code)).size === codes.length),
  estimated_completion_time: z.int().min(1),
  reward: z.int().min(1),
  total_available_places: z.int().min(1),
});

const bonusSchema = z.strictObject({
  study_id: remoteId,
  csv_bonuses: z.string().regex(/^(?:[0-9a-f]{24},\d+\.\d{2})(?:\n[0-9a-f]{24},\d+\.\d{2})*$/),
});

/** A server with the documented requests of Prolific's API, which counts the payments that it would make. */
export interface ProlificServer {
  url: string;
  token: string;
  drafts: z.infer<typeof draftSchema>[];
  approved: Set<string>;
  /** For each set-up bonus, how often its payment was requested: Prolific pays each time. */
  payments: Map<string, number>;
  /** What the next request gets instead of an answer. */
  next: "silence" | "failure" | "refusal" | null;
  stop(): Promise<void>;
}

/** Starts the server, and makes this process use it instead of Prolific. */
export async function startProlificServer(): Promise<ProlificServer> {
  const bonuses = new Map<string, number>();
  const listener = createServer(async (request, response) => {
    const answer = (status: number, body?: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
    const refuse = (status: number, detail: unknown) => answer(status, { error: { status, detail } });
    if (request.headers.authorization !== `Token ${token}`)
      return refuse(401, "Authentication credentials were wrong.");
    const { next } = server;
    server.next = null;
    if (next === "refusal") return refuse(400, `The balance is too low (${request.headers.authorization}).`);
    const body: unknown = JSON.parse((await text(request)) || "null");
    const path = `${request.method} ${request.url}`;
    if (path === "POST /api/v1/studies/") {
      const parsed = draftSchema.safeParse(body);
      if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
      server.drafts.push(parsed.data);
      return answer(201, { id: `${"a".repeat(23)}${server.drafts.length}`, status: "UNPUBLISHED" });
    }
    if (path === "POST /api/v1/submissions/bulk-approve/") {
      const parsed = z.strictObject({ submission_ids: z.array(remoteId).min(1) }).safeParse(body);
      if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
      for (const id of parsed.data.submission_ids) server.approved.add(id);
      return answer(200, { message: "The request to bulk approve has been made successfully." });
    }
    if (path === "POST /api/v1/submissions/bonus-payments/") {
      const parsed = bonusSchema.safeParse(body);
      if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
      const amounts = parsed.data.csv_bonuses.split("\n").map((line) => Number(line.split(",")[1]) * 100);
      const amount = Math.round(amounts.reduce((sum, one) => sum + one, 0));
      const id = `${"b".repeat(23)}${bonuses.size}`;
      bonuses.set(id, amount);
      const fees = Math.round(amount / 4);
      return answer(201, { id, study: parsed.data.study_id, amount, fees, vat: 0, total_amount: amount + fees });
    }
    const [, paid] = /^POST \/api\/v1\/bulk-bonus-payments\/([0-9a-f]{24})\/pay\/$/.exec(path) ?? [];
    if (!paid || !bonuses.has(paid)) return refuse(404, "Not found.");
    server.payments.set(paid, (server.payments.get(paid) ?? 0) + 1);
    if (next === "silence") return request.socket.destroy();
    return next === "failure" ? answer(502) : answer(202, "The bonuses will be paid.");
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const server: ProlificServer = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    token,
    drafts: [],
    approved: new Set(),
    payments: new Map(),
    next: null,
    stop: () => new Promise((resolve) => listener.close(() => resolve())),
  };
  process.env.PARALLAX_PROLIFIC_API_URL = server.url;
  return server;
}
