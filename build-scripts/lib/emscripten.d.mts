export function findCompiler(env?: Record<string, string | undefined>, debian?: string): string | undefined;
export function examine(compiler: string): { toolchain: string; version: string };
