import type { EventZones, ZoneCount } from "@/lib/domain/stories/diff/hunks.ts";
import type { VersionComparison } from "../../../lib/domain/annotation/workspace/workspace-checks.ts";
import { ActionButton } from "../look/action-button.tsx";
import { Panel } from "../look/panel.tsx";

/** The numbers of changed words before, inside and after the event. */
export function EditPanel({
  title,
  comparison,
  onShowChanges,
}: {
  title: string;
  comparison: VersionComparison;
  onShowChanges: () => void;
}) {
  const { diff, zones, longerBy } = comparison;
  const changes = diff.hunks.length;
  return (
    <Panel
      title={title}
      actions={
        <ActionButton action="changes" look="quiet" className="-my-1" onClick={onShowChanges}>
          Show
        </ActionButton>
      }
    >
      {changes === 0 ? (
        <p className="text-sm text-ink-soft">No differences.</p>
      ) : (
        <>
          {zones && <ZoneBar zones={zones} />}
          <p className="text-sm text-ink-soft tabular-nums">
            {changes === 1 ? "1 change" : `${changes} changes`}, −{diff.wordsRemoved} +{diff.wordsAdded} words.{" "}
            {longerBy === 0
              ? "Same length as before."
              : `${Math.abs(longerBy)} ${Math.abs(longerBy) === 1 ? "word" : "words"} ${longerBy > 0 ? "longer" : "shorter"}.`}
          </p>
        </>
      )}
    </Panel>
  );
}

/** The numbers of changed words before, inside and after the event, as a bar and as text. */
function ZoneBar({ zones }: { zones: EventZones }) {
  const parts = [
    { name: "before", zone: zones.before, colour: "bg-warn" },
    { name: "inside", zone: zones.inside, colour: "bg-info" },
    { name: "after", zone: zones.after, colour: "bg-edge" },
  ];
  const countChangedWords = ({ wordsRemoved, wordsAdded }: ZoneCount) => wordsRemoved + wordsAdded;
  const total = parts.reduce((sum, { zone }) => sum + countChangedWords(zone), 0);
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="keep-colour flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-rule">
        {parts.map(({ name, zone, colour }) => (
          <div
            key={name}
            className={colour}
            style={{ width: `${total === 0 ? 0 : (countChangedWords(zone) / total) * 100}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        {parts.map(({ name, zone, colour }) => (
          <div key={name} className="grid">
            <dt className="flex items-center gap-1.5 text-xs text-ink-soft">
              <span aria-hidden="true" className={`keep-colour size-2 rounded-full ${colour}`} />
              {name} the event
            </dt>
            <dd className="tabular-nums">
              −{zone.wordsRemoved} +{zone.wordsAdded}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
