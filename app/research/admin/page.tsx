import { redirect } from "next/navigation";
import { requireProject } from "@/lib/server/auth/current-project.ts";

export default async function AdminPage() {
  await requireProject("people.manage");
  redirect("/research/admin/people");
}
