import type { Metadata } from "next";
import { Badge } from "@/components/ui/badge.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Page } from "@/components/ui/page.tsx";
import { PageHeader, Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatMoment } from "@/lib/domain/format/times.ts";
import { roleIn } from "@/lib/server/platform/access/access.ts";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";
import { type ListedApiToken, listApiTokens } from "@/lib/server/platform/auth/tokens/api-token.ts";
import { rolesUpTo } from "@/lib/server/platform/auth/tokens/token-role.ts";
import { listStudies } from "@/lib/server/studies/list-studies.ts";
import { revokeTokenAction } from "./actions.ts";
import { TokenForm } from "./token-form.tsx";

export const metadata: Metadata = { title: "API tokens" };

export default async function TokensPage() {
  const { actor, project } = await requireProject("research.read");
  const [tokens, studies] = await Promise.all([listApiTokens(actor, project.id), listStudies(actor, project.id)]);
  return (
    <Page>
      <PageHeader
        title="API tokens"
        lead={
          <>
            A program uses a token to read or change the project {project.name} for you.{" "}
            <Link href="/help/api">API reference</Link>
          </>
        }
      />
      <Section title="Create a token">
        <TokenForm
          roles={rolesUpTo(roleIn(actor, project.id))}
          studies={studies.map(({ id, name }) => ({ id, name }))}
        />
      </Section>
      <Section title="Tokens">
        {tokens.length === 0 ? (
          <EmptyState title="No tokens">Create a token above to use the API from a program.</EmptyState>
        ) : (
          <TokenTable tokens={tokens} />
        )}
      </Section>
    </Page>
  );
}

function TokenTable({ tokens }: { tokens: readonly ListedApiToken[] }) {
  return (
    <Table caption="API tokens" isCaptionHidden>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Rights</Th>
          <Th>Scope</Th>
          <Th>Person</Th>
          <Th>Last used</Th>
          <Th>Expires</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <Th scope="row" className="wrap-anywhere">
              {token.name} <span className="font-normal text-ink-soft">…{token.ending}</span>
            </Th>
            <Td>
              <Badge>{token.role}</Badge>
            </Td>
            <Td>{token.study?.name ?? "project"}</Td>
            <Td>{token.person}</Td>
            <Td className="text-ink-soft">{token.lastUsedAt ? formatMoment(token.lastUsedAt) : "never"}</Td>
            <Td className="text-ink-soft">
              {token.ended ? <Badge tone="warn">{token.ended}</Badge> : formatMoment(token.expiresAt)}
            </Td>
            <Td>
              {!token.ended && (
                <ConfirmButton
                  look="quiet"
                  size="small"
                  action={revokeTokenAction}
                  hidden={{ token: token.id }}
                  title="Revoke the token?"
                  consequence={`Programs that use “${token.name}” lose access immediately.`}
                  confirm="Revoke"
                >
                  Revoke
                </ConfirmButton>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
