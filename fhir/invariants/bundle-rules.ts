import { isObject, type JsonObject, objectsIn } from '../json/json-value.ts';
import { has, type NativeRule } from './rule-context.ts';

const methodsWithBody = new Set(['POST', 'PATCH', 'PUT']);

/** Rules of Bundles, by key. They look at every entry, and a Bundle may have a hundred thousand. */
export const bundleRules: Readonly<Record<string, NativeRule>> = {
  'bdl-3': (node) => entriesHave(node, 'request', ['batch', 'transaction', 'history']),
  'bdl-3b': (node) =>
    node.type !== 'history' ||
    objectsIn(node.entry).every((entry) => has(entry, 'response') && requestFitsResource(entry)),
  'bdl-3c': (node) =>
    (node.type !== 'transaction' && node.type !== 'batch') ||
    objectsIn(node.entry).every(requestFitsResource),
  'bdl-4': (node) => entriesHave(node, 'response', ['batch-response', 'transaction-response', 'history']),
  'bdl-7': fullUrlsAreUnique,
  'bdl-8': (node) => typeof node.fullUrl !== 'string' || !node.fullUrl.includes('/_history/'),
  'bdl-11': (node) => node.type !== 'document' || beginsWith(node, 'Composition'),
  'bdl-12': (node) => node.type !== 'message' || beginsWith(node, 'MessageHeader'),
  'bdl-13': (node) => node.type !== 'subscription-notification' || beginsWith(node, 'SubscriptionStatus'),
  'bdl-16': (node) =>
    !isObject(node.issues) ||
    objectsIn(node.issues.issue).every(
      (issue) => issue.severity === 'information' || issue.severity === 'warning',
    ),
};

function entriesHave(bundle: JsonObject, name: string, types: readonly string[]): boolean {
  const needed = typeof bundle.type === 'string' && types.includes(bundle.type);
  return objectsIn(bundle.entry).every((entry) => has(entry, name) === needed);
}

function requestFitsResource(entry: JsonObject): boolean {
  const method = isObject(entry.request) ? entry.request.method : undefined;
  return typeof method === 'string' && methodsWithBody.has(method) === has(entry, 'resource');
}

function beginsWith(bundle: JsonObject, type: string): boolean {
  const first = objectsIn(bundle.entry)[0]?.resource;
  return isObject(first) && first.resourceType === type;
}

/** A fullUrl occurs once for each version of a resource; a history may repeat it. */
function fullUrlsAreUnique(bundle: JsonObject): boolean {
  if (bundle.type === 'history') return true;
  const seen = new Set<string>();
  for (const entry of objectsIn(bundle.entry)) {
    if (typeof entry.fullUrl !== 'string') continue;
    const meta = isObject(entry.resource) ? entry.resource.meta : undefined;
    const version = isObject(meta) && typeof meta.versionId === 'string' ? meta.versionId : '';
    const identity = `${entry.fullUrl} ${version}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}
