import { classify, isAboutBundle, isSuccess } from '../../contract/answers.ts';
import { createdIds } from '../../contract/choosing.ts';
import { type Endpoint, endpointOf, recordEndpoints } from '../../contract/endpoints.ts';
import { type Exchange, wasAsked } from '../../contract/exchange.ts';
import { defaultImportBundle } from '../configuration/import-bodies.ts';
import type { Installation } from '../configuration/installation.ts';
import type { Asker } from './asker.ts';
import { otherBundle } from './plan.ts';

const imports = endpointOf('POST /api/v3/fhir_imports');

/**
 * Imports the Bundle, by the way that accepts it, and reads what the answer names. An import is never sent again after an
 * answer; another way of the key, or another Bundle, is tried only after a refusal.
 */
export async function tryImport(asker: Asker, { importBundle }: Installation): Promise<void> {
  const byHeader = await asker.askExactly(imports, { key: 'header', body: 'valid' });
  if (!wasAsked(byHeader)) return;
  if (classify(byHeader) === 'refusal') {
    const other = await asker.askExactly(imports, { key: 'query', body: 'other-type' });
    if (wasAsked(other) && (isSuccess(other) || isAboutBundle(other)))
      await asker.askExactly(imports, { key: 'query', body: 'valid' });
  }
  const imported = asker.resultOf(imports, { key: 'valid', body: 'valid' });
  if (imported === undefined) return;
  const isRefused = isAboutBundle(imported) && imported.answer?.status !== 413;
  const counted =
    isRefused && importBundle === defaultImportBundle
      ? await asker.ask({ endpoint: imports, request: otherBundle })
      : imported;
  if (wasAsked(counted) && isSuccess(counted)) await readCreated(asker, counted);
}

/** Reads each resource that an import names once, where the document has an endpoint for it. */
async function readCreated(asker: Asker, { answer }: Exchange): Promise<void> {
  if (answer?.json.ok !== true) return;
  const ids = createdIds(answer.json.value, answer.headers.location);
  const named = recordEndpoints.flatMap((endpoint) => {
    const found = ids.find(({ kind }) => kind !== undefined && endpoint.reads?.includes(kind.toLowerCase()));
    return found === undefined ? [] : [{ endpoint, id: found.id }];
  });
  const unnamed = ids.find(({ kind }) => kind === undefined);
  const reads =
    named.length > 0 || unnamed === undefined
      ? named
      : recordEndpoints.map((endpoint) => ({ endpoint, id: unnamed.id }));
  for (const { endpoint, id } of reads) {
    await asker.prepare(endpoint);
    const { key } = wayAt(asker, endpoint);
    const read = await asker.askExactly(endpoint, { key, id: 'created' }, id);
    if (named.length === 0 && wasAsked(read) && isSuccess(read)) return;
  }
}

function wayAt(asker: Asker, endpoint: Endpoint): { readonly key: 'header' | 'query' } {
  const used = asker.resultOf(endpoint, { key: 'valid' })?.request.key;
  return { key: used === 'query' ? 'query' : 'header' };
}
