import type { SearchHit } from "@/lib/domain/search.ts";

/** Returns the search hits for a text; null if the search was aborted or the server could not be reached. */
export async function findHits(text: string, signal: AbortSignal): Promise<SearchHit[] | null> {
  try {
    const response = await fetch(`/api/v1/search?${new URLSearchParams({ q: text })}`, { signal });
    return response.ok ? ((await response.json()) as { hits: SearchHit[] }).hits : null;
  } catch {
    return null;
  }
}
