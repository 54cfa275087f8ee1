import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedBytes, collectBytes } from "./bounded-bytes.ts";

const tooLarge = () => new Error("too large");

function streamOf(pieces: readonly Uint8Array[]): { body: ReadableStream<Uint8Array>; given: () => number } {
  let given = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[given];
        if (piece === undefined) return controller.close();
        given += 1;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, given: () => given };
}

describe("boundedBytes", () => {
  test("passes on what fits, byte for byte, and refuses what does not", async () => {
    const piece = fc.uint8Array({ minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.nat(120), async (pieces, maximum) => {
        const whole = Buffer.concat(pieces);
        const read = collectBytes(boundedBytes(streamOf(pieces).body, maximum, tooLarge));
        if (whole.byteLength > maximum) await expect(read).rejects.toThrow("too large");
        else expect(Buffer.from(await read)).toEqual(whole);
      }),
    );
  });

  test("asks for no further piece once there are too many", async () => {
    const { body, given } = streamOf(Array.from({ length: 100 }, () => new Uint8Array(10)));
    await expect(collectBytes(boundedBytes(body, 25, tooLarge))).rejects.toThrow("too large");
    expect(given()).toBe(3);
  });

  test("reads no body as nothing", async () => {
    expect(await collectBytes(boundedBytes(null, 0, tooLarge))).toHaveLength(0);
  });
});
