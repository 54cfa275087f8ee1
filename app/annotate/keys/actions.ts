"use server";

import { type KeyPreferences, parseKeyPreferences } from "@/lib/client/keyboard/keymap.ts";
import { plainAction } from "@/lib/server/platform/auth/action.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { saveKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";

/** Stores keyboard shortcuts of any signed-in user. Invalid entries are dropped, as when they are read. */
export const saveKeysAction = plainAction<KeyPreferences, boolean>(async (given) => {
  const { keys, isSingleKeysOff } = parseKeyPreferences(given);
  const lists = Object.entries(keys).map(([id, keystrokes]) => [id, [...keystrokes]]);
  await saveKeyboardPreferences(await requireUser(), { keys: Object.fromEntries(lists), isSingleKeysOff });
  return true;
});
