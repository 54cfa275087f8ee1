import { formatCount } from "../../format/figures.ts";

/** A participant of a site. */
export interface PersonMatch {
  person: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Their recruiter and the keyed digest of their id; null if either is unknown. */
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
 * The people of several sites by the keyed digests of their recruiter ids. A person counts at the site where they
 * started first. If any participant has no digest, or two sites have no recruiter in common, the overlap is unknown,
 * and only the known repetitions are left out. Linear in the number of people.
 */
export function foldSites(sites: readonly (readonly PersonMatch[])[]): MatchedPeople {
  const first = new Map<string, PersonMatch & { site: number }>();
  const repeated = new Set<string>();
  let unmatched = 0;
  for (const [site, people] of sites.entries())
    for (const one of people) {
      if (one.match === null) {
        unmatched += 1;
        continue;
      }
      const earlier = first.get(one.match.digest);
      if (earlier === undefined) first.set(one.match.digest, { ...one, site });
      // Several sessions at one site are checked by that site.
      else if (earlier.site !== site) {
        const isEarlier = one.startedAt < earlier.startedAt;
        repeated.add(isEarlier ? earlier.person : one.person);
        if (isEarlier) first.set(one.match.digest, { ...one, site });
      }
    }
  return { repeated, overlap: overlapSentence(sites, repeated.size, unmatched) };
}

function overlapSentence(sites: readonly (readonly PersonMatch[])[], repeated: number, without: number): string {
  const recruiters = sites.map((people) => new Set(people.flatMap(({ match }) => match?.source ?? [])));
  const isShared = recruiters.every((one) => one.size === 1 && [...one].every((name) => recruiters[0]?.has(name)));
  const found =
    repeated === 0
      ? "No person was found at several sites"
      : `${repeated === 1 ? "One person" : `${formatCount(repeated)} people`} took part at several sites and ${repeated === 1 ? "counts" : "count"} at the first only`;
  if (without === 0 && isShared) return `${found}.`;
  const reason =
    without > 0
      ? `${formatCount(without)} ${without === 1 ? "participant has" : "participants have"} no id that the key matches`
      : "the sites used different recruiters";
  return `Overlap of people unknown: ${reason}. ${found}.`;
}
