import { pathToFileURL } from 'node:url';

/**
 * Runs a program of the sources: by Node.js itself if it runs TypeScript, otherwise by tsx.
 * @param {string} file its path
 */
export async function importTypeScript(file) {
  if (process.features.typescript) ignoreWarningOfTypes();
  else await loadTsx();
  await import(pathToFileURL(file).href);
}

async function loadTsx() {
  try {
    await import('tsx');
  } catch (thrown) {
    if (thrown.code !== 'ERR_MODULE_NOT_FOUND') throw thrown;
    process.stderr.write('Packages are missing: run npm ci --ignore-scripts in the folder of the project.\n');
    process.exit(2);
  }
}

/** Early releases that can run TypeScript print a warning each time. */
function ignoreWarningOfTypes() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('Type Stripping')) emitWarning.call(process, warning, ...rest);
  };
}
