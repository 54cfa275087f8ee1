"use server";

import { headers } from "next/headers";
import { type KeyPreferences, parseKeyPreferences } from "@/components/annotation/keyboard/keymap.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { assertSameOrigin } from "@/lib/server/platform/http/same-origin.ts";
import { saveKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";

/** Stores the keys of whoever is signed in; what does not fit is left out, as when they are read. */
export async function saveKeysAction(preferences: KeyPreferences): Promise<boolean> {
  assertSameOrigin(await headers());
  const { keys, isSingleKeysOff } = parseKeyPreferences(preferences);
  const lists = Object.entries(keys).map(([id, keystrokes]) => [id, [...keystrokes]]);
  await saveKeyboardPreferences(await requireUser(), { keys: Object.fromEntries(lists), isSingleKeysOff });
  return true;
}
