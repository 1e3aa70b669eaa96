/**
 * Another one, whose type each release of FHIR has, 4.0.1 as well, and whose title no other has: where a service has no
 * Citation, or wants each title once.
 * @param unique in its title and its fullUrl: a UUID
 */
export function importBundleForEachRelease(unique: string): string {
  return JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [
      {
        fullUrl: `urn:uuid:${unique}`,
        resource: {
          resourceType: 'Library',
          status: 'draft',
          title: `Imported by a contract test; can be removed (${unique})`,
          type: { text: 'Contract test' },
        },
      },
    ],
  });
}

/** A small Bundle that is valid in FHIR 4.3.0 and 5.0.0, imported where no IMPORT_BUNDLE is configured. */
export const defaultImportBundle = JSON.stringify({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    {
      fullUrl: 'urn:uuid:6f1d2c4e-8a3b-4c5d-9e7f-0a1b2c3d4e5f',
      resource: {
        resourceType: 'Citation',
        status: 'draft',
        title: 'Imported by a contract test; can be removed',
      },
    },
  ],
});
