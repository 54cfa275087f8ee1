import type { EndpointSettings } from "./endpoint-settings.ts";

/** Names of audio formats in the wire format (`input_audio`). */
const audioFormats: Readonly<Record<string, string>> = { "audio/wav": "wav", "audio/mpeg": "mp3" };

/** A part of a chat message in the wire format. */
export type ContentPart =
  | { type: "text"; text: string }
  | { type: "image_url"; image_url: { url: string } }
  | { type: "input_audio"; input_audio: { data: string; format: string } };

/**
 * Converts a file into a part of a chat message. Throws RangeError for a type that the wire format does not support.
 */
export function toContentPart(type: string, base64: string): ContentPart {
  if (type.startsWith("image/")) return { type: "image_url", image_url: { url: `data:${type};base64,${base64}` } };
  const format = audioFormats[type];
  if (format === undefined) throw new RangeError(`there is no content part for ${type}`);
  return { type: "input_audio", input_audio: { data: base64, format } };
}

/** Why an endpoint cannot receive items with these types of files; null if it can. */
export function findMediaProblem(
  types: readonly string[],
  { style, media }: Pick<EndpointSettings, "style" | "media">,
): string | null {
  const isImage = (type: string) => type.startsWith("image/");
  const unsupportedType = types.find((type) => !isImage(type) && audioFormats[type] === undefined);
  if (unsupportedType !== undefined)
    return `selects items with files of type ${unsupportedType}, for which the wire format has no content part: images, WAV and MP3 can be sent`;
  if (types.length > 0 && style !== "chat")
    return "selects items with images or recordings, which only chat endpoints receive";
  const hasAudio = types.some((type) => !isImage(type));
  if (types.length === 0 || media === "images-and-audio" || (media === "images" && !hasAudio)) return null;
  return `selects items with ${hasAudio ? "recordings" : "images"}, which this endpoint does not receive: set “Media” in its settings if the model does`;
}
