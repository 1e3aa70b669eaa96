/** Endpoints that the tables use often. */
export const projects = 'GET /api/v3/projects';
export const project = 'GET /api/v3/projects/:id';
export const citations = 'GET /api/v3/citations';
export const citation = 'GET /api/v3/citations/:id';
export const extraction = 'GET /api/v3/extractions/:id';
export const users = 'GET /api/v3/users';
export const imports = 'POST /api/v3/fhir_imports';
export const v4Projects = 'GET /api/v4/projects';
