import type { Endpoint } from '../endpoints.ts';
import { showCurrentUser, showProject, showRecord, showResource } from './details.ts';
import type { Handler } from './handler.ts';
import { importBundle } from './import.ts';
import { listProjects, listProjectsMinimal, listRecords, listRecordsOfProject } from './lists.ts';

/** What answers each endpoint of section 4, and the single one of version 4. */
export const handlers: Readonly<Record<Endpoint, Handler>> = {
  'GET /api/v3/projects': listProjects,
  'GET /api/v3/projects/:id': showProject,
  'GET /api/v3/citations': listRecordsOfProject('citations'),
  'GET /api/v3/citations/:id': showRecord('citations', 'citation'),
  'GET /api/v3/key_questions': listRecords('key_questions'),
  'GET /api/v3/extractions': listRecords('extractions'),
  'GET /api/v3/extractions/:id': showResource('extractions', 'extraction'),
  'GET /api/v3/sd_meta_data': listRecords('sd_meta_data'),
  'GET /api/v3/sd_meta_data/:id': showResource('sd_meta_data', 'SR360 record'),
  'GET /api/v3/extraction_forms_projects': listRecords('extraction_forms_projects'),
  'POST /api/v3/fhir_imports': importBundle,
  'GET /api/v3/artifact_assessments': listRecords('artifact_assessments'),
  'GET /api/v3/users': showCurrentUser,
  'GET /api/v4/projects': listProjectsMinimal,
};
