import { Badge, type BadgeTone } from "@/components/ui/badge.tsx";
import type { CellExpression } from "@/lib/domain/beliefs/prepare/cell-expressions.ts";

const outcomes: Readonly<Record<CellExpression["outcome"], { words: string; tone: BadgeTone }>> = {
  context: { words: "follows the expression", tone: "warn" },
  memory: { words: "follows memory", tone: "good" },
  always_yes: { words: "yes to both", tone: "neutral" },
  always_no: { words: "no to both", tone: "neutral" },
  other: { words: "follows neither", tone: "neutral" },
  incomplete: { words: "one answer is missing", tone: "neutral" },
};

const reasons: Readonly<Record<NonNullable<CellExpression["reason"]>, string>> = {
  notKnown: "does not count: the fact was not known",
  noPriorCheck: "does not count: never asked without the expression",
  notDecided: "does not count: the two answers do not agree",
};

/** A list of expressions, each as a card with all prompts and answers. */
export function CellList({ expressions, start }: { expressions: readonly CellExpression[]; start: number }) {
  return (
    <ol start={start} className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {expressions.map((one) => (
        <li
          key={`${one.fact}/${one.expression}/${one.repeat}/${one.person}`}
          className="keep-together grid min-w-0 content-start gap-3 rounded-lg border border-rule bg-surface p-4 sm:p-5"
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            {one.person && <span className="font-medium text-ink">{one.person.replace(/^p/, "P")}</span>}
            {one.repeat > 0 && <span>asked again, {one.repeat}</span>}
            <Badge tone={outcomes[one.outcome].tone}>{outcomes[one.outcome].words}</Badge>
            {one.reason && <span>{reasons[one.reason]}</span>}
          </p>
          <blockquote className="max-w-measure border-l-2 border-rule pl-4 font-serif text-lg leading-snug break-words">
            {one.expression}
          </blockquote>
          <Answers one={one} />
        </li>
      ))}
    </ol>
  );
}

function Answers({ one }: { one: CellExpression }) {
  if (!one.texts) return null;
  const { queries, answers, priorAnswers } = one.texts;
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Questions and answers</caption>
      <thead>
        <tr className="text-ink-soft">
          <th scope="col" className="py-1 pr-3 font-medium">
            Question
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {(["prior_yes", "ctx_yes"] as const).map((queryType) => (
          <tr key={queryType} className="align-top">
            <th scope="row" className="border-t border-rule py-1.5 pr-3 font-normal break-words">
              {queries[queryType] ?? <MissingAnswer />}
            </th>
            <td className="border-t border-rule py-1.5 pr-3 break-words">
              {priorAnswers[queryType] ?? <MissingAnswer />}
            </td>
            <td className="border-t border-rule py-1.5 break-words">{answers[queryType] ?? <MissingAnswer />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MissingAnswer() {
  return <span className="text-ink-soft">not asked</span>;
}
