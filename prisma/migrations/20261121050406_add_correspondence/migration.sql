-- AlterTable
ALTER TABLE "study" ADD COLUMN     "correspondence" JSONB;
