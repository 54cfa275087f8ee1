/** A question as shown to the lead. */
export interface LeadQuestion {
  id: string;
  text: string;
  askedByName: string | null;
  askedAt: Date;
  item: { id: string; externalId: string } | null;
  answer: string | null;
  isCase: boolean;
}
