/** A regular expression that need not be linear: its input is short, or our own. */
export interface AllowedRegex {
  /** From the root of the project. */
  readonly file: string;
  readonly source: string;
  /** Why it gets no foreign text of more than 100 characters. */
  readonly reason: string;
}

/** Each row must be necessary: a row that matches nothing, or whose expression is linear, fails the audit as well. */
export const allowedRegexes: readonly AllowedRegex[] = [
  {
    file: 'reports/words.ts',
    source: String.raw`\B(?=(?:\d{3})+$)`,
    reason: 'Runs over the digits of one number, at most 24 characters.',
  },
  {
    file: 'engine/configuration/parsers.ts',
    source: 'installationNamePattern',
    reason: 'It stands in schemas/installations.schema.json, which is audited.',
  },
  {
    file: 'monitor/configuration/service-settings.ts',
    source: 'installationNamePattern',
    reason: 'It stands in schemas/installations.schema.json, which is audited.',
  },
  {
    file: 'fhir/invariants/run-program.ts',
    source: 'program.pattern',
    reason: 'Patterns of the tables in fhir/definitions/model, which are audited there.',
  },
  {
    file: 'fhir/build/translate-rule.ts',
    source: 'text',
    reason: 'Only tried whether it compiles; it then stands in fhir/definitions/model, which is audited.',
  },
  {
    file: 'fhir/build/type-tables.ts',
    source: String.raw`\|.*$`,
    reason: "Runs over canonical URLs of HL7's own definitions when the tables are built, never at run time.",
  },
  {
    file: 'fhir/build/value-set-tables.ts',
    source: String.raw`\|.*$`,
    reason: "Runs over canonical URLs of HL7's own definitions when the tables are built, never at run time.",
  },
];
