// What needs care in any project. A row is a matter, with the names that it goes by. Rows for cmux itself: own-rows.ts.
import type { Tier } from '../../../protocol/changes/change.ts'

export interface TierRow {
  readonly tier: Tier
  readonly why: string
  readonly globs: readonly string[]
  /** Names that the globs match and that the row does not mean. */
  readonly except?: readonly string[]
  /** A project can't call it safe. */
  readonly firm?: true
}

/** Text for people: no program reads it. */
const TEXTS = ['**/*.{md,txt,rst,adoc}']

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
    firm: true,
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
      '**/{build,settings}.gradle{,.kts}',
      '**/pom.xml',
      '**/{Makefile,GNUmakefile,makefile,justfile,Dockerfile,Containerfile}',
      '**/{Dockerfile,Containerfile}.*',
      '**/*.{dockerfile,containerfile}',
      '**/.dockerignore',
      '**/{docker-,}compose*.y{a,}ml',
    ],
  },
  {
    tier: 'care',
    firm: true,
    why: 'it decides how everything else is built and checked',
    globs: [
      '**/tsconfig*.json',
      '**/*.config.{js,ts,mjs,cjs,mts,cts,json,toml,yaml,yml}',
      '**/.oxlintrc.json',
      '**/.eslintrc*',
      '**/biome.json{,c}',
      '**/knip.json{,c}',
      '**/{tox,pytest}.ini',
    ],
  },
  {
    tier: 'care',
    firm: true,
    why: 'it says how the program is set up where it runs',
    globs: [
      '**/{config,conf,settings}.*',
      '{,**/}{config,conf,settings}/**',
      '**/*.conf',
      '**/*.tf',
      'k8s/**',
    ],
    except: TEXTS,
  },
  {
    tier: 'care',
    why: 'it decides what git keeps, and in which form',
    globs: ['**/.gitattributes', '**/.gitignore'],
  },
  {
    tier: 'care',
    firm: true,
    why: 'it changes data that is there',
    globs: ['**/migrations/**', '**/migrate/**', '**/schema.{sql,prisma}'],
  },
  {
    tier: 'care',
    firm: true,
    why: 'the program begins there, or is put together there',
    globs: ['**/{main,index,server,app}.*', '{,src/,app/,cmd/**/}cli.*', 'bin/**', '**/__main__.py'],
    except: TEXTS,
  },
]
