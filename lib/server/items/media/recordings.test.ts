import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { expect, it } from "vitest";
import { makeRecording } from "@/prisma/factories/make-recording.ts";
import { prepareFile } from "./prepare-file.ts";
import type { PreparedFile } from "./prepared-file.ts";

const tags = { artist: "Ann Example", comment: "Recorded in Vienna" };
/** A silent frame of 1,152 samples at 44.1 kHz (MPEG 1, layer 3, 128 kbit/s). */
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const frameSeconds = 1_152 / 44_100;

async function mp3(frames: number): Promise<Uint8Array> {
  const output = new Output({ format: new Mp3OutputFormat(), target: new BufferTarget() });
  const source = new EncodedAudioPacketSource("mp3");
  output.addAudioTrack(source);
  output.setMetadataTags(tags);
  await output.start();
  for (let at = 0; at < frames; at += 1)
    await source.add(new EncodedPacket(frame, "key", at * frameSeconds, frameSeconds), {
      decoderConfig: { codec: "mp3", numberOfChannels: 1, sampleRate: 44_100 },
    });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

/** A video of 2 seconds whose frames no decoder needs to read: containers do not look into them. */
async function video(format: WebMOutputFormat | Mp4OutputFormat): Promise<Uint8Array> {
  const output = new Output({ format, target: new BufferTarget() });
  const source = new EncodedVideoPacketSource("vp9");
  output.addVideoTrack(source);
  output.setMetadataTags(tags);
  await output.start();
  for (const at of [0, 1])
    await source.add(new EncodedPacket(new Uint8Array([1, 2, 3]), "key", at, 1), {
      decoderConfig: { codec: "vp09.00.10.08", codedWidth: 16, codedHeight: 16 },
    });
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? new ArrayBuffer(0));
}

async function tagsOf(bytes: Uint8Array): Promise<object> {
  return new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS }).getMetadataTags();
}

it.each([
  ["WAV", "audio/wav", async () => makeRecording(1.5, { artist: "Ann Example" }), 1_500],
  ["MP3", "audio/mpeg", () => mp3(50), Math.round(50 * frameSeconds * 1_000)],
  // WebM does not say how long the last frame is shown.
  ["WebM", "video/webm", () => video(new WebMOutputFormat()), 1_000],
  ["MP4", "video/mp4", () => video(new Mp4OutputFormat()), 2_000],
])("stores %s without tags, with its duration, and the same for the same upload", async (_, type, make, durationMs) => {
  const uploaded = await make();
  expect(await tagsOf(uploaded)).toMatchObject({ artist: "Ann Example" });
  const stored = (await prepareFile("a.bin", uploaded)) as PreparedFile;
  expect(stored).toMatchObject({ type, durationMs });
  expect(Buffer.from(stored.bytes).includes("Ann Example")).toBe(false);
  expect(await prepareFile("b.bin", uploaded)).toMatchObject({ sha256: stored.sha256 });
  // Named by its SHA-256, as in an export, it is kept byte for byte; tags are refused.
  expect(await prepareFile(`media/${stored.sha256}.bin`, stored.bytes)).toMatchObject({ sha256: stored.sha256 });
});

it("refuses tags in a file that is named as one of an export", async () => {
  const { createHash } = await import("node:crypto");
  const uploaded = await mp3(10);
  const name = createHash("sha256").update(uploaded).digest("hex");
  expect(await prepareFile(`${name}.mp3`, uploaded)).toBe(
    "has tracks or metadata that must be removed: give it another name",
  );
});

it.each([
  [
    "a text",
    Buffer.from("no recording"),
    "is not an image (JPEG, PNG, WebP, GIF) or a recording (MP3, WAV, MP4, WebM, Ogg, FLAC)",
  ],
  ["half a recording", makeRecording(1).subarray(0, 20), /cannot be read|has neither sound|is not an/u],
  ["16 minutes", makeRecording(16 * 60), "is longer than 15 minutes"],
  ["33 MB", Buffer.alloc(33 * 2 ** 20), "is larger than 32 MB"],
])("refuses %s with the reason", async (_, bytes, message) => {
  expect(await prepareFile("a.wav", bytes)).toEqual(
    typeof message === "string" ? message : expect.stringMatching(message),
  );
});
