import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { signOutAction, switchProjectAction } from "@/app/session-actions.ts";
import { parseTheme, themeCookie } from "@/components/ui/navigation/theme.ts";
import { TopBar } from "@/components/ui/navigation/top-bar.tsx";
import { Signs } from "@/components/ui/signs.tsx";
import { ToastProvider } from "@/components/ui/toast.tsx";
import { can } from "@/lib/server/platform/access/access.ts";
import { requireProjectContext } from "@/lib/server/platform/auth/current-project.ts";
import { NewProjectForm } from "./admin/users/new-project-form.tsx";
import { researchLinks } from "./navigation.ts";
import { SearchDialog } from "./search-dialog.tsx";

/** The layout of the research workspace. It checks no rights: each page checks the right it needs. */
export default async function ResearchLayout({ children }: { children: ReactNode }) {
  const { actor, project, projects } = await requireProjectContext();
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <ToastProvider>
      <Signs />
      <TopBar
        homeHref="/research"
        links={project ? researchLinks.filter(({ right }) => can(actor, right, project.id)) : []}
        projects={projects}
        currentProjectId={project?.id ?? null}
        person={{ name: actor.name, email: actor.email }}
        theme={theme}
        signOut={signOutAction}
        switchProject={switchProjectAction}
        search={project && can(actor, "research.read", project.id) && <SearchDialog />}
        newProject={actor.isOwner && <NewProjectForm />}
      />
      {children}
    </ToastProvider>
  );
}
