import type { Bundle, BundleEntry, FhirResource } from 'fhir/r4.d.ts';
import { assessmentOf } from './fhir-assessment.ts';
import { type FhirFlavour, type FhirRelease, home, resourceHead, urnOf } from './fhir-common.ts';
import { reportOf } from './fhir-report.ts';
import type { ResourceName, Row, Store } from './model.ts';

/** How a team makes the Bundle of a project. */
export interface BundleStyle {
  readonly flavour: FhirFlavour;
  readonly release: FhirRelease;
  readonly type: 'collection' | 'document' | 'searchset';
  readonly fullUrl: 'none' | 'urn' | 'url';
}

function titleOf(row: Row): string {
  const { title, report_title: reportTitle, name } = row.columns;
  return String(title ?? reportTitle ?? name ?? `Row ${row.sequence}`);
}

function studyOf(style: BundleStyle, row: Row): object {
  const head = resourceHead(style.flavour, 'projects', row.sequence, titleOf(row));
  return {
    resourceType: 'ResearchStudy',
    id: `p${row.sequence}`,
    ...head,
    title: titleOf(row),
    status: 'active',
  };
}

function citationOf(style: BundleStyle, row: Row): object {
  const id = `c${row.sequence}`;
  const head = resourceHead(style.flavour, 'citations', row.sequence, titleOf(row));
  if (style.release === 'R4') {
    return {
      resourceType: 'DocumentReference',
      id,
      ...head,
      status: 'current',
      content: [{ attachment: { title: titleOf(row), url: `${home}/citations/${row.sequence}` } }],
    };
  }
  return {
    resourceType: 'Citation',
    id,
    ...head,
    status: 'active',
    citedArtifact: {
      title: [{ text: titleOf(row) }],
      publicationForm: [
        style.release === 'R5'
          ? { publishedIn: { title: 'J Evid Synth' }, volume: '12' }
          : { publishedIn: { title: 'J Evid Synth' }, periodicRelease: { volume: '12' } },
      ],
    },
  };
}

function questionOf(style: BundleStyle, row: Row): object {
  const id = `q${row.sequence}`;
  if (style.release === 'R4') {
    return { resourceType: 'Basic', id, code: { text: titleOf(row) } };
  }
  return {
    resourceType: 'EvidenceVariable',
    id,
    status: 'draft',
    title: titleOf(row),
    ...(style.release === 'R4B'
      ? { characteristic: [{ definitionCodeableConcept: { text: 'adults' } }] }
      : {}),
  };
}

function formOf(_style: BundleStyle, row: Row): object {
  return {
    resourceType: 'Questionnaire',
    id: `f${row.sequence}`,
    status: 'active',
    title: titleOf(row),
    item: [
      { linkId: '1', text: 'Design', type: 'group', item: [{ linkId: '1.1', text: 'Arms', type: 'string' }] },
    ],
  };
}

const makers: readonly [ResourceName, (style: BundleStyle, row: Row) => object][] = [
  ['projects', studyOf],
  ['citations', citationOf],
  ['key_questions', questionOf],
  ['extraction_forms_projects', formOf],
  ['extractions', (style, row) => assessmentOf(style.flavour, `e${row.sequence}`, row)],
  ['sd_meta_data', (style, row) => reportOf(style.flavour, `s${row.sequence}`, row, titleOf(row))],
];

function entryOf(style: BundleStyle, table: string, row: Row, resource: object): BundleEntry {
  const fhir = resource as FhirResource;
  const entry: BundleEntry = { resource: fhir };
  if (style.type === 'searchset') {
    entry.search = { mode: 'match' };
  }
  if (style.fullUrl === 'none') {
    return entry;
  }
  const url = `${home}/fhir/${fhir.resourceType}/${fhir.id}`;
  return { fullUrl: style.fullUrl === 'urn' ? urnOf(table, row.sequence) : url, ...entry };
}

function compositionOf(row: Row): object {
  return {
    resourceType: 'Composition',
    id: `d${row.sequence}`,
    status: 'final',
    type: { text: 'systematic review' },
    date: '2024-05-02',
    author: [{ display: 'Ana Ruiz' }],
    title: titleOf(row),
  };
}

/** A project as a Bundle with everything that belongs to it. */
export function bundleOf(style: BundleStyle, id: string, row: Row, store: Store): Bundle {
  const entries = makers.flatMap(([table, make]) =>
    store.rows[table]
      .filter((candidate) => candidate.project === row.project)
      .map((candidate) => entryOf(style, table, candidate, make(style, candidate))),
  );
  if (style.type === 'document') {
    entries.unshift(entryOf(style, 'compositions', row, compositionOf(row)));
  }
  const bundle: Bundle = { resourceType: 'Bundle', id, type: style.type, entry: entries };
  if (style.flavour === 'spare') {
    return bundle;
  }
  return {
    ...bundle,
    meta: { lastUpdated: '2024-05-02T09:30:00Z' },
    identifier: { system: `${home}/projects`, value: String(row.sequence) },
    timestamp: '2024-05-02T09:30:00.123Z',
    ...(style.type === 'searchset' ? { total: entries.length } : {}),
    ...(style.flavour === 'rich' ? { link: [{ relation: 'self', url: `${home}/projects/${id}` }] } : {}),
  };
}
