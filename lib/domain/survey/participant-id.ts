import { RE2JS } from "re2js";
import { maxIdPatternLength } from "./arrival-rules.ts";
import type { Entry } from "./entry.ts";

/**
 * Maximum size of a compiled pattern; larger patterns could exceed the time limit of a request. 1 to 200 characters of
 * one class have a size of about 400.
 */
const maxProgramSize = 600;

/** Formats that recruiters document: Prolific's 24 hexadecimal digits, MTurk's worker ID. */
const recruiterFormats = {
  prolific: /^[0-9a-f]{24}$/i,
  mturk: /^A[A-Z0-9]{1,63}$/,
} as const;

/**
 * Characters that no participant ID may contain, whatever the pattern, because two IDs that look the same would count
 * as two people. These are all characters without a visible glyph (Default_Ignorable_Code_Point: U+034F, U+115F,
 * U+3164, U+FE0F, ...), control, format, private and unassigned characters, blanks other than the space, and blank
 * characters that Unicode classifies as letters, marks or symbols (U+2800, a Braille pattern without dots; U+13441,
 * U+13442, U+16FE4, U+1D159).
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?! )\p{Z}/u;

/**
 * Whether an ID has the format of its source. The formats of Prolific and MTurk are fixed; IDs of a panel or a list
 * must completely match the study's pattern, after NFC. Matching takes linear time (RE2), because researchers write the
 * pattern and anyone can send an ID.
 */
export function isParticipantId(
  { source, externalId }: Pick<Entry, "source" | "externalId">,
  pattern: string,
): boolean {
  const id = externalId.normalize("NFC");
  if (invisible.test(id)) return false;
  if (source === "prolific" || source === "mturk") return recruiterFormats[source].test(id);
  return compilePattern(pattern).matches(id);
}

/** Why a text is not a valid pattern of participant IDs, or null if it is. */
export function findIdPatternProblem(pattern: string): string | null {
  if (pattern.length > maxIdPatternLength) return `is longer than ${maxIdPatternLength} characters`;
  let program: RE2JS;
  try {
    program = RE2JS.compile(pattern);
  } catch (error) {
    return `is not a regular expression of RE2 (${error instanceof Error ? error.message : "unknown error"})`;
  }
  if (program.programSize() > maxProgramSize) return "is too complex: use fewer or shorter repetitions";
  return program.matches("") ? "must not match an empty ID" : null;
}

const programs = new Map<string, RE2JS>();

function compilePattern(pattern: string): RE2JS {
  const cachedProgram = programs.get(pattern);
  if (cachedProgram) return cachedProgram;
  if (programs.size >= 200) programs.clear();
  const program = RE2JS.compile(pattern);
  programs.set(pattern, program);
  return program;
}
