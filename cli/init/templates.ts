import { targetSettings } from '../../engine/configuration/installation-settings.ts';
import { sentenceOf } from '../../engine/configuration/setting.ts';
import type { CiService } from './ci-service.ts';

/** A file that `init` writes. */
export interface Template {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
}

/** Where the tests lie: apart from those of other programs. */
export const testFolder = 'contract';

export const configuration: Template = {
  path: 'playwright.config.ts',
  text: `import { defineContractConfig } from 'evidence-contract/playwright';

// BASE_URL, API_KEY and other settings come from the environment, or from .env: see .env.example.
export default defineContractConfig({
  testDir: '${testFolder}',
  forbidOnly: true,
  reporter: [['list'], ['html', { open: 'never' }], ['junit', { outputFile: 'reports/out/playwright.xml' }]],
});
`,
};

export const tests: readonly Template[] = [
  {
    path: `${testFolder}/contract.spec.ts`,
    text: `import { contractTests } from 'evidence-contract/playwright';

// The whole contract. contractTests({ only: ['users', 'AUTH-9'] }) declares a part of it.
contractTests();
`,
  },
  {
    path: `${testFolder}/own.spec.ts`,
    text: `import { expect, test } from 'evidence-contract/playwright';

test('projects are for users alone', async ({ ask }) => {
  const projects = await ask('GET /api/v3/projects');
  expect(projects).toHaveStatus(200);

  const refused = await ask('GET /api/v3/projects', { key: 'none' });
  expect(refused).toRefuseKey();
  expect(refused).toBeErrorBody('Unauthorized');
});
`,
  },
];

const { baseUrl, key, secondKey, revokedKey, allowImport } = targetSettings;

export const environment: Template = {
  path: '.env.example',
  text: `# Copy this file to .env, which no repository should hold. Write the address, and the key without the # before its line;
# or BASE_URL=embedded, without a key, to try it out. A setting that is set but empty is a mistake.

${[baseUrl, key, secondKey, revokedKey, allowImport]
  .map((setting) => {
    const example = 'example' in setting ? setting.example : '';
    return `# ${sentenceOf(setting.meaning)}\n${setting === baseUrl ? '' : '# '}${setting.variable}=${example}`;
  })
  .join('\n\n')}

# Every other setting: npx evidence-contract check --help
`,
};

export const ignored: Template = {
  path: '.gitignore',
  text: `node_modules/
.env
reports/
test-results/
playwright-report/
`,
};

const steps = ['npm ci --ignore-scripts', 'npx playwright test'] as const;

/** The pipeline of each service, and where it goes if its usual file is there already. */
export const pipelines: Readonly<
  Record<CiService, Template & { readonly otherwise?: Pick<Template, 'path'> & { readonly how: string } }>
> = {
  github: {
    path: '.github/workflows/contract.yml',
    text: `name: Contract
on:
  push:
  workflow_dispatch:
  schedule:
    - cron: '17 5 * * *'
permissions:
  contents: read
jobs:
  contract:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    env:
      # In the settings of the repository, under "Secrets and variables", "Actions".
      BASE_URL: \${{ vars.CONTRACT_BASE_URL }}
      API_KEY: \${{ secrets.CONTRACT_API_KEY }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${steps.map((step) => `      - run: ${step}`).join('\n')}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: contract
          path: |
            reports/out
            playwright-report
`,
  },
  gitlab: {
    path: '.gitlab-ci.yml',
    otherwise: {
      path: 'contract.gitlab-ci.yml',
      how: 'add to .gitlab-ci.yml: include: contract.gitlab-ci.yml',
    },
    text: `# BASE_URL and API_KEY are variables of the project: Settings, CI/CD, Variables; mask the key.
contract:
  image: node:22-bookworm-slim
  timeout: 15 minutes
  script:
${steps.map((step) => `    - ${step}`).join('\n')}
  artifacts:
    when: always
    paths:
      - reports/out/
      - playwright-report/
    reports:
      junit: reports/out/playwright.xml
`,
  },
  jenkins: {
    path: 'Jenkinsfile',
    otherwise: {
      path: 'Jenkinsfile.contract',
      how: 'make a job of Jenkinsfile.contract, or take its stage over',
    },
    text: `// BASE_URL is a variable of the job or of Jenkins; contract-api-key is a credential of the kind "Secret text".
pipeline {
  agent { docker { image 'node:22-bookworm-slim' } }
  options { timeout(time: 15, unit: 'MINUTES') }
  environment { API_KEY = credentials('contract-api-key') }
  stages {
    stage('Contract') {
      steps {
${steps.map((step) => `        sh '${step}'`).join('\n')}
      }
    }
  }
  post {
    always {
      junit allowEmptyResults: true, testResults: 'reports/out/playwright.xml'
      archiveArtifacts allowEmptyArchive: true, artifacts: 'reports/out/**, playwright-report/**'
    }
  }
}
`,
  },
};
