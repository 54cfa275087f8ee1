"use server";

import { type KeyPreferences, parseKeyPreferences } from "@/lib/client/keyboard/keymap.ts";
import { plainAction } from "@/lib/server/platform/auth/action.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { saveKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";

/** Stores the keyboard shortcuts of the signed-in user, who needs no other right. Invalid entries are dropped. */
export const saveKeysAction = plainAction<KeyPreferences, boolean>(async (given) => {
  const { keys, isSingleKeysOff } = parseKeyPreferences(given);
  const lists = Object.entries(keys).map(([id, keystrokes]) => [id, [...keystrokes]]);
  await saveKeyboardPreferences(await requireUser(), { keys: Object.fromEntries(lists), isSingleKeysOff });
  return true;
});
