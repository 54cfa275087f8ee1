"use client";

import { type ComponentProps, useContext } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import type { ActionId } from "../../../lib/client/keyboard/key-actions.ts";
import { ariaKeys } from "../../../lib/client/keyboard/keystroke.ts";
import { KeyHint, KeysContext } from "../keyboard/key-caps.tsx";

/** A button for an action that also has a key. The button shows the key, and screen readers announce it. */
export function ActionButton({
  action,
  size = "small",
  children,
  ...rest
}: ComponentProps<typeof Button> & { action: ActionId }) {
  const { keymap, isMac } = useContext(KeysContext);
  const keys = (keymap.keysOf[action] ?? []).map((keystroke) => ariaKeys(keystroke, isMac)).join(" ");
  return (
    <Button size={size} aria-keyshortcuts={keys || undefined} {...rest}>
      {children}
      <KeyHint action={action} {...(rest.look === "primary" ? { isOnInk: true } : {})} />
    </Button>
  );
}
