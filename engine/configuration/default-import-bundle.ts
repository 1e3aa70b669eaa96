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
