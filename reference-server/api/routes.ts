import { showCurrentUser, showProject, showRecord, showResource } from './details.ts';
import type { Handler } from './handler.ts';
import { importBundle } from './import.ts';
import { listProjects, listProjectsMinimal, listRecords, listRecordsOfProject } from './lists.ts';

/** One endpoint of section 4 (and the single one of version 4) and what answers it. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: Handler;
}

/** All endpoints of the API. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/api/v3/projects', answer: listProjects },
  { method: 'GET', path: '/api/v3/projects/:id', answer: showProject },
  { method: 'GET', path: '/api/v3/citations', answer: listRecordsOfProject('citations') },
  { method: 'GET', path: '/api/v3/citations/:id', answer: showRecord('citations', 'citation') },
  { method: 'GET', path: '/api/v3/key_questions', answer: listRecords('key_questions') },
  { method: 'GET', path: '/api/v3/extractions', answer: listRecords('extractions') },
  { method: 'GET', path: '/api/v3/extractions/:id', answer: showResource('extractions', 'extraction') },
  { method: 'GET', path: '/api/v3/sd_meta_data', answer: listRecords('sd_meta_data') },
  { method: 'GET', path: '/api/v3/sd_meta_data/:id', answer: showResource('sd_meta_data', 'SR360 record') },
  {
    method: 'GET',
    path: '/api/v3/extraction_forms_projects',
    answer: listRecords('extraction_forms_projects'),
  },
  { method: 'POST', path: '/api/v3/fhir_imports', answer: importBundle },
  { method: 'GET', path: '/api/v3/artifact_assessments', answer: listRecords('artifact_assessments') },
  { method: 'GET', path: '/api/v3/users', answer: showCurrentUser },
  { method: 'GET', path: '/api/v4/projects', answer: listProjectsMinimal },
];
