import { TabLinks } from "@/components/ui/navigation/tab-links.tsx";

const links = [
  { href: "/research/admin/users", label: "Users" },
  { href: "/research/admin/model", label: "Language model" },
  { href: "/research/admin/recruiters", label: "Recruiters" },
  { href: "/research/admin/audit", label: "Audit log" },
] as const;

export function AdminTabs({ current }: { current: (typeof links)[number]["href"] }) {
  return <TabLinks label="Administration" links={links} current={current} />;
}
