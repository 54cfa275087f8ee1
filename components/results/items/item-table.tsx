import clsx from "clsx";
import { VoteBar } from "@/components/charts/vote-bar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { RenderInChunks } from "@/components/ui/render-in-chunks.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ModelCell, ResultCell } from "@/lib/domain/results/model/cells.ts";
import { isRated } from "@/lib/domain/results/model/is-rated.ts";
import type { Vote } from "@/lib/domain/results/model/majority.ts";
import { wilsonShare } from "@/lib/domain/results/model/share.ts";
import type { ResultItem } from "@/lib/domain/results/model/study-results.ts";
import { medianRating } from "@/lib/domain/results/views/items/ratings-view.ts";
import { ParityMark } from "../../ui/parity-badge.tsx";
import { Small } from "../comparison/comparison-table.tsx";
import { AnswerVerdict } from "./verdict.tsx";

/** Number of answers that are rendered at once, before the browser can respond to input. */
const cellsPerChunk = 30;

/**
 * A row for each item and condition: people's answers, the accuracy of the majority vote, and the answer of each model.
 */
export function ItemResultTable({
  cells,
  series,
  hrefOf,
}: {
  cells: readonly ResultCell[];
  series: readonly { id: string; label: string }[];
  /** The address of the page of an item. */
  hrefOf: (item: ResultItem) => string;
}) {
  return (
    <Table
      caption="Answers of people and models, item by item"
      isCaptionHidden
      maxHeight="min(60rem, 90dvh)"
      takenAs="cells"
    >
      <thead>
        <tr>
          <Th className="z-2 min-w-64 sm:sticky sm:left-0">Item</Th>
          <Th className="min-w-36">Condition</Th>
          <Th className="min-w-40">People</Th>
          <Th>Majority</Th>
          <Th isNumber>People right</Th>
          {series.map(({ id, label }) => (
            <Th key={id} className="min-w-32">
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        <RenderInChunks each={Math.max(1, Math.floor(cellsPerChunk / (1 + series.length)))}>
          {cells.map((cell, index) => (
            <ItemRow
              key={`${cell.item.id}/${cell.condition.id}`}
              cell={cell}
              isRepeated={cells[index - 1]?.item === cell.item}
              series={series}
              href={hrefOf(cell.item)}
            />
          ))}
        </RenderInChunks>
      </tbody>
    </Table>
  );
}

function ItemRow({
  cell,
  isRepeated,
  series,
  href,
}: {
  cell: ResultCell;
  /** Whether the previous row is about the same item. */
  isRepeated: boolean;
  series: readonly { id: string; label: string }[];
  href: string;
}) {
  const { item, condition, vote } = cell;
  return (
    <tr className="group">
      <Th scope="row" className="bg-surface sm:sticky sm:left-0 sm:z-1">
        <Link href={href} className={clsx("font-medium", isRepeated && "text-ink-soft")}>
          {itemLabel(item)}
        </Link>
        {!isRepeated && (
          <>
            <span className="block max-w-80 font-normal leading-snug">{item.text}</span>
            <span className="block text-xs font-normal text-ink-soft">{item.storyTitle || item.storyId}</span>
          </>
        )}
      </Th>
      <Td>{condition.label}</Td>
      <Td>
        {vote.n === 0 ? (
          <span className="text-ink-soft">no answer yet</span>
        ) : (
          <>
            <VoteBar vote={vote} rightAnswers={item.rightAnswers} label={describeVote(vote, item)} />
            <span className="mt-1 block whitespace-nowrap text-xs text-ink-soft tabular-nums">
              {describeVote(vote, item)}
            </span>
          </>
        )}
      </Td>
      <Td>
        <Majority cell={cell} />
      </Td>
      <Td isNumber>
        <PeopleRight cell={cell} />
      </Td>
      {series.map(({ id }) => (
        <ModelAnswer key={id} item={item} answer={cell.models.get(id)} />
      ))}
    </tr>
  );
}

function Majority({ cell }: { cell: ResultCell }) {
  if (cell.vote.n === 0) return <span className="text-ink-soft">–</span>;
  if (isRated(cell)) return <>median {medianRating(cell)}</>;
  if (cell.item.options.length === 0) return <span className="text-ink-soft">–</span>;
  if (cell.vote.isTie) return <Badge tone="warn">Tie</Badge>;
  return <AnswerVerdict word={optionLabel(cell.item, cell.vote.majority)} isRight={cell.isMajorityRight} />;
}

function PeopleRight({ cell }: { cell: ResultCell }) {
  if (cell.correct === null || cell.vote.n === 0) return <>–</>;
  const share = wilsonShare(cell.correct, cell.vote.n);
  const { value, interval, n } = describeEstimate(share, share.n);
  return (
    <>
      {value}
      <Small>
        {interval}, {n}
      </Small>
    </>
  );
}

/** The answer of a model. The whole cell is coloured if the model answered a different text than people. */
function ModelAnswer({ item, answer }: { item: ResultItem; answer: ModelCell | undefined }) {
  if (!answer) {
    return (
      <Td className="text-ink-soft">
        <span aria-hidden="true">–</span>
        <span className="sr-only">no answer stored</span>
      </Td>
    );
  }
  return (
    <Td className={answer.parity === "mismatch" ? "bg-bad-wash" : undefined}>
      <span className="inline-flex flex-wrap items-center gap-x-1.5">
        <AnswerVerdict
          word={
            answer.answerKey === null ? (answer.repeats > 0 ? "tie" : "unparsed") : optionLabel(item, answer.answerKey)
          }
          isRight={answer.isRight}
        />
        <ParityMark parity={answer.parity} />
      </span>
      {answer.repeats > 1 && <Small>majority of {answer.repeats}</Small>}
      {answer.unparsed > 0 && answer.repeats > 0 && <Small>{answer.unparsed} unparsed</Small>}
    </Td>
  );
}

/** The label of an item, such as "ToM4f"; an item without a label has its name in the item file. */
function itemLabel(item: ResultItem): string {
  const { label } = item.attributes;
  return typeof label === "string" && label !== "" ? label : item.name;
}

function isOption(item: ResultItem, value: string | null): boolean {
  return item.options.some((option) => option.value === value);
}

/** The label of an option. A free text is returned unchanged. */
function optionLabel(item: ResultItem, value: string | null): string {
  return item.options.find((option) => option.value === value)?.label ?? (value === null ? "–" : "answered");
}

/**
 * Formats a vote: "9 True, 3 False", "1 Strongly disagree: 3" (labels that start with a digit), or "12 answers, 9
 * distinct".
 */
function describeVote(vote: Vote, item: ResultItem): string {
  const freeTexts = vote.counts.filter(({ value }) => !isOption(item, value));
  const answers = freeTexts.reduce((sum, { count }) => sum + count, 0);
  const parts = vote.counts
    .filter(({ value }) => isOption(item, value))
    .map(({ value, count }) => {
      const label = optionLabel(item, value);
      return /^\d/u.test(label) ? `${label}: ${formatCount(count)}` : `${formatCount(count)} ${label}`;
    });
  if (answers > 0) parts.push(`${formatNumberOf(answers, "answer")}, ${formatCount(freeTexts.length)} distinct`);
  return parts.join(", ");
}
