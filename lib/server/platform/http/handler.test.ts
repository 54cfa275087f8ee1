import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { AppError } from "../errors/app-error.ts";
import { PendingError } from "../errors/pending-error.ts";
import { handler, publicAccess } from "./handler.ts";

const before = { ...process.env };
beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://localhost/none";
  process.env.PARALLAX_URL = "https://parallax.example.org";
});
afterAll(() => {
  process.env = { ...before };
});

const url = "https://parallax.example.org/api/v1/things/7?page=2";
const origin = { origin: "https://parallax.example.org" };
const json = { ...origin, "content-type": "application/json" };
const context = { params: Promise.resolve({ thing: "7" }) };

const echo = handler({
  who: publicAccess,
  params: z.strictObject({ thing: z.string().regex(/^\d+$/) }),
  query: z.strictObject({ page: z.string() }),
  body: z.strictObject({ name: boundedText(20), tags: z.array(boundedText(5)).default([]) }),
  maximumBytes: 1_000,
  work: async ({ params, query, body }) => ({ params, query, body }),
});

async function post(body: BodyInit | null, headers: Record<string, string> = json) {
  const response = await echo(
    new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit),
    context,
  );
  return { status: response.status, answer: await response.json(), response };
}

describe("a route handler", () => {
  it("hands path, query and body on and answers the value, never to be stored", async () => {
    const { status, answer, response } = await post('{"name":"x"}');
    expect(status).toBe(200);
    expect(answer).toEqual({ params: { thing: "7" }, query: { page: "2" }, body: { name: "x", tags: [] } });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it.each([
    ["unknown", '{"name":"x","unknown":1}', "unknown"],
    ["of the wrong type", '{"name":7}', "name"],
    ["missing", "{}", "name"],
    ["too long", `{"name":"${"x".repeat(21)}"}`, "name"],
    ["with a NUL", '{"name":"a\\u0000"}', "name"],
    ["with half a surrogate pair", '{"name":"\\ud800"}', "name"],
    ["deep inside", '{"name":"x","tags":["ok","too long"]}', "tags.1"],
    ["of a dangerous name", '{"name":"x","__proto__":{"a":1}}', "__proto__"],
  ])("refuses a field that is %s, and names it", async (_what, body, field) => {
    const { status, answer } = await post(body);
    expect(status).toBe(422);
    expect(answer.error).toMatchObject({ code: "invalid", field });
    expect(answer.error.message).toContain(field);
  });

  it.each([
    ["not JSON", "{name:1}", 400],
    ["empty", "", 400],
    ["broken UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ["deeper than anything we send", `${"[".repeat(400)}${"]".repeat(400)}`, 400],
    ["an array", "[]", 422],
    ["null", "null", 422],
  ])("refuses a body that is %s", async (_what, body, expected) => {
    expect((await post(body as BodyInit)).status).toBe(expected);
  });

  it("stops reading a body that is too large, whether or not its length was announced", async () => {
    const large = `{"name":"${"x".repeat(2_000)}"}`;
    const announced = await post(large, { ...json, "content-length": "2011" });
    expect(announced.answer.error).toMatchObject({
      code: "too-large",
      message: expect.stringContaining("the limit is"),
    });
    let pulled = 0;
    const endless = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(400));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it("refuses a body that is shorter than it was announced", async () => {
    expect((await post('{"name":"x"}', { ...json, "content-length": "500" })).status).toBe(400);
  });

  it("refuses other content types, so that no plain form of another site can reach it", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      expect((await post('{"name":"x"}', { ...origin, "content-type": type })).status).toBe(415);
    }
  });

  it("refuses a foreign origin before it reads anything", async () => {
    const refused = await post('{"name":"x"}', { ...json, origin: "https://evil.example" });
    expect(refused.status).toBe(403);
  });

  it("answers not-found for an address that does not fit", async () => {
    const request = new Request(url, { method: "POST", headers: json, body: '{"name":"x"}' });
    const response = await echo(request, { params: Promise.resolve({ thing: "../etc" }) });
    expect(response.status).toBe(404);
  });

  it("answers a refusal of the work with its code, and when to come back", async () => {
    const refusing = (seconds?: number) =>
      handler({
        who: publicAccess,
        work: async () => {
          throw new AppError("too-many", "Please wait.", undefined, seconds);
        },
      });
    for (const [seconds, header] of [
      [90.2, "91"],
      [undefined, "60"],
    ] as const) {
      const response = await refusing(seconds)(new Request(url), context);
      expect(response.status).toBe(429);
      expect(response.headers.get("retry-after")).toBe(header);
    }
  });

  it("lets go of what is behind an answer to HEAD, which nobody reads", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true;
      },
    });
    const download = handler({
      who: publicAccess,
      work: async () => new Response(body, { headers: { "content-type": "application/zip" } }),
    });
    const answer = await download(new Request(url, { method: "HEAD" }), context);
    expect({ isCancelled, body: answer.body, status: answer.status }).toEqual({
      isCancelled: true,
      body: null,
      status: 200,
    });
    expect(answer.headers.get("content-type")).toBe("application/zip");
  });

  it("logs a bug and tells an outsider nothing of it", async () => {
    const log = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
    const broken = handler({
      who: publicAccess,
      work: async () => {
        throw new Error("secret detail");
      },
    });
    const response = await broken(new Request(url), context);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("secret");
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it("answers any JSON whatever with a value or with an error that says something", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status, answer } = await post(JSON.stringify(value));
        expect([200, 400, 413, 422]).toContain(status);
        if (status !== 200) expect(answer.error.message.length).toBeGreaterThan(5);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a read of a signed-in person", () => {
  const read = handler({ who: async () => "somebody", work: async () => ({ answers: 7 }) });
  const ask = (headers: Record<string, string>) => read(new Request(url, { headers }), context);

  it("is refused to a page of another site, whatever it is used for there, and answered to our pages and to programs", async () => {
    for (const site of ["cross-site", "same-site"])
      for (const dest of ["image", "empty", "iframe", "script"]) {
        const refused = await ask({ "sec-fetch-site": site, "sec-fetch-dest": dest });
        expect(refused.status).toBe(403);
        expect((await refused.json()).error.message).toContain("another site");
      }
    for (const headers of [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }])
      expect((await ask(headers as Record<string, string>)).status).toBe(200);
  });

  it("asks for a click of its own where a person followed a link on another site", async () => {
    const refused = await ask({ "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", accept: "text/html" });
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('<a href="/api/v1/things/7?page=2">Continue</a>');
    expect(refused.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("whose result is being computed says how far it is: to a program as JSON, to a person as a page that asks again", async () => {
    const pending = handler({
      who: async () => "somebody",
      work: async () => {
        throw new PendingError({ share: 0.426, doing: "Comparing people & models" });
      },
    });
    const program = await pending(new Request(url), context);
    expect(program.status).toBe(202);
    expect(Object.fromEntries(program.headers)).toMatchObject({
      location: "/api/v1/things/7?page=2",
      "retry-after": "2",
      "cache-control": "no-store",
    });
    expect(await program.json()).toEqual({ state: "working", share: 0.426, doing: "Comparing people & models" });
    const person = await pending(new Request(url, { headers: { "sec-fetch-dest": "document" } }), context);
    expect(person.status).toBe(202);
    expect(person.headers.get("refresh")).toBe("2");
    expect(await person.text()).toMatch(/Comparing people &amp; models \(42%\)[\s\S]*<progress max="100" value="42"/);
  });
});
