// Runs a command with the settings of a reference installation of its own: node with-reference.mjs FAULT COMMAND…
import { spawn } from 'node:child_process';
import { startReference } from 'evidence-contract/reference';

const [fault, file, ...words] = process.argv.slice(2);
const reference = await startReference({ faults: fault === '' ? [] : [fault] });
const environment = {
  ...process.env,
  BASE_URL: reference.baseUrl,
  API_KEY: reference.keys.first,
  PACE: 'off',
};
const code = await new Promise((resolve) => {
  spawn(file, words, { env: environment, stdio: 'inherit' }).on('close', resolve);
});
await reference.close();
process.exitCode = code ?? 1;
