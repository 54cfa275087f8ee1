/** The reason why the application cannot start or continue, as one sentence for the terminal. */
export class StartError extends Error {}
