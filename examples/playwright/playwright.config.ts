import { defineContractConfig } from 'evidence-contract/playwright';

// BASE_URL, API_KEY and other settings come from the environment, or from .env.
export default defineContractConfig({
  testDir: 'contract',
  forbidOnly: true,
  reporter: [['list'], ['html', { open: 'never' }]],
});
