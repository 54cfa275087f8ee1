"use client";

import { useContext } from "react";
import { Dialog } from "@/components/ui/dialog.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { type ActionId, actionGroups, type KeyAction, taskActions } from "../../../lib/client/keyboard/key-actions.ts";
import { KeyCaps, KeysContext } from "./key-caps.tsx";

/** All keyboard shortcuts in one sheet. */
export function KeySheet({
  isOpen,
  onClose,
  keysHref,
  actions = taskActions,
  digits,
}: {
  isOpen: boolean;
  onClose: () => void;
  keysHref: string;
  actions?: readonly (KeyAction & { id: ActionId })[];
  /** The action of the digit keys, if they do not select rules. It is listed in the group “Decide”. */
  digits?: string;
}) {
  const { keymap } = useContext(KeysContext);
  const keysOf = (id: ActionId) => keymap.keysOf[id] ?? [];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Keys"
      actions={
        <LinkButton href={keysHref} look="secondary">
          Change the keys
        </LinkButton>
      }
    >
      <p className="text-sm text-ink-soft">
        Plain letters work while you are not writing; Escape leaves a text field.
        {keymap.isSingleKeysOff && " Single-letter keys are turned off."}
      </p>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {actionGroups
          .filter((group) => actions.some((action) => action.group === group))
          .map((group) => (
            <section key={group} className="content-start">
              <h3 className="mb-1.5 text-sm text-ink-soft">{group}</h3>
              <ul className="grid gap-1 text-sm">
                {actions
                  .filter((action) => action.group === group)
                  .map((action) => (
                    <li key={action.id} className="flex items-baseline justify-between gap-3">
                      <span>{action.label}</span>
                      <span className="flex shrink-0 gap-1.5">
                        {keysOf(action.id).length === 0 && <span className="text-ink-soft">no key</span>}
                        {keysOf(action.id).map((keystroke) => (
                          <KeyCaps key={keystroke} keystroke={keystroke} />
                        ))}
                      </span>
                    </li>
                  ))}
                {digits !== undefined && group === "Decide" && (
                  <li className="flex items-baseline justify-between gap-3">
                    <span>{digits}</span>
                    <span className="flex shrink-0 items-baseline gap-1.5">
                      <KeyCaps keystroke="1" /> to <KeyCaps keystroke="9" />
                    </span>
                  </li>
                )}
              </ul>
            </section>
          ))}
      </div>
    </Dialog>
  );
}
