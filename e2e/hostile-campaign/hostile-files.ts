import fc from "fast-check";
import { lyingZip } from "../../prisma/factories/lying-zip.ts";
import { type EndpointParams, endpoints } from "../endpoints/endpoints.ts";
import { withQuery } from "./hostile-addresses.ts";
import { type HostileRequest, hostileText, wellFormed } from "./hostile-values.ts";

/** Every import, given files that are nearly right, broken, of another kind, or long without saying anything. */
export async function fileRequests(places: EndpointParams, origin: string): Promise<fc.Arbitrary<HostileRequest>> {
  const body = fileBody(await makeArchives());
  const uploads = Object.values(endpoints)
    .flatMap((methods) => Object.values(methods))
    .filter(({ data }) => data === "");
  return fc
    .record({
      upload: fc.constantFrom(...uploads),
      fileName: fc.constantFrom(
        "a.jsonl",
        "a.csv",
        "a.json",
        "a.zip",
        "a.eval",
        "a.tsv",
        "a.txt",
        "",
        "../a",
        "a.jsonl.gz",
      ),
      query: fc.dictionary(fc.constantFrom("benchmark", "format", "seed", "templates", "source"), hostileText, {
        maxKeys: 2,
      }),
      body,
    })
    .map(({ upload, fileName, query, body }) => ({
      method: "POST",
      path: withQuery(upload.path(places), { ...query, ...(fileName === "" ? {} : { fileName }) }),
      headers: { origin, "content-type": "application/octet-stream" },
      body,
      isSignedIn: true,
    }));
}

const item = {
  id: "a",
  kind: "true-false",
  story: { id: "s", title: "T", genre: "g", text: "A story." },
  text: "A statement.",
  gold: "true",
  attributes: {},
};
const prediction = { model: "m", item: "a", condition: { story: "with" }, answer: "true", output: "True" };

const line = fc.oneof(
  fc
    .constantFrom(item, prediction)
    .chain((good) =>
      fc
        .dictionary(
          fc.constantFrom(...Object.keys(good), "logprobs", "spans", "options", "repeat", "prompt"),
          fc.oneof(fc.jsonValue(), hostileText),
        )
        .map((spoilt) => JSON.stringify({ ...good, ...spoilt })),
    ),
  fc.json(),
  hostileText,
);
const lines = fc.array(line, { maxLength: 12 }).map((all) => wellFormed(all.join("\n")));

/** Archives as evaluation tools write them, with false directories. */
async function makeArchives(): Promise<Buffer[]> {
  const header = JSON.stringify({ version: 2, eval: { model: "m", task: "t" }, status: "success" });
  const sample = JSON.stringify({ id: "a", epoch: 1, input: "<script>", output: { choices: [] }, scores: {} });
  const files: [string, string][] = [
    ["header.json", header],
    ["samples/a_epoch_1.json", sample],
  ];
  const lies = ["smaller than it is", "larger than it is", "inside the first", "a thousand times over"] as const;
  const others: [string, string][] = [
    ["aa/bb/x", "x"],
    ["a.jsonl", "{"],
  ];
  return Promise.all([...lies.map((lie) => lyingZip(files, lie)), climbingZip(others)]);
}

/** An archive with a file whose path is outside the folder. */
async function climbingZip(files: readonly [string, string][]): Promise<Buffer> {
  const bytes = await lyingZip(files, "larger than it is");
  return Buffer.from(bytes.toString("latin1").replaceAll("aa/bb/", "../../"), "latin1");
}

/** An archive cut at some point, with one byte changed. */
function spoiltArchive(archives: readonly Buffer[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(...archives), fc.boolean(), fc.nat(), fc.nat(255))
    .map(([bytes, isCut, at, value]) => {
      const copy = Uint8Array.from(bytes);
      copy[at % copy.length] = value;
      return isCut ? copy.slice(0, at % copy.length) : copy;
    });
}

const fileBody = (archives: readonly Buffer[]): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    lines,
    lines,
    fc.constantFrom(...archives),
    spoiltArchive(archives),
    fc.uint8Array({ maxLength: 2_000 }),
    fc.constantFrom(
      "\n".repeat(500_000),
      "<response>".repeat(40_000),
      "x\n".repeat(20_000),
      `${JSON.stringify(prediction)}\n`.repeat(2_000),
      JSON.stringify({ ...prediction, output: "<response>".repeat(20_000) }),
      `\ufeff${JSON.stringify(item)}\r\n`,
      '"'.repeat(100_000),
      "a,b\n".repeat(50_000),
    ),
  );
