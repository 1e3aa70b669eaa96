/** A study that a review found. All studies are invented; their DOIs lie in the prefix reserved for tests. */
export interface Study {
  /** Unique in the review, such as `okafor-2016`. */
  readonly key: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly journal: string;
  readonly year: number;
  readonly volume: string;
  readonly pages: string;
  readonly abstract: string;
}

/** A judgement on one domain of a study's risk of bias. */
export type Risk = 'low' | 'some concerns' | 'high';

/** A unit as people write it, with its UCUM code. */
export interface Unit {
  readonly text: string;
  readonly code: string;
}

/** What a reviewer extracted from one study with the extraction form. */
export interface Extraction {
  /** The study's key. */
  readonly study: string;
  readonly extractedOn: string;
  readonly design: string;
  readonly setting: string;
  readonly participants: number;
  readonly followUpMonths: number;
  readonly intervention: string;
  readonly comparator: string;
  /** Difference between the groups in the review's main outcome, in that outcome's unit. */
  readonly meanDifference: number;
  readonly riskOfBias: { readonly randomisation: Risk; readonly missingData: Risk; readonly reporting: Risk };
}

/** An outcome, exposure or comparator of the review. */
export interface Variable {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly handling: 'continuous' | 'dichotomous';
}

/** A pooled result over several studies. */
export interface PooledResult {
  readonly key: string;
  readonly outcome: string;
  readonly assertion: string;
  readonly studies: readonly string[];
  readonly participants: number;
  /** What the estimate is, with its code in HL7's list of statistic types. */
  readonly statistic: { readonly name: string; readonly code: string };
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly unit?: Unit;
  readonly certainty: 'High' | 'Moderate' | 'Low';
}

/** An SR360 record: a summary of the review for one key question. */
export interface Summary {
  readonly key: string;
  readonly title: string;
  readonly keyQuestion: string;
  readonly conclusion: string;
  readonly results: readonly string[];
}

/** A systematic review as plain data, from which the project and all its FHIR resources are made. */
export interface Review {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly published: boolean;
  readonly createdAt: string;
  readonly keyQuestions: readonly { readonly name: string; readonly text: string }[];
  readonly population: { readonly title: string; readonly condition: string; readonly youngest: number };
  readonly exposure: Variable;
  readonly comparator: Variable;
  readonly outcomes: readonly [main: Variable, ...others: readonly Variable[]];
  readonly mainUnit: Unit;
  readonly studies: readonly Study[];
  readonly extractions: readonly Extraction[];
  readonly results: readonly PooledResult[];
  readonly summaries: readonly Summary[];
}
