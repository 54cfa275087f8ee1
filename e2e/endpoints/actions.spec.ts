import { type APIRequestContext, expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { demoDatabase, withOwnApplication } from "../own-application.ts";
import { type Form, forms, plainActions, type Rows } from "./actions.ts";
import type { Visitor } from "./endpoints.ts";
import { type Action, listActions } from "./list-actions.ts";
import { makeRows, prepareRows } from "./make-rows.ts";
import { openVisitors } from "./visitors.ts";

type Refusal = { ok: boolean; value?: unknown; code?: string; field?: string; message?: string } | "sign in" | number;

/** Calls an action as the browser does; the entries are the form's. */
async function call(client: APIRequestContext, action: Action, entries: [string, string | File][]): Promise<Refusal> {
  const body = new FormData();
  for (const [name, value] of entries) body.append(`_1_${name}`, value);
  body.append("0", '[null,"$K1"]');
  const reply = await client.post(action.path, {
    headers: { "next-action": action.id, accept: "text/x-component", origin: process.env.PARALLAX_URL as string },
    multipart: body,
    maxRedirects: 0,
  });
  if (reply.headers()["x-action-redirect"]?.includes("/sign-in")) return "sign in";
  const line = (await reply.text()).split("\n").find((one) => /^\w+:\{"ok":/.test(one));
  return line ? JSON.parse(line.slice(line.indexOf(":") + 1)) : reply.status();
}

test("every form refuses what does not fit by the field's name, refuses whoever may not send it, and stores nothing", async ({
  playwright,
}) => {
  // The requests of every form are sent one after the other.
  const actions = listActions();
  expect(actions.map(({ name }) => name).sort()).toEqual([...Object.keys(forms), ...plainActions].sort());

  await withOwnApplication({ template: demoDatabase, prepare: prepareRows }, async (_url, study) => {
    const { places, clients } = await openVisitors(playwright, { also: study.projectId });
    const rows = await makeRows(study, places.collection, places.story);
    const before = await countEverything();
    const wrong: string[] = [];

    await test.step("spoilt fields", async () => {
      for (const action of actions) {
        const form = forms[action.name];
        if (!form) continue;
        // An owner may do everything, so only the form itself can refuse.
        const client = form.who === "anybody" ? clients.nobody : clients.admin;
        for (const { field, what, entries } of spoil(form, rows)) {
          const answer = await call(client, action, entries);
          const isNamed = typeof answer === "object" && !answer.ok && nameOf(answer) === field;
          if (!isNamed) wrong.push(`${action.name}: ${field} ${what}: ${JSON.stringify(answer)}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    await test.step("people who may not", async () => {
      for (const action of actions) {
        const form = forms[action.name];
        if (!form || form.who === "anybody") continue;
        for (const visitor of strangersOf(form.who).filter((one) => !(form.isAtHome && one === "elsewhere"))) {
          const answer = await call(clients[visitor], action, Object.entries(form.fields(rows)));
          const isRefused =
            visitor === "nobody"
              ? answer === "sign in"
              : answer === 404 ||
                (form.isCount && typeof answer === "object" && answer.value === 0) ||
                (typeof answer === "object" && !answer.ok && answer.code === "not-found");
          if (!isRefused) wrong.push(`${action.name} by ${visitor}: ${JSON.stringify(answer)}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    await test.step("another site", async () => {
      for (const action of actions) {
        const reply = await clients.admin.post(action.path, {
          headers: { "next-action": action.id, origin: "https://evil.example" },
          multipart: { "0": '[null,"$K1"]' },
          maxRedirects: 0,
        });
        const text = await reply.text();
        if (reply.status() < 400 && !text.includes('"code":"forbidden"')) {
          wrong.push(`${action.name} from another site answers ${reply.status()}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    expect(await countEverything()).toEqual(before);
    for (const client of Object.values(clients)) await client.dispose();
  });
});

/** The form filled in well but for one field, in every way in which a field can be wrong. */
function spoil(form: Form, rows: Rows): { field: string; what: string; entries: [string, string | File][] }[] {
  const good = form.fields(rows);
  const spoilt: { field: string; what: string; entries: [string, string | File][] }[] = [];
  const others = (field: string) => Object.entries(good).filter(([name]) => name !== field);
  for (const [field, value] of Object.entries(good)) {
    const add = (what: string, ...values: (string | File)[]) => {
      const own = values.map((one): [string, string | File] => [field, one]);
      spoilt.push({ field, what, entries: [...others(field), ...own] });
    };
    const isOptional = form.optional?.includes(field) ?? false;
    if (!isOptional) add("missing");
    add("with NUL", `${value}\u0000`);
    add("too long", "x".repeat(form.long?.[field] ?? 3_000));
    if (!form.lists?.includes(field)) add("twice", value, value);
    add("as a file", new File(["x"], "x.txt", { type: "text/plain" }));
  }
  if (!form.isOpen) {
    spoilt.push({ field: "surprise", what: "unknown", entries: [...Object.entries(good), ["surprise", "1"]] });
  }
  return spoilt;
}

/** The name of a field; a field inside a list is named with its index. */
function nameOf(answer: { field?: string }): string {
  return answer.field ?? "";
}

function strangersOf(who: Form["who"]): Visitor[] {
  const outside: Visitor[] = ["nobody", "elsewhere", "annotator", "reviewer", "rater"];
  switch (who) {
    case "anybody":
      return [];
    case "signed in":
      return ["nobody"];
    case "readers":
      return outside;
    case "writers":
      return [...outside, "viewer"];
    case "raters":
      return [...outside.filter((visitor) => visitor !== "rater"), "viewer", "researcher"];
    case "admins":
      return [...outside, "viewer", "researcher"];
    case "owners":
      return [...outside, "viewer", "researcher", "admin"];
  }
}

/** The number of rows of every table but the one that counts attempts. */
async function countEverything(): Promise<Record<string, number>> {
  const { rows } = await pool().query(
    `SELECT table_name AS name,
            (xpath('/row/count/text()', query_to_xml(format('SELECT count(*) FROM %I', table_name), false, true, '')))[1]::text::int AS count
     FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       -- The logs are chained in the background, whoever asks for what.
       AND table_name NOT IN ('rate_limit', 'audit_batch', 'audit_batch_row') ORDER BY table_name`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
