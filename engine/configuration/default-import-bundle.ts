/** A Bundle of one resource, as JSON. */
function bundleOf(uuid: string, resource: Readonly<Record<string, unknown>>): string {
  const entry = [{ fullUrl: `urn:uuid:${uuid}`, resource: { ...resource, status: 'draft' } }];
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry });
}

const title = 'Imported by a contract test; can be removed';

/** A small Bundle that is valid in FHIR 4.3.0 and 5.0.0, imported where no IMPORT_BUNDLE is configured. */
export const defaultImportBundle = bundleOf('6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f', {
  resourceType: 'Citation',
  title,
});

/**
 * Another one, whose type each release of FHIR has, 4.0.1 as well, and whose title no other has: where a service has no
 * Citation, or wants each title once.
 * @param unique in its title and its fullUrl: a UUID
 */
export function importBundleForEachRelease(unique: string): string {
  return bundleOf(unique, {
    resourceType: 'Library',
    title: `${title} (${unique})`,
    type: { text: 'Contract test' },
  });
}
