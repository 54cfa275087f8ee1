import { redirect } from "next/navigation";
import { requireProject } from "@/lib/server/platform/auth/current-project.ts";

export default async function AdminPage() {
  await requireProject("users.manage");
  redirect("/research/admin/users");
}
