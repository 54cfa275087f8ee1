"use client";

import { Button } from "@/components/ui/forms/button.tsx";
import { controlStyle } from "@/components/ui/forms/control-style.ts";
import type { SessionRule } from "@/lib/domain/survey/composition/layout-design.ts";
import type { AskedKind } from "@/lib/domain/survey/studies/study-benchmark.ts";

type RuleKind = "onePer" | "atMost" | "balance" | "blocksOf" | "withinFixed" | "fixed" | "random" | "latin-square";

/** The labels of the rules. If items are kept together in blocks, “Order” is the order of the blocks. */
const ruleLabels: Record<RuleKind, string> = {
  onePer: "At most one item per",
  atMost: "Maximum number of each",
  balance: "Equal numbers of each",
  blocksOf: "Keep together, one block for each",
  random: "Order: random, drawn for each session",
  fixed: "Order: as in the file",
  "latin-square": "Order: rotated (Latin square)",
  withinFixed: "Order within a block: as in the file",
};

/** The rules of a session, one per row. */
export function SessionRules({
  rules,
  kind,
  onChange,
}: {
  rules: readonly SessionRule[];
  kind: AskedKind | null;
  onChange: (rules: SessionRule[]) => void;
}) {
  const knownAttributes = [
    "story",
    "group",
    "gold",
    "genre",
    ...(kind?.table.attributes.map(({ name }) => name) ?? []),
  ];
  const usedAttributes = rules.map(findRuleAttribute).filter((name) => name !== null);
  const attributes = [...new Set([...knownAttributes, ...usedAttributes])];
  const replace = (index: number, rule: SessionRule) => onChange(rules.map((old, at) => (at === index ? rule : old)));
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1 font-medium">Rules</legend>
      <p className="max-w-measure text-sm text-ink-soft">
        “group” is the source group: an original, its erroneous versions and its questions. “gold” is the right answer.
      </p>
      {rules.map((rule, index) => {
        const ruleKind = detectRuleKind(rule);
        const attribute = findRuleAttribute(rule);
        const number = index + 1;
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and a row has no state.
            key={index}
            className="grid grid-cols-1 items-end gap-2 sm:grid-cols-[minmax(0,2fr)_5rem_minmax(0,1fr)_auto]"
          >
            <select
              aria-label={`Rule ${number}`}
              className={controlStyle}
              value={ruleKind}
              onChange={(event) => replace(index, makeRule(event.target.value as RuleKind, attribute ?? "story", 1))}
            >
              {Object.entries(ruleLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {"atMost" in rule ? (
              <input
                type="number"
                min={1}
                aria-label={`Number of rule ${number}`}
                className={controlStyle}
                value={rule.atMost}
                onChange={(event) => replace(index, { ...rule, atMost: Number(event.target.value) })}
              />
            ) : (
              <span className="hidden sm:block" />
            )}
            {attribute === null ? (
              <span className="hidden sm:block" />
            ) : (
              <select
                aria-label={`Attribute of rule ${number}`}
                className={controlStyle}
                value={attribute}
                onChange={(event) =>
                  replace(index, makeRule(ruleKind, event.target.value, "atMost" in rule ? rule.atMost : 1))
                }
              >
                {attributes.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            )}
            <Button
              size="small"
              look="quiet"
              className="justify-self-start"
              aria-label={`Remove rule ${number}`}
              onClick={() => onChange(rules.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        );
      })}
      <div>
        <Button size="small" onClick={() => onChange([...rules, { onePer: "story" }])}>
          Add a rule
        </Button>
      </div>
    </fieldset>
  );
}

function detectRuleKind(rule: SessionRule): RuleKind {
  if ("onePer" in rule) return "onePer";
  if ("atMost" in rule) return "atMost";
  if ("balance" in rule) return "balance";
  if (typeof rule.order === "string") return rule.order;
  return "blocksOf" in rule.order ? "blocksOf" : "withinFixed";
}

function findRuleAttribute(rule: SessionRule): string | null {
  if ("onePer" in rule) return rule.onePer;
  if ("atMost" in rule) return rule.of;
  if ("balance" in rule) return rule.balance;
  return typeof rule.order === "object" && "blocksOf" in rule.order ? rule.order.blocksOf : null;
}

function makeRule(kind: RuleKind, attribute: string, atMost: number): SessionRule {
  switch (kind) {
    case "onePer":
      return { onePer: attribute };
    case "atMost":
      return { atMost, of: attribute };
    case "balance":
      return { balance: attribute };
    case "blocksOf":
      return { order: { blocksOf: attribute } };
    case "withinFixed":
      return { order: { withinBlocks: "fixed" } };
    case "fixed":
    case "random":
    case "latin-square":
      return { order: kind };
  }
}
