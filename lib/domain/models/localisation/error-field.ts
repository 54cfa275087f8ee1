import { findAnsweringPart } from "../read-output/plain-text.ts";
import { findErrorFields } from "../read-output/quotes.ts";
import { readJsonReply } from "../read-output/read-json.ts";

/** The field "Logical Error" of a reply. */
export interface ErrorFieldText {
  text: string;
  /** Whether the field states that there is no error: NA, None, No. */
  isNone: boolean;
}

/**
 * The whole text of the last field "Logical Error" in a reply, in the paper's format or in JSON. Null if the reply has
 * no such field or leaves it empty; the prompt then did not ask for the position. Thinking blocks are removed.
 */
export function readErrorField(output: string): ErrorFieldText | null {
  const { text } = findAnsweringPart(output);
  const json = readJsonReply(text);
  const content = json === "cut" ? null : json === null ? fieldOf(text) : textOfValue(json.quoted);
  const field = content?.replace(verdictAtEnd, "").trim() ?? "";
  return /[\p{L}\p{N}]/u.test(field) ? { text: field, isNone: noError.test(field) } : null;
}

/** A verdict at the end of the field's line. It belongs to the next field. */
const verdictAtEnd = /\bconclusion[*_ ]*:[\s\S]*$/iu;

const noError =
  /^[^\p{L}\p{N}]*(?:n\/?\.?a\.?|nil|none|no(?:ne)?(?: logical)?(?: errors?)?(?: (?:is |are |was |were )?(?:found|present|exists?))?)[^\p{L}\p{N}]*$/iu;

const labelInLine = /\blogical error(?:s|\(s\))?[*_ ]*:/giu;

function fieldOf(text: string): string | null {
  const field = findErrorFields(text).at(-1);
  if (field) return text.slice(field.start, field.end);
  const label = [...text.matchAll(labelInLine)].at(-1);
  return label ? text.slice(label.index + label[0].length) : null;
}

function textOfValue(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return null;
  return value.filter((entry) => typeof entry === "string").join("\n");
}
