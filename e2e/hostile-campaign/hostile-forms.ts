import fc from "fast-check";
import { forms, type Rows } from "../endpoints/actions.ts";
import type { Action } from "../endpoints/list-actions.ts";
import { type HostileRequest, hostileBody, hostileText, wellFormed } from "./hostile-values.ts";

const boundary = "----hostile";

/** Every server action, called with spoilt fields or with what is no call at all. */
export function actionRequests(actions: readonly Action[], rows: Rows, origin: string): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      action: fc.constantFrom(...actions),
      spoilt: fc.array(fc.record({ at: fc.nat(20), how: fc.constantFrom(...ways), text: hostileText }), {
        maxLength: 3,
      }),
      shape: fc.constantFrom(...shapes),
      cut: fc.nat(1_000),
      body: hostileBody,
      isSignedIn: fc.boolean(),
      origin: fc.constantFrom(origin, origin, origin, "", "https://evil.example"),
    })
    .map(({ action, spoilt, shape, cut, body, isSignedIn, origin: said }) => {
      const entries = spoil(Object.entries(forms[action.name]?.fields(rows) ?? {}), spoilt);
      const sent = encode(shape, action.id, entries, cut, wellFormed(body));
      return {
        method: "POST",
        path: action.path,
        headers: { ...sent.headers, ...(said === "" ? {} : { origin: said }), accept: "text/x-component" },
        body: sent.body,
        isSignedIn,
      };
    });
}

const ways = ["text", "text", "text", "missing", "twice", "unknown", "file"] as const;
const shapes = ["call", "call", "call", "cut", "no call", "text", "without script", "wrong boundary"] as const;

interface Spoilt {
  at: number;
  how: (typeof ways)[number];
  text: string;
}

function spoil(good: [string, string][], spoilt: readonly Spoilt[]): [string, string][] {
  let entries = good.map(([name, value]): [string, string] => [name, nowhere(value)]);
  for (const { at, how, text } of spoilt) {
    const place = entries.length === 0 ? 0 : at % entries.length;
    const [name = "x"] = entries[place] ?? [];
    if (how === "missing") entries = entries.filter((_, index) => index !== place);
    else if (how === "twice") entries.push([name, text]);
    else if (how === "unknown") entries.push([text.slice(0, 50) || "x", text]);
    else if (how === "file") entries.push([`${name}"; filename="x`, text]);
    else entries = entries.map((entry, index) => (index === place ? [name, nowhere(text)] : entry));
  }
  return entries;
}

/** The campaign sends requests only to the Parallax it started: addresses of models and webhooks are unreachable. */
function nowhere(value: string): string {
  return value.replaceAll(/https?:\/\/[^\s"'<>]*/g, "http://127.0.0.1:9/");
}

function encode(
  shape: (typeof shapes)[number],
  id: string,
  entries: [string, string][],
  cut: number,
  other: string,
): { headers: Record<string, string>; body: string } {
  const type = `multipart/form-data; boundary=${boundary}`;
  const call = parts([
    ...entries.map(([name, value]): [string, string] => [`_1_${name}`, value]),
    ["0", '[null,"$K1"]'],
  ]);
  switch (shape) {
    case "call":
      return { headers: { "next-action": id, "content-type": type }, body: call };
    case "cut":
      return { headers: { "next-action": id, "content-type": type }, body: call.slice(0, cut % call.length) };
    case "no call":
      return { headers: { "next-action": id, "content-type": type }, body: parts([...entries, ["0", other]]) };
    case "text":
      return { headers: { "next-action": id, "content-type": "text/plain;charset=UTF-8" }, body: other };
    case "without script":
      return {
        headers: { "content-type": type },
        body: parts([[`$ACTION_ID_${id}`, ""], ...entries]).slice(0, cut * 4),
      };
    case "wrong boundary":
      return { headers: { "next-action": id, "content-type": `${type}x` }, body: call };
  }
}

function parts(entries: [string, string][]): string {
  const made = entries.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${wellFormed(name)}"\r\n\r\n${wellFormed(value)}\r\n`,
  );
  return `${made.join("")}--${boundary}--\r\n`;
}
