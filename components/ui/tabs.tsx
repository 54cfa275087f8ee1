"use client";

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

/** Several views of one thing on one page. For pages of their own there are TabLinks. */
export function Tabs({
  label,
  tabs,
  defaultTab,
}: {
  label: string;
  tabs: readonly { key: string; label: ReactNode; content: ReactNode }[];
  defaultTab?: string;
}) {
  return (
    <RadixTabs.Root defaultValue={defaultTab ?? tabs[0]?.key}>
      <RadixTabs.List aria-label={label} className="no-print mb-5 flex gap-6 overflow-x-auto border-b border-rule">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.key}
            value={tab.key}
            className="whitespace-nowrap py-2.5 text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:parallax-stroke data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.key} value={tab.key}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
