import { beforeAll, describe, expect, it } from "vitest";
import { POST as takeScreen } from "@/app/api/v1/sessions/[token]/screens/[screen]/route.ts";
import { POST as withdrawByToken } from "@/app/api/v1/sessions/[token]/withdraw/route.ts";
import { POST as lookUp } from "@/app/api/v1/sessions/by-code/route.ts";
import { POST as withdrawByCode } from "@/app/api/v1/sessions/by-code/withdraw/route.ts";
import { POST as begin } from "@/app/api/v1/sessions/route.ts";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { sayIn } from "@/lib/domain/survey/languages/messages.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { listTexts } from "@/lib/domain/survey/translate-protocol.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { decryptStoredSecret } from "@/lib/server/platform/settings/stored-secret.ts";
import { resumeSession } from "@/lib/server/sessions/resume-session.ts";
import { hashToken, mintToken } from "@/lib/server/sessions/session-token.ts";
import { signEntry } from "@/lib/server/studies/entry/entry-signature.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { waitNotice } from "../participant/notices.ts";
import { createPlainFrame } from "../participant/page-frame.ts";
import { respondWithNotice } from "../participant/respond.tsx";
import { surveyCss } from "../participant/survey-assets.generated.ts";
import { GET as dataPage } from "./[study]/[token]/data/route.ts";
import { GET as sessionPage } from "./[study]/[token]/route.ts";
import { GET as withdrawPage } from "./[study]/[token]/withdraw/route.ts";
import { GET as consentPage } from "./[study]/route.ts";

withTestDatabase();

const prolificId = "5f3c1a2b4d5e6f7a8b9c0d1e";

const steps: Record<string, string>[] = [
  { residence: "uk", "first-language": "yes", "most-used-language": "english" },
  { age: "18-29", gender: "female" },
  {},
  { choice: "true" },
  { explanation: "The story says so." },
];

function recruited(recruiter: NonNullable<Protocol["recruiter"]>["kind"], code: string) {
  return (protocol: Protocol): Protocol => ({
    ...withoutDwell(protocol),
    recruiter: { kind: recruiter, name: "", idParameter: "", otherParameters: [] },
    ends: { ...protocol.ends, complete: { ...protocol.ends.complete, code } },
  });
}

async function open(study: MadeStudy, query: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost/s/${study.slug}?${query}`, { headers });
  const response = await consentPage(request, { params: Promise.resolve({ study: study.slug }) });
  return { response, html: await response.text() };
}

function form(fields: Record<string, string>): Request {
  return new Request("http://localhost/api", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
}

function hiddenFields(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
}

/** Submits the whole session as plain forms and returns the address of the last redirect. */
async function finish(study: MadeStudy, query: string): Promise<string> {
  const fields = hiddenFields((await open(study, query)).html);
  let location = (await begin(form({ ...fields, consent: "yes" }))).headers.get("location") ?? "";
  const token = location.split("/")[3]?.split("?")[0] ?? "";
  for (const [at, answers] of steps.entries()) {
    const params = Promise.resolve({ token, screen: String(at + 1) });
    const response = await takeScreen(form({ protocol: study.protocolVersionId, ...answers }), { params });
    location = response.headers.get("location") ?? `status ${response.status}`;
  }
  return location;
}

async function page(address: string, read = sessionPage) {
  const [, , study = "", rest = ""] = address.split("/");
  const token = rest.split("?")[0] ?? "";
  const response = await read(new Request(`http://localhost${address}`), { params: Promise.resolve({ study, token }) });
  return { response, html: await response.text() };
}

async function signatureOf(study: MadeStudy, toSign: string): Promise<string> {
  const { rows } = await pool().query("SELECT entry_secret FROM study WHERE id = $1", [study.id]);
  return signEntry(await decryptStoredSecret("entry-links", rows[0].entry_secret), toSign);
}

describe("arriving", () => {
  let study: MadeStudy;
  beforeAll(async () => {
    study = await makeStudy();
  });

  it("carries the recruiter's parameters in the form, the same at every reload", async () => {
    for (let reload = 0; reload < 2; reload += 1) {
      const { html } = await open(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t");
      expect(hiddenFields(html)).toMatchObject({
        PROLIFIC_PID: "5f3c1a2b4d5e6f7a8b9c0d1e",
        STUDY_ID: "s",
        SESSION_ID: "t",
      });
    }
    const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([]);
  });

  it("refuses a template that was not filled in and a parameter given twice, each with a sentence", async () => {
    const unfilled = await open(study, `PROLIFIC_PID=${encodeURIComponent("{{%PROLIFIC_PID%}}")}`);
    expect(unfilled.response.status).toBe(400);
    expect(unfilled.html).toContain("was not filled in by the service that sent you here");
    const twice = await open(study, "pid=1&pid=2");
    expect(twice.html).toContain("is given more than once");
  });

  it("refuses a recruiter's link with a blank number, and takes nobody for anonymous by it", async () => {
    const panel = (protocol: Protocol): Protocol => ({
      ...protocol,
      recruiter: { kind: "panel", name: "Panel", idParameter: "rid", otherParameters: [] },
    });
    const ofProlific = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    const ofPanel = await makeStudy({ protocol: panel });
    for (const [made, query] of [
      [ofProlific, "PROLIFIC_PID=&STUDY_ID=s"],
      [ofPanel, "rid=%20"],
      [ofPanel, "rid=[[RID]]"],
      [ofPanel, "rid=%25RID%25"],
    ] as const) {
      const { response, html } = await open(made, query);
      expect(response.status, query).toBe(400);
      expect(html).toContain("was not filled in by the service that sent you here");
    }
    const fields = hiddenFields((await open(ofProlific, "")).html);
    await begin(form({ ...fields, PROLIFIC_PID: "", consent: "yes" }));
    const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [ofProlific.id]);
    expect(rows).toEqual([]);
  });

  it("refuses IDs that have not the form of their source, and begins nothing by a forged form", async () => {
    const made = await makeStudy();
    const invisible = ["\u3164", "\u2800", "\u034f", "\ufe0f", "\u115f"].map(
      (sign) => `pid=${encodeURIComponent(`a${sign}`)}`,
    );
    for (const query of [
      "PROLIFIC_PID=p1",
      `PROLIFIC_PID=${prolificId}%E3%85%A4`,
      "workerId=w",
      "pid=a%20b",
      ...invisible,
    ]) {
      const { response, html } = await open(made, query);
      expect(response.status, query).toBe(403);
      expect(html, query).toContain("does not have the form that this study expects");
    }
    const fields = hiddenFields((await open(made, `PROLIFIC_PID=${prolificId}`)).html);
    const forged = await begin(form({ ...fields, PROLIFIC_PID: `${prolificId}\u2800`, consent: "yes" }));
    expect(forged.status).toBe(403);
    const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [made.id]);
    expect(rows).toEqual([]);
    const { rows: refused } = await pool().query("SELECT DISTINCT reason FROM refused_arrival WHERE study_id = $1", [
      made.id,
    ]);
    expect(refused).toEqual([{ reason: "id-format" }]);
    // The researcher's own pattern is used, and a participant who began under an earlier pattern is still recognized.
    const lenient = await makeStudy();
    await pool().query("UPDATE study SET arrival_rules = $2 WHERE id = $1", [
      lenient.id,
      JSON.stringify({ ...openArrivalRules, idPattern: "[a-z ]+" }),
    ]);
    await finish(lenient, "pid=a%20b");
    await pool().query("UPDATE study SET arrival_rules = NULL WHERE id = $1", [lenient.id]);
    expect((await open(lenient, "pid=a%20b")).html).toContain("You have been here before");
  });

  it("shows somebody whom the link's signature proves the end again, and others what they can do", async () => {
    const again = await makeStudy({ protocol: withoutDwell });
    const link = `pid=back&sig=${await signatureOf(again, "pid=back")}`;
    const fields = hiddenFields((await open(again, link)).html);
    await begin(form({ ...fields, consent: "yes" }));
    expect((await open(again, link)).html).toContain("Continue where you stopped");
    const done = `pid=done&sig=${await signatureOf(again, "pid=done")}`;
    await finish(again, done);
    const { html } = await open(again, done);
    expect(html).toContain("You have already finished here.");
    expect(html).toContain("Show the last page again");
    expect(html).not.toContain("You can go on where you stopped");
    const framed = await makeStudy({ protocol: recruited("mturk", "") });
    const worker = "workerId=A1W2&assignmentId=3ABC&hitId=h&turkSubmitTo=https%3A%2F%2Fworkersandbox.mturk.com";
    await finish(framed, worker);
    const known = (await open(framed, worker)).html;
    expect(known).toContain("choose “Return” on MTurk");
    expect(known).not.toContain("go back to the browser and the page");
  });

  it("tells people of a denied study before the consent, and lets nobody begin by a forged form", async () => {
    const other = await makeStudy();
    await pool().query("INSERT INTO study_denial (study_id, denied_study_id) VALUES ($1, $2)", [other.id, study.id]);
    await finish(study, "pid=both");
    const { response, html } = await open(other, "pid=both");
    expect(response.status).toBe(403);
    expect(html).toContain("has been in a study whose participants cannot take part in this one");
    expect(html).not.toContain("I agree and want to take part");
    expect(html).toContain("Please go back to the service that sent you here and leave this study there");
    const fields = hiddenFields((await open(other, "pid=new")).html);
    const refused = await begin(form({ ...fields, pid: "both", consent: "yes" }));
    expect(refused.headers.get("location")).toBe(`/s/${other.slug}?pid=both&lang=en`);
    const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [other.id]);
    expect(rows).toEqual([]);
  });
});

describe("a study of Prolific", () => {
  it("shows the fixed code, leads on by itself once, and shows the end again without leading on", async () => {
    const study = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    const address = await finish(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t");
    expect(address).toMatch(/\?done$/);
    const link = "https://app.prolific.com/submissions/complete?cc=C1FIXED";
    const first = await page(address);
    expect(first.html).toContain("Finish on Prolific");
    expect(first.html).toContain(`content="6;url=${link}"`);
    const again = await page(address.replace("?done", ""));
    expect(again.html).toContain(`href="${link}"`);
    expect(again.html).toContain("C1FIXED");
    expect(again.html).not.toContain('content="6;url');
    // When the participant returns from the recruiter, the browser requests the same address again, after it has
    // redirected.
    await pool().query("UPDATE session SET ended_at = ended_at - interval '6 seconds' WHERE study_id = $1", [study.id]);
    expect((await page(address)).html).not.toContain('content="6;url');
  });

  it("gives the recruiter's code to nobody who came by another way", async () => {
    const study = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    expect((await page(await finish(study, "pid=other"))).html).not.toContain("C1FIXED");
  });
});

describe("a study of MTurk", () => {
  const worker = "workerId=A1W2&assignmentId=3ABC&hitId=h&turkSubmitTo=https%3A%2F%2Fworkersandbox.mturk.com";

  it("hands the task in by a form that the page's policy allows, for that study only", async () => {
    const study = await makeStudy({ protocol: recruited("mturk", "") });
    const { html, response } = await page(await finish(study, worker));
    expect(html).toContain('action="https://workersandbox.mturk.com/mturk/externalSubmit"');
    expect(html).toContain('name="assignmentId" value="3ABC"');
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("form-action 'self' https://www.mturk.com https://workersandbox.mturk.com;");
    expect(policy).toContain("frame-ancestors 'self' https://www.mturk.com");
    const plain = await open(await makeStudy(), "");
    expect(plain.response.headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  it("allocates nothing in a preview, even for a forged form", async () => {
    const study = await makeStudy({ protocol: recruited("mturk", "") });
    const preview = await open(study, "assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h");
    expect(preview.html).toContain("This is a preview");
    const fields = hiddenFields((await open(study, worker)).html);
    await begin(form({ ...fields, assignmentId: "ASSIGNMENT_ID_NOT_AVAILABLE", consent: "yes" }));
    const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([]);
  });

  it("sends nobody's answers to another site", async () => {
    const study = await makeStudy({ protocol: recruited("mturk", "") });
    const { response } = await open(study, worker.replace("workersandbox.mturk.com", "evil.example"));
    expect(response.status).toBe(400);
  });
});

describe("declining", () => {
  const withEnd =
    (recruiter: NonNullable<Protocol["recruiter"]>, end: Partial<Protocol["ends"]["no-consent"]>) =>
    (protocol: Protocol): Protocol => ({
      ...withoutDwell(protocol),
      recruiter,
      ends: { ...protocol.ends, "no-consent": { ...protocol.ends["no-consent"], ...end } },
    });
  const recruiter = (kind: "prolific" | "mturk") => ({ kind, name: "", idParameter: "", otherParameters: [] });
  const both = async (study: MadeStudy, query: string) => {
    const fields = async () => ({ ...hiddenFields((await open(study, query)).html), consent: "no" });
    const plain = await begin(form(await fields()));
    const { html } = await page(plain.headers.get("location") ?? "");
    const body = JSON.stringify(await fields());
    const headers = { "content-type": "application/json" };
    const reply = await begin(new Request("http://localhost/api", { method: "POST", body, headers }));
    const answer = (await reply.json()) as { html: string; url: string };
    return { pages: [html, answer.html, (await page(answer.url)).html], url: answer.url };
  };

  it("gives the code of that end, or asks to return the task, though nothing says who declined", async () => {
    const coded = await makeStudy({ protocol: withEnd(recruiter("prolific"), { code: "N0THANKS" }) });
    for (const html of (await both(coded, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e")).pages) {
      expect(html).toContain("https://app.prolific.com/submissions/complete?cc=N0THANKS");
    }
    const codeless = await makeStudy({ protocol: withEnd(recruiter("prolific"), { code: "" }) });
    for (const html of (await both(codeless, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e")).pages)
      expect(html).toContain("choose “Return”");
    const mturk = await makeStudy({ protocol: withEnd(recruiter("mturk"), { code: "N0THANKS" }) });
    const worker = "workerId=A1W2&assignmentId=3ABC&hitId=h&turkSubmitTo=https%3A%2F%2Fworkersandbox.mturk.com";
    for (const html of (await both(mturk, worker)).pages) {
      expect(html).toContain("go back to MTurk and choose “Return”");
      expect(html).not.toContain("N0THANKS");
      expect(html).not.toContain("externalSubmit");
    }
    const { rows } = await pool().query("SELECT 1 FROM entry_identity WHERE study_id = ANY ($1)", [
      [coded.id, codeless.id, mturk.id],
    ]);
    expect(rows).toEqual([]);
  });

  it("names the person in a panel's link back, and stores it nowhere", async () => {
    const panel = { kind: "panel" as const, name: "Panel", idParameter: "rid", otherParameters: ["wave"] };
    const returnUrl = "https://panel.example/out?rid={rid}&wave={wave}";
    const study = await makeStudy({ protocol: withEnd(panel, { returnUrl }) });
    const { pages } = await both(study, "rid=R7&wave=2");
    for (const html of pages) expect(html).toContain("https://panel.example/out?rid=R7&amp;wave=2");
    // A participant who stays on the page still sees the return link.
    for (const html of pages.slice(0, 2)) expect(html).toMatch(/href="\/s\/[^"]+\?rid=R7&amp;wave=2" data-stay/);
    // A return link may be signed, so a study that requires signed IDs puts no unsigned ID into it.
    const strict = await makeStudy({ protocol: withEnd(panel, { returnUrl }) });
    await pool().query("UPDATE study SET arrival_rules = $2 WHERE id = $1", [
      strict.id,
      { identity: "signed", sources: [], networkCap: null },
    ]);
    const signed = `rid=R8&sig=${await signatureOf(strict, "rid=R8")}`;
    const fields = { ...hiddenFields((await open(strict, signed)).html), consent: "no" };
    expect((await begin(form({ ...fields, rid: "R9" }))).headers.get("location")).toMatch(/\?done$/);
    for (const html of (await both(strict, signed)).pages) expect(html).toContain("https://panel.example/out?rid=R8");
    const { rows } = await pool().query("SELECT 1 FROM entry_identity WHERE study_id = ANY ($1)", [
      [study.id, strict.id],
    ]);
    expect(rows).toEqual([]);
  });

  it("is counted against no network and recorded as no refusal", async () => {
    process.env.PARALLAX_PROXY = "127.0.0.1";
    const study = await makeStudy();
    const arrive = async (pid: string, consent: "yes" | "no") => {
      const request = form({ ...hiddenFields((await open(study, `pid=${pid}`)).html), consent });
      request.headers.set("x-forwarded-for", "203.0.113.7");
      return begin(request);
    };
    await arrive("first", "yes");
    expect((await arrive("declines", "no")).status).toBe(303);
    delete process.env.PARALLAX_PROXY;
    const sessions = await pool().query(
      "SELECT network_hash IS NULL AS unknown FROM session WHERE study_id = $1 ORDER BY started_at",
      [study.id],
    );
    expect(sessions.rows).toEqual([{ unknown: false }, { unknown: true }]);
    const refused = await pool().query("SELECT reason FROM refused_arrival WHERE study_id = $1", [study.id]);
    expect(refused.rows).toEqual([]);
  });
});

describe("withdrawing after the end", () => {
  const leave = async (address: string, answers: "keep" | "erase") => {
    const token = address.split("/")[3]?.split("?")[0] ?? "";
    await withdrawByToken(form({ confirm: "yes", answers }), { params: Promise.resolve({ token }) });
    return (await page(address.replace("?done", ""))).html;
  };
  const worker = "workerId=A1W2&assignmentId=3ABC&hitId=h&turkSubmitTo=https%3A%2F%2Fworkersandbox.mturk.com";

  it("keeps the code and the way out of the finished task", async () => {
    const study = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    const address = await finish(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t");
    for (const answers of ["keep", "erase"] as const) {
      const html = await leave(address, answers);
      expect(html).toContain("https://app.prolific.com/submissions/complete?cc=C1FIXED");
      expect(html).not.toContain("choose “Return”");
    }
    const framed = await makeStudy({ protocol: recruited("mturk", "") });
    const html = await leave(await finish(framed, worker), "keep");
    expect(html).toContain('action="https://workersandbox.mturk.com/mturk/externalSubmit"');
  });

  it("warns a worker to hand the task in before erasing, and nobody else", async () => {
    const framed = await makeStudy({ protocol: recruited("mturk", "") });
    const address = (await finish(framed, worker)).replace("?done", "");
    const warning = "it cannot be handed in from here any more";
    expect((await page(address, withdrawPage)).html).toContain(warning);
    expect((await page(address, dataPage)).html).toContain(warning);
    const other = (await finish(await makeStudy(), "pid=me")).replace("?done", "");
    expect((await page(other, withdrawPage)).html).not.toContain(warning);
  });

  it("sends a panel no mark in the place of the number that was erased", async () => {
    const study = await makeStudy({
      protocol: (protocol) => {
        const returnUrl = "https://panel.example/out?rid={rid}";
        return {
          ...withoutDwell(protocol),
          recruiter: { kind: "panel", name: "Panel", idParameter: "rid", otherParameters: [] },
          ends: { ...protocol.ends, complete: { ...protocol.ends.complete, returnUrl } },
        };
      },
    });
    const address = await finish(study, "rid=R7");
    expect(await leave(address, "keep")).toContain('href="https://panel.example/out?rid=R7"');
    expect(await leave(address, "erase")).toContain('href="https://panel.example/out?rid="');
  });
});

describe("a person's own data", () => {
  it("are shown by private link and by code, kept or erased, and erased later too", async () => {
    const study = await makeStudy();
    const address = (await finish(study, "pid=me")).split("?")[0] as string;
    const { rows } = await pool().query("SELECT completion_code FROM session WHERE study_id = $1", [study.id]);
    const code: string = rows[0].completion_code;
    const own = await page(address, dataPage);
    for (const text of ["18 to 29", "The story says so.", code, "me"]) expect(own.html).toContain(text);
    for (const text of ["I agree and want to take part", "Fingerprint of that text"]) expect(own.html).toContain(text);
    expect(own.html).toContain("“pid” in the link that you came by");
    for (const raw of [">version<", ">hash<", ">yes<"]) expect(own.html).not.toContain(raw);
    const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4, 8)}-${code.slice(8)}`;
    expect(await (await lookUp(form({ study: study.slug, code: typed }))).text()).toContain("The story says so.");
    expect((await lookUp(form({ study: study.slug, code: "AAAABBBBCCCC" }))).status).toBe(404);
    const keep = { study: study.slug, code, confirm: "yes", answers: "keep" };
    expect(await (await withdrawByCode(form(keep))).text()).toContain("The story says so.");
    const erased = await (await withdrawByCode(form({ ...keep, answers: "erase" }))).text();
    expect(erased).not.toContain("The story says so.");
    expect(erased).toContain("were erased on");
    const identity = await pool().query("SELECT external_id FROM entry_identity WHERE study_id = $1", [study.id]);
    expect(identity.rows[0].external_id).toMatch(/^erased:/);
  });

  it("are reachable from every page on which somebody may look for them, and by the right code", async () => {
    const study = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    const link = `href="/s/${study.slug}/code?lang=en"`;
    const end = await finish(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=s&SESSION_ID=t");
    const { html } = await page(end);
    expect(html).toContain("it is not the code shown here");
    expect(html).toContain(link);
    expect((await page(end.replace("?done", ""), dataPage)).html).toContain("Code for this page (not for Prolific)");
    expect((await open(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e")).html).toContain(link);
    expect((await page(`/s/${study.slug}/${"x".repeat(32)}`)).html).toContain(link);
    expect((await page(`/s/nowhere/${"x".repeat(32)}`)).html).not.toContain("/code");
    const closed = await makeStudy();
    await pool().query("UPDATE study SET status = 'closed' WHERE id = $1", [closed.id]);
    expect((await open(closed, "")).html).toContain(`href="/s/${closed.slug}/code?lang=en"`);
    const plain = await makeStudy();
    expect((await page(await finish(plain, ""))).html).toContain("Your code opens the same page, from any browser");
  });

  it("are told whole: the link's parameters, the language, the payment and what the recruiter reported", async () => {
    const study = await makeStudy({ protocol: recruited("prolific", "C1FIXED") });
    const address = (await finish(study, "PROLIFIC_PID=5f3c1a2b4d5e6f7a8b9c0d1e&STUDY_ID=st-1&SESSION_ID=su-1")).split(
      "?",
    )[0] as string;
    const { rows } = await pool().query(
      `WITH me AS (UPDATE session SET network_hash = 'n' WHERE study_id = $1 RETURNING id),
         paid AS (INSERT INTO session_payment (session_id) SELECT id FROM me)
       INSERT INTO recruiter_event (id, project_id, source, event_id, submission, person, status, origin, happened_at)
       SELECT gen_random_uuid(), $2, 'prolific', 'e-1', 'su-1', 'p', 'AWAITING REVIEW', 'webhook', clock_timestamp() FROM me
       RETURNING (SELECT id FROM me)`,
      [study.id, study.projectId],
    );
    const own = (await page(address, dataPage)).html;
    const facts = ["st-1", "su-1", "English", "Marked as paid", "AWAITING REVIEW", "A scrambled mark of your network"];
    for (const fact of facts) expect(own).toContain(fact);
    expect(own).not.toContain("This is everything");
    const token = address.split("/")[3] ?? "";
    await withdrawByToken(form({ confirm: "yes", answers: "erase" }), { params: Promise.resolve({ token }) });
    const erased = (await page(address, dataPage)).html;
    for (const gone of ["st-1", "su-1", "A scrambled mark"]) expect(erased).not.toContain(gone);
    for (const left of ["English", "Marked as paid", "AWAITING REVIEW"]) expect(erased).toContain(left);
    expect(erased).toContain("its code, times, language and outcome, and whether it was paid");
    const stored = await pool().query("SELECT network_hash FROM session WHERE id = $1", [rows[0].id]);
    expect(stored.rows).toEqual([{ network_hash: null }]);
  });

  it("keep the person's line breaks", async () => {
    const study = await makeStudy();
    const address = (await finish(study, "")).split("?")[0] as string;
    await pool().query(
      `UPDATE step_answer SET given = '{"explanation": "one\\ntwo"}'
       WHERE given ? 'explanation' AND session_id IN (SELECT id FROM session WHERE study_id = $1)`,
      [study.id],
    );
    expect((await page(address, dataPage)).html).toContain("one\ntwo");
    expect(surveyCss).toMatch(/\.facts dd\{[^}]*white-space:pre-wrap/);
  });

  it("stay open to a private link from before a signed return, which shows no screen any more", async () => {
    const study = await makeStudy();
    const address = (await finish(study, "pid=me")).split("?")[0] as string;
    const entry = { source: "pid" as const, externalId: "me", parameters: {}, toSign: "", signature: null };
    for (let time = 0; time < 2; time += 1) await resumeSession(study.id, entry, hashToken(mintToken()));
    expect((await page(address)).response.status).toBe(404);
    const own = await page(address, dataPage);
    expect(own.html).toContain("The story says so.");
    expect(own.html).not.toContain(`href="${address}"`);
    const token = address.split("/")[3] ?? "";
    const sent = await withdrawByToken(form({ confirm: "yes", answers: "erase" }), {
      params: Promise.resolve({ token }),
    });
    expect(sent.headers.get("location")).toBe(`${address}/data`);
    expect((await page(address, dataPage)).html).toContain("were erased on");
  });
});

describe("times", () => {
  const inUtc = /<time dateTime="[^"]+" data-local="true">[^<]+UTC<\/time>/;

  it("stand in UTC with their zone, and come with the script that says them in the reader's own", async () => {
    const study = await makeStudy();
    const { html } = await page((await finish(study, "")).replace("?done", ""), dataPage);
    expect(html).toMatch(inUtc);
    expect(html).toContain("<script>");
    const notice = waitNotice(sayIn("en"), { until: new Date(), reason: "slots" }, null);
    const full = await respondWithNotice(notice, createPlainFrame(new Request("http://localhost")), 200);
    const text = await full.text();
    expect(text).toMatch(inUtc);
    expect(text).toContain("<script>");
  });
});

describe("the language of a session", () => {
  it("is the browser's where the study has it, stays with the session, and stores the same answers", async () => {
    const study = await makeStudy({
      protocol: (protocol) => {
        const plain = { ...withoutDwell(protocol), publicTitle: "Short stories", contact: "Write to us" };
        const texts = Object.fromEntries(listTexts(plain).map(({ name, text }) => [name, `[ar] ${text}`]));
        return { ...plain, translations: { ar: { texts } } };
      },
    });
    const { html } = await open(study, "", { "accept-language": "ar-EG,ar;q=0.9,en;q=0.5" });
    expect(html).toMatch(/^<!DOCTYPE html><html lang="ar" dir="rtl"/);
    expect(html).toContain("[ar] I agree and want to take part");
    expect((await open(study, "lang=en", { "accept-language": "ar" })).html).toContain('<html lang="en" dir="ltr"');
    const location = (await begin(form({ ...hiddenFields(html), consent: "yes" }))).headers.get("location") ?? "";
    const next = await page(location);
    expect(next.html).toContain("[ar] Residence and languages");
    expect(next.html).toContain("متابعة");
    for (const text of ["[ar] Short stories", "[ar] Write to us"]) expect(next.html).toContain(text);
    const { rows } = await pool().query("SELECT language FROM session WHERE study_id = $1", [study.id]);
    expect(rows).toEqual([{ language: "ar" }]);
  });

  it("is that of the page that says why a post was not taken, whatever the browser asks for", async () => {
    const study = await makeStudy({
      protocol: (protocol) => {
        const plain = withoutDwell(protocol);
        const texts = Object.fromEntries(listTexts(plain).map(({ name, text }) => [name, `[ar] ${text}`]));
        return { ...plain, translations: { ar: { texts } } };
      },
    });
    const fields = hiddenFields((await open(study, "lang=ar")).html);
    const refuse = async (request: Request, token: string) =>
      (await takeScreen(request, { params: Promise.resolve({ token, screen: "1" }) })).text();
    // Refused with our own message, without the reason that is meant for machines.
    await begin(form({ ...fields, consent: "yes" }));
    const { token = "" } = fields;
    const broken = new Request(`http://localhost/api/v1/sessions/${token}/screens/1`, form({ surprise: "1" }));
    const named = await refuse(broken, token);
    expect(named).toContain('<html lang="ar" dir="rtl"');
    expect(named).toContain(sayIn("ar")("refusedUnreadable"));
    expect(named).not.toContain("must be the protocol");
    // Where no session exists, the form itself contains its language.
    const carried = await refuse(form({ page_language: "ar" }), mintToken());
    expect(carried).toContain('<html lang="ar" dir="rtl"');
    const shown = hiddenFields((await page(`/s/${study.slug}/${token}`)).html);
    expect(shown.page_language).toBe("ar");
  });
});
