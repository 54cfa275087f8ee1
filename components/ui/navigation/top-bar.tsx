import { BookOpen, Check, ChevronsUpDown, LogOut, Menu as MenuIcon, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { AppLink } from "./app-link.tsx";
import { Mark } from "./mark.tsx";
import { Menu } from "./menu.tsx";
import { type NavLink, NavLinks } from "./nav-links.tsx";
import type { Theme } from "./theme.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

export interface TopBarProps {
  homeHref: string;
  links: readonly NavLink[];
  projects?: readonly { id: string; name: string; role: string }[];
  currentProjectId?: string | null;
  person: { name: string; email: string };
  theme: Theme;
  signOut: (form: FormData) => Promise<void>;
  switchProject?: (form: FormData) => Promise<void>;
  /** The search of the workspace. */
  search?: ReactNode;
  /** The form for a new project. Shown only to users who may create projects. */
  newProject?: ReactNode;
}

const menuItem =
  "flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-left transition-colors hover:bg-sunken pointer-coarse:py-3";

/** The top bar of all workspace pages, with the project menu, the navigation and the user menu. */
export function TopBar(props: TopBarProps) {
  const {
    homeHref,
    links,
    projects = [],
    currentProjectId,
    person,
    theme,
    signOut,
    switchProject,
    newProject,
    search,
  } = props;
  const project = projects.find((one) => one.id === currentProjectId);
  return (
    <header className="no-print sticky top-0 z-30 border-b border-rule bg-paper [--bar:3.5rem] max-[30rem]:[--bar:3.25rem] [@media(max-height:30rem)]:static">
      <a
        href="#content"
        className="absolute top-2 left-2 z-40 -translate-y-20 rounded-md bg-ink px-4 py-2 font-medium text-on-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="gutter mx-auto flex h-(--bar) max-w-[90rem] items-center gap-x-2 lg:gap-x-4">
        <AppLink
          href={homeHref}
          className="flex items-center gap-2 rounded-sm font-serif text-xl leading-none tracking-tight"
        >
          <Mark size={28} />
          <span className="max-sm:sr-only">Parallax</span>
        </AppLink>
        {project && switchProject && (
          <ProjectMenu projects={projects} project={project} switchProject={switchProject} newProject={newProject} />
        )}
        <nav aria-label="Main" className="h-full max-[72rem]:hidden">
          <NavLinks links={links} />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          {search}
          <Menu
            label={`Your account, ${person.name}`}
            button={<Initials name={person.name} />}
            className="right-(--gutter) left-auto w-72"
          >
            <Person {...person} />
            <MenuRule />
            <div className="flex items-center justify-between gap-4 px-3 py-1.5">
              <span className="text-sm text-ink-soft">Colours</span>
              <ThemeSwitch initial={theme} />
            </div>
            <MenuRule />
            <AppLink href="/account" className={menuItem}>
              <UserRound aria-hidden="true" className="size-4.5 text-ink-soft" />
              Your account
            </AppLink>
            <AppLink href="/help" className={menuItem}>
              <BookOpen aria-hidden="true" className="size-4.5 text-ink-soft" />
              Help
            </AppLink>
            <form action={signOut}>
              <button type="submit" className={menuItem}>
                <LogOut aria-hidden="true" className="size-4.5 text-ink-soft" />
                Sign out
              </button>
            </form>
          </Menu>
          {links.length > 0 && (
            <div className="min-[72rem]:hidden">
              <Menu
                label="Menu"
                button={<MenuIcon aria-hidden="true" className="size-6" />}
                className="right-(--gutter) left-auto w-64"
              >
                <nav aria-label="Main">
                  <NavLinks links={links} isStacked />
                </nav>
              </Menu>
            </div>
          )}
        </div>
      </div>
    </header>
  );
}

function ProjectMenu({
  projects,
  project,
  switchProject,
  newProject,
}: {
  projects: NonNullable<TopBarProps["projects"]>;
  project: { id: string; name: string; role: string };
  switchProject: (form: FormData) => Promise<void>;
  newProject: ReactNode;
}) {
  return (
    <div className="flex min-w-0 items-center border-l border-rule pl-2 lg:mr-2">
      <Menu
        label={`Project: ${project.name}. Change`}
        buttonClassName="min-w-0 max-w-56"
        button={
          <>
            <span className="truncate">{project.name}</span>
            <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
          </>
        }
        className="right-auto left-(--gutter) w-72 max-w-[calc(100vw-2*var(--gutter))] lg:left-[max(var(--gutter),calc((100vw-90rem)/2+9rem))]"
      >
        <p className="px-3 pt-1 pb-2 text-sm text-ink-soft">Projects</p>
        <form action={switchProject}>
          {projects.map((one) => (
            <button
              key={one.id}
              type="submit"
              name="projectId"
              value={one.id}
              aria-current={one.id === project.id ? "true" : undefined}
              className={menuItem}
            >
              <Check
                aria-hidden="true"
                className={one.id === project.id ? "size-4.5 shrink-0" : "invisible size-4.5 shrink-0"}
              />
              <span className="min-w-0 flex-1 break-words">{one.name}</span>
              <span className="text-sm text-ink-soft">{one.role}</span>
            </button>
          ))}
        </form>
        {newProject && (
          <>
            <MenuRule />
            <details className="px-3 py-1">
              <summary className="py-1.5">New project</summary>
              <div className="pt-3 pb-2">{newProject}</div>
            </details>
          </>
        )}
      </Menu>
    </div>
  );
}

function Person({ name, email }: { name: string; email: string }) {
  return (
    <div className="px-3 py-2">
      <p className="font-medium break-words">{name}</p>
      <p className="text-sm break-words text-ink-soft">{email}</p>
    </div>
  );
}

function Initials({ name }: { name: string }): ReactNode {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join("")
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="grid size-8 place-items-center rounded-full border border-edge bg-surface text-sm font-medium"
    >
      {initials}
    </span>
  );
}

function MenuRule() {
  return <hr className="my-2 border-rule" />;
}
