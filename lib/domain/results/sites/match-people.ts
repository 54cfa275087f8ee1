import { formatCount } from "../../format/figures.ts";

/** A participant of a site. */
export interface PersonMatch {
  person: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The person's recruiter and the keyed digest of the person's ID; null if either is unknown. */
  match: { source: string; digest: string } | null;
}

/** People who took part at several sites. */
export interface MatchedPeople {
  /** Sessions that are not counted, because the person took part at another site before. */
  repeated: ReadonlySet<string>;
  /** What is known, as a sentence. */
  overlap: string;
}

/**
 * Matches the people of several sites by the keyed digests of their recruiter IDs. A person counts at the site where
 * they started first. If any participant has no digest, or if the sites do not all use the same single recruiter, the
 * overlap is unknown, and only the known repetitions are excluded. The time is linear in the number of people.
 */
export function matchPeopleAcrossSites(sites: readonly (readonly PersonMatch[])[]): MatchedPeople {
  const first = new Map<string, PersonMatch & { site: number }>();
  const repeatedPeople = new Set<string>();
  let unmatchedCount = 0;
  for (const [site, people] of sites.entries())
    for (const one of people) {
      if (one.match === null) {
        unmatchedCount += 1;
        continue;
      }
      const firstSession = first.get(one.match.digest);
      if (firstSession === undefined) first.set(one.match.digest, { ...one, site });
      // Several sessions at one site are checked by that site.
      else if (firstSession.site !== site) {
        const isEarlier = one.startedAt < firstSession.startedAt;
        repeatedPeople.add(isEarlier ? firstSession.person : one.person);
        if (isEarlier) first.set(one.match.digest, { ...one, site });
      }
    }
  return { repeated: repeatedPeople, overlap: overlapSentence(sites, repeatedPeople.size, unmatchedCount) };
}

function overlapSentence(sites: readonly (readonly PersonMatch[])[], repeated: number, unmatchedCount: number): string {
  const recruiters = sites.map((people) => new Set(people.flatMap(({ match }) => match?.source ?? [])));
  const isShared = recruiters.every((one) => one.size === 1 && [...one].every((name) => recruiters[0]?.has(name)));
  const finding =
    repeated === 0
      ? "No person was found at several sites"
      : `${repeated === 1 ? "One person" : `${formatCount(repeated)} people`} took part at several sites and ${repeated === 1 ? "counts" : "count"} at the first only`;
  if (unmatchedCount === 0 && isShared) return `${finding}.`;
  const reason =
    unmatchedCount > 0
      ? `${formatCount(unmatchedCount)} ${unmatchedCount === 1 ? "participant has" : "participants have"} no id that the key matches`
      : "the sites used different recruiters";
  return `Overlap of people unknown: ${reason}. ${finding}.`;
}
