import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Share } from "@/lib/domain/annotation/prepare-numbers.ts";
import type { PairQuality, PersonQuality } from "@/lib/domain/annotation/prepare-people.ts";
import { formatCount, formatInterval, formatShare } from "@/lib/domain/results/format-figures.ts";

/** How each person's work holds up over time. It is for talking with people, and never a reason to withhold pay. */
export function PeopleQuality({ people }: { people: readonly (PersonQuality & { name: string })[] }) {
  return (
    <Table caption="By person">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th isNumber>Copies judged</Th>
          <Th isNumber>a day with work</Th>
          <Th isNumber>Same verdict as others</Th>
          <Th isNumber>Same verdict as before</Th>
          <Th isNumber>Gold items right</Th>
          <Th isNumber>Returned by review</Th>
          <Th isNumber>Refined, first half</Th>
          <Th isNumber>Refined, last half</Th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.userId}>
            <Th scope="row" className="wrap-anywhere">
              {person.name}
            </Th>
            <Td isNumber>{formatCount(person.items)}</Td>
            <Td isNumber>{person.perDay === null ? "–" : person.perDay.toFixed(1)}</Td>
            <ShareCell share={person.agreement} />
            <ShareCell share={person.selfAgreement} />
            <ShareCell share={person.gold} />
            <ShareCell share={person.returned} />
            <ShareCell share={person.firstHalf} />
            <ShareCell share={person.lastHalf} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Agreement of each two people on the copies of items that both judged. */
export function PairAgreement({
  pairs,
}: {
  pairs: readonly (PairQuality & { leftName: string; rightName: string })[];
}) {
  return (
    <Table caption="By pair of persons">
      <thead>
        <tr>
          <Th>Two persons</Th>
          <Th isNumber>Same verdict</Th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ left, right, leftName, rightName, agreement }) => (
          <tr key={`${left} ${right}`}>
            <Th scope="row" className="wrap-anywhere">
              {leftName} and {rightName}
            </Th>
            <ShareCell share={agreement} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A share with its interval and what it rests on. */
export function ShareCell({ share }: { share: Share }) {
  return (
    <Td isNumber>
      {share.n === 0 ? "–" : formatShare(share.estimate)}
      {share.n > 0 && <Soft>{formatInterval(share)}</Soft>}
      <Soft>
        {formatCount(share.k)} of {formatCount(share.n)}
      </Soft>
    </Td>
  );
}

function Soft({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs text-ink-soft">{children}</span>;
}
