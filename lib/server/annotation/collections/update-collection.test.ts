import { expect, it } from "vitest";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { countOriginals } from "../construct/count-originals.ts";
import { claimNextTask } from "../work/next-task.ts";
import { getCollection } from "./list-collections.ts";
import { updateCollection } from "./update-collection.ts";

withTestDatabase();

it("a collection is changed by those who manage it: its name, some settings, more copies, and whether it gives out items", async () => {
  const { id, researcher, annotator } = await makeCollection({ pairs: 2, settings: { payPerHour: 12 } });
  const ann = await annotator();
  await updateCollection(researcher, id, { name: " Renamed ", settings: { overlap: 2 } });
  expect(await getCollection(researcher, id)).toMatchObject({
    name: "Renamed",
    settings: { overlap: 2, payPerHour: 12 },
    items: { open: 4 },
    tasks: { open: 8 },
    isClosed: false,
  });
  await updateCollection(researcher, id, { isClosed: true, settings: { overlap: 1 } });
  expect(await getCollection(ann, id)).toMatchObject({ name: "Renamed", tasks: { open: 8 }, isClosed: true });
  expect(await claimNextTask(ann, { collectionId: id })).toMatchObject({ task: null });
  await updateCollection(researcher, id, { isClosed: false });
  expect((await claimNextTask(ann, { collectionId: id })).task).not.toBeNull();
  await expect(updateCollection(researcher, id, { name: " " })).rejects.toMatchObject({ field: "name" });
  await expect(updateCollection(ann, id, { isClosed: true })).rejects.toMatchObject({ code: "not-found" });
});

it("a collection's original stories are counted for those who manage it", async () => {
  const { id, researcher, annotator } = await makeCollection({ pairs: 3 });
  expect(await countOriginals(researcher, id)).toBe(3);
  expect(await countOriginals(await annotator(), id)).toBe(0);
});
