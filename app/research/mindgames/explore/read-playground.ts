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

const textField = (longest: number) =>
  z
    .string()
    .transform((value) => value.replaceAll("\u0000", "").toWellFormed().slice(0, longest))
    .catch("");
const querySchema = z.object({
  mode: z.enum(["build", "english", "smcdel"]).catch("build"),
  premise: textField(maxPasteLength),
  hypothesis: textField(500),
  smcdel: textField(maxPasteLength),
  names: textField(300),
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
  const parsedQuery = querySchema.parse(query);
  const names = parseNames(parsedQuery.names);
  if (parsedQuery.mode === "smcdel" && parsedQuery.smcdel.trim() !== "") {
    const pasted = readPastedFormula(parsedQuery.smcdel, names, parsedQuery.setup === "" ? null : parsedQuery.setup);
    return pasted.ok
      ? { ...parsedQuery, problem: pasted.problem, reason: null, answers: [] }
      : { ...parsedQuery, problem: null, reason: pasted.reason, answers: listAnswers(parsedQuery.smcdel) };
  }
  if (parsedQuery.premise.trim() === "" && parsedQuery.hypothesis.trim() === "")
    return fillForms(parsedQuery, initialProblem);
  const read = readPastedEnglish(parsedQuery.premise, parsedQuery.hypothesis, names);
  if (!read.ok) return { ...parsedQuery, problem: null, reason: read.reason, answers: [] };
  return fillForms(parsedQuery, read.problem);
}

/** The fields of every form, filled with a problem, so that the user can switch between the forms. */
function fillForms(asked: z.infer<typeof querySchema>, problem: Problem): PlaygroundRequest {
  const fields = { ...problemQuery(problem), smcdel: formatProblem(problem), setup: problem.setup };
  return { ...asked, ...fields, problem, reason: null, answers: [] };
}

/** Maximum number of atoms. Larger problems need the command line: each additional atom doubles the work. */
const maxAtoms = 12;

function listAnswers(smcdel: string): string[] {
  const answers = answerText(smcdel);
  if (answers.status !== "ok" || new Set(answers.input.atoms).size > maxAtoms) return [];
  return [...answers.jobs()].map((answer) =>
    answer.job === "WHERE?" ? `WHERE? true in ${answer.count} states` : `${answer.job} ${answer.result}`,
  );
}
