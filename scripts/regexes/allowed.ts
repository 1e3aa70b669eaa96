/** A regular expression that the audit need not find linear: its input is short, or made by us. */
export interface AllowedRegex {
  /** From the root of the project. */
  readonly file: string;
  readonly source: string;
  /** Why no text from outside of more than 100 characters reaches it. */
  readonly reason: string;
}

/** Each row must still be needed: one that matches nothing, or that is found linear, fails the audit as well. */
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
