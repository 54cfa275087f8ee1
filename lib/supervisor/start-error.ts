/** Why the application cannot start or go on, in one sentence for the person at the terminal. */
export class StartError extends Error {}
