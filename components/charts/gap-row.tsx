import { Group } from "@visx/group";
import { formatCoordinate } from "@/lib/domain/format/figures.ts";
import type { CeilingLine } from "@/lib/domain/results/comparison/human-ceiling.ts";
import type { Share } from "@/lib/domain/results/model/share.ts";
import { Interval, MajorityMark, ModelMark, PersonMark } from "./marks.tsx";
import { ShareGrid } from "./share-axis.tsx";
import { shareToX } from "./share-scale.ts";

/** The vertical positions of the lanes. With the mean person there are three lanes, otherwise two. */
const lanePositions = (hasPerson: boolean) =>
  hasPerson ? { upper: "28%", middle: "50%", lower: "72%" } : { upper: "38%", middle: "50%", lower: "62%" };

/**
 * One row of a comparison: the majority vote above a model (or the mean person), each with its interval, and the
 * difference as a band. Fills the box around it.
 */
export function GapRow({
  majority,
  other,
  otherIs,
  person = null,
  chance,
  ceiling = [],
  label,
}: {
  majority: Share;
  other: Share;
  otherIs: "model" | "person";
  /** The mean person, drawn between the majority and the model; null if it is not shown. */
  person?: Share | null;
  /** The chance level; null if it is unknown. */
  chance: number | null;
  /** People's agreement. */
  ceiling?: readonly CeilingLine[];
  /** The text for screen readers. */
  label: string;
}) {
  const lanes = lanePositions(person !== null);
  return (
    <svg role="img" aria-label={label} className="keep-colour absolute inset-0 size-full overflow-visible">
      <ShareGrid chance={chance} ceiling={ceiling} />
      {majority.value !== null && other.value !== null && <Gap from={majority.value} to={other.value} />}
      <Group>
        {majority.low !== null && majority.high !== null && (
          <Interval low={shareToX(majority.low)} high={shareToX(majority.high)} y={lanes.upper} side="people" />
        )}
        {majority.value !== null && <MajorityMark x={shareToX(majority.value)} y={lanes.upper} />}
      </Group>
      {person !== null && (
        <Group>
          {person.low !== null && person.high !== null && (
            <Interval low={shareToX(person.low)} high={shareToX(person.high)} y={lanes.middle} side="people" />
          )}
          {person.value !== null && <PersonMark x={shareToX(person.value)} y={lanes.middle} />}
        </Group>
      )}
      <Group>
        {other.low !== null && other.high !== null && (
          <Interval
            low={shareToX(other.low)}
            high={shareToX(other.high)}
            y={lanes.lower}
            side={otherIs === "model" ? "models" : "people"}
          />
        )}
        {other.value !== null &&
          (otherIs === "model" ? (
            <ModelMark x={shareToX(other.value)} y={lanes.lower} />
          ) : (
            <PersonMark x={shareToX(other.value)} y={lanes.lower} />
          ))}
      </Group>
    </svg>
  );
}

/** A band between two positions that shows their distance. */
function Gap({ from, to }: { from: number; to: number }) {
  const [low, high] = from < to ? [from, to] : [to, from];
  return (
    <svg
      x={shareToX(low)}
      y={0}
      width={`${formatCoordinate(Number.parseFloat(shareToX(high)) - Number.parseFloat(shareToX(low)), 3)}%`}
      height="100%"
      aria-hidden="true"
    >
      <rect width="100%" height="100%" fill="var(--ink)" opacity={0.06} />
    </svg>
  );
}
