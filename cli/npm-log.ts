import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Others than the npm that started this process may be at work: the newest logs are looked at, of this time. */
const mostLogs = 10;
const longestMs = 60_000;

/**
 * What npm was given after the name of the script and before `--`, by the log that it has written by the time the script starts.
 * It is the one place that shows `--only users`: npm has an `--only` of its own, drops what that does not take, hands on
 * neither a variable nor the value, and writes over its command line in the list of processes.
 * @returns none where npm keeps no log (`logs-max=0`), or none can be read: then nobody can know
 */
export function wordsGivenToNpm(script: string, variables: Variables, nowMs: number): readonly string[] {
  const { npm_config_cache: cache, npm_config_logs_dir: folder = cache && join(cache, '_logs') } = variables;
  for (const file of folder ? newestLogs(folder, nowMs) : []) {
    const words = commandLineIn(file);
    const at = words.indexOf(script);
    if (at === -1) continue;
    const given = words.slice(at + 1);
    return given.includes('--') ? given.slice(0, given.indexOf('--')) : given;
  }
  return [];
}

function newestLogs(folder: string, nowMs: number): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('-debug-0.log') && isRecent(name, nowMs))
      .sort()
      .reverse()
      .slice(0, mostLogs)
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** A log has its start for a name: 2026-02-03T04_05_06_789Z-debug-0.log. */
function isRecent(name: string, nowMs: number): boolean {
  const [, hour, minutes, seconds, ms] = /^(\d{4}-\d\d-\d\dT\d\d)_(\d\d)_(\d\d)_(\d{3})Z/.exec(name) ?? [];
  return nowMs - Date.parse(`${hour}:${minutes}:${seconds}.${ms}Z`) <= longestMs;
}

function commandLineIn(log: string): readonly string[] {
  try {
    const line = /^\d+ verbose argv (.*)$/m.exec(readFileSync(log, 'utf8'))?.[1] ?? '';
    return JSON.parse(`[${line.replaceAll('" "', '","')}]`) as readonly string[];
  } catch {
    return [];
  }
}
