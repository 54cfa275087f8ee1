-- An uploaded project archive belongs to no project until it is imported.
ALTER TABLE "upload_part" ALTER COLUMN "project_id" DROP NOT NULL;
