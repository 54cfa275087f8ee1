"use client";

import { useEffect, useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { type ActionId, actionGroups, reviewActions, taskActions } from "../../../lib/client/keyboard/key-actions.ts";
import { buildKeymap, defaultKeys, findKeyProblem, type KeyPreferences } from "../../../lib/client/keyboard/keymap.ts";
import { toKeystroke } from "../../../lib/client/keyboard/keystroke.ts";
import { KeyCaps, KeysContext } from "./key-caps.tsx";
import { isMacKeyboard } from "./use-shortcuts.ts";

const reviewOnlyActions = reviewActions.filter(({ id }) => id.startsWith("review-"));
const parts = [
  ...actionGroups.map((group) => ({
    title: group as string,
    actions: taskActions.filter((one) => one.group === group),
  })),
  { title: "Review", actions: reviewOnlyActions },
];

/** Lists every action with its keys; “Change” records new keys for an action. */
export function KeySettings({
  initial,
  save,
}: {
  initial: KeyPreferences;
  /** Stores the preferences of the user. Resolves with false if that failed. */
  save: (preferences: KeyPreferences) => Promise<boolean>;
}) {
  const [preferences, setPreferences] = useState(initial);
  const [listening, setListening] = useState<ActionId | null>(null);
  const [status, setStatus] = useState("");
  const [isMac, setMac] = useState(false);
  useEffect(() => setMac(isMacKeyboard()), []);
  const keymaps = useMemo(
    () => ({ workspace: buildKeymap(preferences), review: buildKeymap(preferences, reviewActions) }),
    [preferences],
  );

  async function change(next: KeyPreferences, message: string) {
    setPreferences(next);
    setStatus((await save(next)) ? message : "The shortcuts could not be saved. Try again in a moment.");
  }

  function choose(id: ActionId, keystroke: string) {
    const refusal = id.startsWith("review-")
      ? findKeyProblem(keymaps.review, id, keystroke)
      : findKeyProblem(keymaps.workspace, id, keystroke);
    setListening(null);
    if (refusal !== null) setStatus(refusal);
    else void change({ ...preferences, keys: { ...preferences.keys, [id]: [keystroke] } }, "Saved.");
  }

  return (
    <KeysContext.Provider value={{ keymap: keymaps.workspace, isMac }}>
      <p role="status" className="mb-4 min-h-6 text-ink-soft">
        {status}
      </p>
      <Checkbox
        label="Turn off single-letter and digit keys"
        hint="Useful with speech input, or if keys repeat unintentionally. Shortcuts with Control or Command still work."
        checked={preferences.isSingleKeysOff}
        onChange={(event) => void change({ ...preferences, isSingleKeysOff: event.target.checked }, "Saved.")}
      />
      {parts.map(({ title, actions }) => (
        <section key={title} className="mt-8">
          <h2 className="mb-2 text-lg">{title}</h2>
          <ul className="grid">
            {actions.map((action) => {
              const keystrokes =
                keymaps[action.id.startsWith("review-") ? "review" : "workspace"].keysOf[action.id] ?? [];
              return (
                <li
                  key={action.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-rule py-2"
                >
                  <span className="min-w-0 flex-1">{action.label}</span>
                  <span className="flex items-center gap-2">
                    {preferences.keys[action.id] !== undefined && <Badge>yours</Badge>}
                    {keystrokes.length === 0 && <span className="text-sm text-ink-soft">no key</span>}
                    {keystrokes.map((keystroke) => (
                      <KeyCaps key={keystroke} keystroke={keystroke} />
                    ))}
                    <Button
                      size="small"
                      aria-pressed={listening === action.id}
                      onClick={() => {
                        setListening(action.id);
                        setStatus(`Press the keys for: ${action.label}. Press Tab to keep the current keys.`);
                      }}
                      onBlur={() => setListening((now) => (now === action.id ? null : now))}
                      onKeyDown={(event) => {
                        if (listening !== action.id || event.key === "Tab") return;
                        event.preventDefault();
                        event.stopPropagation();
                        const keystroke = toKeystroke(event, isMac);
                        if (keystroke !== null) choose(action.id, keystroke);
                      }}
                    >
                      {listening === action.id ? "Press keys …" : "Change"}
                      <span className="sr-only">: {action.label}</span>
                    </Button>
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      <p className="mt-8">
        <Button onClick={() => void change(defaultKeys, "All keys are reset to the defaults.")}>Reset all keys</Button>
      </p>
    </KeysContext.Provider>
  );
}
