import type { MediaValue } from "../../../tasks/schema/stimulus-field.ts";
import type { ShownField } from "../../../tasks/screens/task-screen.ts";

/** A part of a prompt: its text, or a file of the item by its SHA-256. */
export type PromptPart = { type: "text"; text: string } | { type: "file"; sha256: string };

const mark = /\[(?:image|audio|video) sha256:([0-9a-f]{64})\]/u;

/**
 * The position of a file in a prompt. A stored prompt contains the mark only if the file itself was sent, so that the
 * prompt proves what a model received. The text that people read with a file follows the mark, such as the text below a
 * recording.
 */
export function fileInPrompt(type: ShownField["type"], { sha256, alt }: MediaValue): string {
  const fileMark = markOfFile(type, sha256);
  return type === "image" ? fileMark : `${fileMark}\n${alt}`;
}

/** The mark of a file in a prompt, without the text that people read of it. */
export function markOfFile(type: ShownField["type"], sha256: string): string {
  return `[${type} sha256:${sha256}]`;
}

/** A prompt divided at its files. Texts keep their order; those between two files may be absent. */
export function promptParts(prompt: string): PromptPart[] {
  return prompt.split(mark).flatMap((part, index): PromptPart[] => {
    // The groups of the pattern are at the odd positions.
    if (index % 2 === 1) return [{ type: "file", sha256: part }];
    const text = part.trim();
    return text === "" ? [] : [{ type: "text", text }];
  });
}

/** A prompt for models that receive text only: the alternative text is in the position of each image. */
export function withAlternativeTexts(prompt: string, shown: readonly ShownField[]): string {
  return shown.reduce((text, { type, value }) => {
    if (typeof value !== "object" || !("sha256" in value)) return text;
    const placeholder = type === "image" ? `[image: ${value.alt}]` : `[${type}]`;
    return text.replaceAll(markOfFile(type, value.sha256), placeholder);
  }, prompt);
}
