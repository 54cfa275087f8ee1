import type { Metadata } from "next";
import { KeySettings } from "@/components/annotation/keyboard/key-settings.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { parseKeyPreferences } from "@/lib/client/keyboard/keymap.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { getKeyboardPreferences } from "@/lib/server/users/keyboard-preferences.ts";
import { saveKeysAction } from "./actions.ts";

export const metadata: Metadata = { title: "Keys" };

export default async function KeysPage() {
  const actor = await requireUser();
  return (
    <Page isNarrow>
      <PageHeader
        title="Keys"
        breadcrumbs={[{ href: "/annotate", label: "Annotation" }]}
        lead="Keyboard shortcuts of the workspace. Single-letter shortcuts work only outside text fields."
      />
      <KeySettings initial={parseKeyPreferences(await getKeyboardPreferences(actor))} save={saveKeysAction} />
    </Page>
  );
}
