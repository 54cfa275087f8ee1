import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { CountedShare } from "@/lib/domain/annotation/figures/prepare-collection-figures.ts";
import type { PairQuality, PersonFigure, PersonQuality } from "@/lib/domain/annotation/figures/prepare-people.ts";
import { describeEstimate, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

/** The quality of each person's work. It is for feedback, and never a reason to withhold pay. */
export function PeopleQuality({
  people,
  itemsHref,
}: {
  people: readonly (PersonQuality & { name: string })[];
  /** The address of the list of items, which a figure filters. */
  itemsHref: string;
}) {
  const hrefOf = (person: string, figure: PersonFigure) => `${itemsHref}?${new URLSearchParams({ figure, person })}`;
  return (
    <Table caption="By person" takenAs="people">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th isNumber>Copies judged</Th>
          <Th isNumber>Copies per working day</Th>
          <Th isNumber>Same verdict as others</Th>
          <Th isNumber>Same verdict on re-review</Th>
          <Th isNumber>Gold items right</Th>
          <Th isNumber>Faster than reading</Th>
          <Th isNumber>Returned by review</Th>
          <Th isNumber>Refined, first half of items</Th>
          <Th isNumber>Refined, second half of items</Th>
          <Th isNumber>Only marks moved, first half of items</Th>
          <Th isNumber>Only marks moved, second half of items</Th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.userId}>
            <Th scope="row" className="wrap-anywhere">
              {person.name}
            </Th>
            <Td isNumber>
              <Link href={hrefOf(person.userId, "judged")} prefetch={false}>
                {formatCount(person.items)}
              </Link>
            </Td>
            <Td isNumber>
              <Link href={hrefOf(person.userId, "judged")} prefetch={false}>
                {formatQuantity(person.perDay)}
              </Link>
            </Td>
            <LinkedShareCell
              share={person.agreement}
              of="pairs of verdicts"
              href={hrefOf(person.userId, "agreement")}
              opensAll
            />
            <LinkedShareCell
              share={person.selfAgreement}
              of="re-reviews"
              href={hrefOf(person.userId, "self-agreement")}
              opensAll
            />
            <LinkedShareCell
              share={person.gold}
              of="copies of gold items"
              href={hrefOf(person.userId, "gold")}
              opensAll
            />
            <LinkedShareCell share={person.fast} of="copies" href={hrefOf(person.userId, "fast")} />
            <LinkedShareCell
              share={person.returned}
              of="reviewed copies"
              href={hrefOf(person.userId, "returned-by-review")}
              opensAll
            />
            {(["refined", "marksOnly"] as const).map((changed) =>
              (["first-half", "last-half"] as const).map((figure) => (
                <LinkedShareCell
                  key={`${changed}/${figure}`}
                  share={person[figure === "first-half" ? "firstHalf" : "lastHalf"][changed]}
                  of="copies"
                  href={hrefOf(person.userId, figure)}
                  opensAll
                />
              )),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The agreement of each pair of people, on the items of which both judged a copy. */
export function PairAgreement({
  pairs,
  itemsHref,
}: {
  pairs: readonly (PairQuality & { leftName: string; rightName: string })[];
  itemsHref: string;
}) {
  return (
    <Table caption="By pair of annotators" takenAs="pairs">
      <thead>
        <tr>
          <Th>Pair</Th>
          <Th isNumber>Same verdict</Th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ left, right, leftName, rightName, agreement }) => (
          <tr key={`${left} ${right}`}>
            <Th scope="row" className="wrap-anywhere">
              {leftName} and {rightName}
            </Th>
            <LinkedShareCell
              share={agreement}
              of="pairs of verdicts"
              href={`${itemsHref}?${new URLSearchParams({ figure: "agreement", person: left, other: right })}`}
              opensAll
            />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/**
 * A share with its interval and n, linked to its items: to the k items in the numerator, or with `opensAll` to all n
 * items.
 */
export function LinkedShareCell({
  share,
  of,
  href,
  opensAll = false,
}: {
  share: CountedShare;
  /** The unit of n. */
  of: string;
  href: string;
  opensAll?: boolean;
}) {
  if (share.n === 0)
    return (
      <Td isNumber>
        –<SecondaryText isWrapped>no {of}</SecondaryText>
      </Td>
    );
  const counts = `${formatCount(share.k)} of ${formatCount(share.n)} ${of}`;
  const description = describeEstimate({ ...share, value: share.estimate }, counts);
  return (
    <Td isNumber>
      {description.value}
      <SecondaryText>{description.interval}</SecondaryText>
      <SecondaryText isWrapped>
        {(opensAll ? share.n : share.k) === 0 ? (
          counts
        ) : (
          <Link href={href} prefetch={false}>
            {counts}
          </Link>
        )}
      </SecondaryText>
    </Td>
  );
}

function SecondaryText({ isWrapped = false, children }: { isWrapped?: boolean; children: React.ReactNode }) {
  return <span className={`block text-xs text-ink-soft ${isWrapped ? "whitespace-normal" : ""}`}>{children}</span>;
}
