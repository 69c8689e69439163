// What needs care in any project, and in cmux itself. A row is a matter, with the names that it goes by.
import type { Tier } from '../../protocol/change.ts'

export interface TierRow {
  readonly tier: Tier
  readonly why: string
  readonly globs: readonly string[]
  /** It holds for the project that is cmux itself. */
  readonly only?: 'cmux'
}

export const TIER_ROWS: readonly TierRow[] = [
  {
    tier: 'forbidden',
    why: 'it says what a change has to pass',
    globs: ['cmux.json'],
  },
  {
    tier: 'forbidden',
    why: 'it runs on machines that build and publish, with their secrets',
    globs: [
      '.github/workflows/**',
      '.github/actions/**',
      '.gitlab-ci.yml',
      '.gitlab/**',
      '.circleci/**',
      '.ci/**',
      '.buildkite/**',
      'azure-pipelines.yml',
      'Jenkinsfile',
      'bitbucket-pipelines.yml',
      '.drone.yml',
      '.travis.yml',
    ],
  },
  {
    tier: 'forbidden',
    why: 'git or its users run it by themselves',
    globs: [
      '.husky/**',
      '.githooks/**',
      '**/.git-hooks/**',
      '.pre-commit-config.yaml',
      'lefthook.{yml,yaml,json,toml}',
      '**/.gitmodules',
    ],
  },
  {
    tier: 'forbidden',
    why: 'agents and editors obey it',
    globs: [
      '**/.claude/**',
      '**/.mcp.json',
      '**/.codex/**',
      '**/.gemini/**',
      '**/opencode.json{,c}',
      '**/.opencode/**',
      '**/.vscode/{tasks,launch,settings}.json',
      '**/.cursor/**',
      '**/.envrc',
    ],
  },
  {
    tier: 'forbidden',
    why: 'it may hold secrets',
    globs: [
      '**/.env',
      '**/.env.*',
      '**/*.pem',
      '**/*.key',
      '**/id_{rsa,ed25519,ecdsa}*',
      '**/.npmrc',
      '**/.netrc',
    ],
  },
  {
    tier: 'care',
    why: 'it says what is installed and run',
    globs: [
      '**/package.json',
      '**/package-lock.json',
      '**/npm-shrinkwrap.json',
      '**/yarn.lock',
      '**/pnpm-lock.yaml',
      '**/pnpm-workspace.yaml',
      '**/bun.lock{,b}',
      '**/Cargo.{toml,lock}',
      '**/go.{mod,sum}',
      '**/pyproject.toml',
      '**/{poetry,uv,Pipfile}.lock',
      '**/requirements*.txt',
      '**/setup.{py,cfg}',
      '**/Gemfile{,.lock}',
      '**/composer.{json,lock}',
      '**/{Makefile,GNUmakefile,makefile,justfile,Dockerfile,Containerfile}',
      '**/docker-compose*.y{a,}ml',
    ],
  },
  {
    tier: 'care',
    why: 'it decides how everything else is built and checked',
    globs: [
      '**/tsconfig*.json',
      '**/{vite,vitest,jest,rollup,webpack,rolldown,babel,eslint,tailwind,playwright}.config.*',
      '**/.oxlintrc.json',
      '**/.eslintrc*',
      '**/biome.json{,c}',
      '**/knip.json{,c}',
      '**/{tox,pytest}.ini',
      '**/.gitattributes',
      '**/.gitignore',
    ],
  },
  {
    tier: 'care',
    why: 'it changes data that is there',
    globs: ['**/migrations/**', '**/migrate/**', '**/schema.{sql,prisma}'],
  },
  {
    tier: 'care',
    why: 'everything begins there',
    globs: ['{,src/,app/,cmd/**/,bin/}{main,index,server,app,cli}.*', 'bin/**', '**/__main__.py'],
  },
  {
    tier: 'forbidden',
    only: 'cmux',
    why: 'it keeps cmux answering when everything else is broken',
    globs: [
      'src/watchdog/**',
      'src/host/binder/**',
      'src/host/{start-watchdog,revive,upgrade-guard,guard-book}.ts',
    ],
  },
  {
    tier: 'forbidden',
    only: 'cmux',
    why: 'it decides whether a release is well',
    globs: [
      'src/server/health-check.ts',
      'src/core/health/**',
      'src/protocol/health.ts',
      'src/host/rehearsal/**',
      'src/server/rehearsals.ts',
    ],
  },
  {
    tier: 'forbidden',
    only: 'cmux',
    why: 'it decides who may do what',
    globs: [
      'src/core/{access,rules,approvals,audit,budgets,improve}/**',
      'src/server/http/guard.ts',
      'src/hook/**',
      'src/adapters/confine/**',
      'src/lib/git/**',
      'src/adapters/git/{git,git-batch,git-sandbox,git-views,list-sandbox-places,read-small-text}.ts',
      'src/host/{run-git,open-view}.ts',
    ],
  },
  {
    tier: 'forbidden',
    only: 'cmux',
    why: 'everybody starts cmux with it',
    globs: ['cmux', 'scripts/**'],
  },
  {
    tier: 'forbidden',
    only: 'cmux',
    why: 'it says where state is and how it is kept',
    globs: ['src/server/home.ts', 'src/adapters/store/migrations/**', 'src/adapters/store/schema.ts'],
  },
  {
    tier: 'care',
    only: 'cmux',
    why: 'agents are told by it how to work',
    globs: ['src/roles/**', 'docs/changing-code.md', 'AGENTS.md'],
  },
]
