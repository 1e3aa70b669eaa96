import { contractTests } from '../../playwright/index.ts';

contractTests();
