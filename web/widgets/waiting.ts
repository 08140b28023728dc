/** Thrown by work that cannot begin before the reader has done something: what is shown stays, and nothing failed. */
export class Waiting extends Error {}
