import { StatusCaption } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import type { ResultCell } from "@/lib/domain/results/model/cells.ts";
import {
  formatItemResponsesQuery,
  type ItemPredictionList,
  type ItemResponse,
  type ItemResponsesQuery,
  itemAnswersPerPage,
} from "@/lib/domain/results/model/item-answers.ts";
import type { StoryPiece } from "@/lib/domain/results/model/story-marks.ts";
import type { ResultCondition, ResultItem } from "@/lib/domain/results/model/study-results.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { PageLinks } from "../page-links.tsx";
import { ItemPredictions } from "./item-predictions.tsx";
import { ItemResponses } from "./item-responses.tsx";
import { ItemResultTable } from "./item-table.tsx";
import { ResponseChoice } from "./response-choice.tsx";
import { StoryWithMarks } from "./story-with-marks.tsx";

/** One item with all its data: text, people's answers with reasons, and models' answers with prompts. */
export function ItemDetail({
  item,
  story,
  cells,
  conditions,
  series,
  responses,
  predictions,
  query,
  base,
  status,
  fileHref,
}: {
  item: ResultItem;
  /** The story with marks and quotations. */
  story: readonly StoryPiece[];
  cells: readonly ResultCell[];
  conditions: readonly ResultCondition[];
  series: readonly { id: string; label: string }[];
  responses: { total: number; responses: ItemResponse[] };
  predictions: ItemPredictionList;
  query: ItemResponsesQuery;
  /** The address of the study. */
  base: string;
  status: ResultStatus;
  /** The address of a file with the item's table ("cells.csv"). */
  fileHref: (file: string) => string;
}) {
  const here = `${base}/results/items/${item.id}`;
  const hrefOf = (changes: Partial<ItemResponsesQuery>) =>
    `${here}${formatItemResponsesQuery({ ...query, page: 1, ...changes })}#responses`;
  const first = (query.page - 1) * itemAnswersPerPage + 1;
  const firstOfModels = (query.modelsPage - 1) * itemAnswersPerPage + 1;
  return (
    <>
      <p className="no-print mb-6">
        <Link href={`${base}/results#items`}>All results</Link>
      </p>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-2">
          <p className="text-sm text-ink-soft">
            {itemLabel(item)} · {item.storyTitle || item.storyId} · version {item.version}
          </p>
          <h2 className="max-w-measure font-serif text-2xl font-normal">{item.text}</h2>
          <p>{describeKey(item)}</p>
        </div>
        <details className="text-sm" open={story.length > 1}>
          <summary className="w-fit rounded-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            The story{story.length > 1 ? ", with marks and quotations" : ""}
          </summary>
          <div className="mt-3">
            <StoryWithMarks pieces={story} />
          </div>
        </details>
      </div>
      <Section title="Results by condition">
        <ItemResultTable cells={cells} series={series} hrefOf={() => here} />
        <StatusCaption status={status} />
        <TableDownloads name="cells" called="this item under each condition" fileHref={fileHref} />
      </Section>
      <ResponsesSection {...{ base, item, conditions, query, hrefOf, responses, first }} />
      <Section
        id="models"
        title="Answers of models"
        lead={`${formatNumberOf(predictions.total, "stored answer")}, each with its prompt.`}
      >
        <div className="grid grid-cols-1 gap-5">
          <ItemPredictions item={item} predictions={predictions.predictions} />
          {predictions.predictions.length > 0 && (
            <PageLinks
              label="Pages of models’ answers"
              page={query.modelsPage}
              pages={Math.ceil(predictions.total / itemAnswersPerPage)}
              shown={[firstOfModels, firstOfModels + predictions.predictions.length - 1]}
              total={predictions.total}
              unit="answers"
              hrefOf={(modelsPage) => `${here}${formatItemResponsesQuery({ ...query, modelsPage })}#models`}
            />
          )}
        </div>
      </Section>
    </>
  );
}

/** The section with individual answers of people to the item. */
function ResponsesSection({
  base,
  item,
  conditions,
  query,
  hrefOf,
  responses,
  first,
}: {
  base: string;
  item: ResultItem;
  conditions: readonly ResultCondition[];
  query: ItemResponsesQuery;
  hrefOf: (changes: Partial<ItemResponsesQuery>) => string;
  responses: { total: number; responses: ItemResponse[] };
  first: number;
}) {
  return (
    <Section
      id="responses"
      title="Answers of people"
      lead="Each answer with its reason, newest first, anonymous."
      actions={<Link href={`${base}/responses?item=${item.id}`}>Open in Responses</Link>}
    >
      <div className="grid grid-cols-1 gap-5">
        <ResponseChoice item={item} conditions={conditions} query={query} hrefOf={hrefOf} />
        {responses.responses.length === 0 ? (
          <EmptyState level={3} title="No matching answers">
            {query.conditionId || query.answerKey
              ? "Choose another condition or answer."
              : "No answers to this item yet."}
          </EmptyState>
        ) : (
          <>
            <ItemResponses item={item} conditions={conditions} responses={responses.responses} />
            <PageLinks
              label="Pages of answers"
              page={query.page}
              pages={Math.max(1, Math.ceil(responses.total / itemAnswersPerPage))}
              shown={[first, first + responses.responses.length - 1]}
              total={responses.total}
              unit="answers"
              hrefOf={(page) => hrefOf({ page })}
            />
          </>
        )}
      </div>
    </Section>
  );
}

function itemLabel(item: ResultItem): string {
  const { label } = item.attributes;
  return typeof label === "string" && label !== "" ? label : item.name;
}

function describeKey(item: ResultItem): string {
  if (item.keyVersion === null) return "This item has no key yet.";
  const answerLabels = item.rightAnswers.map(
    (value) => item.options.find((option) => option.value === value)?.label ?? value,
  );
  if (answerLabels.length === 0) return `Key version ${item.keyVersion} does not name an option.`;
  return `Key (version ${item.keyVersion}): ${answerLabels.join(" or ")}.`;
}
