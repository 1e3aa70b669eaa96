import type { ResourceName, Row, Store, Value } from './model.ts';

/** How much an installation holds. */
export type Size = 'empty' | 'one' | 'few' | 'many';

const projectCounts: Readonly<Record<Size, number>> = { empty: 0, one: 1, few: 4, many: 60 };

const plainTitles = [
  'Inhaled corticosteroids for persistent asthma',
  'Exercise for chronic low back pain',
  'Screening for colorectal cancer',
  'Telehealth for type 2 diabetes',
];

const worldTitles = [
  'Corticostéroïdes inhalés – revue systématique “2024”',
  '慢性腰痛の運動療法',
  'Скрининг рака \u2028 толстой кишки',
  'Diabetes \u{1F489} & <b>télésanté</b> \\ "Typ 2"',
];

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) {
    throw new Error('nothing to pick from');
  }
  return item;
}

function day(offset: number): string {
  return new Date(Date.UTC(2023, 1, 3) + offset * 86_400_000).toISOString();
}

type Columns = (index: number, title: string) => Record<string, Value>;

const columns: Readonly<Record<ResourceName, Columns>> = {
  projects: (index, title) => ({
    title,
    description: index % 2 === 0 ? `A review about ${title}.` : null,
    published_at: day(index),
    doi: index % 3 === 0 ? `10.1000/res.${index}` : null,
    authors: ['Ana Ruiz', 'Jo Lee'],
    public: true,
  }),
  citations: (index, title) => ({
    title: `${title}: trial ${index}`,
    authors: ['Smith J', 'Okafor N', 'Müller K'],
    journal: index % 2 === 0 ? 'J Evid Synth' : null,
    year: 1998 + (index % 25),
    pmid: index % 4 === 0 ? null : String(30_000_000 + index),
    abstract: null,
    screening_status: 'included',
  }),
  key_questions: (index, title) => ({
    name: `KQ${(index % 3) + 1}`,
    text: `What is known about ${title}?`,
    position: index % 3,
  }),
  extractions: (index) => ({
    status: index % 2 === 0 ? 'draft' : 'validated',
    assigned_to: index % 3 === 0 ? null : 'ana.ruiz@example.org',
    updated_at: day(index),
  }),
  sd_meta_data: (index, title) => ({
    report_title: title,
    state: 'COMPLETED',
    date_of_last_search: index % 2 === 0 ? '2023-08-01' : null,
    prospero: null,
  }),
  extraction_forms_projects: (index) => ({
    name: index % 2 === 0 ? 'Standard form' : 'Diagnostic test form',
    sections: ['Design details', 'Arms', 'Outcomes', 'Results'],
    public: false,
  }),
  artifact_assessments: (index) => ({
    kind: pick(['risk of bias', 'certainty', 'comment'], index),
    judgement: pick(['low', 'some concerns', 'high'], index),
    comment: index % 2 === 0 ? null : 'Allocation was not concealed.',
    created_at: day(index),
  }),
};

const perProject: Readonly<Record<Exclude<ResourceName, 'projects'>, number>> = {
  citations: 3,
  key_questions: 2,
  extractions: 2,
  sd_meta_data: 1,
  extraction_forms_projects: 1,
  artifact_assessments: 2,
};

function tableOf(resource: ResourceName, owners: readonly number[], each: number, titles: readonly string[]) {
  return owners.flatMap((project, place): Row[] =>
    Array.from({ length: each }, (_, offset) => {
      const index = place * each + offset;
      return { sequence: index + 1, project, columns: columns[resource](index, pick(titles, project)) };
    }),
  );
}

/** The rows of an installation: the first user's projects, and one project more that only the second may see. */
export function seedStore(size: Size, world: boolean): Store {
  const titles = world ? worldTitles : plainTitles;
  const count = projectCounts[size];
  const owners = Array.from({ length: size === 'empty' ? 0 : count + 1 }, (_, index) => index + 1);
  const rows = (resource: Exclude<ResourceName, 'projects'>): Row[] =>
    tableOf(resource, owners, perProject[resource], titles);
  const projects = tableOf('projects', owners, 1, titles);
  return {
    rows: {
      projects,
      citations: rows('citations'),
      key_questions: rows('key_questions'),
      extractions: rows('extractions'),
      sd_meta_data: rows('sd_meta_data'),
      extraction_forms_projects: rows('extraction_forms_projects'),
      artifact_assessments: rows('artifact_assessments'),
    },
    users: [
      {
        sequence: 1,
        name: world ? 'Zoë Ångström' : 'Ana Ruiz',
        email: 'ana.ruiz@example.org',
        projects: owners.slice(0, count),
      },
      { sequence: 2, name: 'Jo Lee', email: 'jo.lee@example.org', projects: owners.slice(-2) },
    ],
    imported: [],
  };
}
