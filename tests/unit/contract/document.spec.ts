import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { allCheckCases, catalogue } from '../../../contract/checks/catalogue.ts';
import { requirementsAt, topics } from '../../../contract/checks/check.ts';
import { endpoints } from '../../../contract/document/endpoints.ts';
import { documentSha256, requirements } from '../../../contract/document/requirements.ts';
import { gaps } from '../../../contract/gaps/gaps.ts';

const document = new URL('../../../../shared/api-document-v3.md', import.meta.url);

test.describe('The document as data', () => {
  test('has either a check or an explanation for every requirement', () => {
    const judged = new Set(allCheckCases.flatMap(({ check, endpoint }) => requirementsAt(endpoint, check)));
    for (const requirement of requirements) {
      const isExplained = 'notObservable' in requirement;
      expect(judged.has(requirement.id), `${requirement.id} has a check or a reason`).toBe(!isExplained);
    }
  });

  test('has a check at each endpoint for every requirement of its row', () => {
    const unjudged = endpoints.flatMap((endpoint) => {
      const cases = allCheckCases.filter((one) => one.endpoint === endpoint);
      const judged = new Set(cases.flatMap(({ check }) => requirementsAt(endpoint, check)));
      return [...endpoint.existence, ...endpoint.answer]
        .filter((id) => !judged.has(id))
        .map((id) => `${id} at ${endpoint.id}`);
    });
    expect(unjudged).toEqual([]);
  });

  test('has no check without a requirement, at any endpoint', () => {
    const empty = allCheckCases.filter(({ check, endpoint }) => requirementsAt(endpoint, check).length === 0);
    expect(empty.map(({ check, endpoint }) => `${check.id} at ${endpoint.id}`)).toEqual([]);
  });

  test('has either an observer or an explanation for every gap', () => {
    for (const gap of gaps) {
      const isObserved = endpoints.some((endpoint) => gap.at(endpoint));
      expect(isObserved, `${gap.id} has an observer or a reason`).toBe(gap.notObserved === undefined);
    }
  });

  test('has unique and well-formed ids for requirements, gaps and checks', () => {
    for (const ids of [
      requirements.map(({ id }) => id),
      gaps.map(({ id }) => id),
      catalogue.map(({ id }) => id),
    ]) {
      expect(new Set<string>(ids).size).toBe(ids.length);
    }
    expect(requirements.filter(({ id }) => !/^[A-Z]+-\d+$/.test(id))).toEqual([]);
    expect(gaps.filter(({ id }) => !/^GAP-[A-Z0-9-]+$/.test(id))).toEqual([]);
    expect(catalogue.filter(({ id }) => !/^[a-z]+\.[a-z0-9-]+$/.test(id))).toEqual([]);
    expect(catalogue.filter(({ topic }) => !topics.includes(topic))).toEqual([]);
  });

  test('names only existing checks in `after`, and no cycle', () => {
    const problemsOf = (id: string, seen: readonly string[]): readonly string[] => {
      if (seen.includes(id)) return [`${id} waits for itself`];
      const check = catalogue.find((one) => one.id === id);
      if (check === undefined) return [`${id} does not exist`];
      return check.after.flatMap((next) => problemsOf(next, [...seen, id]));
    };
    expect(catalogue.flatMap(({ id }) => problemsOf(id, []))).toEqual([]);
  });

  // The document lies next to the project only on a developer's machine.
  if (existsSync(document)) {
    test('has the hash of the API document that lies next to the project', () => {
      const hash = createHash('sha256').update(readFileSync(document)).digest('hex');
      expect(hash, 'read the document anew, then write its new hash down').toBe(documentSha256);
    });

    test('has exactly the version 3 endpoints of the API document', () => {
      const text = readFileSync(document, 'utf8');
      const rows = [...text.matchAll(/^\| (GET|POST) \| (\/api\/v3\/\S+) \|/gm)].map(
        ([, method, path]) => `${method} ${path}`,
      );
      const known: readonly string[] = endpoints.map(({ id }) => id).filter((id) => !id.includes('/v4/'));
      expect([...known].sort()).toEqual(rows.sort());
    });
  }
});
