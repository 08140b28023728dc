export class Explained extends Error {}
export function nodeTooOld(version: string): string | undefined;
export function explanation(error: unknown): string | undefined;
export function lacksPackageFile(error: unknown): boolean;
