-- AlterTable
ALTER TABLE "study" ADD COLUMN     "margins" JSONB;
