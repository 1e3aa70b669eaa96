import { accessMistakes } from './access.ts';
import { assessmentMistakes } from './fhir-assessment.ts';
import { bundleMistakes } from './fhir-bundle.ts';
import { reportMistakes } from './fhir-report.ts';
import { importMistakes } from './imports.ts';
import { valueMistakes } from './lists.ts';
import { refusalMistakes } from './refusals.ts';
import { wireMistakes } from './wire.ts';

/** The mistakes that any framework lets a developer make. */
export const mistakes = {
  access: accessMistakes,
  refusal: refusalMistakes,
  value: valueMistakes,
  wire: wireMistakes,
  import: importMistakes,
  bundle: bundleMistakes,
  assessment: assessmentMistakes,
  report: reportMistakes,
} as const;

/** The kinds of these mistakes. */
export type MistakeKind = keyof typeof mistakes;
