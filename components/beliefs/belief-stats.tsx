import { Stat, Stats } from "@/components/ui/stat.tsx";
import type { Observer } from "@/lib/domain/beliefs/prepare/observer.ts";
import { leastKnownShare } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { formatCount, formatInterval, formatNumberOf, formatShare } from "@/lib/domain/results/format-figures.ts";
import type { BeliefPeopleView } from "./people-view.ts";

/** The four numbers above the heatmap. */
export function BeliefStats({
  observers,
  people,
}: {
  observers: readonly Observer[];
  people: BeliefPeopleView | null;
}) {
  const models = observers.filter(({ side }) => side === "models");
  const entering = models.filter(({ score }) => score.enters);
  const rates = entering.flatMap(({ score }) => (score.overall.rate === null ? [] : [score.overall.rate]));
  return (
    <div className="mb-10">
      <Stats>
        {people && (
          <Stat
            side="people"
            label="People follow the expression"
            value={people.score.overall.rate === null ? null : (people.score.overall.rate * 100).toFixed(1)}
            unit="%"
            {...(people.score.overall.low === null
              ? {}
              : { interval: `95% interval ${formatInterval(people.score.overall)}` })}
            n={`${formatNumberOf(people.score.overall.context + people.score.overall.memory, "decided pair")} of ${formatNumberOf(people.score.participants, "person", "people")}`}
          />
        )}
        {people && people.score.fillers.answers > 0 && (
          <Stat
            side="people"
            label="People right after true assertions"
            value={people.score.fillers.share === null ? null : (people.score.fillers.share * 100).toFixed(1)}
            unit="%"
            {...(people.score.fillers.low === null
              ? {}
              : { interval: `95% interval ${formatInterval(people.score.fillers)}` })}
            n={formatNumberOf(people.score.fillers.answers, "answer")}
          />
        )}
        {models.length > 0 && (
          <Stat
            side="models"
            label="Models compared"
            value={formatCount(entering.length)}
            n={`of ${formatCount(models.length)}; the others know under ${leastKnownShare * 100}%`}
          />
        )}
        {rates.length > 0 && (
          <Stat
            side="models"
            label="Models follow the expression"
            value={
              rates.length === 1
                ? formatShare(rates[0]!)
                : `${(Math.min(...rates) * 100).toFixed(0)} to ${(Math.max(...rates) * 100).toFixed(0)}`
            }
            unit="%"
            n={rates.length === 1 ? "one model" : `least and most of ${formatCount(rates.length)} models`}
          />
        )}
      </Stats>
    </div>
  );
}
