export function ofAnotherPlace(folder: string, sources: string, toolchainFile: string): boolean;
