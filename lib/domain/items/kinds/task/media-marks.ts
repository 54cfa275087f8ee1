import type { MediaValue } from "../../../tasks/schema/stimulus-field.ts";
import type { ShownField } from "../../../tasks/screens/task-screen.ts";

/** A part of a prompt: a text, or a file of the item, identified by its SHA-256. */
export type PromptPart = { type: "text"; text: string } | { type: "file"; sha256: string };

const mark = /\[(?:image|audio|video) sha256:([0-9a-f]{64})\]/u;

/**
 * The mark that represents a file in a prompt. A stored prompt contains the mark only if the file itself was sent, so
 * that the prompt proves what a model received. For audio and video, the mark is followed by the text that people read
 * with the file.
 */
export function fileInPrompt(type: ShownField["type"], { sha256, alt }: MediaValue): string {
  const fileMark = markOfFile(type, sha256);
  return type === "image" ? fileMark : `${fileMark}\n${alt}`;
}

/** The mark of a file in a prompt, without the text that people read with the file. */
export function markOfFile(type: ShownField["type"], sha256: string): string {
  return `[${type} sha256:${sha256}]`;
}

/** Splits a prompt at its files. Texts keep their order; there may be no text between two files. */
export function splitPrompt(prompt: string): PromptPart[] {
  return prompt.split(mark).flatMap((part, index): PromptPart[] => {
    // Odd positions contain the matched groups of the pattern.
    if (index % 2 === 1) return [{ type: "file", sha256: part }];
    const text = part.trim();
    return text === "" ? [] : [{ type: "text", text }];
  });
}

/** Creates the prompt for models that receive only text: each image is replaced by its alternative text. */
export function withAlternativeTexts(prompt: string, shown: readonly ShownField[]): string {
  return shown.reduce((text, { type, value }) => {
    if (typeof value !== "object" || !("sha256" in value)) return text;
    const placeholder = type === "image" ? `[image: ${value.alt}]` : `[${type}]`;
    return text.replaceAll(markOfFile(type, value.sha256), placeholder);
  }, prompt);
}
