/** The archives to which a release can be uploaded, with their API servers. */
export const depositServices = [
  { value: "zenodo", label: "Zenodo", server: "https://zenodo.org" },
  { value: "zenodo-sandbox", label: "Zenodo Sandbox (for testing)", server: "https://sandbox.zenodo.org" },
  { value: "invenio", label: "Another InvenioRDM server", server: null },
  { value: "osf", label: "OSF", server: "https://api.osf.io" },
] as const;

export type DepositService = (typeof depositServices)[number]["value"];
