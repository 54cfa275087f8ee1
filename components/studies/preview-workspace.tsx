"use client";

import clsx from "clsx";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { AppLink } from "@/components/ui/navigation/app-link.tsx";
import { type DeviceChoice, DeviceSwitch, frameStyle } from "./device-switch.tsx";

export interface PreviewPageLine {
  place: string;
  label: string;
  isEnd: boolean;
  /** Whether the page depends on the condition. */
  varies: boolean;
}

/** The pages of a study, each with a frame per condition. The address contains the current page and item. */
export function PreviewWorkspace({
  base,
  pages,
  page,
  items,
  itemId,
  conditions,
}: {
  base: string;
  pages: readonly PreviewPageLine[];
  page: PreviewPageLine;
  items: readonly { id: string; label: string; story: string }[];
  itemId: string;
  conditions: readonly { key: string; label: string }[];
}) {
  const [device, setDevice] = useState<DeviceChoice>({ width: "phone", theme: "light" });
  const href = (place: string) => `${base}/design/protocol?${new URLSearchParams({ page: place, item: itemId })}`;
  const shownConditions = page.varies ? conditions : conditions.slice(0, 1);
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Pages of the session" className="mb-6 lg:mb-0">
        <ol className="flex flex-wrap gap-1 lg:grid">
          {pages.map((line, index) => (
            <li key={line.place}>
              {line.isEnd && !pages[index - 1]?.isEnd && (
                <span className="mt-3 hidden px-3 pb-1 text-sm text-ink-soft lg:block">End pages</span>
              )}
              <AppLink
                href={href(line.place)}
                scroll={false}
                aria-current={line.place === page.place ? "page" : undefined}
                className={clsx(
                  "block rounded-sm px-3 py-1.5 transition-colors",
                  line.place === page.place ? "bg-ink text-on-ink" : "hover:bg-sunken",
                )}
              >
                {line.label}
              </AppLink>
            </li>
          ))}
        </ol>
      </nav>
      <div className="grid grid-cols-1 min-w-0 content-start gap-5">
        <div className="flex flex-wrap items-end justify-between gap-4">
          {page.varies ? <ItemChoice {...{ base, page, items, itemId }} /> : <span />}
          <DeviceSwitch choice={device} onChange={setDevice} />
        </div>
        <div
          className={clsx(
            "grid grid-cols-1 gap-6",
            device.width === "phone" && shownConditions.length > 1 && "xl:grid-cols-2",
          )}
        >
          {shownConditions.map((condition) => (
            <figure key={condition.key} className="grid grid-cols-1 min-w-0 gap-2">
              {page.varies && (
                <figcaption className="text-sm">
                  <span className="text-ink-soft">Condition: </span>
                  <strong className="font-semibold">{condition.label}</strong>
                </figcaption>
              )}
              <div className="overflow-x-auto rounded-md border border-rule bg-sunken p-2 sm:p-4">
                <iframe
                  title={page.varies ? `${page.label}, ${condition.label}` : page.label}
                  src={`${base}/preview?${new URLSearchParams({ page: page.place, item: itemId, condition: condition.key, theme: device.theme })}`}
                  sandbox=""
                  loading="lazy"
                  className="mx-auto block rounded-sm border border-rule bg-paper"
                  style={frameStyle(device.width)}
                />
              </div>
            </figure>
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * The form that selects the item for story and question screens. It is a plain form, which also works without
 * JavaScript.
 */
function ItemChoice({
  base,
  page,
  items,
  itemId,
}: {
  base: string;
  page: PreviewPageLine;
  items: readonly { id: string; label: string; story: string }[];
  itemId: string;
}) {
  const router = useRouter();
  const stories = [...new Set(items.map((item) => item.story))];
  return (
    <form action={`${base}/design/protocol`} className="flex w-full min-w-0 flex-wrap items-end gap-3 sm:w-auto">
      <input type="hidden" name="page" value={page.place} />
      <div className="w-full min-w-0 sm:w-80">
        <Field name="item" label="Item">
          <Select
            key={itemId}
            required={false}
            defaultValue={itemId}
            onChange={(event) =>
              router.push(
                `${base}/design/protocol?${new URLSearchParams({ page: page.place, item: event.target.value })}`,
                {
                  scroll: false,
                },
              )
            }
          >
            {stories.map((story) => (
              <optgroup key={story} label={story}>
                {items
                  .filter((item) => item.story === story)
                  .map((item) => (
                    <option key={item.id} value={item.id}>
                      {item.label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
      </div>
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </form>
  );
}
