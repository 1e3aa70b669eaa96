/** Old documents are found without reading all. */
export const second: readonly string[] = ['CREATE INDEX documents_by_use ON documents (used_ms)'];
