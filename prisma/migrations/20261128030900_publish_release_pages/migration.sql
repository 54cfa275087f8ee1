-- AlterTable
ALTER TABLE "release" ADD COLUMN     "page_by_id" UUID,
ADD COLUMN     "page_since" TIMESTAMPTZ(6);
