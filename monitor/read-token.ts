import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseToken } from './configuration/access.ts';
import { isReadingOpen } from './configuration/monitor-block.ts';
import type { ServiceSettings } from './configuration/service-settings.ts';
import { HistorySettingsError } from './history/driver.ts';
import type { Log } from './log.ts';

/**
 * The settings with a read token, if they require one and restrict reading by nothing else. It is created at the first
 * start, stored in DATA_DIR for this user only, and shown nowhere.
 * @param log names the token's file
 * @throws HistorySettingsError if DATA_DIR cannot be used, or its file is not a token
 */
export function withReadToken(service: ServiceSettings, log: Log): ServiceSettings {
  if (!service.createsReadToken || !isReadingOpen(service)) return service;
  const file = join(service.dataDirectory, 'read-token');
  try {
    const token = parseToken(readOrCreate(service.dataDirectory, file));
    log.info({ file }, 'reading needs the token in this file');
    return { ...service, read: { ...service.read, token } };
  } catch {
    throw new HistorySettingsError(
      `The read token in ${file} cannot be made or read. DATA_DIR must be a folder that may be written; remove a damaged file there.`,
    );
  }
}

function readOrCreate(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  return readFileSync(file, 'utf8');
}
