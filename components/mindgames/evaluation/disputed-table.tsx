import { Link } from "@/components/ui/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { sliceValue } from "@/lib/domain/epistemic/artefacts/slice-labels.ts";
import type { AnswerClass } from "@/lib/domain/epistemic/evaluation/answer-class.ts";

/** More raters than this are counted, and not given a column each. */
const mostColumns = 8;

/** Problems with a wrong answer: the key, and what each rater said, or how many said what. */
export function DisputedTable({
  disputed,
  raters,
}: {
  disputed: readonly {
    itemVersionId: string;
    externalId: string;
    setup: string;
    hypothesis: string;
    gold: AnswerClass;
    answers: readonly (AnswerClass | null)[];
  }[];
  raters: readonly string[];
}) {
  const isCounted = raters.length > mostColumns;
  return (
    <Table caption="Problems that somebody got wrong" isCaptionHidden maxHeight="40rem">
      <thead>
        <tr>
          <Th>Problem</Th>
          <Th>Hypothesis</Th>
          <Th>Setup</Th>
          <Th>Key</Th>
          {isCounted
            ? (["Right", "Wrong", "No answer"] as const).map((head) => (
                <Th key={head} isNumber>
                  {head}
                </Th>
              ))
            : raters.map((rater) => <Th key={rater}>{rater}</Th>)}
        </tr>
      </thead>
      <tbody>
        {disputed.map(({ itemVersionId, externalId, setup, hypothesis, gold, answers }) => (
          <tr key={itemVersionId}>
            <Th scope="row">
              <Link href={`/research/mindgames/${itemVersionId}`} className="break-words">
                {externalId}
              </Link>
            </Th>
            <Td className="min-w-72">{hypothesis}</Td>
            <Td className="whitespace-nowrap">{sliceValue("setup", setup)}</Td>
            <Td>{answerText(gold)}</Td>
            {isCounted &&
              countAnswers(answers, gold).map(([kind, count]) => (
                <Td key={kind} isNumber>
                  {count}
                </Td>
              ))}
            {(isCounted ? [] : answers).map((answer, place) => (
              <Td key={raters[place]} className={answer === gold ? "text-ink-soft" : "font-semibold text-bad"}>
                {answer === null ? (
                  <span className="font-normal text-ink-soft">no answer</span>
                ) : (
                  <>
                    {answerText(answer)}
                    {answer !== gold && <span className="sr-only"> (wrong)</span>}
                  </>
                )}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function countAnswers(answers: readonly (AnswerClass | null)[], gold: AnswerClass): [string, number][] {
  const given = answers.filter((answer) => answer !== null);
  const right = given.filter((answer) => answer === gold).length;
  return [
    ["right", right],
    ["wrong", given.length - right],
    ["none", answers.length - given.length],
  ];
}

function answerText(answer: AnswerClass): string {
  return answer === "true" ? "True" : answer === "false" ? "False" : "Not enough information";
}
