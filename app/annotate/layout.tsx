import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { signOutAction, switchProjectAction } from "@/app/session-actions.ts";
import { parseTheme, themeCookie } from "@/components/ui/theme.ts";
import { ToastProvider } from "@/components/ui/toast.tsx";
import { TopBar } from "@/components/ui/top-bar.tsx";
import { can, type Right } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";

const links: readonly { href: string; label: string; right: Right }[] = [
  { href: "/annotate/queue", label: "Queue", right: "annotation.work" },
  { href: "/annotate/mine", label: "My work", right: "annotation.work" },
  { href: "/annotate/practice", label: "Practice", right: "annotation.work" },
  { href: "/annotate/review", label: "Review", right: "annotation.review" },
  { href: "/research/annotation", label: "Collections", right: "annotation.manage" },
];

/** The frame around the annotators' workspace. It guards nothing: every page asks for the right it needs. */
export default async function AnnotateLayout({ children }: { children: ReactNode }) {
  const { actor, project, projects } = await requireProjectContext();
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <ToastProvider>
      <TopBar
        homeHref={project && can(actor, "research.read", project.id) ? "/research" : "/annotate"}
        links={project ? links.filter(({ right }) => can(actor, right, project.id)) : []}
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
