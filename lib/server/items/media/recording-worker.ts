import {
  BufferSource,
  BufferTarget,
  Conversion,
  FLAC,
  FlacOutputFormat,
  Input,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { seededRandom } from "@/lib/domain/random.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";

/** A recording in its stored form, or the reason why it cannot be stored. */
export type RecordingResult =
  | { ok: true; bytes: Uint8Array<ArrayBuffer>; type: string; durationMs: number }
  | { ok: false; message: string };

/**
 * The maximum length of a recording, in seconds. A session that plays it keeps its slot
 * (lib/domain/survey/slots/slot-lease.ts).
 */
const maxSeconds = 900;

const unsupportedProblem = "is not an image (JPEG, PNG, WebP, GIF) or a recording (MP3, WAV, MP4, WebM, Ogg, FLAC)";
const metadataProblem = "has tracks or metadata that must be removed: give it another name";

/** Codecs that current browsers play. */
const playableCodecs: readonly string[] = ["avc", "vp8", "vp9", "av1", "aac", "mp3", "opus", "vorbis", "flac"];
const isPlayable = (codec: string | null) =>
  codec !== null && (playableCodecs.includes(codec) || codec.startsWith("pcm-"));

const containers = [
  { format: MP4, write: () => new Mp4OutputFormat({ fastStart: "in-memory" }), type: "mp4" },
  { format: WEBM, write: () => new WebMOutputFormat(), type: "webm" },
  { format: MP3, write: () => new Mp3OutputFormat(), type: "mpeg" },
  { format: WAVE, write: () => new WavOutputFormat(), type: "wav" },
  { format: OGG, write: () => new OggOutputFormat(), type: "ogg" },
  { format: FLAC, write: () => new FlacOutputFormat(), type: "flac" },
] as const;

/**
 * Copies the audio and video tracks of a recording into a new file, without transcoding, tags, pictures and other
 * tracks. With `isStored`, Parallax has written the file before, so it is only checked.
 */
export const script = serveThread<{ bytes: Uint8Array; isStored: boolean }, never, never, RecordingResult>(
  async ({ bytes, isStored }) => {
    // The writers take an identifier and the time of writing from these two functions. Fixed functions ensure that the
    // same upload always gives the same file. This thread handles one recording and then ends.
    const random = seededRandom("recording");
    Math.random = () => random.next();
    Date.now = () => 0;
    try {
      return await copyTracks(bytes, isStored);
    } catch {
      return { ok: false, message: "cannot be read as a recording: it may be incomplete" };
    }
  },
  "normal",
);

async function copyTracks(bytes: Uint8Array, isStored: boolean): Promise<RecordingResult> {
  const input = new Input({ source: new BufferSource(bytes), formats: containers.map(({ format }) => format) });
  const format = (await input.canRead()) ? await input.getFormat() : null;
  const container = containers.find((one) => one.format === format);
  if (!container) return { ok: false, message: unsupportedProblem };
  const tracks = await input.getTracks();
  const codecs = await Promise.all(
    tracks.filter((track) => track.isVideoTrack() || track.isAudioTrack()).map((track) => track.getCodec()),
  );
  if (codecs.length === 0) return { ok: false, message: "has neither sound nor pictures" };
  if (!codecs.every(isPlayable))
    return {
      ok: false,
      message: "has a codec that browsers do not play: use H.264, VP8, VP9, AV1, AAC, MP3, Opus or PCM",
    };
  const kind = tracks.some((track) => track.isVideoTrack()) ? "video" : "audio";
  const output = isStored ? await keepIfUntagged(input, bytes) : await rewriteRecording(input, container.write());
  if (!output) return { ok: false, message: isStored ? metadataProblem : "has a track that its format cannot contain" };
  const durationMs = Math.round((await readDuration(output)) * 1000);
  if (durationMs <= 0) return { ok: false, message: "has no duration" };
  if (durationMs > maxSeconds * 1000) return { ok: false, message: "is longer than 15 minutes" };
  return { ok: true, bytes: output, type: `${kind}/${container.type}`, durationMs };
}

async function rewriteRecording(input: Input, format: OutputFormat): Promise<Uint8Array<ArrayBuffer> | null> {
  const target = new BufferTarget();
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    tags: {},
    copy: { mode: "forced", shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  const losesTracks = conversion.discardedTracks.some(({ track }) => track.isVideoTrack() || track.isAudioTrack());
  if (!conversion.isValid || losesTracks) return null;
  await conversion.execute();
  return target.buffer ? new Uint8Array(target.buffer) : null;
}

/** Returns the original bytes if they have no tags and only audio and video tracks; otherwise null. */
async function keepIfUntagged(input: Input, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const tags = await input.getMetadataTags();
  const hasTags = Object.values(tags).some((value) => value !== undefined);
  const tracks = await input.getTracks();
  return hasTags || tracks.some((track) => !track.isVideoTrack() && !track.isAudioTrack())
    ? null
    : new Uint8Array(bytes);
}

async function readDuration(bytes: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: containers.map(({ format }) => format) });
  return input.computeDuration();
}
