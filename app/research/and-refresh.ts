import { refresh } from "next/cache";

/** Refreshes the page that sent a form, after the work of its action. */
export async function refreshAfter(work: Promise<unknown>): Promise<unknown> {
  const value = await work;
  refresh();
  return value;
}
