import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summariseLog } from "@/lib/domain/interchange/model-logs/summarise.ts";
import { openLog } from "./open-log.ts";

const fixtures = new URL("../../../domain/interchange/model-logs/fixtures/", import.meta.url);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-logs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function inspectFile(path: string, kind?: string) {
  const log = await openLog(path);
  if ("totals" in log) throw new Error("totals only");
  const { summary } = await summariseLog({ ...log, file: path }, kind);
  return { ...summary, remarks: log.remarks };
}

/** Inspects a file of that content under a name that says nothing. */
async function inspectContent(content: string | Uint8Array, kind?: string) {
  const path = join(folder, "file");
  await writeFile(path, content);
  return inspectFile(path, kind);
}

const fixture = (name: string) => readFile(new URL(name, fixtures));
const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

describe("logs as their tools write them", () => {
  it.each([
    [
      "lm-eval-choices.jsonl",
      "true-false",
      { format: "lm-eval", samples: 24, items: 24, answered: 24, unparsed: 0, rejected: 0 },
    ],
    [
      "lm-eval-texts.jsonl",
      "true-false",
      { format: "lm-eval", samples: 24, items: 12, answered: 22, unparsed: 2, rejected: 0 },
    ],
    ["lm-eval-older-shapes.jsonl", "true-false", { format: "lm-eval", samples: 2, items: 1, answered: 2 }],
    [
      "inspect.json",
      "yes-no",
      {
        format: "inspect-json",
        model: "ollama/llama3.1",
        samples: 1,
        answered: 1,
        rows: [{ id: 1, answer: "no", correct: false }],
      },
    ],
    ["inspect.eval", "yes-no", { format: "inspect-eval", model: "ollama/llama3.1", samples: 1, answered: 1 }],
    [
      "inspect-choices.eval",
      "choice",
      { format: "inspect-eval", model: "openai/gpt-4o", rows: [{ id: 1, answer: "option-2", correct: false }] },
    ],
    ["openai-batch.jsonl", "true-false", { format: "openai-batch", samples: 6, items: 4, answered: 4, rejected: 2 }],
    ["openai-chat.json", undefined, { format: "openai-chat", model: "gpt-4o-mini", samples: 1 }],
    ["openai-completions.json", "true-false", { format: "openai-completions", rows: [{ answer: "true" }] }],
  ])("reads %s", async (name, kind, expected) => {
    expect(await inspectContent(await fixture(name), kind)).toMatchObject(expected);
  });

  it("names the model by the results file beside the samples", async () => {
    await writeFile(join(folder, "samples_x_2026-05-04T12-00-00.000001.jsonl"), await fixture("lm-eval-choices.jsonl"));
    await writeFile(join(folder, "results_2026-05-04T12-00-00.000001.json"), await fixture("results_lm-eval.json"));
    expect(await inspectFile(join(folder, "samples_x_2026-05-04T12-00-00.000001.jsonl"))).toMatchObject({
      model: "example/model-1b",
    });
    await rm(join(folder, "results_2026-05-04T12-00-00.000001.json"));
  });
});

describe("lm-evaluation-harness", () => {
  const sample = { doc_id: 7, doc: {}, target: "x", arguments: { gen_args_0: { arg_0: "Q?", arg_1: {} } } };
  const choices = (first: unknown, second: unknown, more: object = {}) => ({
    ...sample,
    arguments: {
      gen_args_0: { arg_0: "Q?", arg_1: " it rained." },
      gen_args_1: { arg_0: "Q?", arg_1: " the sun shone." },
    },
    resps: [[first], [second]],
    filtered_resps: [first, second],
    ...more,
  });

  it("takes text targets, and the index where choices share a text", async () => {
    const copa = choices(["-9.5", "False"], ["-3.25", "False"], { target: " the sun shone.", acc: 1 });
    expect(await inspectContent(lines(copa), "two-choice")).toMatchObject({
      rows: [{ id: 7, answer: "option-1", correct: true }],
    });
    expect(await inspectContent(lines(copa))).toMatchObject({ rows: [{ answer: "the sun shone.", correct: true }] });
    const same = {
      ...copa,
      arguments: [
        ["A. ", " he left"],
        ["B. ", " he left"],
      ],
    };
    expect(await inspectContent(lines(same), "two-choice")).toMatchObject({ rows: [{ answer: "option-1" }] });
    expect(await inspectContent(lines(same))).toMatchObject({ rows: [{ answer: "1" }] });
  });

  it("counts a line with 64 repeats once and reads the first", async () => {
    const repeats = Array.from({ length: 64 }, (_, index) => (index === 0 ? "Answer: True" : "Answer: False"));
    const line = { ...sample, resps: [repeats], filtered_resps: ["False"], filter: "maj@64", exact_match: 0 };
    expect(await inspectContent(lines(line))).toMatchObject({
      samples: 1,
      items: 1,
      rows: [{ answer: "False", correct: false }],
    });
    expect(await inspectContent(lines(line), "true-false")).toMatchObject({ rows: [{ answer: "true" }] });
    const raw = { ...line, filtered_resps: [repeats] };
    expect(await inspectContent(lines(raw))).toMatchObject({ samples: 1, rows: [{ answer: "Answer: True" }] });
  });

  it("takes [invalid] as unparsed and never as wrong words", async () => {
    const line = { ...sample, resps: [["who knows"]], filtered_resps: ["[invalid]"], exact_match: 0 };
    expect(await inspectContent(lines(line))).toMatchObject({
      answered: 0,
      unparsed: 1,
      rows: [{ answer: null, correct: false }],
    });
    expect(await inspectContent(lines(line), "true-false")).toMatchObject({
      unparsed: 1,
      rows: [{ answer: "unparsed" }],
    });
  });

  it("leaves a share and an unscored line without a verdict", async () => {
    const line = { ...sample, resps: [["x"]], filtered_resps: ["x"], metrics: ["f1"], f1: 0.4 };
    expect((await inspectContent(lines(line))).rows).toEqual([{ id: 7, answer: "x", correct: null }]);
    expect((await inspectContent(lines({ ...line, metrics: undefined, f1: undefined }))).rows[0]?.correct).toBeNull();
  });

  it("takes Python's numbers that are none", async () => {
    const text = lines(choices(["-inf", "False"], ["-1.5", "True"]))
      .replace('"Q?"', '"Q NaN \\" Infinity?"')
      .replace('"doc":{}', '"doc":{"x":NaN,"y":-Infinity}');
    expect(await inspectContent(text)).toMatchObject({ rows: [{ answer: "the sun shone." }] });
    const none = choices(["nan", "False"], ["nan", "False"]);
    expect(await inspectContent(lines(none))).toMatchObject({ unparsed: 1 });
  });

  it("reads a dump from memory with several tasks, each with its own ids", async () => {
    const line = { ...sample, arguments: [["Q?", {}]], resps: [["yes"]], filtered_resps: ["yes"], acc: 1 };
    const dump = {
      results: { a: { acc: 1 } },
      config: { model: "hf", model_args: "pretrained=org/m,dtype=float16" },
      versions: {},
      samples: { a: [line], b: [line] },
    };
    expect(await inspectContent(JSON.stringify(dump, null, 2))).toMatchObject({
      format: "lm-eval",
      model: "org/m",
      samples: 2,
      items: 2,
    });
  });

  it("reads samples under the names of tasks without any totals, and messages as a prompt", async () => {
    const messages = JSON.stringify([{ role: "user", content: "Is it so?" }]);
    const line = {
      ...sample,
      arguments: { gen_args_0: { arg_0: [messages], arg_1: {} } },
      resps: ["Yes."],
      filtered_resps: ["Yes."],
    };
    expect(await inspectContent(JSON.stringify({ samples: { t: [line] } }), "yes-no")).toMatchObject({
      format: "lm-eval",
      rows: [{ id: 7, answer: "yes" }],
    });
  });

  it("reads what --write_out wrote in 2022", async () => {
    const rows = [
      { doc_id: "3", prompt_0: "Q", logit_0: -4.5, logit_1: -2, truth: 1, acc: "1.0" },
      { doc_id: "4", prompt_0: "Q", logit_0: -1, logit_1: -2, truth: 1, acc: 0 },
    ];
    expect(await inspectContent(JSON.stringify(rows, null, 4), "two-choice")).toMatchObject({
      format: "lm-eval",
      samples: 2,
      rows: [
        { id: "3", answer: "option-1" },
        { id: "4", answer: "option-0", correct: false },
      ],
    });
  });
});

describe("Inspect", () => {
  const sample = {
    id: "q1",
    epoch: 1,
    input: "Q?",
    target: ["Yes", "yes"],
    messages: [],
    output: { model: "m", choices: [{ message: { role: "assistant", content: "Yes." }, stop_reason: "stop" }] },
    scores: { match: { value: "C", answer: "Yes" } },
  };
  const log = (samples: object[], more: object = {}) =>
    JSON.stringify({
      version: 2,
      status: "success",
      eval: { model: "openai/m" },
      results: {
        total_samples: samples.length,
        completed_samples: samples.length,
        scores: [{ name: "match", scorer: "match" }],
      },
      samples,
      ...more,
    });

  it("counts epochs as samples and never as items", async () => {
    expect(await inspectContent(log([sample, { ...sample, epoch: 2 }]), "yes-no")).toMatchObject({
      samples: 2,
      items: 1,
      rows: [{ answer: "yes", correct: true }, { answer: "yes" }],
    });
  });

  it("takes N as no answer, and shares and objects as neither right nor wrong", async () => {
    const scored = (id: string, value: unknown) => ({ ...sample, id, scores: { match: { value, answer: "Yes" } } });
    const { rows, unparsed } = await inspectContent(
      log([
        scored("n", "N"),
        scored("p", 0.5),
        scored("o", { a: 1 }),
        scored("l", [1, 0]),
        scored("one", 1),
        scored("i", "I"),
        scored("half", "P"),
        scored("false", false),
      ]),
    );
    expect(rows.map(({ correct }) => correct)).toEqual([null, null, null, null, true, false, null, false]);
    expect(unparsed).toBe(1);
    expect(rows[0]?.answer).toBeNull();
  });

  it("asks the scorers in the order of the log, until one decides", async () => {
    const two = { ...sample, scores: { length: { value: { words: 3 } }, match: { value: "I", answer: "Yes" } } };
    expect((await inspectContent(log([two]))).rows).toEqual([{ id: "q1", answer: "Yes", correct: false }]);
  });

  it("reads the option by the recorded letter where the solver shuffled", async () => {
    const shuffled = {
      ...sample,
      choices: ["red", "blue", "green"],
      output: { choices: [{ message: { content: "ANSWER: A" } }] },
      scores: { choice: { value: "C", answer: "C", explanation: "ANSWER: A" } },
    };
    expect(await inspectContent(log([shuffled]), "choice")).toMatchObject({
      rows: [{ answer: "option-2", correct: true }],
    });
  });

  it("reads parts of text, never of reasoning, and what references stand for", async () => {
    const hash = "0123456789abcdef0123456789abcdef";
    const parts = {
      ...sample,
      id: "parts",
      scores: undefined,
      output: {
        choices: [
          {
            message: {
              content: [
                { type: "reasoning", reasoning: "No, no." },
                { type: "text", text: "Yes" },
              ],
            },
          },
        ],
      },
    };
    const referred = {
      ...sample,
      id: "ref",
      scores: undefined,
      attachments: { [hash]: "The answer is no." },
      output: { choices: [{ message: { content: `attachment://${hash}` } }] },
    };
    const older = {
      ...sample,
      id: "tc",
      scores: undefined,
      transcript: { content: { [hash]: "No." }, events: [] },
      output: { completion: `tc://${hash}`, choices: [] },
    };
    const lost = {
      ...sample,
      id: "lost",
      scores: undefined,
      output: { choices: [{ message: { content: `attachment://${hash}` } }] },
    };
    const { rows } = await inspectContent(log([parts, referred, older, lost]), "yes-no");
    expect(rows.map(({ answer }) => answer)).toEqual(["yes", "no", "no", "unparsed"]);
  });

  it("finds the answer of version 3 in the pool of messages", async () => {
    const pool = [
      { role: "user", content: "Q?" },
      { role: "assistant", content: "No." },
    ];
    const pooled = {
      id: 3,
      epoch: 1,
      input: "Q?",
      target: "No",
      message_pool: pool,
      messages: [[0, 2]],
      events: [{ event: "model", input: [], input_refs: [[0, 1]] }],
      scores: { match: { value: "C", answer: null } },
    };
    const byEvent = {
      ...pooled,
      id: 4,
      messages: undefined,
      message_pool: undefined,
      events_data: { messages: pool, calls: [] },
      events: [{ event: "model", input_refs: [[0, 1]], output: { choices: [{ message: { content: "No." } }] } }],
    };
    expect(await inspectContent(log([pooled, byEvent], { version: 3 }), "yes-no")).toMatchObject({
      rows: [{ answer: "no", correct: true }, { answer: "no" }],
    });
  });

  it("takes a whole reply as the recorded answer of a graded one", async () => {
    const graded = {
      ...sample,
      scores: { model_graded_qa: { value: "C", answer: "I think yes.\nAnswer: Yes" } },
      output: { choices: [] },
    };
    expect(await inspectContent(log([graded]), "yes-no")).toMatchObject({ rows: [{ answer: "yes" }] });
  });

  it("rejects samples that ended with an error and takes the rest", async () => {
    const failed = { ...sample, id: "bad", output: { choices: [] }, scores: null, error: { message: "timeout" } };
    expect(await inspectContent(log([sample, failed]))).toMatchObject({
      samples: 2,
      answered: 1,
      rejected: 1,
      rows: [{ id: "q1" }],
    });
  });

  it("reads a part of what was planned and says so", async () => {
    const { remarks } = await inspectContent(log([sample], { results: { total_samples: 100 } }));
    expect(remarks).toEqual(["the log declares 100 samples and contains 1"]);
  });

  it("reads the finished samples of a log that did not finish where they are wanted", async () => {
    const unfinished = { ...sample, id: "bad", error: { message: "cancelled" } };
    const results = { total_samples: 10, completed_samples: 1 };
    const path = join(folder, "partial");
    await writeFile(path, log([sample, unfinished], { status: "cancelled", results }));
    const opened = await openLog(path, { isPartial: true });
    if ("totals" in opened) throw new Error("totals only");
    expect(opened.unfinished).toBe('its status is "cancelled" after 1 of 10 samples');
    const { summary, reasons } = await summariseLog({ ...opened, file: path });
    expect(summary).toMatchObject({ samples: 2, rejected: 1, rows: [{ id: sample.id }] });
    expect([...reasons.keys()]).toEqual(["the sample did not finish"]);
    await expect(openLog(path)).rejects.toThrow("--partial imports the samples that finished");
  });

  it.each(["cancelled", "started", "error"])("refuses a log whose status is %s", async (status) => {
    await expect(inspectContent(log([sample], { status }))).rejects.toThrow(/did not finish: its status is/);
  });

  it("refuses an archive in which an entry occurs twice with different content, by its name", async () => {
    const header = { name: "header.json", data: Buffer.from(log([])) };
    const entry = (data: object) => ({ name: "samples/q1_epoch_1.json", data: Buffer.from(JSON.stringify(data)) });
    await expect(inspectContent(zip([header, entry(sample), entry({ ...sample, epoch: 2 })]))).rejects.toThrow(
      "its entry samples/q1_epoch_1.json occurs twice with different content",
    );
    expect(await inspectContent(zip([header, entry(sample), entry(sample)]))).toMatchObject({ samples: 1 });
  });

  it("refuses a header without samples", async () => {
    await expect(inspectContent(log([]))).rejects.toThrow(/header of an Inspect log without samples/);
    await expect(inspectContent(zip([{ name: "header.json", data: Buffer.from(log([])) }]))).rejects.toThrow(
      /no samples/,
    );
    await expect(inspectContent(zip([{ name: "_journal/start.json", data: Buffer.from("{}") }]))).rejects.toThrow(
      /status is "started"/,
    );
  });

  it("reads entries in deflate, stored and zstd", async () => {
    const entries = ["stored", "deflate", "zstd"].map((method, index) => ({
      name: `samples/q_epoch_${index}.json`,
      data: Buffer.from(JSON.stringify({ ...sample, id: method })),
      method,
    }));
    const archive = zip([...entries, { name: "header.json", data: Buffer.from(log([])), method: "zstd" }]);
    expect(await inspectContent(archive, "yes-no")).toMatchObject({ format: "inspect-eval", samples: 3, answered: 3 });
  });

  it("reads samples whose ids hold slashes, and samples that are stored in pieces", async () => {
    const whole = { name: "samples/set/7_epoch_1.json", data: Buffer.from(JSON.stringify({ ...sample, id: "set/7" })) };
    const divided = {
      ...{ id: "long", epoch: 1, input: "Q?", target: "No", scores: null },
      output: { choices: [{ message: { role: "assistant", content: "attachment://1" } }] },
      message_refs: [[0, 1], 2],
    };
    const said = (role: string, content: string) => ({ role, content });
    const parts = {
      "sample.json": divided,
      "skeleton.json": {},
      "metadata.json": { contentFingerprint: "2:0" },
      "messages/2.json": [said("assistant", "attachment://1")],
      "messages/0.json": [said("user", "Q?"), said("user", "not meant")],
      "attachments/0.json": ["a picture", "The answer is no."],
      "events/0.json": [{ event: "model" }],
      "events/stats.json": [],
    };
    const pieces = Object.entries(parts).map(([name, value]) => ({
      name: `samples/long_epoch_1/${name}`,
      data: Buffer.from(JSON.stringify(value)),
    }));
    const header = { name: "header.json", data: Buffer.from(log([], { results: { total_samples: 2 } })) };
    expect(await inspectContent(zip([whole, ...pieces, header]), "yes-no")).toMatchObject({
      ...{ samples: 2, remarks: [] },
      rows: [
        { id: "set/7", answer: "yes" },
        { id: "long", answer: "no", correct: null },
      ],
    });
    const broken = { name: "samples/long_epoch_1/attachments/0.json", data: Buffer.from("{}") };
    await expect(
      inspectContent(zip([header, ...pieces.filter(({ name }) => name !== broken.name), broken])),
    ).rejects.toThrow(/attachments\/0.json is damaged/);
  });

  it("refuses archives that are cut, damaged, bombs or something else", async () => {
    const entry = { name: "samples/a_epoch_1.json", data: Buffer.from(JSON.stringify(sample)), method: "deflate" };
    const header = { name: "header.json", data: Buffer.from(log([])), method: "deflate" };
    const good = zip([header, entry]);
    await expect(inspectContent(good.subarray(0, good.length - 30))).rejects.toThrow(/damaged zip archive/);
    const broken = Buffer.from(good);
    broken.fill(0xff, 30 + header.name.length + 10, 30 + header.name.length + 40);
    await expect(inspectContent(broken)).rejects.toThrow(/entry header.json is damaged/);
    const bomb = { name: "samples/b_epoch_1.json", data: Buffer.alloc(40 * 1024 * 1024, 0x20), method: "deflate" };
    await expect(inspectContent(zip([header, bomb]))).rejects.toThrow(/far exceed the size of a log/);
    for (const method of ["deflate", "zstd"]) {
      const lying = zip([header, { ...entry, method, claimed: 20 }]);
      await expect(inspectContent(lying), method).rejects.toThrow(/is damaged/);
    }
    await expect(inspectContent(zip([{ name: "[Content_Types].xml", data: Buffer.from("x") }]))).rejects.toThrow(
      /office document/,
    );
  });
});

describe("OpenAI-compatible responses", () => {
  const answer = (body: object, more: object = {}) => ({
    id: "b",
    custom_id: "i1",
    response: { status_code: 200, body },
    error: null,
    ...more,
  });
  const chat = (content: unknown, more: object = {}) => ({
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: "stop", ...more }],
  });

  it("reads only the text parts of messages of the Responses API", async () => {
    const body = {
      object: "response",
      status: "completed",
      model: "m",
      output: [
        { type: "reasoning", summary: [{ text: "No" }] },
        {
          type: "message",
          content: [
            { type: "output_text", text: "Yes." },
            { type: "refusal", refusal: "No" },
          ],
        },
      ],
    };
    expect(await inspectContent(lines(answer(body)), "yes-no")).toMatchObject({ rows: [{ id: "i1", answer: "yes" }] });
    expect(await inspectContent(JSON.stringify(body), "yes-no")).toMatchObject({
      format: "openai-chat",
      rows: [{ answer: "yes" }],
    });
    const incomplete = { ...body, status: "incomplete", output: [{ type: "reasoning" }] };
    expect(await inspectContent(lines(answer(incomplete)), "yes-no")).toMatchObject({ unparsed: 1 });
  });

  it("takes each of n choices as a repeat of one item", async () => {
    const body = { ...chat("Yes"), choices: [chat("Yes").choices[0], { ...chat("No").choices[0], index: 1 }] };
    expect(await inspectContent(lines(answer(body)), "yes-no")).toMatchObject({
      samples: 2,
      items: 1,
      rows: [{ answer: "yes" }, { answer: "no" }],
    });
  });

  it("takes filtered and refused replies as unparsed", async () => {
    const filtered = answer(chat(null, { finish_reason: "content_filter" }));
    const refused = answer(
      {
        ...chat(null),
        choices: [{ index: 0, message: { content: null, refusal: "I cannot." }, finish_reason: "stop" }],
      },
      { custom_id: "i2" },
    );
    expect(await inspectContent(lines(filtered, refused), "yes-no")).toMatchObject({
      samples: 2,
      answered: 0,
      unparsed: 2,
      rejected: 0,
    });
  });

  it("gives equal failures one reason, so that a report can group them", async () => {
    const failed = (custom_id: string) =>
      answer(
        { error: { message: "Too long.", code: "x" } },
        { custom_id, response: { status_code: 400, body: { error: { message: "Too long." } } } },
      );
    const expired = (custom_id: string) =>
      answer({}, { custom_id, response: null, error: { code: "batch_expired", message: "It ran out of time." } });
    const path = join(folder, "failures");
    await writeFile(
      path,
      lines(expired("a"), failed("b"), answer(chat("Yes"), { custom_id: "c" }), failed("d"), expired("e")),
    );
    const opened = await openLog(path);
    if ("totals" in opened) throw new Error("totals only");
    const { reasons, summary } = await summariseLog({ ...opened, file: path });
    expect(summary).toMatchObject({ samples: 5, answered: 1, rejected: 4 });
    expect([...reasons]).toEqual([
      ["It ran out of time.", 2],
      ["the request was answered with status 400 (Too long.)", 2],
    ]);
  });

  it("takes an error of N/A as none", async () => {
    expect(await inspectContent(lines(answer(chat("No"), { error: "N/A" })), "yes-no")).toMatchObject({
      answered: 1,
      rejected: 0,
    });
  });

  it("reads replies in parts and lines of several bodies", async () => {
    const parts = { ...chat([{ type: "text", text: "Yes" }]), id: "c1" };
    expect(await inspectContent(lines(parts, { ...chat("No"), id: "c2" }), "yes-no")).toMatchObject({
      format: "openai-chat",
      items: 2,
      rows: [{ answer: "yes" }, { answer: "no" }],
    });
  });
});

describe("predictions of our own and tables", () => {
  const row = (item: string, more: object = {}) => ({
    model: "m",
    item,
    condition: { story: "story" },
    answer: "true",
    ...more,
  });

  it("reads lines, arrays and tables", async () => {
    const expected = { format: "parallax", model: "m", samples: 2, items: 2, answered: 2 };
    expect(await inspectContent(lines(row("a"), row("b")))).toMatchObject(expected);
    expect(await inspectContent(JSON.stringify([row("a"), row("b")]))).toMatchObject(expected);
    expect(await inspectContent(JSON.stringify([row("a"), row("b")], null, 2))).toMatchObject(expected);
    expect(await inspectContent("model,item,answer\nm,a,true\nm,b,false\n")).toMatchObject(expected);
    expect(await inspectContent(`[${JSON.stringify(row("a"))}]\n[${JSON.stringify(row("b"))}]\n`)).toMatchObject(
      expected,
    );
  });

  it("reads an array entry by entry, whatever stands in its texts", async () => {
    const odd = row('b ],{"', { output: '"\\" ] , [ {' });
    const content = `\ufeff [\r\n${JSON.stringify(row("a"))} ,${JSON.stringify(odd, null, 2)}, 7 ]\r\n[]`;
    expect(await inspectContent(content)).toMatchObject({
      ...{ format: "parallax", samples: 3, rejected: 1 },
      rows: [{ id: "a" }, { id: 'b ],{"' }],
    });
    const many = `[${Array.from({ length: 3_000 }, (_, number) => JSON.stringify(row(`ü${number}`))).join(",")}]`;
    expect(await inspectContent(many)).toMatchObject({ samples: 3_000, items: 3_000, rejected: 0 });
  });

  it.each([
    ["a cut array", `[${JSON.stringify(row("a"))},{"model`, /is truncated/],
    ["an array that does not end", `[${JSON.stringify(row("a"))}`, /is truncated/],
    ["a comma too many", `[${JSON.stringify(row("a"))},]`, /is not JSON/],
    ["something behind an array", `[${JSON.stringify(row("a"))}] and so on`, /is not JSON/],
    ["an entry that is not JSON", `[${JSON.stringify(row("a"))},{model}]`, /is not JSON/],
    ["an empty array", "[]", /list without a single record/],
    ["an array in Latin-1", Buffer.from(`[${JSON.stringify(row("caf\u00e9"))}]`, "latin1"), /not UTF-8/],
  ])("refuses %s", async (_what, content, reason) => {
    await expect(inspectContent(content)).rejects.toThrow(reason);
  });

  it("passes over a byte order mark, Windows line ends and blank lines", async () => {
    expect(await inspectContent(`\ufeff${lines(row("a"), row("b")).replaceAll("\n", "\r\n\r\n")}`)).toMatchObject({
      samples: 2,
      rejected: 0,
    });
    expect(await inspectContent("\ufeffid;response\r\n1;Yes\r\n2;NaN\r\n", "yes-no")).toMatchObject({
      format: "csv",
      samples: 2,
      unparsed: 1,
    });
  });

  it.each([
    ["rows that hold nothing", "id;response;note\r\n1;Yes;\r\n;;\r\n2;No;seen\r\n;;\r\n"],
    ["the mark on a line of its own", "\ufeffsep=;\r\nid;response\r\n1;Yes\r\n2;No\r\n"],
    ["line ends of old systems", "id;response\r1;Yes\r2;No\r"],
    ["a tab between cells", "id\tresponse\r\n1\tYes\r\n2\tNo\r\n"],
    ["a line end inside a cell", 'id;response\r\n1;"Yes,\r\nI think."\r\n2;"No"\r\n'],
  ])("reads tables as spreadsheets write them: %s", async (_what, content) => {
    expect(await inspectContent(content, "yes-no")).toMatchObject({
      ...{ format: "csv", samples: 2, rejected: 0 },
      rows: [
        { id: "1", answer: "yes" },
        { id: "2", answer: "no" },
      ],
    });
  });

  it("rejects a bad row and takes the rest", async () => {
    expect(await inspectContent(`${lines(row("a"))}not json\n${lines({ model: "m" }, row("b"))}`)).toMatchObject({
      samples: 4,
      rejected: 2,
      answered: 2,
    });
  });

  it("answers by log-probabilities where there is no answer", async () => {
    const content = lines(
      { model: "m", item: "a", logprobs: { True: -0.1, False: -3 } },
      { model: "m", item: "b", output: "The statement is false." },
    );
    expect(await inspectContent(content, "true-false")).toMatchObject({
      rows: [{ answer: "true" }, { answer: "false" }],
    });
  });
});

describe("files that cannot be trusted", () => {
  const line = JSON.stringify({ model: "m", item: "a", answer: "true" });
  const helm = { adapter_spec: {}, request_states: [] };
  it.each([
    ["nothing", "", /is empty/],
    ["blanks", "\n  \n", /blank/],
    ["a cut last line", `${line}\n${line.slice(0, 20)}`, /is truncated in line 2/],
    [
      "a cut document",
      '{"version": 2, "status": "success", "eval": {"model": "m"}, "samples": [{"id": 1',
      /is truncated/,
    ],
    ["a cut table", 'id,answer\n1,Yes\n2,"No', /ends inside a quoted cell/],
    ["a table cut between cells", "id,answer,correct\n1,Yes,1\n2", /is truncated in row 3/],
    ["a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 3\n", /Git LFS pointer/],
    ["UTF-16", Buffer.from(`\ufeff${line}`, "utf16le"), /UTF-16/],
    [
      "Latin-1",
      Buffer.from('{"model":"m","item":"caf\u00e9","answer":"true"}\n', "latin1"),
      /line 1 is not UTF-8|not UTF-8/,
    ],
    ["a table in Latin-1", Buffer.from("id,answer\n1,caf\u00e9\n", "latin1"), /not UTF-8/],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ["Parquet", Buffer.from("PAR1...."), /Parquet/],
    ["a web page", "<!DOCTYPE html><html></html>", /web page/],
    ["totals", JSON.stringify({ results: {}, versions: {} }), /totals only/],
    ["HELM", JSON.stringify(helm), /HELM scenario state/],
    ["HELM statistics", JSON.stringify([{ instance_id: "id1", stats: [] }]), /HELM per-instance statistics/],
    [
      "Anthropic batches",
      `${JSON.stringify({ custom_id: "a", result: { type: "succeeded" } })}\n`,
      /Anthropic message batch/,
    ],
    ["an unknown record", '{"question": "x"}\n{"question": "y"}\n', /no known format/],
    ["a table without answers", "a,b\n1,2\n", /neither JSON nor a table/],
  ])("refuses %s with one sentence", async (_name, content, reason) => {
    await expect(inspectContent(content)).rejects.toThrow(reason);
  });

  it("refuses a damaged line in the middle of a log that a program wrote", async () => {
    const text = (await fixture("lm-eval-texts.jsonl")).toString("utf8").split("\n");
    text[3] = text[3]?.slice(0, 50) ?? "";
    await expect(inspectContent(text.join("\n"))).rejects.toThrow(/line 4 is not JSON/);
  });

  it("counts the same record once, and rejects another one under its id", async () => {
    const [first = ""] = (await fixture("lm-eval-texts.jsonl")).toString("utf8").split("\n");
    expect(await inspectContent(`${first}\n${first}\n`)).toMatchObject({ samples: 2, repeated: 1, rejected: 0 });
    const changed = JSON.stringify({ ...JSON.parse(first), resps: [["Something else."]], filtered_resps: ["False"] });
    const rows = [{ id: 0 }];
    expect(await inspectContent(`${first}\n${changed}\n`)).toMatchObject({
      samples: 2,
      repeated: 0,
      rejected: 1,
      rows,
    });
  });

  it("reads no answer where a likelihood is no number, and rejects requests that score a whole text", async () => {
    const sample = (resps: unknown, request: unknown = { arg_0: "Q?", arg_1: " True" }) =>
      JSON.stringify({
        ...{ doc_id: 1, doc: {}, target: "0", filter: "none", metrics: ["acc"] },
        arguments: { gen_args_0: request, gen_args_1: { arg_0: "Q?", arg_1: " False" } },
        resps,
        filtered_resps: (resps as unknown[][]).map(([one]) => one),
      });
    const unparsed = { answered: 0, unparsed: 1, rows: [{ answer: null }] };
    expect(await inspectContent(`${sample([[["nan", "False"]], [["-2.0", "False"]]])}\n`)).toMatchObject(unparsed);
    const bare = sample([[["X", "False"]], [["-2.0", "False"]]]).replaceAll('"X"', "NaN");
    expect(await inspectContent(`${bare}\n`)).toMatchObject(unparsed);
    const impossible = sample([[["X", "False"]], [["-2.0", "False"]]]).replaceAll('"X"', "-Infinity");
    expect(await inspectContent(`${impossible}\n`)).toMatchObject({ rows: [{ answer: "False" }] });
    const rolling = {
      ...{ doc_id: 0, doc: {}, target: "", filter: "none", metrics: ["word_perplexity"] },
      ...{ arguments: { gen_args_0: { arg_0: "A whole text." } }, resps: [["-25.5"]], filtered_resps: ["-25.5"] },
    };
    await expect(inspectContent(lines(rolling))).rejects.toThrow("not an answer to an item");
  });
});

interface ZipEntry {
  name: string;
  data: Buffer;
  method?: string;
  /** The size that the directory claims, where it lies. */
  claimed?: number;
}

/** A zip archive by hand, since no writer offers method 93 (zstd) or a wrong size. */
function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, method = "stored", claimed = data.length } of entries) {
    const packed = method === "deflate" ? deflateRawSync(data) : method === "zstd" ? zstd(data) : data;
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(method === "deflate" ? 8 : method === "zstd" ? 93 : 0, 4);
    header.writeUInt32LE(crc32(data), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(claimed, 18);
    header.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), header, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), header, more, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** A frame of one uncompressed block, as RFC 8878 allows. */
function zstd(data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const block = Buffer.alloc(4);
  block.writeUInt32LE((data.length << 3) | 1);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, block.subarray(0, 3), data]);
}
