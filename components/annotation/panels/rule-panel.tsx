"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { listReasonsWithoutRule } from "@/lib/domain/annotation/reason-codes.ts";
import type { ValidityRule } from "@/lib/domain/items/kinds/story-kind.ts";
import { storyKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { KsteKind } from "@/lib/domain/stories/items/kste-item.ts";
import { KeyCaps } from "../keyboard/key-caps.tsx";
import { Panel } from "../look/panel.tsx";

/**
 * The possible faults of an item, each with its rule, the reason for the rule and examples. The faults that the user
 * found are checked.
 */
export function RulePanel({
  kind,
  codes,
  measured,
  isReadOnly,
  onTick,
}: {
  kind: KsteKind;
  /** The codes of the reasons for the change. */
  codes: readonly string[];
  /** The workspace's automatic findings, by the ID of the rule. */
  measured: Readonly<Record<string, string>>;
  isReadOnly: boolean;
  onTick: (code: string, applies: boolean) => void;
}) {
  const row = { isReadOnly, onTick };
  return (
    <Panel
      title="Faults"
      id="rules"
      actions={
        <span className="text-xs text-ink-soft tabular-nums">
          {codes.length === 0 ? "no fault" : codes.length === 1 ? "1 fault" : `${codes.length} faults`}
        </span>
      }
    >
      <p className="text-xs text-ink-soft">
        When you change the item, select the faults that it had. Remove all of them before you submit.
      </p>
      <ol className="grid gap-0.5">
        {storyKinds[kind].rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            digit={digitForIndex(index)}
            wasBroken={codes.includes(rule.id)}
            measured={measured[rule.id] ?? null}
            {...row}
          />
        ))}
      </ol>
      <ul aria-label="Other reasons" className="grid gap-0.5 border-t border-rule pt-2 text-sm">
        {listReasonsWithoutRule(kind).map(({ code, label }, index) => {
          const digit = digitForIndex(storyKinds[kind].rules.length + index);
          return (
            <li key={code} className="flex items-start gap-1.5">
              <FaultCheckbox {...{ code, label, digit }} applies={codes.includes(code)} {...row} />
              {digit && (
                <span aria-hidden="true" className="mt-1 pointer-coarse:hidden max-md:hidden">
                  <KeyCaps keystroke={digit} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The digit key of a reason, by the index of the reason; null beyond the ninth. */
function digitForIndex(index: number): string | null {
  return index < 9 ? String(index + 1) : null;
}

function RuleRow({
  rule,
  digit,
  wasBroken,
  measured,
  isReadOnly,
  onTick,
}: {
  rule: ValidityRule;
  digit: string | null;
  wasBroken: boolean;
  measured: string | null;
  isReadOnly: boolean;
  onTick: (code: string, applies: boolean) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className="grid text-sm">
      <div className="flex items-start gap-1.5">
        <FaultCheckbox
          code={rule.id}
          label={rule.fault}
          applies={wasBroken}
          {...{ digit, isReadOnly, onTick }}
          {...(measured ? { describedBy: `${id}-measured` } : {})}
        />
        {digit && (
          <span aria-hidden="true" className="mt-1 pointer-coarse:hidden max-md:hidden">
            <KeyCaps keystroke={digit} />
          </span>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-examples`}
          aria-label={`Rule, reason and examples: ${rule.fault}`}
          onClick={() => setOpen(!isOpen)}
          className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-10"
        >
          <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? "rotate-180" : ""}`} />
        </button>
      </div>
      {measured && (
        <p id={`${id}-measured`} className="pb-1 pl-6.5 text-xs text-warn">
          {measured}
        </p>
      )}
      <div id={`${id}-examples`} hidden={!isOpen} className="pr-7 pb-2 pl-6.5 text-ink-soft">
        <p className="font-medium text-ink">{rule.rule}</p>
        <p className="mt-1.5">{rule.why}</p>
        <p className="mt-1.5 border-l-2 border-good pl-2">
          <span className="font-medium text-good">Correct:</span> {rule.keeps}
        </p>
        <p className="mt-1.5 border-l-2 border-bad pl-2">
          <span className="font-medium text-bad">Incorrect:</span> {rule.breaks}
        </p>
      </div>
    </li>
  );
}

function FaultCheckbox({
  code,
  label,
  digit,
  applies,
  describedBy,
  isReadOnly,
  onTick,
}: {
  code: string;
  label: string;
  digit: string | null;
  applies: boolean;
  describedBy?: string;
  isReadOnly: boolean;
  onTick: (code: string, applies: boolean) => void;
}) {
  return (
    <label className="flex min-w-0 flex-1 items-start gap-2.5 py-1 pointer-coarse:py-2.5">
      <input
        id={`reason-${code}`}
        type="checkbox"
        checked={applies}
        disabled={isReadOnly}
        aria-keyshortcuts={digit ?? undefined}
        aria-describedby={describedBy}
        onChange={(event) => onTick(code, event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-bad focus:outline-2 focus:outline-offset-2 focus:outline-ink"
      />
      <span className="min-w-0">{label}</span>
    </label>
  );
}
