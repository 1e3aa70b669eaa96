import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PackageName, sbomOf } from './sbom/sbom-of.ts';

/** Writes the software bill of materials into the folder to be packed. */

const root = fileURLToPath(new URL('..', import.meta.url));
const ofPackage = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as PackageName;
mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(`${root}dist/sbom.cdx.json`, sbomOf(root, ofPackage));
