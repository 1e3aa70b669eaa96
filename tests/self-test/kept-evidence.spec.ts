import { scopeOf } from '../../contract/scope.ts';
import { redactionOf } from '../../engine/evidence/redaction.ts';
import { asKeptEvidence, readKeptEvidence } from '../../engine/record/kept-evidence.ts';
import { makeRecord } from '../../engine/record/make-record.ts';
import type { RunRecord } from '../../engine/record/run-record.ts';
import { runInstallation } from '../../engine/run/run-installation.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { startReference } from '../../reference-server/index.ts';
import { allKeys } from '../support/installation.ts';
import { installationAt, sampleKeys } from './support/judge-reference.ts';
import { expect, test } from './support/self-test.ts';

const verdictsOf = ({ verdicts }: RunRecord): readonly string[] =>
  verdicts.map(({ check, endpoint, outcome, message }) => `${outcome} ${check} ${endpoint} ${message}`);

/** Faults in the bytes of a body, which its decoded text does not show. */
const names = [
  'assessments-not-utf8',
  'form-templates-after-a-byte-order-mark',
  'user-refusals-after-a-byte-order-mark',
  'unknown-extraction-after-a-byte-order-mark',
  'project-truncated',
  'users-declared-as-gzip',
];
for (const { name, at, transform } of faults.filter((fault) => names.includes(fault.name))) {
  test(`kept evidence judged again gives the same verdicts: ${name}`, async ({ bodies }) => {
    const reference = await startReference({
      rateLimit: 'off',
      keys: sampleKeys,
      transforms: [transform(at)],
    });
    try {
      const keys = allKeys(reference.keys);
      const installation = { ...installationAt(reference.baseUrl, keys.key), ...keys };
      const { record, evidence } = await runInstallation(installation, {
        tier: 'full',
        bodies,
        keepBodies: true,
      });
      const kept = asKeptEvidence(JSON.parse(JSON.stringify(evidence)));
      if (kept === undefined) throw new Error('The run kept no evidence.');
      const again = makeRecord(await readKeptEvidence(kept, bodies), {
        installation: kept.installation,
        redaction: redactionOf([]),
        scope: scopeOf('full'),
        tier: 'full',
        suiteVersion: record.suiteVersion,
        startedAt: new Date(kept.startedAt),
        finishedAt: new Date(kept.finishedAt),
      });
      expect(record.state).toBe('violating');
      expect(verdictsOf(again)).toEqual(verdictsOf(record));
    } finally {
      await reference.close();
    }
  });
}
