/** A file that costs its reader as much as it can. */
export interface HostileFile {
  name: string;
  fileName: string;
  body: string;
}

const item = {
  id: "a",
  kind: "true-false",
  story: { id: "s", title: "T", genre: "g", text: "A story." },
  text: "A statement.",
  gold: "true",
  attributes: {},
};

/** The three files that once blocked a process for ten seconds, in every format that an import accepts. */
export function hostileFiles(): HostileFile[] {
  const responses = "<response>".repeat(400_000);
  const output = (text: string) => JSON.stringify({ model: "m", item: "a", condition: {}, output: text });
  return [
    { name: "4 MB of <response>, as text", fileName: "a.txt", body: responses },
    { name: "4 MB of <response>, as XML", fileName: "a.xml", body: responses },
    { name: "4 MB of <response>, in one line of JSON", fileName: "a.jsonl", body: output(responses) },
    {
      name: "4 MB of <response>, in a story",
      fileName: "a.jsonl",
      body: JSON.stringify({ ...item, story: responses }),
    },
    {
      name: "200,000 elements <story>",
      fileName: "a.xml",
      body: `<responses>${"<story></story>".repeat(200_000)}</responses>`,
    },
    { name: "200,000 unclosed elements <story>", fileName: "a.xml", body: `<response>${"<story>".repeat(200_000)}` },
    { name: "6 MB of newlines", fileName: "a.jsonl", body: "\n".repeat(6_000_000) },
    { name: "6 MB of newlines, as a table", fileName: "a.csv", body: `a,b${"\n".repeat(6_000_000)}` },
    { name: "6 MB of newlines, as text", fileName: "a.txt", body: "\n".repeat(6_000_000) },
    { name: "300,000 bad lines of JSON", fileName: "a.jsonl", body: "{}\n".repeat(300_000) },
    { name: "300,000 bad lines", fileName: "a.jsonl", body: "x\n".repeat(300_000) },
    { name: "300,000 bad rows of a table", fileName: "a.csv", body: `a,b\n${"x\n".repeat(300_000)}` },
    { name: "300,000 elements of one JSON list", fileName: "a.json", body: `[${"{},".repeat(300_000)}{}]` },
    { name: "4 MB of brackets", fileName: "a.json", body: "[".repeat(4_000_000) },
    { name: "4 MB of quotes", fileName: "a.csv", body: `a,b\n${'"'.repeat(4_000_000)}` },
  ];
}
