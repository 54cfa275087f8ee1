import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { readOutput } from "./read-output.ts";
import { parserVersion } from "./reading.ts";

/**
 * For each version of the reader, one hash over its readings of the texts below. Version 1 is the reader of the first
 * stored readings. The readings of a version never change: a change in behaviour requires a new `readerVersion` and a
 * new line here; a job then reads stored texts again, except those of locked studies. The texts of
 * `fixtures/version-texts.jsonl` must not change; new cases belong in `cases.test.ts`. A version that changes readings
 * of other texts only has its own file of texts, used from that version on.
 */
const digests: Readonly<Record<number, string>> = {
  1: "b0bd0a3fae78ff6946515a3e9a625233132a540870f19290db2ac205d516c4bd",
  2: "4773a068609db7bc5181c999f24fad1d301b2dcffbae4f32213bad8b40348e66",
  3: "9181a40e6326e8b3c72efc69dc3afb3c74ceacefcdfac9e2991498e967ee33c8",
  4: "1e837a99b8ba9404cb0cbbd56c624bd75faac417d1e57ec426d03d27a214582d",
};

const options = ["He waits by the fountain.", "He waits at the tram stop."];
const words: Readonly<Record<string, readonly string[]>> = {
  "true-false": ["True", "False"],
  "yes-no": ["Yes", "No"],
  "two-choice": ["A", "B"],
  choice: ["A", "B"],
  consistency: ["Yes", "No"],
};
const connectives = [
  "\n",
  ". ",
  "Answer: ",
  "Final answer: {",
  "the statement is not ",
  "He said, ",
  "probably ",
  "Wait, I misread it. ",
  "<think>",
  "</think>",
  "Question: ",
  "Conclusion: ",
  'Logical Error: "He left."\n',
  "I cannot say. ",
  "options[0]",
];

/** Every text of up to three parts including the kind's answer words: a small set with many borderline cases. */
function* texts(kind: string): Generator<string> {
  const pieces = [...(words[kind] ?? []), ...connectives.map((piece) => piece.replace("options[0]", options[0] ?? ""))];
  for (const first of pieces)
    for (const second of pieces) for (const third of pieces) yield `${first}${second}${third}`;
}

function* readings(): Generator<string> {
  for (const kind of Object.keys(words)) {
    for (const text of texts(kind)) {
      const { version: _version, ...reading } = readOutput(kind, text, options);
      yield `${kind}\t${JSON.stringify(text)}\t${canonicalJson(reading)}`;
    }
  }
  for (const name of ["model-outputs", "version-texts", "version-3-texts", "version-4-texts"]) {
    for (const line of readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), "utf8")
      .trim()
      .split("\n")) {
      const row: { kind: string; output?: string; text?: string; options?: string[] } = JSON.parse(line);
      const { version: _version, ...reading } = readOutput(
        row.kind,
        row.output ?? row.text ?? "",
        row.options ?? options,
      );
      yield canonicalJson(reading);
    }
  }
}

describe("the version of the reader", () => {
  it("is raised whenever a text is read in another way", () => {
    expect(fingerprint([...readings()].join("\n"))).toBe(digests[parserVersion]);
  });

  it("never stands for two readers", () => {
    expect(Object.keys(digests)).toEqual(Array.from({ length: parserVersion }, (_, place) => String(place + 1)));
    expect(new Set(Object.values(digests)).size).toBe(parserVersion);
  });
});
