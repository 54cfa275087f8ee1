import type { KsteData } from "../../statistics/published/kste-data.ts";
import {
  type ClusteredValue,
  countValue,
  type MeasuredValue,
  meanOf,
  missingValue,
  pairedDifferences,
  scoreCorrectness,
} from "../measure.ts";
import type { ReplicatedItem, ReplicatedSubject } from "../observation.ts";
import { noPeopleYet, type PaperTable, tableRows } from "../paper-table.ts";
import {
  measureChoices,
  measureStories,
  noChoices,
  noStories,
  type ScoredAnswers,
  type ScoresOf,
} from "./kste-scores.ts";

/** Figure 3: accuracy on both tasks by genre. */
export function genreTable(
  genres: readonly string[],
  subjects: readonly ReplicatedSubject[],
  of: ScoresOf,
): PaperTable {
  const tasks = [
    { task: "IKD", kind: "stories" as const },
    { task: "KNP", kind: "choices" as const },
  ];
  const columns = tasks.flatMap(({ task }) =>
    genres.map((genre) => ({ name: `${task} ${genre}`, label: `${task} ${genre}` })),
  );
  const measure = (subject: ReplicatedSubject, column: string) => {
    const [task = "", ...rest] = column.split(" ");
    const genre = rest.join(" ");
    const { stories, choices } = of(subject);
    const isInGenre = ({ item }: { item: ReplicatedItem }) => item.story.genre === genre;
    return task === "IKD"
      ? measureStories(stories.get("plain")?.filter(isInGenre), "fullCls")
      : measureChoices(choices.get("plain")?.filter(isInGenre));
  };
  return {
    table: "figure-3",
    title: "Accuracy by genre",
    head: "Model",
    columns,
    rows: tableRows(columns, [], subjects, measure),
    unit: "share",
    figure: { columns: columns.map(({ name }) => name), across: "task and genre", up: "accuracy" },
  };
}

const explicitColumns = [
  { name: "IKD default", label: "IKD" },
  { name: "IKD explicit", label: "IKD explicit prompt" },
  { name: "IKD difference", label: "IKD difference" },
  { name: "KNP default", label: "KNP" },
  { name: "KNP explicit", label: "KNP explicit prompt" },
  { name: "KNP difference", label: "KNP difference" },
] as const;

/** Figure 4: the explicit prompt, as paired differences over the same items. */
export function explicitTable(subjects: readonly ReplicatedSubject[], of: ScoresOf): PaperTable {
  const models = subjects.filter(({ isPeople }) => !isPeople);
  return {
    table: "figure-4",
    title: "The explicit prompt, which asks to attend to what characters know (paired differences)",
    head: "Model",
    columns: explicitColumns,
    rows: tableRows(explicitColumns, [], models, (subject, column) => measureExplicit(of(subject), column)),
    unit: "share",
    figure: {
      columns: ["IKD difference", "KNP difference"],
      across: "task",
      up: "accuracy with the explicit prompt minus that without it",
      isDifference: true,
    },
  };
}

function measureExplicit({ stories, choices }: ScoredAnswers, column: string): MeasuredValue {
  const [task, what] = column.split(" ");
  const values = (display: string): (ClusteredValue & { item: string })[] =>
    task === "IKD"
      ? (stories.get(display) ?? []).map(({ item, isRight }) => ({
          item: item.id,
          value: isRight ? 1 : 0,
          cluster: item.cluster,
        }))
      : (choices.get(display) ?? []).flatMap((answerWithItem) =>
          scoreCorrectness([answerWithItem]).map((value) => ({ ...value, item: answerWithItem.item.id })),
        );
  const noAnswers = task === "IKD" ? noStories : noChoices;
  const noExplicitPrompt = `${noAnswers} with the explicit prompt`;
  if (what === "default") return meanOf(values("plain"), noAnswers);
  if (what === "explicit") return meanOf(values("attention"), noExplicitPrompt);
  return meanOf(pairedDifferences(values("plain"), values("attention")), noExplicitPrompt, null);
}

/** The values in the text of section 5, in the order of the published table. */
export function textTable({ textValues }: KsteData, subjects: readonly ReplicatedSubject[], of: ScoresOf): PaperTable {
  const models = subjects.filter(({ isPeople }) => !isPeople);
  const people = subjects.find(({ isPeople }) => isPeople);
  const aggregateModels = (column: string, fold: (values: number[]) => number): MeasuredValue => {
    const values = models.flatMap((model) => measureExplicit(of(model), column).ours ?? []);
    return values.length === 0
      ? missingValue("no model was asked with the explicit prompt")
      : { ...countValue(fold(values), values.length), interval: null };
  };
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const measurePeople = () =>
    people ? measureStories(of(people).stories.get("event-knowledge"), "negLoc") : missingValue(noPeopleYet);
  const measures: readonly (() => MeasuredValue)[] = [
    () => aggregateModels("IKD difference", mean),
    () => aggregateModels("KNP difference", mean),
    () => aggregateModels("KNP explicit", (values) => Math.max(...values)),
    measurePeople,
  ];
  const columns = [{ name: "value", label: "Value" }];
  return {
    table: "text",
    title: "Values of section 5 (differences over our models; the best of our models)",
    head: "Claim",
    columns,
    rows: textValues.map(({ claim, value }, index) => ({
      row: claim,
      hasPeople: people !== undefined && measures[index] === measurePeople,
      cells: [{ ...(measures[index]?.() ?? missingValue("not computed")), printed: shareOf(value) }],
    })),
    unit: "share",
    figure: null,
  };
}

/** "+12.6 pp" is a difference of 0.126. */
function shareOf(value: string | number): number | string {
  const [, points] = typeof value === "string" ? (/^([+-]?[\d.]+) pp$/.exec(value) ?? []) : [];
  return points === undefined ? value : Math.round(Number(points) * 10) / 1_000;
}
