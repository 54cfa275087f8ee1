import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { sliceValue } from "@/lib/domain/epistemic/artefacts/slice-labels.ts";
import type { MindgamesAnswer } from "@/lib/domain/epistemic/evaluation/answer-class.ts";

const countHeads = [
  ["Right", "right"],
  ["Wrong", "wrong"],
  ["No answer", "none"],
] as const;

/**
 * Problems with a wrong answer: the key, and each rater's answer or the number of each answer.
 *
 * @param raters null if there are too many raters for one column each
 */
export function DisputedTable({
  disputed,
  raters,
}: {
  disputed: readonly {
    itemVersionId: string;
    externalId: string;
    setup: string;
    hypothesis: string;
    gold: MindgamesAnswer;
    answers: readonly (MindgamesAnswer | null)[];
    counts: { right: number; wrong: number; none: number };
  }[];
  raters: readonly string[] | null;
}) {
  return (
    <Table caption="Problems with at least one wrong answer" isCaptionHidden maxHeight="40rem" takenAs="disputed">
      <thead>
        <tr>
          <Th>Problem</Th>
          <Th>Hypothesis</Th>
          <Th>Setup</Th>
          <Th>Key</Th>
          {raters === null
            ? countHeads.map(([head]) => (
                <Th key={head} isNumber>
                  {head}
                </Th>
              ))
            : raters.map((rater) => <Th key={rater}>{rater}</Th>)}
        </tr>
      </thead>
      <tbody>
        {disputed.map(({ itemVersionId, externalId, setup, hypothesis, gold, answers, counts }) => (
          <tr key={itemVersionId}>
            <Th scope="row">
              <Link href={`/research/mindgames/${itemVersionId}`} className="break-words">
                {externalId}
              </Link>
            </Th>
            <Td className="min-w-72">{hypothesis}</Td>
            <Td className="whitespace-nowrap">{sliceValue("setup", setup)}</Td>
            <Td>{answerText(gold)}</Td>
            {raters === null
              ? countHeads.map(([head, kind]) => (
                  <Td key={head} isNumber>
                    {counts[kind]}
                  </Td>
                ))
              : raters.map((rater, place) => <RaterCell key={rater} answer={answers[place] ?? null} gold={gold} />)}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RaterCell({ answer, gold }: { answer: MindgamesAnswer | null; gold: MindgamesAnswer }) {
  return (
    <Td className={answer === gold ? "text-ink-soft" : "font-semibold text-bad"}>
      {answer === null ? (
        <span className="font-normal text-ink-soft">no answer</span>
      ) : (
        <>
          {answerText(answer)}
          {answer !== gold && <span className="sr-only"> (wrong)</span>}
        </>
      )}
    </Td>
  );
}

function answerText(answer: MindgamesAnswer): string {
  return answer === "true" ? "True" : answer === "false" ? "False" : "Not enough information";
}
