import type { SearchHit } from "@/lib/domain/search.ts";

/** The search hits for a text; null if the search was stopped or the server could not be reached. */
export async function findHits(text: string, signal: AbortSignal): Promise<SearchHit[] | null> {
  try {
    const answer = await fetch(`/api/v1/search?${new URLSearchParams({ q: text })}`, { signal });
    return answer.ok ? ((await answer.json()) as { hits: SearchHit[] }).hits : null;
  } catch {
    return null;
  }
}
