import * as z from "zod";
import { maxPasteLength } from "@/components/mindgames/builder/paste-forms.tsx";
import { answerText } from "@/lib/domain/epistemic/logic/answer-text.ts";
import { initialProblem } from "@/lib/domain/epistemic/mindgames/change-problem.ts";
import { formatProblem } from "@/lib/domain/epistemic/mindgames/formula-text.ts";
import { type Problem, setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import {
  parseNames,
  readPastedEnglish,
  readPastedFormula,
  toProblemQuery,
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
  /** The checker's results, for SMCDEL text that cannot be drawn as a diagram. */
  answers: string[];
}

/** Parses an address of the playground. If the address contains no problem, the default problem is used. */
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
  const parsedProblem = readPastedEnglish(parsedQuery.premise, parsedQuery.hypothesis, names);
  if (!parsedProblem.ok) return { ...parsedQuery, problem: null, reason: parsedProblem.reason, answers: [] };
  return fillForms(parsedQuery, parsedProblem.problem);
}

/** Fills the fields of all forms with one problem, so that the user can switch between the forms. */
function fillForms(parsedQuery: z.infer<typeof querySchema>, problem: Problem): PlaygroundRequest {
  const fields = { ...toProblemQuery(problem), smcdel: formatProblem(problem), setup: problem.setup };
  return { ...parsedQuery, ...fields, problem, reason: null, answers: [] };
}

/** Maximum number of atoms: each additional atom doubles the work. The command line has no such limit. */
const maxAtoms = 12;

function listAnswers(smcdel: string): string[] {
  const answers = answerText(smcdel);
  if (answers.status !== "ok" || new Set(answers.input.atoms).size > maxAtoms) return [];
  return [...answers.jobs()].map((answer) =>
    answer.job === "WHERE?" ? `WHERE? true in ${answer.count} states` : `${answer.job} ${answer.result}`,
  );
}
