import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const configuration = 'tsconfig.build.json';
const otherFiles = [configuration, 'tsconfig.json', 'package.json', 'scripts/copy-assets.mjs'];

/**
 * A name for the current state of the product's sources: the path, size and modification time of every file. Reading
 * the files would take longer than loading the commands.
 */
export function stateOfSources() {
  const { include, exclude } = JSON.parse(readFileSync(join(root, configuration), 'utf8'));
  const left = new Set(exclude);
  const hash = createHash('sha256').update(root);
  const add = (path) => {
    const { size, mtimeNs, ctimeNs, ino } = statSync(join(root, path), { bigint: true });
    hash.update(`\0${path} ${size} ${mtimeNs} ${ctimeNs} ${ino}`);
  };
  const addFolder = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).sort(byName)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isFile()) add(path);
      else if (entry.isDirectory() && !left.has(path) && entry.name !== 'out') addFolder(path);
    }
  };
  for (const file of otherFiles) add(file);
  for (const folder of include) addFolder(folder);
  return hash.digest('hex').slice(0, 16);
}

function byName(one, other) {
  return one.name < other.name ? -1 : 1;
}
