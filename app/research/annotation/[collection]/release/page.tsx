import type { Metadata } from "next";
import { SubjectReleases } from "../../../release/subject-releases.tsx";
import { type CollectionParams, requireCollection } from "../require-collection.ts";

export const metadata: Metadata = { title: "Release" };

/** The releases of a collection. */
export default async function CollectionReleasePage({ params }: { params: CollectionParams }) {
  const { actor, collection, base } = await requireCollection(params);
  return <SubjectReleases actor={actor} subject={{ ...collection, type: "collection", description: "" }} base={base} />;
}
