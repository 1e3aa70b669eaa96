import { fileURLToPath } from 'node:url';

export { renderInstallation } from './installation.ts';
export { renderMessage } from './message.ts';
export { renderOverview } from './overview.ts';
export { renderRun } from './run.ts';

/** Folder of the style sheets, the script and the icon: served as they are at `/assets/`. */
export const assetsFolder: string = fileURLToPath(new URL('assets/', import.meta.url));
