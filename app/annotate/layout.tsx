import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { signOutAction, switchProjectAction } from "@/app/session-actions.ts";
import { parseTheme, themeCookie } from "@/components/ui/navigation/theme.ts";
import { TopBar } from "@/components/ui/navigation/top-bar.tsx";
import { ToastProvider } from "@/components/ui/toast.tsx";
import { readAnnotationRights } from "@/lib/server/annotation/access/set-collection-role.ts";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

const links: readonly { href: string; label: string; rights: ("work" | "review" | "rate" | "manage")[] }[] = [
  { href: "/annotate/queue", label: "Queue", rights: ["work"] },
  { href: "/annotate/mine", label: "My work", rights: ["work", "review"] },
  { href: "/annotate/practice", label: "Practice", rights: ["work"] },
  { href: "/annotate/review", label: "Review", rights: ["review"] },
  { href: "/annotate/rating", label: "Rating", rights: ["rate"] },
  { href: "/research/annotation", label: "Collections", rights: ["manage"] },
];

/** The layout of the annotators' workspace. It checks no rights: each page checks the right it needs. */
export default async function AnnotateLayout({ children }: { children: ReactNode }) {
  const { actor, project, projects } = await requireProjectContext();
  const permissions = project && {
    ...(await readAnnotationRights(actor, project.id)),
    rate: can(actor, "rating.work", project.id),
    manage: can(actor, "annotation.manage", project.id),
  };
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <ToastProvider>
      <TopBar
        homeHref={project && can(actor, "research.read", project.id) ? "/research" : "/annotate"}
        links={links.filter(({ rights }) => permissions && rights.some((right) => permissions[right]))}
        projects={projects}
        currentProjectId={project?.id ?? null}
        person={{ name: actor.name, email: actor.email }}
        theme={theme}
        signOut={signOutAction}
        switchProject={switchProjectAction}
      />
      {children}
    </ToastProvider>
  );
}
