-- AlterTable
ALTER TABLE "response" ADD COLUMN     "time_option" TEXT;
