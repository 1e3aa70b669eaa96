import { referenceGroup, settingGroups } from '../../application/settings.ts';
import { installationGroups } from '../../engine/configuration/installation-settings.ts';
import { runGroup } from '../../engine/configuration/run-settings.ts';
import { serviceGroups } from '../../monitor/configuration/service-settings.ts';
import { reasonsPage } from '../reasons/reasons-page.ts';
import { betweenMarkers } from './between-markers.ts';
import { envExample } from './env-example.ts';
import { makeInstallationsSchema } from './installations-schema.ts';
import { settingsTable } from './markdown-table.ts';

/** A file that is generated from tables, entirely or in part. */
export interface SettingFile {
  /** Its path from the root of the project. */
  readonly file: string;
  /** The required content, given the present one. */
  readonly textFrom: (now: string) => string;
}

const guideGroups = [...installationGroups, runGroup, referenceGroup];

export const settingFiles: readonly SettingFile[] = [
  { file: '.env.example', textFrom: () => envExample(settingGroups) },
  {
    file: 'schemas/installations.schema.json',
    textFrom: () => `${JSON.stringify(makeInstallationsSchema(), undefined, 2)}\n`,
  },
  {
    file: 'docs/settings.md',
    textFrom: (now) => betweenMarkers(now, 'settings', settingsTable(guideGroups)),
  },
  {
    file: 'docs/monitor.md',
    textFrom: (now) => betweenMarkers(now, 'settings', settingsTable(serviceGroups)),
  },
  { file: 'docs/reasons.md', textFrom: () => reasonsPage() },
];
