import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getSession } from "@/app/s/[study]/[token]/route.ts";
import { GET as getWithdrawal } from "@/app/s/[study]/[token]/withdraw/route.ts";
import { GET as getStudy } from "@/app/s/[study]/route.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { consentHash } from "@/lib/domain/survey/protocol.ts";
import { anyCharacter } from "@/lib/domain/words/testing/any-character.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { withTx } from "@/lib/server/platform/database/with-transaction.ts";
import { getRunningProtocol } from "@/lib/server/sessions/running-study.ts";
import { mintToken } from "@/lib/server/sessions/session-token.ts";
import { addProtocolVersion } from "@/lib/server/studies/draft/create-study.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { POST as heartbeat } from "./[token]/heartbeat/route.ts";
import { POST as takeScreen } from "./[token]/screens/[screen]/route.ts";
import { POST as withdraw } from "./[token]/withdraw/route.ts";
import { POST as resume } from "./resume/route.ts";
import { POST as start } from "./route.ts";

withTestDatabase();

let study: MadeStudy;
/** A session on each screen of Street's protocol, so that a hostile post meets every kind of screen. */
const sessions: { token: string; screen: number; good: Record<string, string> }[] = [];

const answers: Record<string, string>[] = [
  { consent: "yes" },
  { residence: "uk", "first-language": "yes", "most-used-language": "english" },
  { age: "18-29", gender: "female" },
  {},
  { choice: "true" },
  { explanation: "The story says so." },
];

beforeAll(async () => {
  study = await makeStudy();
  for (const [screen, good] of answers.entries()) {
    const token = mintToken();
    if (screen > 0) await walk(token, screen);
    sessions.push({ token, screen, good });
  }
});

/** Text that no column can store, or that is longer than any field allows. */
const unstorable = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => `${text}\u0000`),
  fc.string({ maxLength: 20 }).map((text) => `${text}\ud800`),
  fc.string({ maxLength: 20 }).map((text) => `\udfff${text}`),
  fc.integer({ min: 4_001, max: 6_000 }).map((length) => "x".repeat(length)),
);
const wrongType = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { minLength: 1, maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  fc.array(fc.string(), { minLength: 2, maxLength: 3 }),
);
const unknownName = fc
  .stringMatching(/^[a-z][a-z0-9-]{0,30}$/)
  .filter((name) => !["visible-ms", "focus-losses", "protocol", "sig", "pid"].includes(name))
  .filter((name) => !["study", "token", "hit-id"].includes(name));

describe("a post that spoils one field", () => {
  it("is refused by that field's name and stores nothing, on every screen", async () => {
    const before = await countRows();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...answers.keys()),
        fc.nat(),
        fc.oneof(unstorable, wrongType),
        async (screen, pick, value) => {
          const good = answers[screen] as Record<string, string>;
          const names = Object.keys(good);
          const name = names[pick % Math.max(1, names.length)] ?? "extra";
          await expectRefusal(screen, { ...good, [name]: value }, name);
        },
      ),
      { numRuns: 250 },
    );
    expect(await countRows()).toEqual(before);
  });

  it("is refused when it adds a field that nobody asked for", async () => {
    const before = await countRows();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...answers.keys()), unknownName, fc.string(), async (screen, name, value) => {
        const good = answers[screen] as Record<string, string>;
        fc.pre(!(name in good));
        await expectRefusal(screen, { ...good, [name]: value }, name);
      }),
      { numRuns: 150 },
    );
    expect(await countRows()).toEqual(before);
  });

  it("is refused when what it carries beside the answer is spoilt", async () => {
    const before = await countRows();
    const body = { ...startBody(mintToken()), consent: "yes" };
    for (const name of ["study", "token", "protocol", "pid", "PROLIFIC_PID", "STUDY_ID", "workerId", "hitId", "sig"]) {
      await fc.assert(
        fc.asyncProperty(fc.oneof(unstorable, wrongType), async (value) => {
          const reply = await start(jsonPost("/api/v1/sessions", { ...body, [name]: value }));
          expect([404, 422]).toContain(reply.status);
          const { error } = await reply.json();
          if (reply.status === 422) expect(error.field).toBe(name);
        }),
        { numRuns: 20 },
      );
    }
    expect(await countRows()).toEqual(before);
  });
});

describe("a post that is no answer at all", () => {
  const types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""];
  const anything = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.constant("[".repeat(5_000)),
    fc.constant('{"__proto__":{"choice":"true"},"constructor":"x"}'),
    fc.constant("x=%00&y=%ff&__proto__=z"),
  );

  it("never ends in a fault of ours and never stores anything, at any endpoint of a session", async () => {
    const before = await countRows();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        anything,
        fc.constantFrom(...answers.keys()),
        fc.oneof(fc.constantFrom("-1", "99999", "1e3", "0x1", "%00", "\u0000"), fc.string()),
        async (type, body, screen, oddScreen) => {
          const { token } = sessions[screen] as (typeof sessions)[number];
          const post = () => rawPost(body, type);
          const replies = [
            await start(post()),
            await resume(post()),
            await takeScreen(post(), paramsOf({ token, screen: String(screen) })),
            await takeScreen(post(), paramsOf({ token, screen: oddScreen })),
            await takeScreen(post(), paramsOf({ token: oddScreen, screen: "1" })),
            await withdraw(post(), paramsOf({ token })),
            await heartbeat(post(), paramsOf({ token: oddScreen })),
          ];
          for (const reply of replies) expect([400, 404, 409, 413, 415, 422]).toContain(reply.status);
        },
      ),
      { numRuns: 120 },
    );
    expect(await countRows()).toEqual(before);
  });

  it("answers a plain form with a page in words, and everything else with facts", async () => {
    const form = await start(rawPost("consent=yes", "application/x-www-form-urlencoded"));
    expect(form.status).toBe(422);
    expect(form.headers.get("content-type")).toContain("text/html");
    expect(await form.text()).toContain("This page sent something that cannot be read.");
    const facts = await start(rawPost("{}", "application/json"));
    expect((await facts.json()).error).toMatchObject({ code: "invalid", field: "study" });
  });
});

describe("a consent form of an older page", () => {
  it("begins the session under the text that it showed, and refuses a protocol of elsewhere", async () => {
    const shown = await makeStudy();
    const running = await getRunningProtocol(shown.protocolVersionId);
    const other = await makeStudy();
    const newer = { ...street2024Protocol(), contact: "new@example.org" };
    await withTx((client) => addProtocolVersion(client, shown.id, newer, null));
    const token = mintToken();
    const body = { study: shown.slug, token, consent: "yes" };
    for (const protocol of [other.protocolVersionId, "-".repeat(36), crypto.randomUUID(), undefined]) {
      const reply = await start(jsonPost("/api/v1/sessions", { ...body, protocol }));
      expect(reply.status).toBe(422);
      expect((await reply.json()).error.field).toBe("protocol");
    }
    const reply = await start(jsonPost("/api/v1/sessions", { ...body, protocol: shown.protocolVersionId }));
    expect(reply.status).toBe(200);
    const { rows } = await pool().query(
      `SELECT session.protocol_version_id AS id, step_answer.given ->> 'hash' AS hash
       FROM session JOIN step_answer ON step_answer.session_id = session.id WHERE study_id = $1`,
      [shown.id],
    );
    expect(rows).toEqual([{ id: shown.protocolVersionId, hash: running && consentHash(running.protocol) }]);
  });
});

describe("a form with one name thirty thousand times", () => {
  it("is a list like any other, and a name that objects inherit is a name", async () => {
    const { token } = sessions[1] as (typeof sessions)[number];
    for (const body of ["a&".repeat(30_000), "toString=x", "__proto__=x&__proto__=y", "constructor=x"]) {
      const post = rawPost(`protocol=${study.protocolVersionId}&${body}`, "application/x-www-form-urlencoded");
      const reply = await takeScreen(post, paramsOf({ token, screen: "1" }));
      expect(reply.status).toBe(422);
      expect(await reply.text()).toContain("is not a known field");
    }
  });
});

describe("an address that leads nowhere", () => {
  it("is a page that says so, whatever stands in it", async () => {
    const odd = fc.oneof(
      fc.string({ unit: anyCharacter }),
      unstorable,
      fc.constantFrom("demo/../..", "%2e%2e", "\u0000"),
    );
    await fc.assert(
      fc.asyncProperty(odd, odd, async (slug, token) => {
        fc.pre(slug !== study.slug);
        const request = () => new Request("http://localhost:3000/s/x");
        const replies = [
          await getStudy(request(), paramsOf({ study: slug })),
          await getSession(request(), paramsOf({ study: slug, token })),
          await getWithdrawal(request(), paramsOf({ study: slug, token })),
        ];
        for (const reply of replies) {
          expect(reply.status).toBe(404);
          expect(reply.headers.get("content-type")).toContain("text/html");
        }
      }),
      { numRuns: 80 },
    );
  });

  it("is a page that says so when the link's own parts cannot be read", async () => {
    for (const query of ["pid=%00", `pid=${"x".repeat(201)}`, "PROLIFIC_PID=%00", "sig=%00&pid=a"]) {
      const request = new Request(`http://localhost:3000/s/${study.slug}?${query}`);
      const reply = await getStudy(request, paramsOf({ study: study.slug }));
      expect(reply.status).toBe(400);
      expect(await reply.text()).toContain("This link cannot be read");
    }
  });
});

function startBody(token: string): Record<string, string> {
  return { study: study.slug, token, protocol: study.protocolVersionId };
}

async function walk(token: string, screens: number): Promise<void> {
  const started = await start(jsonPost("/api/v1/sessions", { ...startBody(token), consent: "yes" }));
  expect(started.status).toBe(200);
  for (let screen = 1; screen < screens; screen += 1) {
    const body = { protocol: study.protocolVersionId, ...answers[screen] };
    const reply = await takeScreen(jsonPost("/x", body), paramsOf({ token, screen: String(screen) }));
    expect(reply.status).toBe(200);
  }
}

/** Posts to a screen; for the consent screen with a new token and all fields of its form. */
async function expectRefusal(screen: number, fields: Record<string, unknown>, field: string): Promise<void> {
  const { token } = sessions[screen] as (typeof sessions)[number];
  const reply =
    screen === 0
      ? await start(jsonPost("/api/v1/sessions", { ...startBody(mintToken()), ...fields }))
      : await takeScreen(
          jsonPost("/x", { protocol: study.protocolVersionId, ...fields }),
          paramsOf({ token, screen: String(screen) }),
        );
  expect(reply.status).toBe(422);
  expect((await reply.json()).error.field).toBe(field);
}

function jsonPost(path: string, body: unknown): Request {
  return new Request(`http://localhost:3000${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

function rawPost(body: string | Uint8Array, type: string): Request {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return new Request("http://localhost:3000/x", {
    method: "POST",
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: type ? { "content-type": type } : {},
  });
}

function paramsOf<Params>(params: Params): { params: Promise<Params> } {
  return { params: Promise.resolve(params) };
}

async function countRows(): Promise<number[]> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM session_screen) AS screens,
            (SELECT count(*)::int FROM step_answer) AS answers, (SELECT count(*)::int FROM response) AS responses,
            (SELECT count(*)::int FROM entry_identity) AS identities, (SELECT sum(screen)::int FROM session) AS places`,
  );
  return Object.values(rows[0]) as number[];
}
