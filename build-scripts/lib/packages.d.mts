export function complete(folder: string): boolean;
export function installPackages(folder: string, install: () => Promise<string>): Promise<void>;
export function distrust(folder: string): void;
