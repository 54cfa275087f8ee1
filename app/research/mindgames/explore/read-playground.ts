import * as z from "zod";
import { maxPasteLength } from "@/components/mindgames/builder/paste-forms.tsx";
import { answerText } from "@/lib/domain/epistemic/logic/answer-text.ts";
import { initialProblem } from "@/lib/domain/epistemic/mindgames/change-problem.ts";
import { formatProblem } from "@/lib/domain/epistemic/mindgames/formula-text.ts";
import { type Problem, setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import {
  parseNames,
  problemQuery,
  readPastedEnglish,
  readPastedFormula,
} from "@/lib/domain/epistemic/mindgames/read-pasted.ts";

const text = (longest: number) =>
  z
    .string()
    .transform((value) => value.replaceAll("\u0000", "").toWellFormed().slice(0, longest))
    .catch("");
const querySchema = z.object({
  mode: z.enum(["build", "english", "smcdel"]).catch("build"),
  premise: text(maxPasteLength),
  hypothesis: text(500),
  smcdel: text(maxPasteLength),
  names: text(300),
  setup: z.enum(["", ...setups]).catch(""),
});
export type PlaygroundMode = z.infer<typeof querySchema>["mode"];

/** The search parameters of the playground. */
export interface PlaygroundRequest extends z.infer<typeof querySchema> {
  /** The problem to show; null if the pasted text cannot be parsed. */
  problem: Problem | null;
  /** The parse error. */
  reason: string | null;
  /** The checker's results for a formal text that has no diagram. */
  answers: string[];
}

/** Parses an address of the playground; without a problem in it, the default problem. */
export function readPlayground(query: Record<string, string | string[] | undefined>): PlaygroundRequest {
  const asked = querySchema.parse(query);
  const names = parseNames(asked.names);
  if (asked.mode === "smcdel" && asked.smcdel.trim() !== "") {
    const read = readPastedFormula(asked.smcdel, names, asked.setup === "" ? null : asked.setup);
    return read.ok
      ? { ...asked, problem: read.problem, reason: null, answers: [] }
      : { ...asked, problem: null, reason: read.reason, answers: answersTo(asked.smcdel) };
  }
  if (asked.premise.trim() === "" && asked.hypothesis.trim() === "") return filled(asked, initialProblem);
  const read = readPastedEnglish(asked.premise, asked.hypothesis, names);
  if (!read.ok) return { ...asked, problem: null, reason: read.reason, answers: [] };
  return filled(asked, read.problem);
}

/** The fields of every form, filled with a problem, so that the user can switch between the forms. */
function filled(asked: z.infer<typeof querySchema>, problem: Problem): PlaygroundRequest {
  const fields = { ...problemQuery(problem), smcdel: formatProblem(problem), setup: problem.setup };
  return { ...asked, ...fields, problem, reason: null, answers: [] };
}

/** Maximum number of atoms. Larger problems need the command line: each additional atom doubles the work. */
const maxAtoms = 12;

function answersTo(smcdel: string): string[] {
  const answers = answerText(smcdel);
  if (answers.status !== "ok" || new Set(answers.input.atoms).size > maxAtoms) return [];
  return [...answers.jobs()].map((answer) =>
    answer.job === "WHERE?" ? `WHERE? true in ${answer.count} states` : `${answer.job} ${answer.result}`,
  );
}
