import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const links = [
  { href: "/research/admin/users", label: "Users" },
  { href: "/research/admin/model", label: "Language model" },
  { href: "/research/admin/settings", label: "Settings" },
  { href: "/research/admin/archive", label: "Project archives" },
  { href: "/research/admin/erasure", label: "Erasure" },
  { href: "/research/admin/audit", label: "Audit log" },
] as const;

/** Owners also see the status of the installation. */
const ownerLinks = [...links, { href: "/research/admin/status", label: "Status" }] as const;

export function AdminTabs({ current, isOwner }: { current: (typeof ownerLinks)[number]["href"]; isOwner: boolean }) {
  return <TabLinks label="Administration" links={isOwner ? ownerLinks : links} current={current} />;
}
