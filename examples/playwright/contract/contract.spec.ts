import { contractTests } from 'evidence-contract/playwright';

contractTests({ only: ['users', 'auth@projects', 'fhir'], tags: ['@contract'] });
