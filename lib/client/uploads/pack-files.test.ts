import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { packFiles, zipFolder } from "./pack-files.ts";

/** What another program reads from the archive. */
async function unpacked(body: Blob): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(await body.arrayBuffer()));
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

describe("a folder of stories as one archive", () => {
  it("is unpacked to the same names and bytes, and the same files give the same archive", async () => {
    const story = fc.record({
      path: fc.stringMatching(/^[\p{L}\p{N}_-]{1,20}(\/[\p{L}\p{N}_ -]{1,20}){0,2}\.json$/u),
      bytes: fc.uint8Array({ maxLength: 300 }),
    });
    const stories = fc.uniqueArray(story, { selector: ({ path }) => path, minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(stories, async (given) => {
        const files = given.map(({ path, bytes }) => new File([new Uint8Array(bytes)], path));
        const archive = (await zipFolder(files))!;
        const read = await unpacked(archive.body);
        expect([...read.keys()]).toEqual(given.map(({ path }) => path));
        for (const { path, bytes } of given) expect(read.get(path)?.equals(Buffer.from(bytes))).toBe(true);
        const again = (await zipFolder(files))!;
        expect(Buffer.from(await again.body.arrayBuffer())).toEqual(Buffer.from(await archive.body.arrayBuffer()));
      }),
      { numRuns: 40 },
    );
  });

  it("takes the story files and leaves everything else; without one there is none", async () => {
    const archive = await zipFolder([new File(["{}"], "a.json"), new File([""], "picture.png")]);
    expect(archive?.count).toBe(1);
    expect(await zipFolder([new File([""], "picture.png")])).toBeNull();
  });
});

describe("chosen files and a chosen folder as one upload", () => {
  const readFiles = /\.(json|eval)$/u;
  const file = (name: string) => new File(["{}"], name);

  it("sends one file unchanged and several files as an archive, without other files of the folder", async () => {
    expect(await packFiles([file("a.zip")], [], readFiles)).toMatchObject({ name: "a.zip" });
    const packed = await packFiles([file("a.json"), file("b.eval")], [file("c.json"), file("readme.md")], readFiles);
    expect([...(await unpacked(packed!.body)).keys()]).toEqual(["a.json", "b.eval", "c.json"]);
  });

  it("leaves out no chosen file", async () => {
    expect(await packFiles([file("a.zip"), file("b.zip")], [], readFiles)).toBeNull();
    expect(await packFiles([file("a.zip"), file("b.eval")], [], readFiles)).toBeNull();
    expect(await packFiles([file("a.zip")], [file("c.json")], readFiles)).toBeNull();
    expect(await packFiles([], [file("readme.md"), file("license")], readFiles)).toBeNull();
  });
});
