import { targetSettings } from '../../engine/configuration/installation-settings.ts';
import { sentenceOf } from '../settings-help.ts';
import type { CiService } from './ci-service.ts';

/** A file that `init` writes. */
export interface Template {
  /** Below the folder. */
  readonly path: string;
  readonly text: string;
}

/** Keeps the tests apart from those of other programs. */
export const testFolder = 'contract';

export const configuration: Template = {
  path: 'playwright.config.ts',
  text: `import { defineContractConfig } from 'evidence-contract/playwright';

// BASE_URL, API_KEY and other settings come from the environment, or from .env: see .env.example.
export default defineContractConfig({
  testDir: '${testFolder}',
  forbidOnly: true,
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    ['junit', { outputFile: 'reports/out/playwright.xml' }],
    // Failures as annotations of a pull request.
    ...(process.env.GITHUB_ACTIONS ? [['github'] as const] : []),
  ],
});
`,
};

/** For editors and `npx tsc`: Playwright itself checks no types. */
export const compiler: Template = {
  path: 'tsconfig.json',
  text: `{
  "compilerOptions": {
    "target": "ES2023",
    "module": "ESNext",
    "moduleResolution": "bundler",
    "types": ["node"],
    "strict": true,
    "noEmit": true
  },
  "include": ["playwright.config.ts", "${testFolder}"]
}
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

/** Only reviewed code gets the key: actions are pinned by commit and the image by digest, each with its version. */
const actions = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2',
  node: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0',
  upload: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2',
} as const;
const image =
  'node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6';

/** The pipeline of each service, and its path if the usual file exists already. */
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
      - uses: ${actions.checkout}
        with:
          persist-credentials: false
      - uses: ${actions.node}
        with:
          node-version: 24
${steps.map((step) => `      - run: ${step}`).join('\n')}
      - uses: ${actions.upload}
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
  image: ${image}
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
  agent { docker { image '${image}' } }
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
