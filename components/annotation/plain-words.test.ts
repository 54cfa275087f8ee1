import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { MyTask } from "@/lib/domain/annotation/my-work.ts";
import { BackgroundPanel } from "./panels/background-panel.tsx";
import { MyWorkList } from "./work/my-work-list.tsx";

const shown = (element: ReactElement) =>
  renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: {} as never }, element));

it("calls a finding by what it means, not by its code", () => {
  const finding = { item: "a", field: "erroneous_event", problem: "span-not-found", message: "is not there" } as const;
  const html = shown(
    createElement(BackgroundPanel, {
      findings: [finding],
      siblings: [],
      bases: { original: null, error: null, knp: null },
      instructions: "",
    }),
  );
  expect(html).toContain("The marked words do not occur in the event.");
  expect(html).toContain("erroneous event: is not there");
  expect(html).not.toMatch(/span-not-found|erroneous_event/u);
});

it("calls a verdict as the workspace does", () => {
  const task: MyTask = {
    ...{ taskId: "t", collectionId: "c", externalId: "a", kind: "original", genre: "kids", state: "irreparable" },
    ...{ verdict: "irreparable", returnReason: null, submittedAt: null, activeMs: 0, canReopen: false },
  };
  const html = shown(createElement(MyWorkList, { tasks: [task], api: "", taskHref: "" }));
  expect(html).toContain("unusable</td>");
  expect(html).not.toContain("irreparable");
});
